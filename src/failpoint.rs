//! Places at which a test can have the process die, panic or wait. A build without the feature `failpoints` has none.

/// A named place. `FAILPOINTS="name=5*off->return"` in the environment aborts the process when it is passed for the sixth
/// time; `panic` and `sleep(MS)` do what they say. See the crate `fail`.
macro_rules! failpoint {
    ($name:literal) => {
        #[cfg(feature = "failpoints")]
        fail::fail_point!($name, |_| std::process::abort());
    };
}

pub(crate) use failpoint;
