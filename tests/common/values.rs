//! Points, times and clocks in few words. Nothing but values of the game, so that tests of the game alone can use it.
#![allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]

use std::num::NonZeroU16;

use tengen::game::clock::{Exhausted, Gain, Quota, QuotaMet, Stage, TimeControl};
use tengen::game::moment::{Moment, Span};
use tengen::game::point::Point;

/// The point with this name.
pub fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// The moment so many milliseconds after the room opened.
pub fn ms(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

/// So many seconds.
pub fn secs(seconds: u64) -> Span {
    Span::from_secs(seconds)
}

/// A number that is not zero.
pub fn count(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

/// One stage of one period that flags.
pub fn stage(time: Span) -> Stage {
    Stage { time, periods: count(1), quota: None, gain: Gain::Nothing, exhausted: Exhausted::Flag }
}

/// A clock of these stages.
pub fn control(stages: Vec<Stage>) -> TimeControl {
    TimeControl::new(stages).unwrap()
}

/// Sudden death.
pub fn sudden_death(time: Span) -> TimeControl {
    control(vec![stage(time)])
}

/// Fischer.
pub fn fischer(time: Span, increment: Span) -> TimeControl {
    control(vec![Stage { gain: Gain::Increment(increment), ..stage(time) }])
}

/// A stage that every so many moves restart.
pub fn restarting(time: Span, periods: u16, moves: u16) -> Stage {
    let quota = Some(Quota { moves: count(moves), met: QuotaMet::Restart });
    Stage { periods: count(periods), quota, ..stage(time) }
}

/// Main time, then `periods` periods of byo-yomi.
pub fn byo_yomi(main: Span, periods: u16, period: Span) -> TimeControl {
    let main = Stage { exhausted: Exhausted::NextStage, ..stage(main) };
    control(vec![main, restarting(period, periods, 1)])
}
