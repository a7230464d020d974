//! A record in one line, as a score sheet has it: `1.H8 2.I9 3.J10 n=2 swap 4.G9 5.(I7,F9)->I7 6.J8` (J-01, J-02).

use crate::game::event::Deed;
use crate::game::opening::Choice;
use crate::game::point::Point;
use crate::record::Record;
use crate::record::text::FORCED_PASS;

impl Record {
    /// The moves in one line. Stones and passes take a number, swaps and picks do not.
    pub fn notation(&self) -> String {
        let mut words: Vec<String> =
            (1..).zip(&self.laid).map(|(number, point): (u16, _)| numbered(number, &name(*point))).collect();
        let mut shown = String::new();
        let mut last = self.laid.len();
        for made in &self.moves {
            let number = made.number.unwrap_or_default();
            last += usize::from(made.number.is_some());
            match &made.deed {
                Deed::Stone { point, .. } => words.push(numbered(number, &name(*point))),
                Deed::Pass => words.push(numbered(number, "pass")),
                Deed::ForcedPass => words.push(numbered(number, FORCED_PASS)),
                Deed::Chose(choice) => words.push(chosen(*choice).to_owned()),
                Deed::Announced(number) => words.push(format!("n={number}")),
                Deed::Showed(points) => shown = bracketed(points),
                Deed::Kept(point) => {
                    let shown = std::mem::take(&mut shown);
                    words.push(numbered(number, &format!("{shown}->{}", name(*point))));
                }
            }
        }
        if !shown.is_empty() {
            words.push(format!("{}.{shown}", last + 1));
        }
        words.join(" ")
    }
}

/// What was chosen, in a word.
pub(super) const fn chosen(choice: Choice) -> &'static str {
    match choice {
        Choice::Stay => "stay",
        Choice::Swap => "swap",
        Choice::PlaceTwo => "place_two",
        Choice::PlaceFifth => "place_fifth",
        Choice::OfferFifths => "offer_fifths",
    }
}

/// A point as people write it: `H8`.
pub(super) fn name(point: Point) -> String {
    point.to_string().to_ascii_uppercase()
}

fn numbered(number: u16, what: &str) -> String {
    format!("{number}.{what}")
}

fn bracketed(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().copied().map(name).collect();
    format!("({})", names.join(","))
}
