//! A match of several games: how long it lasts, and how it stands (rulebook D-08, D-13, O-07). Pure.

use std::num::NonZeroU8;

use crate::game::board::Stone;
use crate::game::event::{Outcome, Score};
use crate::game::seat::{PerSeat, Seat};

/// A match, as it stands before one of its games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    /// How long it lasts.
    pub goal: Goal,
    /// The number of this game, from 1.
    pub game: NonZeroU8,
    /// Half points of each seat from the games before.
    pub points: PerSeat<u16>,
    /// Who was scheduled to open each game before this one that counts, whatever was swapped in it (D-08, D-12).
    pub openers: Vec<Seat>,
    /// The game that decides it if it is level in the end, where one does.
    pub decider: Option<Decider>,
}

/// The last game of a match that is level, in which a draw is a win and who lost the first toss chooses the colours (D-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decider {
    /// Whose win a draw is in it.
    pub draw_wins: Stone,
    /// Who won the toss before the first game, and so had the chance to choose; none before there was one.
    pub toss: Option<Seat>,
    /// Whether the game to be played is the deciding one.
    pub is_on: bool,
}

/// How long a match lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// So many games, or until nobody can catch up.
    BestOf(NonZeroU8),
    /// Until somebody has so many points.
    FirstTo(NonZeroU8),
    /// So many games, whatever comes of them: two a board, as in team matches.
    Games(NonZeroU8),
}

/// The most games a match can have.
pub const GAMES_MAX: u8 = 99;

/// How a match stands after a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum After {
    /// Another game is to be played.
    Next(Series),
    /// It is over with these half points.
    Over(PerSeat<u16>),
}

impl Series {
    /// A match that begins.
    pub fn begin(goal: Goal) -> Self {
        Self { goal, game: NonZeroU8::MIN, points: PerSeat::default(), openers: Vec::new(), decider: None }
    }

    /// The same match, with a game that decides it if it is level.
    #[must_use]
    pub fn decided_by(self, draw_wins: Stone) -> Self {
        Self { decider: Some(Decider { draw_wins, toss: None, is_on: false }), ..self }
    }

    /// The same length of match, begun anew.
    #[must_use]
    pub fn anew(&self) -> Self {
        let decider = self.decider.map(|decider| Decider { toss: None, is_on: false, ..decider });
        Self { decider, ..Self::begin(self.goal) }
    }

    /// The deciding game, if it is the one to be played.
    pub fn deciding(&self) -> Option<Decider> {
        self.decider.filter(|decider| decider.is_on)
    }

    /// How it stands after its present game, scheduled to be opened by `opener`, ended like this. A game that does not
    /// count is played again. If there was a toss before this game, `toss` won it.
    pub fn after(&self, outcome: &Outcome, opener: Seat, toss: Option<Seat>) -> After {
        let is_void = outcome.scores.a == Score::Void;
        let points = PerSeat::from_fn(|seat| self.points[seat] + half_points(outcome.scores[seat]));
        let game = if is_void { self.game } else { self.game.saturating_add(1) };
        let mut openers = self.openers.clone();
        if !is_void {
            openers.push(opener);
        }
        let mut next = Self { goal: self.goal, game, points, openers, decider: self.decider };
        if next.is_decided() || (self.deciding().is_some() && !is_void) {
            return After::Over(points);
        }
        let is_on = next.is_played_out();
        next.decider = self.decider.map(|decider| Decider { toss: decider.toss.or(toss), is_on, ..decider });
        After::Next(next)
    }

    /// How it stands after a game if a player is out of it: the games to come are the other's (L-09).
    pub fn forfeited(after: After, disqualified: PerSeat<bool>) -> After {
        let winner = match (disqualified.a, disqualified.b) {
            (false, false) => return after,
            (true, false) => Some(Seat::B),
            (false, true) => Some(Seat::A),
            (true, true) => None,
        };
        let mut next = match after {
            After::Next(next) => next,
            After::Over(points) => return After::Over(points),
        };
        if let Some(winner) = winner {
            while !next.is_decided() {
                next.points[winner] += half_points(Score::Win);
                next.game = next.game.saturating_add(1);
            }
        }
        After::Over(next.points)
    }

    /// Whether no further game is played.
    fn is_decided(&self) -> bool {
        self.is_played_out() && !(self.decider.is_some() && self.points.a == self.points.b)
    }

    /// Whether all games are played but one that decides it.
    fn is_played_out(&self) -> bool {
        let most = self.points.a.max(self.points.b);
        let played = self.game.get() - 1;
        match self.goal {
            Goal::BestOf(games) => played >= games.get() || most > u16::from(games.get()),
            Goal::Games(games) => played >= games.get(),
            Goal::FirstTo(points) => played >= GAMES_MAX || most >= 2 * u16::from(points.get()),
        }
    }

    /// Who opens the next game: the scheduled opener alternates, whatever was swapped in a game, and opens again if the
    /// game did not count.
    pub fn opener_after(outcome: &Outcome, scheduled: Seat) -> Seat {
        if outcome.scores.a == Score::Void { scheduled } else { scheduled.other() }
    }
}

const fn half_points(score: Score) -> u16 {
    match score {
        Score::Win => 2,
        Score::Draw => 1,
        Score::Loss | Score::Void => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::event::Reason;

    fn ended(a: Score, b: Score) -> Outcome {
        Outcome { reason: Reason::Resigned, scores: PerSeat { a, b } }
    }

    fn play(goal: Goal, results: &[(Score, Score)]) -> After {
        played(Series::begin(goal), results)
    }

    fn played(mut series: Series, results: &[(Score, Score)]) -> After {
        for (index, (a, b)) in results.iter().enumerate() {
            match series.after(&ended(*a, *b), Seat::A, None) {
                After::Next(next) => series = next,
                over @ After::Over(_) => {
                    assert_eq!(index + 1, results.len(), "it was over before");
                    return over;
                }
            }
        }
        After::Next(series)
    }

    const WIN: (Score, Score) = (Score::Win, Score::Loss);
    const LOSS: (Score, Score) = (Score::Loss, Score::Win);
    const DRAW: (Score, Score) = (Score::Draw, Score::Draw);
    const VOID: (Score, Score) = (Score::Void, Score::Void);

    fn number(number: u8) -> NonZeroU8 {
        NonZeroU8::new(number).unwrap()
    }

    #[test]
    fn best_of_three_ends_when_nobody_can_catch_up_or_after_three() {
        let best_of = Goal::BestOf(number(3));
        assert_eq!(play(best_of, &[WIN, WIN]), After::Over(PerSeat { a: 4, b: 0 }));
        assert_eq!(play(best_of, &[WIN, LOSS, DRAW]), After::Over(PerSeat { a: 3, b: 3 }));
        assert!(matches!(play(best_of, &[WIN, DRAW]), After::Next(series) if series.game == number(3)));
    }

    #[test]
    fn so_many_games_are_played_whatever_comes_of_them() {
        let four = Goal::Games(number(4));
        assert!(matches!(play(four, &[WIN, WIN, WIN]), After::Next(series) if series.game == number(4)));
        assert_eq!(play(four, &[WIN, WIN, WIN, LOSS]), After::Over(PerSeat { a: 6, b: 2 }));
        assert!(matches!(play(Goal::Games(number(1)), &[VOID]), After::Next(_)), "it is played again");
    }

    #[test]
    fn first_to_two_ends_with_two_points_though_they_be_four_draws() {
        let first_to = Goal::FirstTo(number(2));
        assert_eq!(play(first_to, &[DRAW, DRAW, DRAW, DRAW]), After::Over(PerSeat { a: 4, b: 4 }));
        assert_eq!(play(first_to, &[WIN, LOSS, LOSS]), After::Over(PerSeat { a: 2, b: 4 }));
    }

    #[test]
    fn l09_the_games_to_come_are_forfeited_as_far_as_the_match_would_have_gone() {
        let out = |a, b| PerSeat { a, b };
        let after_one = play(Goal::BestOf(number(5)), &[WIN]);
        assert_eq!(Series::forfeited(after_one.clone(), out(false, false)), after_one);
        assert_eq!(
            Series::forfeited(after_one.clone(), out(true, false)),
            After::Over(PerSeat { a: 2, b: 6 })
        );
        assert_eq!(
            Series::forfeited(after_one.clone(), out(false, true)),
            After::Over(PerSeat { a: 6, b: 0 })
        );
        assert_eq!(Series::forfeited(after_one, out(true, true)), After::Over(PerSeat { a: 2, b: 0 }));
        let first_to = play(Goal::FirstTo(number(3)), &[DRAW]);
        assert_eq!(Series::forfeited(first_to, out(true, false)), After::Over(PerSeat { a: 1, b: 7 }));
    }

    #[test]
    fn d13_a_level_match_has_one_more_game_which_decides_it_however_it_ends() {
        let series = || Series::begin(Goal::BestOf(number(2))).decided_by(Stone::Black);
        let After::Next(last) = played(series(), &[WIN, LOSS]) else { panic!("it is level") };
        assert!(last.deciding().is_some());
        assert_eq!(last.game, number(3));
        assert_eq!(played(last.clone(), &[WIN]), After::Over(PerSeat { a: 4, b: 2 }));
        assert_eq!(played(last.clone(), &[(Score::Loss, Score::Loss)]), After::Over(PerSeat { a: 2, b: 2 }));
        let After::Next(again) = played(last, &[VOID]) else { panic!("it is played again") };
        assert!(again.deciding().is_some());
        assert_eq!(played(series(), &[WIN, DRAW]), After::Over(PerSeat { a: 3, b: 1 }), "nothing to decide");
        let to_two = Series::begin(Goal::FirstTo(number(2))).decided_by(Stone::White);
        let After::Next(last) = played(to_two, &[DRAW, DRAW, DRAW, DRAW]) else { panic!("it is level") };
        assert_eq!(last.deciding().map(|decider| decider.draw_wins), Some(Stone::White));
    }

    #[test]
    fn d13_the_toss_of_the_first_game_is_remembered_whatever_comes_after_it() {
        let series = Series::begin(Goal::BestOf(number(2))).decided_by(Stone::Black);
        let After::Next(second) = series.after(&ended(DRAW.0, DRAW.1), Seat::B, Some(Seat::B)) else {
            panic!()
        };
        let After::Next(last) = second.after(&ended(DRAW.0, DRAW.1), Seat::A, Some(Seat::A)) else {
            panic!()
        };
        assert_eq!(last.deciding().and_then(|decider| decider.toss), Some(Seat::B));
        let decider = Decider { draw_wins: Stone::Black, toss: None, is_on: false };
        assert_eq!(last.anew().decider, Some(decider));
    }

    #[test]
    fn l09_d13_who_is_out_before_the_deciding_game_has_lost_it() {
        let series = Series::begin(Goal::BestOf(number(2))).decided_by(Stone::Black);
        let level = played(series, &[WIN, LOSS]);
        let out = PerSeat { a: true, b: false };
        assert_eq!(Series::forfeited(level, out), After::Over(PerSeat { a: 2, b: 4 }));
    }

    #[test]
    fn a_game_that_does_not_count_is_played_again_with_the_same_opener() {
        let series = Series::begin(Goal::BestOf(number(3)));
        assert_eq!(series.after(&ended(VOID.0, VOID.1), Seat::A, None), After::Next(series.clone()));
        assert_eq!(Series::opener_after(&ended(VOID.0, VOID.1), Seat::B), Seat::B);
        assert_eq!(Series::opener_after(&ended(LOSS.0, LOSS.1), Seat::B), Seat::A, "D-08");
    }
}
