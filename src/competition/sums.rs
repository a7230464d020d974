//! What each entrant has: plain sums over games, matches and meetings (局分, 场分, 次分). Ranks are not given.

use crate::competition::round::{Meeting, Round};
use crate::competition::state::Competition;
use crate::game::seat::{PerSeat, Seat};

/// The half points of an entrant; a win is two of them, a draw one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Of games.
    pub games: u32,
    /// Of matches that are over.
    pub matches: u32,
    /// Of meetings that are over; of teams, of team matches.
    pub meetings: u32,
}

/// The sums of every entrant, by their numbers.
pub fn sums(competition: &Competition) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); competition.settings().entrants.len()];
    for meeting in competition.rounds().iter().flat_map(|round: &Round| &round.meetings) {
        let (games, matches, of_meeting) = meeting.half_points();
        for seat in Seat::BOTH {
            let index = usize::from(meeting.entrants[seat]).checked_sub(1);
            let Some(sum) = index.and_then(|index| sums.get_mut(index)) else { continue };
            sum.games += games[seat];
            sum.matches += matches[seat];
            sum.meetings += of_meeting[seat];
        }
    }
    sums
}

impl Meeting {
    /// The half points of each side: of games, of matches that are over, and of the meeting once all of them are. Who has
    /// more of the matches' has the meeting.
    pub fn half_points(&self) -> (PerSeat<u32>, PerSeat<u32>, PerSeat<u32>) {
        let (mut games, mut matches) = (PerSeat::<u32>::default(), PerSeat::<u32>::default());
        for bout in &self.matches {
            let points = PerSeat::from_fn(|seat| u32::from(bout.points[seat]));
            let of_match = if bout.is_over { compared(points) } else { PerSeat::default() };
            games = added(games, points);
            matches = added(matches, of_match);
        }
        let of_meeting = if self.is_over() { compared(matches) } else { PerSeat::default() };
        (games, matches, of_meeting)
    }
}

/// Two half points for who has more, one each if neither has; where neither has anything nobody won.
fn compared(points: PerSeat<u32>) -> PerSeat<u32> {
    match points.a.cmp(&points.b) {
        std::cmp::Ordering::Greater => PerSeat { a: 2, b: 0 },
        std::cmp::Ordering::Less => PerSeat { a: 0, b: 2 },
        std::cmp::Ordering::Equal if points.a == 0 => PerSeat::default(),
        std::cmp::Ordering::Equal => PerSeat { a: 1, b: 1 },
    }
}

fn added(sums: PerSeat<u32>, more: PerSeat<u32>) -> PerSeat<u32> {
    PerSeat::from_fn(|seat| sums[seat] + more[seat])
}
