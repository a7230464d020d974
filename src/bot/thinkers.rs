//! Where the computer thinks: a few threads of their own, so that no thought ever holds up a room, and each of them at work
//! only a part of the time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::bot::mind::{Leave, Mind};
use crate::timekeeper::Arrival;

/// How long a thread works before it rests.
const WORK: Duration = Duration::from_millis(5);
/// The most thoughts that wait for a thread.
pub const WAITING_MAX: usize = 256;

/// A thing to think about.
type Job = Box<dyn FnOnce(Share) + Send>;

/// The threads. They end when the last of these is dropped. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Thinkers {
    jobs: SyncSender<Job>,
}

/// Tells a thought about a position that nobody waits for it any more.
#[derive(Clone, Debug, Default)]
pub struct Nevermind {
    said: Arc<AtomicBool>,
    ply: u16,
}

/// As many thoughts wait as may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many thoughts wait for a thread")]
pub struct Busy;

/// How much of its time a thread works, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(pub u8);

impl Thinkers {
    /// Starts so many threads, which work a share of the time.
    ///
    /// # Errors
    /// The system's, if there can be no thread.
    pub fn start(threads: usize, share: Share) -> std::io::Result<Self> {
        let (jobs, waiting) = sync_channel::<Job>(WAITING_MAX);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads.max(1) {
            let waiting = Arc::clone(&waiting);
            let thread = thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || work(&waiting, share))?;
        }
        Ok(Self { jobs })
    }

    /// Lets a mind think until it has an answer, or `until` has come, or nobody waits for it any more. The mind comes back
    /// with the answer.
    ///
    /// # Errors
    /// [`Busy`] if as many thoughts wait as may; the mind is lost then.
    pub fn think<T: Send + 'static>(
        &self,
        mut mind: Mind,
        until: Arrival,
        nevermind: Nevermind,
        thought: impl FnOnce(&mut Mind, &mut Leave<'_>) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<(Mind, T)>, Busy> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |share| {
            let mut rest = Rest::new(share);
            let mut should_stop = || {
                rest.now_and_then();
                nevermind.said.load(Ordering::Relaxed) || Arrival::now() >= until
            };
            let answer_is =
                thought(&mut mind, &mut Leave { nodes_max: u64::MAX, should_stop: &mut should_stop });
            // Who asked may be gone.
            let _ = answer.send((mind, answer_is));
        });
        match self.jobs.try_send(job) {
            Ok(()) => Ok(answered),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => Err(Busy),
        }
    }
}

impl Nevermind {
    /// For a thought about the position of this number.
    pub fn for_ply(ply: u16) -> Self {
        Self { ply, ..Self::default() }
    }

    /// Whether the thought is about the position of this number.
    pub const fn is_for(&self, ply: u16) -> bool {
        self.ply == ply
    }

    /// Nobody waits any more.
    pub fn say(&self) {
        self.said.store(true, Ordering::Relaxed);
    }
}

fn work(waiting: &Mutex<Receiver<Job>>, share: Share) {
    loop {
        // Only the receiving is under the lock, and nothing there panics.
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(share),
            Err(_) => return,
        }
    }
}

/// Keeps a thread to its share.
struct Rest {
    share: Share,
    since: Arrival,
}

impl Rest {
    fn new(share: Share) -> Self {
        Self { share, since: Arrival::now() }
    }

    fn now_and_then(&mut self) {
        let worked = Arrival::now().since(self.since);
        let Share(percent) = self.share;
        if percent >= 100 || worked < WORK {
            return;
        }
        let percent = u32::from(percent.max(1));
        thread::sleep(worked * (100 - percent) / percent);
        self.since = Arrival::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::engine::Level;

    #[tokio::test]
    async fn a_thought_ends_when_its_time_is_over_or_nobody_waits() {
        let thinkers = Thinkers::start(1, Share(50)).unwrap();
        let forever = |_: &mut Mind, leave: &mut Leave<'_>| {
            let mut asked = 0_u64;
            while !(leave.should_stop)() {
                asked += 1;
            }
            asked
        };
        let mind = || Mind::new(Level::Gentle, 1);
        let soon = Arrival::now().after(Duration::from_millis(30));
        let (_, asked) = thinkers.think(mind(), soon, Nevermind::default(), forever).unwrap().await.unwrap();
        assert!(asked > 0 && Arrival::now() >= soon);

        let nevermind = Nevermind::default();
        let much_later = Arrival::now().after(Duration::from_secs(600));
        let thought = thinkers.think(mind(), much_later, nevermind.clone(), forever).unwrap();
        nevermind.say();
        thought.await.unwrap();
        assert!(Arrival::now() < much_later);
    }
}
