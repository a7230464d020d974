//! Clocks in short notation, as people write them: `15m+10s`, `20m 3x30s`, `10m/40 30m` (rulebook I-01).
//!
//! ```text
//!   5m         sudden death            5m+10s     10 s added after every move
//!   5m~3s      3 s of every move free  5m^3s      up to 3 s of every move given back
//!   3x30s      byo-yomi: 3 periods, each restarted by a move
//!   10m/40     40 moves in 10 minutes; then the next stage with the time left, or the same again if it is the last
//!   shared 2h  one time for both; a draw when it is used up (I-13)
//!   shared 2h split 25%   the same, of which each has half of what is left once a quarter of it is left
//!   free 30m 1x30s   30 minutes in which nobody's own clock runs, then each side's stages (I-14)
//!   20m 3x30s pass   out of time costs the turn, and the period is full again (I-17)
//!   1x30s fouls 2    out of time is a foul and the period begins again; the second foul loses (I-16)
//!   1x60s read 30 45 55   these seconds of every period are read out instead of the usual ones (I-10)
//! ```
//!
//! Stages stand one after the other, with a space or a comma between them. The browser's form reads the same
//! notation; `proto/examples/clock_notations.json` holds the cases that both must read alike.

use std::num::{NonZeroU8, NonZeroU16};

use crate::game::clock::{
    BadTimeControl, Exhausted, Gain, OnFlag, Quota, QuotaMet, Shared, Stage, TimeControl,
};
use crate::game::moment::Span;

/// The longest notation, in bytes: eight stages with everything in them are far shorter.
pub const NOTATION_BYTES_MAX: usize = 200;

/// The most periods of a byo-yomi, and the most moves of a quota, that can be written.
const COUNT_MAX: u16 = 999;

/// Why a text is no clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNotation {
    /// It is too long to be one.
    #[error("a clock is written in {NOTATION_BYTES_MAX} bytes at most")]
    Long,
    /// A stage is not written as one.
    #[error(
        "`{0}` is no part of a clock: write 5m, 5m+10s, 5m~3s, 5m^3s, 3x30s or 10m/40, one after the other"
    )]
    Unreadable(String),
    /// A number without its unit.
    #[error("`{0}` has a number without its unit: h, m or s")]
    NoUnit(String),
    /// A gain of nothing.
    #[error("what `{0}` adds, gives back or leaves free is more than 0")]
    NoGain(String),
    /// Too few or too many periods or moves.
    #[error("`{0}` counts periods or moves: 1 to {COUNT_MAX}")]
    Count(String),
    /// Shared time with something else beside it.
    #[error("`shared` is followed by one time and nothing else, as in `shared 2h`")]
    Shared,
    /// Shared time that splits itself, without a share.
    #[error("`split` is followed by 1% to 99% and nothing else, as in `shared 2h split 25%`")]
    Split,
    /// Free time without stages.
    #[error("`free` is followed by a time and the stages after it, as in `free 30m 1x30s`")]
    Free,
    /// A read-out without its seconds.
    #[error("`read` comes last, with the seconds of a period that are said, as in `1x60s read 30 45 55`")]
    Readouts,
    /// A pass that is not the last word.
    #[error("`pass` comes last, after the stages, as in `20m 3x30s pass`")]
    Pass,
    /// Fouls without their number.
    #[error(
        "`fouls` comes last, with the number that lose: 1 to {}, as in `1x30s fouls 2`",
        TimeControl::FOULS_MAX
    )]
    Fouls,
    /// Stages that make no clock.
    #[error(transparent)]
    Clock(#[from] BadTimeControl),
}

/// What is wrong with a part; the part itself is added by [`read_clock`].
type Problem = fn(String) -> BadNotation;

/// The clock that a short notation means.
///
/// # Errors
/// [`BadNotation`] says which part is wrong and what would be right.
pub fn read_clock(text: &str) -> Result<TimeControl, BadNotation> {
    if text.len() > NOTATION_BYTES_MAX {
        return Err(BadNotation::Long);
    }
    let tidy = tidied(text);
    let parts: Vec<&str> = tidy.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    let (parts, readouts) = match parts.iter().position(|part| *part == "read") {
        Some(at) => (&parts[..at], Some(read_seconds(&parts[at + 1..])?)),
        None => (&parts[..], None),
    };
    let (parts, on_flag) = match parts.iter().position(|part| matches!(*part, "fouls" | "pass")) {
        Some(at) => (&parts[..at], read_on_flag(&parts[at..])?),
        None => (parts, OnFlag::Loss),
    };
    let (shared, stages) = match *parts {
        ["shared", time] => (Some(Shared::to_the_end(named(time, read_time)?)), &[][..]),
        ["shared", time, "split", percent] => {
            let split_at = Some(read_percent(percent)?);
            (Some(Shared { split_at, ..Shared::to_the_end(named(time, read_time)?) }), &[][..])
        }
        ["shared", _, "split", ..] => return Err(BadNotation::Split),
        ["shared", ..] => return Err(BadNotation::Shared),
        ["free"] | ["free", _] => return Err(BadNotation::Free),
        ["free", time, ref stages @ ..] => (Some(Shared::before_stages(named(time, read_time)?)), stages),
        ref stages => (None, stages),
    };
    let stages = stages
        .iter()
        .enumerate()
        .map(|(index, part)| named(part, |part| read_stage(part, index + 1 == stages.len())));
    let control = TimeControl::assemble(shared, stages.collect::<Result<_, _>>()?, on_flag)?;
    Ok(match readouts {
        Some(seconds) => control.reading_out(seconds)?,
        None => control,
    })
}

/// What a part says; what is wrong with it names it.
fn named<T>(part: &str, read: impl FnOnce(&str) -> Result<T, Problem>) -> Result<T, BadNotation> {
    read(part).map_err(|problem| problem(part.to_owned()))
}

/// How many per cent of shared time are left when it splits itself: `25%`.
fn read_percent(text: &str) -> Result<NonZeroU8, BadNotation> {
    let digits = text.strip_suffix('%').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let percent = digits.and_then(|digits| digits.parse().ok()).and_then(NonZeroU8::new);
    percent.filter(|percent| percent.get() <= 99).ok_or(BadNotation::Split)
}

/// The seconds that are read out.
fn read_seconds(words: &[&str]) -> Result<Vec<u32>, BadNotation> {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = words.iter().map(|word| Some(*word).filter(is_number)?.parse().ok());
    seconds.collect::<Option<Vec<_>>>().filter(|seconds| !seconds.is_empty()).ok_or(BadNotation::Readouts)
}

/// What being out of time brings, with which the notation ends.
fn read_on_flag(words: &[&str]) -> Result<OnFlag, BadNotation> {
    match words {
        ["pass"] => Ok(OnFlag::Pass),
        ["pass", ..] => Err(BadNotation::Pass),
        [_, digits] => {
            let number = digits.parse().ok().and_then(NonZeroU8::new);
            let number = number.filter(|number| number.get() <= TimeControl::FOULS_MAX);
            number.map(OnFlag::Fouls).ok_or(BadNotation::Fouls)
        }
        _ => Err(BadNotation::Fouls),
    }
}

/// In small letters, with `×` as `x`, and without the spaces that people put around a sign (`15m + 10s`, `3 × 30s`).
fn tidied(text: &str) -> String {
    let is_sign = |letter: char| "+~^/x".contains(letter);
    let mut tidy = String::with_capacity(text.len());
    let mut spaced = false;
    for letter in text.chars() {
        let letter = if letter == '×' { 'x' } else { letter.to_ascii_lowercase() };
        if letter.is_whitespace() {
            spaced = true;
            continue;
        }
        if spaced && !is_sign(letter) && !tidy.ends_with(is_sign) {
            tidy.push(' ');
        }
        spaced = false;
        tidy.push(letter);
    }
    tidy
}

fn read_stage(part: &str, is_last: bool) -> Result<Stage, Problem> {
    let ending = if is_last { Exhausted::Flag } else { Exhausted::NextStage };
    if let Some((periods, time)) = part.split_once('x') {
        let quota = Quota { moves: NonZeroU16::MIN, met: QuotaMet::Restart };
        let (time, periods) = (read_time(time)?, read_count(periods)?);
        return Ok(Stage { time, periods, quota: Some(quota), gain: Gain::Nothing, exhausted: ending });
    }
    let (timed, gain) = match part.find(['+', '~', '^']) {
        Some(sign) => (&part[..sign], read_gain(&part[sign..])?),
        None => (part, Gain::Nothing),
    };
    let (time, moves) = match timed.split_once('/') {
        Some((time, moves)) => (read_time(time)?, Some(read_count(moves)?)),
        None => (read_time(timed)?, None),
    };
    let met = if is_last { QuotaMet::Restart } else { QuotaMet::NextStage { carry: true } };
    let quota = moves.map(|moves| Quota { moves, met });
    let exhausted = if quota.is_some() { Exhausted::Flag } else { ending };
    Ok(Stage { time, periods: NonZeroU16::MIN, quota, gain, exhausted })
}

/// What follows a sign, with the sign.
fn read_gain(signed: &str) -> Result<Gain, Problem> {
    let (sign, time) = signed.split_at(1);
    let time = read_time(time)?;
    if time.is_zero() {
        return Err(BadNotation::NoGain);
    }
    match sign {
        "+" => Ok(Gain::Increment(time)),
        "~" => Ok(Gain::Delay(time)),
        "^" => Ok(Gain::GiveBack(time)),
        _ => Err(BadNotation::Unreadable),
    }
}

/// A length of time: `1h30m`, `10m`, `45s`. One too long for a number is as long as a number can say.
fn read_time(text: &str) -> Result<Span, Problem> {
    let mut total = 0_u64;
    let mut number: Option<u64> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(u64::from(digit)));
            continue;
        }
        let unit = match letter {
            'h' => 3_600_000,
            'm' => 60_000,
            's' => 1000,
            _ => return Err(BadNotation::Unreadable),
        };
        let count = number.take().ok_or(BadNotation::Unreadable as Problem)?;
        total = total.saturating_add(count.saturating_mul(unit));
    }
    match number {
        Some(_) => Err(BadNotation::NoUnit),
        None if text.is_empty() => Err(BadNotation::Unreadable),
        None => Ok(Span::from_millis(total)),
    }
}

fn read_count(digits: &str) -> Result<NonZeroU16, Problem> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadNotation::Unreadable);
    }
    let count: u16 = digits.parse().map_err(|_| BadNotation::Count as Problem)?;
    NonZeroU16::new(count).filter(|count| count.get() <= COUNT_MAX).ok_or(BadNotation::Count)
}
