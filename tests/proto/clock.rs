//! What a clock shows: the cases that the browser client reads too.

use serde::Deserialize;
use tengen::game::clock::{self, BadTimeControl, Reading, Stage, TimeControl};
use tengen::game::moment::Span;
use tengen::protocol::server::Face;
use tengen::spelling::{BadNotation, ClockForm, NOTATION_BYTES_MAX, SharedForm, StageForm, read_clock};

use crate::proto;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    stages: Vec<StageForm>,
    face: Face,
    elapsed_ms: u64,
    /// What a delay had left when the face was as it is here.
    #[serde(default)]
    free_left_ms: u64,
    reads: Reads,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reads {
    stage: u8,
    left_ms: u64,
    periods: u16,
    flagged: bool,
}

#[test]
fn the_clock_reads_as_the_shared_cases_say() {
    let text = std::fs::read_to_string(proto("examples/clock_readings.json")).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= 30);
    for case in cases {
        let stages = case.stages.into_iter().map(Stage::try_from).collect::<Result<_, _>>().unwrap();
        let control = TimeControl::new(stages).unwrap();
        let quota = control.stages()[usize::from(case.face.stage)].quota;
        assert_eq!(quota.is_some(), case.face.moves_left.is_some(), "{}", case.name);
        let made = quota.map_or(0, |quota| quota.moves.get() - case.face.moves_left.unwrap());
        let face = clock::Face {
            stage: case.face.stage,
            left: Span::from_millis(case.face.left_ms),
            periods: case.face.periods,
            made,
            used: Span::from_millis(case.face.used_ms),
            fouls: case.face.fouls,
        };
        let charge = Span::from_millis(case.elapsed_ms.saturating_sub(case.free_left_ms));
        let (shown, flagged) = match face.after(&control, charge) {
            Reading::Left(shown) => (shown, false),
            Reading::Out => (face.emptied(&control), true),
        };
        let reads =
            Reads { stage: shown.stage, left_ms: shown.left.millis(), periods: shown.periods, flagged };
        assert_eq!(reads, case.reads, "{}", case.name);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Notations {
    read: Vec<Read>,
    refused: Vec<Refused>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    text: String,
    tidy: String,
    #[serde(default)]
    shared: Option<SharedForm>,
    stages: Vec<StageForm>,
    #[serde(default)]
    fouls: Option<u8>,
    #[serde(default)]
    forced_pass: bool,
    #[serde(default)]
    readouts: Option<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    text: String,
    problem: String,
    part: String,
}

#[test]
fn a_clock_in_short_notation_means_what_the_shared_cases_say() {
    let text = std::fs::read_to_string(proto("examples/clock_notations.json")).unwrap();
    let cases: Notations = serde_json::from_str(&text).unwrap();
    assert!(cases.read.len() >= 15 && cases.refused.len() >= 25);
    for Read { text, tidy, shared, stages, fouls, forced_pass, readouts } in cases.read {
        let meant = ClockForm { shared, stages, fouls, forced_pass, readouts };
        for text in [text, tidy] {
            let control = read_clock(&text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
            assert_eq!(ClockForm::from(&control), meant, "{text}");
        }
    }
    for Refused { text, problem, part } in cases.refused {
        let bad = read_clock(&text).expect_err(&text);
        assert!(problems(&bad).contains(&problem.as_str()), "{text}: {bad}");
        let names_no_part = matches!(
            bad,
            BadNotation::Clock(_)
                | BadNotation::Shared
                | BadNotation::Free
                | BadNotation::Fouls
                | BadNotation::Pass
                | BadNotation::Split
                | BadNotation::Readouts
        );
        assert!(names_no_part || bad.to_string().contains(&part), "{text}: {bad}");
    }
    assert_eq!(read_clock(&"5m ".repeat(NOTATION_BYTES_MAX)), Err(BadNotation::Long));
}

/// What the shared cases call it.
fn problems(bad: &BadNotation) -> &'static [&'static str] {
    match bad {
        BadNotation::Long => &[],
        BadNotation::Unreadable(_) => &["unreadable"],
        BadNotation::NoUnit(_) => &["no_unit"],
        BadNotation::NoGain(_) | BadNotation::Clock(BadTimeControl::GainTime) => &["gain"],
        BadNotation::Count(_) => &["count"],
        BadNotation::Clock(BadTimeControl::StageTime) => &["too_short", "too_long"],
        BadNotation::Clock(BadTimeControl::StageCount) => &["empty", "stages"],
        BadNotation::Clock(BadTimeControl::TooLong) => &["sum"],
        BadNotation::Shared | BadNotation::Clock(BadTimeControl::SharedWithFouls) => &["shared"],
        BadNotation::Free => &["free"],
        BadNotation::Fouls => &["fouls"],
        BadNotation::Split => &["split"],
        BadNotation::Readouts | BadNotation::Clock(BadTimeControl::ReadoutList) => &["read"],
        BadNotation::Clock(BadTimeControl::ReadoutLate { .. }) => &["read_late"],
        BadNotation::Clock(BadTimeControl::NothingToReadOut) => &["read", "shared"],
        BadNotation::Pass | BadNotation::Clock(BadTimeControl::PassWithoutPeriods) => &["pass"],
        BadNotation::Clock(BadTimeControl::SharedTime) => &["too_short", "too_long"],
        BadNotation::Clock(
            BadTimeControl::NoNextStage
            | BadTimeControl::SplitShare
            | BadTimeControl::SharedWithStages
            | BadTimeControl::Fouls,
        ) => &[],
    }
}
