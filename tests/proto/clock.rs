//! What a clock shows: the cases that the browser client reads too.

use serde::Deserialize;
use tengen::game::clock::{self, Reading, Stage, TimeControl};
use tengen::game::moment::Span;
use tengen::protocol::server::Face;
use tengen::spelling::StageForm;

use crate::proto;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    stages: Vec<StageForm>,
    face: Face,
    elapsed_ms: u64,
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
        };
        let (shown, flagged) = match face.after(&control, Span::from_millis(case.elapsed_ms)) {
            Reading::Left(shown) => (shown, false),
            Reading::Out => (face.emptied(&control), true),
        };
        let reads =
            Reads { stage: shown.stage, left_ms: shown.left.millis(), periods: shown.periods, flagged };
        assert_eq!(reads, case.reads, "{}", case.name);
    }
}
