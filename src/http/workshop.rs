//! Where pictures are painted and files are read: on threads where nobody waits, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::answer::Refusal;

/// How many work at the same time.
const WORKERS_MAX: usize = 2;
/// How long some work may take, the wait for others included.
const WORK_WITHIN: Duration = Duration::from_secs(5);

/// Who may work.
#[derive(Debug)]
pub(super) struct Workshop(Arc<Semaphore>);

impl Workshop {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(WORKERS_MAX)))
    }

    /// What some work gives. It goes on when nobody waits for it any more, and holds its place until it is done.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let worked = timeout(WORK_WITHIN, async {
            let permit = self.0.clone().acquire_owned().await.ok()?;
            let working = tokio::task::spawn_blocking(move || {
                let done = work();
                drop(permit);
                done
            });
            working.await.ok()
        });
        worked.await.ok().flatten().ok_or(Refusal::Unavailable)
    }
}
