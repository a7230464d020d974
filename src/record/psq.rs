//! A record as Piskvork and Gomocup write games: a header, `column,row,milliseconds` from 1, `-1`, names, the rule.
//!
//! Rows count from the top. Piskvork knows no pass; one is written as `0,0`, so that the colours stay right, whether it was
//! the player's or the clock's.

use std::fmt::Write as _;

use crate::game::board::Stone;
use crate::game::event::Deed;
use crate::game::opening::NamedOpening;
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{Five, Forbidden};
use crate::record::Record;

impl Record {
    /// The record in Piskvork's form.
    pub fn psq(&self) -> String {
        let lines = self.board().lines();
        let mut out = format!("Piskvorky {lines}x{lines}, 11:11, 0\n");
        let mut put = |point: Option<Point>, millis: u64| {
            let (column, row) = point.map_or((0, 0), |point| (point.column() + 1, lines - point.row()));
            // A text never fails to take what is written to it.
            let _ = writeln!(out, "{column},{row},{millis}");
        };
        self.laid.iter().for_each(|point| put(Some(*point), 0));
        for made in &self.moves {
            match &made.deed {
                Deed::Stone { point, .. } | Deed::Kept(point) => put(Some(*point), made.took.millis()),
                Deed::Pass | Deed::ForcedPass => put(None, made.took.millis()),
                Deed::Chose(_) | Deed::Announced(_) | Deed::Showed(_) => {}
            }
        }
        let name = |stone| self.label_of(stone).unwrap_or_else(|| "?".to_owned());
        let (black, white) = (name(Stone::Black), name(Stone::White));
        let _ = writeln!(out, "-1\n{black}\n{white}\n{},{}", self.rule(), self.opening_code());
        out
    }

    /// The number that the Gomocup protocol has for the rule: 0 freestyle, 1 exactly five, 4 renju.
    const fn rule(&self) -> u8 {
        match (self.header.rules.forbidden, self.header.rules.five) {
            (Forbidden::Nobody, Five::FiveOrMore | Five::Renju) => 0,
            (Forbidden::Nobody, Five::ExactlyFive) => 1,
            (Forbidden::Black | Forbidden::Both, _) => 4,
        }
    }

    /// The code of the opening on the board, `D4`; `-` if it has none.
    fn opening_code(&self) -> String {
        let stones = self.stones();
        let opening = match stones.as_slice() {
            [first, second, third, ..] if self.board() == BoardSize::FIFTEEN => {
                NamedOpening::of([first.point, second.point, third.point])
            }
            _ => None,
        };
        opening.map_or_else(|| "-".to_owned(), NamedOpening::code)
    }
}
