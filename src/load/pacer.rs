//! When moves are due, to some tens of microseconds: a timer of the runtime rounds up to the next millisecond, and that
//! is longer than a quick server takes for a move.

use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::LoadError;
use crate::timekeeper::Arrival;

/// One move for each wall in every interval, the walls spread over it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timetable {
    pub(super) begun: Arrival,
    pub(super) every: Duration,
    pub(super) walls: usize,
}

/// A thread that tells each wall when a move is due. It ends with the timetable, or when nobody waits any more.
#[derive(Debug)]
pub(super) struct Pacer(Box<[Semaphore]>);

impl Timetable {
    /// When a wall is to make its move of this number.
    pub(super) fn due(&self, wall: usize, ply: u16) -> Arrival {
        let walls = u32::try_from(self.walls.max(1)).unwrap_or(u32::MAX);
        let share = self.every / walls * u32::try_from(wall).unwrap_or(u32::MAX);
        self.begun.after(self.every * u32::from(ply) + share)
    }
}

impl Pacer {
    /// For so many walls, none of which has a move yet.
    pub(super) fn new(walls: usize) -> Arc<Self> {
        Arc::new(Self((0..walls).map(|_| Semaphore::new(0)).collect()))
    }

    /// Keeps this timetable for so many moves of each wall.
    pub(super) fn start(self: &Arc<Self>, timetable: Timetable, moves: u16) -> Result<(), LoadError> {
        let pacer = Arc::downgrade(self);
        let keep = move || keep(&pacer, timetable, moves);
        thread::Builder::new().name("pacer".to_owned()).spawn(keep)?;
        Ok(())
    }

    /// Waits until one more move of this wall is due. Moves that came due meanwhile are not forgotten.
    pub(super) async fn next(&self, wall: usize) -> Result<(), LoadError> {
        let turns = self.0.get(wall).ok_or(LoadError::Closed)?;
        turns.acquire().await.map_err(|_| LoadError::Closed)?.forget();
        Ok(())
    }
}

fn keep(pacer: &Weak<Pacer>, timetable: Timetable, moves: u16) {
    for ply in 0..moves {
        for wall in 0..timetable.walls {
            thread::sleep(timetable.due(wall, ply).since(Arrival::now()));
            let Some(pacer) = pacer.upgrade() else { return };
            if let Some(turns) = pacer.0.get(wall) {
                turns.add_permits(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_spread_over_the_interval() {
        let begun = Arrival::now();
        let timetable = Timetable { begun, every: Duration::from_millis(900), walls: 3 };
        let after = |wall, ply| timetable.due(wall, ply).since(begun).as_millis();
        assert_eq!(
            [after(0, 0), after(1, 0), after(2, 0), after(0, 1), after(2, 4)],
            [0, 300, 600, 900, 4200]
        );
    }

    #[tokio::test]
    async fn no_move_is_due_early_and_none_is_forgotten() {
        let pacer = Pacer::new(2);
        let timetable = Timetable { begun: Arrival::now(), every: Duration::from_millis(4), walls: 2 };
        pacer.start(timetable, 3).unwrap();
        for ply in 0..3 {
            pacer.next(1).await.unwrap();
            assert!(Arrival::now() >= timetable.due(1, ply));
        }
        for _ in 0..3 {
            pacer.next(0).await.unwrap();
        }
        assert_eq!(pacer.0[0].available_permits() + pacer.0[1].available_permits(), 0);
    }
}
