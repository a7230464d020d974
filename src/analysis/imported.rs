//! A game that was read from a file, as the analysis board takes it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::record::import::{Format, Imported, Known};
use crate::spelling::PointForm;

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImportedForm {
    /// What it was written in.
    pub format: FormatForm,
    /// The lines of the board.
    pub board: u8,
    /// What was played; `null` if the file does not say it in words that are known.
    pub rules: Option<KnownForm>,
    /// What Black is called.
    pub black: Option<String>,
    /// What White is called.
    pub white: Option<String>,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves, each after the one it follows. Of moves that follow the same one, the first is the main line.
    pub nodes: Vec<NodeForm>,
}

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormatForm {
    /// SGF.
    Sgf,
    /// Piskvork's form.
    Psq,
    /// Points, one after the other.
    Text,
}

/// Rules that files have a word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KnownForm {
    /// Renju.
    Renju,
    /// Renju's forbidden moves for both colours.
    RenjuForBoth,
    /// Exactly five.
    Standard,
    /// Five or more.
    Freestyle,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NodeForm {
    /// The move it follows, by its place in the list from 0; `null` for a first move.
    pub parent: Option<usize>,
    /// Where; `null` for a pass.
    pub point: Option<PointForm>,
    /// What is said of it.
    pub comment: Option<String>,
}

impl ImportedForm {
    /// The spelling of a game that was read.
    pub fn of(format: Format, imported: Imported) -> Self {
        let nodes = imported.nodes.into_iter().map(|node| NodeForm {
            parent: node.parent,
            point: node.point.map(Into::into),
            comment: node.comment,
        });
        Self {
            format: match format {
                Format::Sgf => FormatForm::Sgf,
                Format::Psq => FormatForm::Psq,
                Format::Text => FormatForm::Text,
            },
            board: imported.board.lines(),
            rules: imported.rules.map(|rules| match rules {
                Known::Renju => KnownForm::Renju,
                Known::RenjuForBoth => KnownForm::RenjuForBoth,
                Known::Standard => KnownForm::Standard,
                Known::Freestyle => KnownForm::Freestyle,
            }),
            black: imported.black,
            white: imported.white,
            comment: imported.comment,
            nodes: nodes.collect(),
        }
    }
}
