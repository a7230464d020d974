//! Rules, clocks, results and dates in words, for people and for other programs. Pure.

use crate::game::board::Stone;
use crate::game::clock::{Exhausted, Gain, OnFlag, Stage, TimeControl, UsedUp};
use crate::game::event::{Outcome, Reason, Score};
use crate::game::moment::Span;
use crate::game::opening::{Fifths, OpeningRule};
use crate::game::rules::{Five, Forbidden};
use crate::game::ruleset::{Adjudication, RuleSet};
use crate::journal::WallTime;
use crate::record::Record;

/// The rules in a line: what is played, how it opens, on which board.
pub fn summary(rules: &RuleSet) -> String {
    let lines = rules.board.lines();
    let mut words = format!("{}, {lines}x{lines}", game(rules));
    if let Some(opening) = opening(rules.opening) {
        words.push_str(&format!(", {opening}"));
    }
    match rules.draw_wins {
        Some(Stone::Black) => words.push_str(", a draw is Black's win"),
        Some(Stone::White) => words.push_str(", a draw is White's win"),
        None => {}
    }
    match rules.adjudication {
        Adjudication::Auto => {}
        Adjudication::Claim { .. } => words.push_str(", forbidden moves claimed"),
        Adjudication::PlayAgain { .. } => words.push_str(", forbidden moves pointed out and played again"),
        Adjudication::Block => words.push_str(", forbidden points shown"),
    }
    words
}

const fn game(rules: &RuleSet) -> &'static str {
    match (rules.forbidden, rules.five) {
        (Forbidden::Black, _) => "Renju",
        (Forbidden::Both, _) => "Renju for both colours",
        (Forbidden::Nobody, Five::FiveOrMore) => "Freestyle gomoku",
        (Forbidden::Nobody, Five::ExactlyFive) => "Standard gomoku",
        (Forbidden::Nobody, Five::Renju) => "Gomoku with White's overlines",
    }
}

fn opening(rule: OpeningRule) -> Option<String> {
    Some(match rule {
        OpeningRule::Free(free) => {
            if free.swap_after_three {
                return Some("a swap after three".to_owned());
            }
            return None;
        }
        OpeningRule::Agreed { opening, .. } => format!("opening {}", opening.code()),
        OpeningRule::Specified { fifths: Fifths::Fixed(number) } => {
            format!("specified opening, {number} fifths")
        }
        OpeningRule::Specified { fifths: Fifths::Announced } => "specified opening".to_owned(),
        OpeningRule::Soosyrv { most } => format!("Soosyrv-{most}"),
        OpeningRule::Tarannikov => "Tarannikov".to_owned(),
        OpeningRule::Taraguchi { fifths } => format!("Taraguchi-{fifths}"),
        OpeningRule::Sakata => "Sakata".to_owned(),
        OpeningRule::RenjuSwap => "swap and two fifths".to_owned(),
        OpeningRule::Swap => "Swap".to_owned(),
        OpeningRule::Swap2 => "Swap2".to_owned(),
        OpeningRule::Swap1 => "Swap1".to_owned(),
        OpeningRule::Pro => "Pro".to_owned(),
        OpeningRule::LongPro => "Long Pro".to_owned(),
    })
}

/// A clock in short notation, as people write it: `20m 3x30s`.
pub(super) fn clock(control: &TimeControl) -> String {
    let mut words = Vec::new();
    if let Some(shared) = control.shared() {
        let kind = if shared.used_up == UsedUp::Draw { "shared" } else { "free" };
        words.push(format!("{kind} {}", span(shared.time)));
        words.extend(shared.split_at.map(|percent| format!("split {percent}%")));
    }
    words.extend(control.stages().iter().map(stage));
    match control.on_flag() {
        OnFlag::Loss => {}
        OnFlag::Pass => words.push("pass".to_owned()),
        OnFlag::Fouls(fouls) => words.push(format!("fouls {fouls}")),
    }
    if let Some(seconds) = control.readouts() {
        words.push("read".to_owned());
        words.extend(seconds.iter().map(ToString::to_string));
    }
    words.join(" ")
}

fn stage(stage: &Stage) -> String {
    let time = span(stage.time);
    let mut words = match stage.quota {
        Some(quota) if quota.moves.get() == 1 => format!("{}x{time}", stage.periods),
        Some(quota) if stage.periods.get() == 1 => format!("{time}/{}", quota.moves),
        Some(quota) => format!("{}x{time}/{}", stage.periods, quota.moves),
        None if stage.periods.get() == 1 => time,
        None => format!("{}x{time}", stage.periods),
    };
    match stage.gain {
        Gain::Nothing => {}
        Gain::Increment(gain) => words.push_str(&format!("+{}", span(gain))),
        Gain::Delay(gain) => words.push_str(&format!("~{}", span(gain))),
        Gain::GiveBack(gain) => words.push_str(&format!("^{}", span(gain))),
    }
    words
}

/// How much time each side has before any that is counted by moves or periods, in whole seconds.
pub(super) fn main_seconds(control: &TimeControl) -> u64 {
    let shared = control.shared().map_or(Span::ZERO, |shared| shared.time);
    let mut total = shared;
    for stage in control.stages() {
        if stage.quota.is_some() || stage.periods.get() > 1 {
            break;
        }
        total += stage.time;
        if stage.exhausted == Exhausted::Flag {
            break;
        }
    }
    total.millis() / 1000
}

fn span(span: Span) -> String {
    let millis = span.millis();
    let (hours, minutes) = (millis / 3_600_000, millis / 60_000 % 60);
    let (seconds, rest) = (millis / 1000 % 60, millis % 1000);
    let mut words = String::new();
    if hours > 0 {
        words.push_str(&format!("{hours}h"));
    }
    if minutes > 0 {
        words.push_str(&format!("{minutes}m"));
    }
    if rest > 0 {
        words.push_str(&format!("{seconds}.{rest:03}s"));
    } else if seconds > 0 || words.is_empty() {
        words.push_str(&format!("{seconds}s"));
    }
    words
}

impl Record {
    /// The colour that won, if one did and colours are settled.
    pub(super) fn winner(&self) -> Option<Stone> {
        let (outcome, black) = (self.outcome.as_ref()?, self.black?);
        match (outcome.scores[black], outcome.scores[black.other()]) {
            (Score::Win, _) => Some(Stone::Black),
            (_, Score::Win) => Some(Stone::White),
            (Score::Draw | Score::Loss | Score::Void, Score::Draw | Score::Loss | Score::Void) => None,
        }
    }

    /// How it ended, in a line: `Black won by five in a row`.
    pub fn result(&self) -> Option<String> {
        let outcome = self.outcome.as_ref()?;
        let who = match (self.winner(), &outcome.scores) {
            (Some(Stone::Black), _) => "Black won",
            (Some(Stone::White), _) => "White won",
            (None, scores) if scores.a == Score::Draw && scores.b == Score::Draw => "A draw",
            (None, scores) if scores.a == Score::Loss && scores.b == Score::Loss => "Both lost",
            (None, scores) if scores.a == Score::Win || scores.b == Score::Win => "Won without a move",
            (None, scores) if scores.a == Score::Void && scores.b == Score::Void => "No game",
            (None, scores) if scores.a == Score::Void || scores.b == Score::Void => "No game",
            (None, _) => "A draw for one alone",
        };
        let is_drawn = matches!(
            outcome.reason,
            Reason::Agreement | Reason::DoublePass | Reason::FullBoard | Reason::SharedTime
        );
        let draw = match self.header.rules.draw_wins.filter(|_| is_drawn && self.winner().is_some()) {
            Some(Stone::Black) => "; a draw is Black's",
            Some(Stone::White) => "; a draw is White's",
            None => "",
        };
        let annulled = if self.earned.is_some() { "; changed by the arbiter after the end" } else { "" };
        Some(format!("{who} ({}{draw}{annulled})", reason(outcome)))
    }
}

const fn reason(outcome: &Outcome) -> &'static str {
    match outcome.reason {
        Reason::Five { .. } => "five in a row",
        Reason::Forbidden { .. } => "a forbidden move",
        Reason::ForcedForbidden { .. } => "a forbidden move again",
        Reason::Resigned => "resigned",
        Reason::Flag => "on time",
        Reason::Violations => "two violations",
        Reason::Agreement => "by agreement",
        Reason::DoublePass => "both passed",
        Reason::FullBoard => "no point was left",
        Reason::Aborted => "called off",
        Reason::Expired => "nobody came",
        Reason::SharedTime => "the shared time was used up",
        Reason::TimeFouls => "out of time too often",
        Reason::Late => "the other was not there in time",
        Reason::DoubleForfeit => "nobody was there in time",
        Reason::Ruled => "ruled by the arbiter",
        Reason::SealedIllegal => "the sealed move was not legal",
        Reason::Abandoned => "the other left the game",
        Reason::RecordLost => "its record was lost",
        Reason::Disqualified => "disqualified",
    }
}

/// The day of a wall time in UTC, as `2027-01-15`.
pub(super) fn date(wall: WallTime) -> String {
    // Days are counted in eras of 400 years that begin with a March, so that a leap day comes last in its year.
    let days = wall.0 / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, leap) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + leap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_the_one_of_the_calendar() {
        let of = |seconds: u64| date(WallTime(seconds * 1000));
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_735_689_599, "2024-12-31"),
            (1_735_689_600, "2025-01-01"),
            (1_800_000_000, "2027-01-15"),
        ] {
            assert_eq!(of(seconds), day);
        }
        assert!(date(WallTime(u64::MAX)).len() > 10, "any number has a day");
    }

    #[test]
    fn a_clock_is_written_as_it_can_be_typed() {
        for text in [
            "5m",
            "15m+10s",
            "20m 3x30s",
            "10m/40 30m",
            "5m~3s",
            "5m^3s",
            "shared 2h",
            "free 30m 1x30s fouls 2",
            "20m 3x30s pass",
            "20m 3x1m pass read 30 45 55",
            "shared 2h split 25%",
        ] {
            assert_eq!(clock(&crate::spelling::read_clock(text).unwrap()), text);
        }
    }
}
