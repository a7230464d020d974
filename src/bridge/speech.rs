//! What is said to an engine and by it, a line each. Pure.
//!
//! The protocol is Piskvork's, as Gomocup plays it: the manager writes commands, the engine answers with a point, `OK`, or
//! words for people. Points are `x,y` from 0, where this program has `h8`: x is the column, y the row.

use crate::game::board::Stone;
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{Five, Forbidden};
use crate::game::ruleset::RuleSet;

/// What an engine is told of time that is not bounded, in milliseconds.
pub const UNBOUNDED_MS: u64 = 2_147_483_647;
/// The longest line of an engine that is kept, in bytes; the rest of it is cut off.
pub const LINE_BYTES_MAX: usize = 4096;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// `OK`.
    Ok,
    /// One point, or several in the answer to `SWAP2BOARD`.
    Points(Vec<(u8, u8)>),
    /// `SWAP`: the other colour is taken.
    Swap,
    /// `UNKNOWN`: the command is not known.
    Unknown,
    /// `ERROR`: the command is known, and cannot be followed.
    Error(String),
    /// Words for people, or for who writes the engine; or what no manager expects.
    Remark(String),
}

/// Reads a line, however it ends.
pub fn read(line: &str) -> Said {
    let line = line.trim_matches(|char: char| char.is_whitespace() || char == '\0' || char == '\u{feff}');
    let word = line.split_whitespace().next().unwrap_or_default();
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    if line.eq_ignore_ascii_case("ok") {
        return Said::Ok;
    }
    if line.eq_ignore_ascii_case("swap") {
        return Said::Swap;
    }
    if is("unknown") {
        return Said::Unknown;
    }
    if is("error") {
        return Said::Error(line.to_owned());
    }
    points(line).map_or_else(|| Said::Remark(line.to_owned()), Said::Points)
}

/// The points of a line that has nothing else in it.
fn points(line: &str) -> Option<Vec<(u8, u8)>> {
    // Some engines write a space behind the comma.
    let line = line.replace(", ", ",");
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let points: Vec<(u8, u8)> = line.split_whitespace().map(point).collect::<Option<_>>()?;
    (!points.is_empty()).then_some(points)
}

/// A point as an engine spells it.
pub(super) fn spelled(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// The point of a board that an engine names.
pub(super) fn point_on(size: BoardSize, (x, y): (u8, u8)) -> Option<Point> {
    Point::new(x, y).filter(|point| size.contains(*point))
}

/// The lines that show a position to who plays `me`, its stones in the order in which they came; `command` is `BOARD` or
/// `SWAP2BOARD`.
pub(super) fn board(command: &str, stones: &[(Point, Stone)], me: Stone) -> Vec<String> {
    let field = |stone: Stone| if stone == me { 1 } else { 2 };
    let stones = stones.iter().map(|(point, stone)| format!("{},{}", spelled(*point), field(*stone)));
    std::iter::once(command.to_owned()).chain(stones).chain(std::iter::once("DONE".to_owned())).collect()
}

/// The rule in the bits of `INFO rule`: 1 for exactly five, 4 for renju; none if an engine cannot be told.
pub(super) const fn rule_bits(rules: &RuleSet) -> Option<u8> {
    match (rules.five, rules.forbidden) {
        (Five::FiveOrMore, Forbidden::Nobody) => Some(0),
        (Five::ExactlyFive, Forbidden::Nobody) => Some(1),
        (Five::Renju, Forbidden::Black) => Some(4),
        (
            Five::FiveOrMore | Five::ExactlyFive | Five::Renju,
            Forbidden::Nobody | Forbidden::Black | Forbidden::Both,
        ) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_however_they_are_written() {
        for (line, said) in [
            ("OK", Said::Ok),
            ("ok\r", Said::Ok),
            ("7,7\r\n", Said::Points(vec![(7, 7)])),
            (" 10, 3 ", Said::Points(vec![(10, 3)])),
            ("7,7 8,7 9,9", Said::Points(vec![(7, 7), (8, 7), (9, 9)])),
            ("SWAP\r", Said::Swap),
            ("UNKNOWN command", Said::Unknown),
            ("ERROR unsupported size", Said::Error("ERROR unsupported size".into())),
            ("MESSAGE depth 9 7,7", Said::Remark("MESSAGE depth 9 7,7".into())),
            ("DEBUG 3", Said::Remark("DEBUG 3".into())),
            ("7,7,1", Said::Remark("7,7,1".into())),
            ("-1,3", Said::Remark("-1,3".into())),
            ("300,3", Said::Remark("300,3".into())),
            ("", Said::Remark(String::new())),
        ] {
            assert_eq!(read(line), said, "{line:?}");
        }
    }

    #[test]
    fn points_count_from_zero_and_a_board_says_whose_each_stone_is() {
        let at = |name: &str| -> Point { name.parse().unwrap() };
        assert_eq!(spelled(at("a1")), "0,0");
        assert_eq!(point_on(BoardSize::FIFTEEN, (14, 14)), Some(at("o15")));
        assert_eq!(point_on(BoardSize::FIFTEEN, (15, 0)), None);
        let stones = [(at("h8"), Stone::Black), (at("i9"), Stone::White)];
        assert_eq!(board("BOARD", &stones, Stone::Black), ["BOARD", "7,7,1", "8,8,2", "DONE"]);
        assert_eq!(board("BOARD", &stones, Stone::White), ["BOARD", "7,7,2", "8,8,1", "DONE"]);
    }

    #[test]
    fn the_rules_that_engines_know_have_their_bits() {
        assert_eq!(rule_bits(&RuleSet::freestyle(None)), Some(0));
        assert_eq!(rule_bits(&RuleSet::standard(None)), Some(1));
        assert_eq!(rule_bits(&RuleSet::renju(None)), Some(4));
    }
}
