//! How values of the settings are spelled, so that a wrong one is answered by what would be right.

/// Durations with a unit, and nothing else.
pub(super) mod with_unit {
    use std::fmt;
    use std::time::Duration;

    use serde::de::{Deserializer, Error, Unexpected, Visitor};
    use serde::ser::Serializer;

    struct WithUnit;

    impl Visitor<'_> for WithUnit {
        type Value = Duration;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a duration with a unit, such as \"20s\" or \"500ms\"")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Duration, E> {
            humantime::parse_duration(text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    pub(crate) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&humantime::format_duration(*duration))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        deserializer.deserialize_str(WithUnit)
    }
}

/// Addresses with a port.
pub(super) mod with_port {
    use std::fmt;
    use std::net::SocketAddr;

    use serde::de::{Deserializer, Error, Unexpected, Visitor};
    use serde::ser::Serializer;

    struct WithPort;

    impl Visitor<'_> for WithPort {
        type Value = SocketAddr;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an address with a port, such as \"127.0.0.1:8015\" or \"[::]:8015\"")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<SocketAddr, E> {
            text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    pub(crate) fn serialize<S: Serializer>(address: &SocketAddr, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(address)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SocketAddr, D::Error> {
        deserializer.deserialize_str(WithPort)
    }
}

/// Addresses with a port, or nothing.
pub(super) mod with_port_or_none {
    use std::fmt;
    use std::net::SocketAddr;

    use serde::de::{Deserializer, Error, Unexpected, Visitor};
    use serde::ser::Serializer;

    struct WithPortOrNone;

    impl Visitor<'_> for WithPortOrNone {
        type Value = Option<SocketAddr>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an address with a port, such as \"127.0.0.1:9015\", or nothing: \"\"")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Option<SocketAddr>, E> {
            if text.is_empty() {
                return Ok(None);
            }
            text.parse().map(Some).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    pub(crate) fn serialize<S: Serializer>(
        address: &Option<SocketAddr>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match address {
            Some(address) => serializer.collect_str(address),
            None => serializer.serialize_str(""),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<SocketAddr>, D::Error> {
        deserializer.deserialize_str(WithPortOrNone)
    }
}
