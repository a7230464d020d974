//! What is answered about a position: which points are forbidden and why, what the last stone made, and its opening.

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::Question;
use crate::game::board::{Board, Stone};
use crate::game::opening::NamedOpening;
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{self, Explanation, Foul, Kind, Made, Position};
use crate::spelling::{FoulForm, NamedOpeningForm, PointForm, StoneForm};

/// What is to be said of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnswerForm {
    /// Whose move it is.
    pub to_move: StoneForm,
    /// The opening that the first three stones make; `null` if they make none of the 26.
    pub opening: Option<NamedOpeningForm>,
    /// What the last stone made; `null` if there is none, or the last move was a pass.
    pub last: Option<LastForm>,
    /// The free points that are forbidden, whoever is to move.
    pub forbidden: Vec<ForbiddenPointForm>,
}

/// The last stone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LastForm {
    /// Where it stands.
    pub point: PointForm,
    /// Its colour.
    pub stone: StoneForm,
    /// What it made.
    pub made: MadeForm,
}

/// What a stone made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MadeForm {
    /// Nothing that decides a game.
    Nothing {},
    /// A winning row.
    Five {
        /// Its stones in order.
        line: Vec<PointForm>,
    },
    /// A row of six or more that neither wins nor is forbidden.
    Overline {
        /// Its stones in order.
        line: Vec<PointForm>,
    },
    /// A four and a three that counts, with one stone: a `4-3` (B-09).
    FourThree {
        /// The four and the threes.
        why: WhyForm,
    },
    /// Something forbidden.
    Forbidden {
        /// What.
        foul: FoulForm,
        /// Of what it is made.
        why: WhyForm,
    },
}

/// A forbidden point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ForbiddenPointForm {
    /// Where.
    pub point: PointForm,
    /// To whom.
    pub stone: StoneForm,
    /// What a stone there would make.
    pub foul: FoulForm,
    /// Of what it would be made.
    pub why: WhyForm,
}

/// Of what a move is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyForm {
    /// The unbroken rows of five or more, each in order.
    pub rows: Vec<Vec<PointForm>>,
    /// The fours.
    pub fours: Vec<FourForm>,
    /// The lines with three stones that could become a straight four.
    pub threes: Vec<ThreeForm>,
}

/// Four stones that one more makes five.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FourForm {
    /// The stones in order.
    pub stones: Vec<PointForm>,
    /// Where the fifth may stand.
    pub fifths: Vec<PointForm>,
}

/// Three stones that could become a straight four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThreeForm {
    /// The stones in order.
    pub stones: Vec<PointForm>,
    /// Whether it counts: one of its completions is plainly legal.
    pub counts: bool,
    /// The points that would make it a straight four.
    pub completions: Vec<CompletionForm>,
}

/// A point that would make a three a straight four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompletionForm {
    /// Where.
    pub point: PointForm,
    /// What the move there would be.
    pub verdict: VerdictForm,
}

/// The word for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictForm {
    /// Neither a five nor forbidden.
    Legal,
    /// Exactly five.
    Five,
    /// Six or more.
    Overline,
    /// Two fours or more.
    FourFour,
    /// Two threes or more.
    ThreeThree,
}

impl Question {
    /// What is to be said of the position.
    pub fn answer(&self) -> AnswerForm {
        let board = self.board_after(self.moves().len());
        let bound = [Stone::Black, Stone::White].into_iter().filter(|stone| self.forbidden.binds(*stone));
        AnswerForm {
            to_move: self.to_move().into(),
            opening: self.opening().map(Into::into),
            last: self.last(),
            forbidden: bound.flat_map(|stone| forbidden(&board, stone)).collect(),
        }
    }

    fn opening(&self) -> Option<&'static NamedOpening> {
        match *self.moves() {
            [Some(first), Some(second), Some(third), ..] if self.board == BoardSize::FIFTEEN => {
                NamedOpening::of([first, second, third])
            }
            _ => None,
        }
    }

    fn last(&self) -> Option<LastForm> {
        let (point, before) = self.moves().split_last()?;
        let point = (*point)?;
        let stone = self.to_move().other();
        let board = self.board_after(before.len());
        let made = match rules::made_by(&board, point, stone, self.five, self.forbidden) {
            Made::Five { line } => MadeForm::Five { line: PointForm::all(&line) },
            Made::Foul(foul) => MadeForm::Forbidden { foul: foul.into(), why: why(&board, stone, point) },
            Made::Nothing => {
                let explanation = Position::seen_by(stone, &board).explain(point);
                match explanation.rows.iter().find(|row| row.len() > 5) {
                    Some(line) => MadeForm::Overline { line: PointForm::all(line) },
                    None if explanation.is_four_three() => MadeForm::FourThree { why: (&explanation).into() },
                    None => MadeForm::Nothing {},
                }
            }
        };
        Some(LastForm { point: point.into(), stone: stone.into(), made })
    }
}

fn forbidden(board: &Board, stone: Stone) -> Vec<ForbiddenPointForm> {
    let position = Position::seen_by(stone, board);
    let fouls = position.scan().filter_map(|(point, verdict)| Some((point, verdict.kind.foul()?)));
    fouls
        .map(|(point, foul): (Point, Foul)| ForbiddenPointForm {
            point: point.into(),
            stone: stone.into(),
            foul: foul.into(),
            why: (&position.explain(point)).into(),
        })
        .collect()
}

fn why(board: &Board, stone: Stone, point: Point) -> WhyForm {
    (&Position::seen_by(stone, board).explain(point)).into()
}

impl From<&Explanation> for WhyForm {
    fn from(explanation: &Explanation) -> Self {
        let fours = explanation.fours.iter().map(|four| FourForm {
            stones: PointForm::all(&four.stones),
            fifths: PointForm::all(&four.fifths),
        });
        let threes = explanation.threes.iter().map(|three| ThreeForm {
            stones: PointForm::all(&three.stones),
            counts: three.counts(),
            completions: three
                .completions
                .iter()
                .map(|(point, kind)| CompletionForm { point: (*point).into(), verdict: (*kind).into() })
                .collect(),
        });
        Self {
            rows: explanation.rows.iter().map(|row| PointForm::all(row)).collect(),
            fours: fours.collect(),
            threes: threes.collect(),
        }
    }
}

impl From<Kind> for VerdictForm {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Legal => Self::Legal,
            Kind::Five => Self::Five,
            Kind::Overline => Self::Overline,
            Kind::FourFour => Self::FourFour,
            Kind::ThreeThree => Self::ThreeThree,
        }
    }
}
