//! Why a move of Black is what it is: the stones of each shape, and for a three the points that would make it a straight
//! four, each with its own verdict (rulebook F-02 to F-09).
//!
//! It is written from the definitions, line by line, for people to read and for the fast judge to be held against.

use crate::game::point::Point;
use crate::game::rules::DIRECTIONS;
use crate::game::rules::forbidden::{Kind, Position};

/// What Black's stone on a point makes, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The verdict.
    pub kind: Kind,
    /// The unbroken rows of five or more, each in order.
    pub rows: Vec<Vec<Point>>,
    /// The fours.
    pub fours: Vec<Four>,
    /// The lines on which the stone makes three stones that could become a straight four.
    pub threes: Vec<Three>,
}

/// Four stones on a line that one more makes exactly five (B-05, B-06).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Four {
    /// The stones in order.
    pub stones: Vec<Point>,
    /// Where the fifth may stand.
    pub fifths: Vec<Point>,
}

/// Three stones on a line that could become a straight four (B-08).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Three {
    /// The stones in order.
    pub stones: Vec<Point>,
    /// The points that would make it one, with the verdict on each.
    pub completions: Vec<(Point, Kind)>,
}

impl Explanation {
    /// Whether the stone makes one four, and a three on another line that counts (B-09).
    pub fn is_four_three(&self) -> bool {
        self.fours.len() == 1 && self.threes.iter().any(Three::counts)
    }
}

impl Three {
    /// Whether it counts: one of its completions may be played, and makes no five.
    pub fn counts(&self) -> bool {
        self.completions.iter().any(|(_, kind)| *kind == Kind::Legal)
    }
}

impl Position {
    /// Why Black's move to the free `point` is what it is.
    pub fn explain(&self, point: Point) -> Explanation {
        let after = self.with_black(point);
        let lines = DIRECTIONS.map(|direction| Line { position: &after, point, direction });
        Explanation {
            kind: self.verdict(point).kind,
            rows: lines.iter().map(Line::row).filter(|row| row.len() >= 5).collect(),
            fours: lines.iter().flat_map(Line::fours).collect(),
            threes: lines.iter().filter_map(Line::three).collect(),
        }
    }
}

/// One line through the stone just put.
struct Line<'a> {
    position: &'a Position,
    point: Point,
    direction: (i8, i8),
}

impl Line<'_> {
    /// The point so many steps along the line.
    fn at(&self, steps: i8) -> Option<Point> {
        self.point.offset(self.direction.0 * steps, self.direction.1 * steps)
    }

    fn is_black(&self, steps: i8) -> bool {
        self.at(steps).is_some_and(|point| self.position.is_black(point))
    }

    fn is_free(&self, steps: i8) -> bool {
        self.at(steps).is_some_and(|point| self.position.is_free(point))
    }

    /// The unbroken row through the stone, in order.
    fn row(&self) -> Vec<Point> {
        let first = (0..).take_while(|back| self.is_black(-back)).last().unwrap_or(0);
        (-first..).take_while(|steps| self.is_black(*steps)).filter_map(|steps| self.at(steps)).collect()
    }

    /// Every window of five with four stones and a free point, and no stone just beyond it; windows with the same stones
    /// are one four (F-06).
    fn fours(&self) -> Vec<Four> {
        let mut fours: Vec<Four> = Vec::new();
        for start in -4..=0 {
            let window = start..start + 5;
            let stones: Vec<i8> = window.clone().filter(|steps| self.is_black(*steps)).collect();
            let fifth = window.clone().find(|steps| self.is_free(*steps));
            let (4, Some(fifth)) = (stones.len(), fifth) else { continue };
            if self.is_black(window.start - 1) || self.is_black(window.end) {
                continue;
            }
            let stones: Vec<Point> = stones.into_iter().filter_map(|steps| self.at(steps)).collect();
            match fours.iter_mut().find(|four| four.stones == stones) {
                Some(four) => four.fifths.extend(self.at(fifth)),
                None => fours.push(Four { stones, fifths: self.at(fifth).into_iter().collect() }),
            }
        }
        fours
    }

    /// Every window of four with three stones and a free point, both ends free, and no stone beyond them.
    fn three(&self) -> Option<Three> {
        let mut completions = Vec::new();
        let mut three = Vec::new();
        for start in -3..=0 {
            let window = start..start + 4;
            let stones: Vec<i8> = window.clone().filter(|steps| self.is_black(*steps)).collect();
            let gap = window.clone().find(|steps| self.is_free(*steps));
            let (3, Some(gap)) = (stones.len(), gap) else { continue };
            let ends_are_free = self.is_free(window.start - 1) && self.is_free(window.end);
            let makes_six = self.is_black(window.start - 2) || self.is_black(window.end + 1);
            if ends_are_free && !makes_six {
                completions.extend(self.at(gap).map(|point| (point, self.position.verdict(point).kind)));
                // Two windows with free ends that both make a straight four have the same three stones.
                three = stones;
            }
        }
        let stones = three.into_iter().filter_map(|steps| self.at(steps)).collect();
        (!completions.is_empty()).then_some(Three { stones, completions })
    }
}
