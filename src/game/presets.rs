//! Rule sets with a name (rulebook 0.3, and those of today's sites and championships). Plain data: a table may start from
//! one and change a value.

use std::num::NonZeroU16;

use crate::game::clock::{Exhausted, Gain, Quota, QuotaMet, Stage, TimeControl};
use crate::game::moment::Span;
use crate::game::opening::{Fifths, FreeOpening, OpeningRule};
use crate::game::ruleset::{
    Adjudication, DrawRule, Edition, GiftRule, LagRule, PassRule, PauseRule, RuleSet, TakebackRule,
};

/// A rule set with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its stable name.
    pub id: &'static str,
    /// Its rules, with the clock that is usual for it.
    pub rules: RuleSet,
}

/// All presets, the ones for a casual game first.
pub fn presets() -> Vec<Preset> {
    let two = OpeningRule::Specified { fifths: Fifths::Fixed(2) };
    let announced = OpeningRule::Specified { fifths: Fifths::Announced };
    let centre = OpeningRule::Free(FreeOpening { centre: true, ..FreeOpening::default() });
    let swap_after_three =
        OpeningRule::Free(FreeOpening { swap_after_three: true, ..FreeOpening::default() });
    [
        ("freestyle", casual(RuleSet::freestyle(fischer(5, 5)))),
        ("standard", casual(RuleSet::standard(fischer(5, 5)))),
        ("renju", casual(RuleSet::renju(fischer(5, 5)))),
        ("swap2", RuleSet { opening: OpeningRule::Swap2, ..RuleSet::standard(fischer(15, 10)) }),
        ("pro", RuleSet { opening: OpeningRule::Pro, ..RuleSet::standard(fischer(15, 10)) }),
        ("long-pro", RuleSet { opening: OpeningRule::LongPro, ..RuleSet::standard(fischer(15, 10)) }),
        ("taraguchi10", international(OpeningRule::Taraguchi { fifths: 10 }, fischer(30, 2))),
        ("soosyrv8", international(OpeningRule::Soosyrv { most: 8 }, fischer(30, 30))),
        ("yamaguchi", international(announced, fischer(30, 30))),
        ("rif", international(two, fischer(30, 30))),
        ("tarannikov", international(OpeningRule::Tarannikov, fischer(30, 30))),
        ("cn2013", chinese(announced, true, true, fischer(20, 10))),
        ("cn2009", RuleSet { edition: Edition::Of2009, ..chinese(two, true, true, byo_yomi(20, 60)) }),
        ("cn-old", RuleSet { edition: Edition::Older, ..chinese(two, true, true, byo_yomi(20, 60)) }),
        ("swap3-2", chinese(two, true, false, byo_yomi(20, 60))),
        ("renju-pop", chinese(centre, false, false, sudden_death(15))),
        ("free", RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(sudden_death(15)) }),
        (
            "free-swap3",
            RuleSet { opening: swap_after_three, lag: LagRule::OFF, ..RuleSet::freestyle(sudden_death(15)) },
        ),
    ]
    .map(|(id, rules)| Preset { id, rules })
    .into()
}

/// The name of the preset that a game's rules are those of, whatever its clock, its lag credit and its beginning.
pub fn named(rules: &RuleSet) -> Option<&'static str> {
    presets().into_iter().find_map(|preset| {
        let same = RuleSet {
            clock: rules.clock.clone(),
            lag: rules.lag,
            start: rules.start,
            absence: rules.absence,
            confirm_result: rules.confirm_result,
            ..preset.rules
        };
        (same == *rules).then_some(preset.id)
    })
}

/// Between friends: a move can be taken back, the clocks can stand still.
fn casual(rules: RuleSet) -> RuleSet {
    RuleSet {
        takebacks: TakebackRule::ByAgreement,
        pauses: PauseRule::ByAgreement,
        gifts: GiftRule::Allowed,
        ..rules
    }
}

/// Renju as the international federation plays it: forbidden moves lose at once, a move may be passed.
fn international(opening: OpeningRule, clock: Option<TimeControl>) -> RuleSet {
    RuleSet {
        opening,
        pass: PassRule::FromMoveSix,
        draws: DrawRule::WithMove { strict: false },
        lag: LagRule::OFF,
        ..RuleSet::renju(clock)
    }
}

/// Renju by the Chinese rules: a forbidden move loses if it is pointed out.
fn chinese(
    opening: OpeningRule,
    overline_any_time: bool,
    strict: bool,
    clock: Option<TimeControl>,
) -> RuleSet {
    RuleSet {
        adjudication: Adjudication::Claim { overline_any_time },
        draws: DrawRule::WithMove { strict },
        ..international(opening, clock)
    }
}

fn sudden_death(minutes: u64) -> Option<TimeControl> {
    clock(vec![stage(minutes)])
}

fn fischer(minutes: u64, seconds: u64) -> Option<TimeControl> {
    clock(vec![Stage { gain: Gain::Increment(Span::from_secs(seconds)), ..stage(minutes) }])
}

fn byo_yomi(minutes: u64, seconds: u64) -> Option<TimeControl> {
    let main = Stage { exhausted: Exhausted::NextStage, ..stage(minutes) };
    let quota = Some(Quota { moves: NonZeroU16::MIN, met: QuotaMet::Restart });
    clock(vec![main, Stage { time: Span::from_secs(seconds), quota, ..stage(0) }])
}

const fn stage(minutes: u64) -> Stage {
    Stage::sudden_death(Span::from_secs(minutes * 60))
}

fn clock(stages: Vec<Stage>) -> Option<TimeControl> {
    TimeControl::new(stages).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_known_by_their_name_whatever_their_clock() {
        for preset in presets() {
            let rules = RuleSet { clock: None, ..preset.rules };
            assert_eq!(named(&rules), Some(preset.id));
        }
        assert_eq!(named(&RuleSet { pass: PassRule::FromMoveSix, ..RuleSet::freestyle(None) }), None);
    }

    #[test]
    fn every_preset_has_a_name_of_its_own_a_clock_and_rules_that_go_together() {
        let presets = presets();
        let ids: std::collections::BTreeSet<_> = presets.iter().map(|preset| preset.id).collect();
        assert_eq!(ids.len(), presets.len());
        for preset in presets {
            assert_eq!(preset.rules.check(), Ok(()), "{}", preset.id);
            assert!(preset.rules.clock.is_some(), "{}", preset.id);
        }
    }
}
