//! The stones of a record as RenLib and most programs read them: `h8 i9 j10`. Nothing but points; a pass is `--`.

use crate::game::event::Deed;
use crate::record::Record;

/// How a pass is written where only points are.
pub(super) const PASS: &str = "--";

/// How a score sheet has a pass that the clock took.
pub(super) const FORCED_PASS: &str = "pass(time)";

impl Record {
    /// The stones in order, in one line that ends with a newline.
    pub fn text(&self) -> String {
        let laid = self.laid.iter().map(ToString::to_string);
        let played = self.moves.iter().filter_map(|made| match &made.deed {
            Deed::Stone { point, .. } | Deed::Kept(point) => Some(point.to_string()),
            Deed::Pass | Deed::ForcedPass => Some(PASS.to_owned()),
            Deed::Chose(_) | Deed::Announced(_) | Deed::Showed(_) => None,
        });
        let words: Vec<String> = laid.chain(played).collect();
        format!("{}\n", words.join(" "))
    }
}
