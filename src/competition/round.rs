//! Rounds, and what is played in them (rulebook B-17).

use crate::competition::settings::Title;
use crate::game::event::Score;
use crate::game::ruleset::RuleSet;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Bout, Goal, RoomId, WallTime};

/// The most rounds.
pub const ROUNDS_MAX: usize = 64;

/// Everybody plays once, but who has nobody to meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The session it belongs to: a morning, an afternoon, an evening.
    pub session: Option<Title>,
    /// When its games begin, if at a time.
    pub start_at: Option<WallTime>,
    /// What is played.
    pub rules: RuleSet,
    /// Who meets whom.
    pub meetings: Vec<Meeting>,
    /// Whether the organiser has held it up, so that appeals are heard later as well (M-05).
    pub delayed: bool,
}

/// Two entrants in one round; of two teams, a team match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The numbers of the entrants. The people of `a` sit at seat A.
    pub entrants: PerSeat<u16>,
    /// Whose people have the first move on odd boards (D-09); none if the lot of the room says so.
    pub first: Option<Seat>,
    /// A match on each board, from board 1.
    pub matches: Vec<Match>,
}

/// Two people over one or more games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its games: all that are certain to be played, and those that were played beyond.
    pub games: Vec<Game>,
    /// The half points of each, with those of games that were forfeited.
    pub points: PerSeat<u16>,
    /// Whether no further game is played.
    pub is_over: bool,
}

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Where it is played; none before the one before it has ended.
    pub room: Option<RoomId>,
    /// Who is scheduled to have the first move in it, once that is known (D-12).
    pub opener: Option<Seat>,
    /// What came of it; none as long as it is played.
    pub scores: Option<PerSeat<Score>>,
}

/// A board of a meeting of a round, all from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Which round.
    pub round: u16,
    /// Which meeting of it.
    pub meeting: u16,
    /// Which board of that.
    pub board: u8,
}

/// What the rooms of a match say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The games that have a room, in order.
    pub games: Vec<Game>,
    /// The half points of each.
    pub points: PerSeat<u16>,
    /// Whether no further game is played.
    pub is_over: bool,
}

/// A match with the people it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<'a> {
    /// Where it is.
    pub place: Place,
    /// The meeting.
    pub meeting: &'a Meeting,
    /// The match.
    pub bout: &'a Match,
}

impl Match {
    /// A match before its first game, which is played in `room`.
    pub(super) fn begin(goal: Goal, room: RoomId, opener: Option<Seat>) -> Self {
        let certain = match goal {
            Goal::Games(games) => usize::from(games.get()),
            Goal::BestOf(_) | Goal::FirstTo(_) => 1,
        };
        let mut games = vec![Game::default(); certain];
        games[0] = Game { room: Some(room), opener, scores: None };
        Self { games, points: PerSeat::default(), is_over: false }
    }

    /// What was played takes the place of what was known; games that are still to come stay.
    pub(super) fn take(&mut self, played: &Played) {
        let planned = self.games.len().max(played.games.len());
        self.games.truncate(0);
        self.games.extend(played.games.iter().cloned());
        self.games.resize(if played.is_over { played.games.len() } else { planned }, Game::default());
        self.points = played.points;
        self.is_over = played.is_over;
    }

    /// What is known of it, as its rooms would say it.
    pub(super) fn played(&self) -> Played {
        let games = self.games.iter().filter(|game| game.room.is_some()).cloned().collect();
        Played { games, points: self.points, is_over: self.is_over }
    }

    /// The room in which its present or last game is played.
    pub fn room(&self) -> Option<RoomId> {
        self.games.iter().rev().find_map(|game| game.room)
    }
}

impl Meeting {
    /// Whose people have the first move on a board, from 1: those of the team that has it on odd boards, the other's on
    /// even ones (D-09).
    pub const fn first_on(&self, board: u8) -> Option<Seat> {
        match self.first {
            Some(first) if board % 2 == 1 => Some(first),
            Some(first) => Some(first.other()),
            None => None,
        }
    }

    /// Who has the first move of the meeting, as far as it is known: what a lot has decided, the game says.
    pub(super) fn first_known(&self) -> Option<Seat> {
        self.first.or_else(|| self.matches.first()?.games.first()?.opener)
    }

    /// Whether all of it is played.
    pub fn is_over(&self) -> bool {
        self.matches.iter().all(|bout| bout.is_over)
    }

    /// On which side an entrant is.
    pub fn side_of(&self, entrant: u16) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.entrants[*seat] == entrant)
    }
}

impl From<Bout> for Place {
    fn from(bout: Bout) -> Self {
        Self { round: bout.round, meeting: bout.meeting, board: bout.board }
    }
}
