//! What a process has used so far, as Linux says.

use std::fs;
use std::time::Duration;

/// The system counts processor time in hundredths of a second, on every machine that Linux runs on today.
const TICK: Duration = Duration::from_millis(10);
/// Where in `/proc/PID/stat`, counted from what follows the name, stands the time in the program, and the time in the kernel.
const USER_TIME: usize = 11;
const SYSTEM_TIME: usize = 12;

/// Processor time of a process, its threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Processor {
    /// In the program itself.
    pub user: Duration,
    /// In the kernel on its behalf.
    pub system: Duration,
}

impl Processor {
    /// Both.
    pub fn all(self) -> Duration {
        self.user + self.system
    }

    /// What was used since `earlier`.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            user: self.user.saturating_sub(earlier.user),
            system: self.system.saturating_sub(earlier.system),
        }
    }
}

/// The processor time that a process has used; none if there is no such process, or no Linux.
pub fn processor(process: u32) -> Option<Processor> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in parentheses and may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    let user = ticks(words.nth(USER_TIME)?)?;
    let system = ticks(words.nth(SYSTEM_TIME - USER_TIME - 1)?)?;
    Some(Processor { user, system })
}

/// The memory that a process has of its own, in bytes: what is neither a file nor shared.
pub fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn ticks(word: &str) -> Option<Duration> {
    Some(TICK * word.parse::<u32>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_works_uses_more() {
        let before = processor(std::process::id()).unwrap();
        let mut sum = 0_u64;
        while processor(std::process::id()).unwrap().since(before).all() < TICK * 3 {
            sum = std::hint::black_box((0..100_000).fold(sum, |sum, number| sum ^ number));
        }
        assert!(memory(std::process::id()).unwrap() > 64 * 1024);
        assert_eq!(processor(u32::MAX), None);
    }
}
