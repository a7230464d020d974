//! Positions and games of the analysis board: what is asked about them, and what is answered. Pure.
//!
//! A question is a line of moves from an empty board and the rules to judge it by. Nothing is remembered, no game that is
//! played here is touched, and nobody's turn or clock is known.

mod answer;
mod imported;
mod question;

pub use answer::{
    AnswerForm, CompletionForm, ForbiddenPointForm, FourForm, LastForm, MadeForm, ThreeForm, VerdictForm,
    WhyForm,
};
pub use imported::{FormatForm, ImportedForm, KnownForm, NodeForm};
pub use question::{BadQuestion, QUESTION_BYTES_MAX, Question, QuestionForm};
