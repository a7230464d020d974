//! Which games a bot plays: a filter of rule sets.

use std::collections::BTreeSet;

use crate::game::clock::{Gain, TimeControl};
use crate::game::moment::Span;
use crate::game::point::BoardSize;
use crate::game::presets::named;
use crate::game::ruleset::{RuleSet, StartRule};

/// The most games at once that a bot may say it plays: as many rooms as one connection follows.
pub const GAMES_MAX: u8 = 64;

/// How many moves of its own a side is taken to make, to tell how long a clock lasts.
pub const MOVES_RECKONED: u64 = 40;

/// What a bot has said that it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepts {
    /// The presets whose rules it plays, whatever their clock.
    pub presets: BTreeSet<&'static str>,
    /// Whether it plays rules that no preset has.
    pub own_rules: bool,
    /// The sizes of board.
    pub boards: Vec<BoardSize>,
    /// The shortest and the longest time that each side may have, as [`time_of`] reckons it.
    pub time: (Span, Span),
    /// Whether it plays without clocks.
    pub untimed: bool,
    /// How many games it plays at once.
    pub games: u8,
    /// With whom.
    pub opponents: Opponents,
}

/// With whom a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponents {
    /// With everybody.
    Anybody,
    /// With people only.
    People,
    /// With other bots only.
    Bots,
}

/// Why a bot does not play what it is challenged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// Not by these rules.
    #[error("this bot does not play by these rules")]
    Rules,
    /// Not at a time that is still to come.
    #[error("a challenge is played at once")]
    Start,
    /// Not on this board.
    #[error("this bot does not play on a board of this size")]
    Board,
    /// Not with this clock.
    #[error("this bot does not play with this clock")]
    Clock,
    /// Not with this kind of opponent.
    #[error("this bot does not play with you")]
    Opponent,
    /// Not now.
    #[error("this bot plays as many games as it can at the moment")]
    Busy,
}

impl Accepts {
    /// Whether it plays by these rules with a bot or a person, while it plays so many other games.
    ///
    /// # Errors
    /// [`NotPlayed`] says why not.
    pub fn check(&self, rules: &RuleSet, with_bot: bool, games: usize) -> Result<(), NotPlayed> {
        // Whoever challenges wants to play now.
        if let StartRule::Scheduled { .. } = rules.start {
            return Err(NotPlayed::Start);
        }
        self.check_game(rules)?;
        self.check_opponent(with_bot)?;
        self.check_number(games)
    }

    /// Whether it plays by these rules, on this board and with this clock.
    ///
    /// # Errors
    /// [`NotPlayed`] says which of them it does not play.
    pub fn check_game(&self, rules: &RuleSet) -> Result<(), NotPlayed> {
        if !named(rules).map_or(self.own_rules, |preset| self.presets.contains(preset)) {
            return Err(NotPlayed::Rules);
        }
        if !self.boards.contains(&rules.board) {
            return Err(NotPlayed::Board);
        }
        let (least, most) = self.time;
        let plays_clock = match &rules.clock {
            None => self.untimed,
            Some(control) => (least..=most).contains(&time_of(control)),
        };
        if plays_clock { Ok(()) } else { Err(NotPlayed::Clock) }
    }

    /// Whether it plays with a bot, or with a person.
    ///
    /// # Errors
    /// [`NotPlayed::Opponent`] if not.
    pub fn check_opponent(&self, is_bot: bool) -> Result<(), NotPlayed> {
        match self.opponents {
            Opponents::People if is_bot => Err(NotPlayed::Opponent),
            Opponents::Bots if !is_bot => Err(NotPlayed::Opponent),
            Opponents::Anybody | Opponents::People | Opponents::Bots => Ok(()),
        }
    }

    /// Whether it plays one more game beside so many others.
    ///
    /// # Errors
    /// [`NotPlayed::Busy`] if not.
    pub fn check_number(&self, games: usize) -> Result<(), NotPlayed> {
        if games < usize::from(self.games) { Ok(()) } else { Err(NotPlayed::Busy) }
    }
}

/// How long a clock lasts for each side: the time of all its stages and periods, half of what both share, and what 40 moves
/// gain in the first stage.
pub fn time_of(control: &TimeControl) -> Span {
    let stages = control.stages().iter();
    let stages = stages.map(|stage| stage.time.millis().saturating_mul(u64::from(stage.periods.get())));
    let shared = control.shared().map_or(0, |shared| shared.time.millis() / 2);
    let gained = control.stages().first().map_or(0, |stage| match stage.gain {
        Gain::Increment(each) | Gain::GiveBack(each) | Gain::Delay(each) => each.millis(),
        Gain::Nothing => 0,
    });
    let total = stages.fold(shared, u64::saturating_add);
    Span::from_millis(total.saturating_add(gained.saturating_mul(MOVES_RECKONED)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::Stage;
    use crate::game::presets::presets;

    fn rules(preset: &str) -> RuleSet {
        presets().into_iter().find(|known| known.id == preset).unwrap().rules
    }

    fn plays_renju() -> Accepts {
        Accepts {
            presets: BTreeSet::from(["renju", "free"]),
            own_rules: false,
            boards: vec![BoardSize::FIFTEEN],
            time: (Span::from_secs(60), Span::from_secs(1000)),
            untimed: false,
            games: 2,
            opponents: Opponents::Anybody,
        }
    }

    fn minutes(minutes: u64) -> Option<TimeControl> {
        TimeControl::new(vec![Stage::sudden_death(Span::from_secs(60 * minutes))]).ok()
    }

    #[test]
    fn a_bot_plays_what_it_said_and_nothing_else() {
        let bot = plays_renju();
        let renju = rules("renju");
        assert_eq!(bot.check(&renju, false, 0), Ok(()));
        assert_eq!(bot.check(&renju, true, 1), Ok(()));
        assert_eq!(bot.check(&renju, false, 2), Err(NotPlayed::Busy));
        assert_eq!(bot.check(&rules("swap2"), false, 0), Err(NotPlayed::Rules));
        let large = RuleSet { board: BoardSize::NINETEEN, ..rules("free") };
        assert_eq!(bot.check(&large, false, 0), Err(NotPlayed::Rules), "no preset has it");
        let own = Accepts { own_rules: true, ..bot.clone() };
        assert_eq!(own.check(&large, false, 0), Err(NotPlayed::Board));
        assert_eq!(bot.check(&RuleSet { clock: None, ..renju.clone() }, false, 0), Err(NotPlayed::Clock));
        let untimed = Accepts { untimed: true, ..bot.clone() };
        assert_eq!(untimed.check(&RuleSet { clock: None, ..renju.clone() }, false, 0), Ok(()));
        for (opponents, with_bot) in [(Opponents::People, true), (Opponents::Bots, false)] {
            let choosy = Accepts { opponents, ..bot.clone() };
            assert_eq!(choosy.check(&renju, with_bot, 0), Err(NotPlayed::Opponent));
            assert_eq!(choosy.check(&renju, !with_bot, 0), Ok(()));
        }
    }

    #[test]
    fn a_clock_is_reckoned_by_all_that_a_side_will_have() {
        for (clock, plays) in [(minutes(1), true), (minutes(16), true), (minutes(17), false)] {
            let timed = RuleSet { clock, ..rules("renju") };
            assert_eq!(plays_renju().check(&timed, false, 0).is_ok(), plays, "{:?}", timed.clock);
        }
        // Five minutes, and 40 times five seconds.
        assert_eq!(time_of(rules("renju").clock.as_ref().unwrap()), Span::from_secs(500));
    }
}
