//! Which alternatives for the fifth move are the same (rulebook B-12, C-08).
//!
//! Two points are the same if some rotation, reflection or translation of the plane maps the black stones 1 and 3 onto
//! themselves, the white stones 2 and 4 onto themselves, and one point onto the other. The centre and the edges of the
//! board play no part.

use crate::game::opening::turn::{Turn, Vector, vector};
use crate::game::point::Point;

/// The four stones that the fifth is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FourStones {
    /// Stones 1 and 3.
    pub black: [Point; 2],
    /// Stones 2 and 4.
    pub white: [Point; 2],
}

impl FourStones {
    /// Whether two candidates for the fifth stone make the same shape.
    pub fn are_same(&self, one: Point, other: Point) -> bool {
        one == other || self.symmetries().any(|symmetry| symmetry.apply(vector(one)) == vector(other))
    }

    /// The symmetries of the plane, other than leaving all as it is, that map the four stones onto themselves.
    fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let [first, second] = self.black.map(vector);
        let turns = Turn::ALL.into_iter();
        turns.flat_map(move |turn| [first, second].map(|image| Symmetry::mapping(turn, first, image))).filter(
            |symmetry| {
                let maps_onto_itself = |stones: [Point; 2]| {
                    let [one, other] = stones.map(vector);
                    let images = [symmetry.apply(one), symmetry.apply(other)];
                    images == [one, other] || images == [other, one]
                };
                maps_onto_itself(self.black) && maps_onto_itself(self.white)
            },
        )
    }
}

/// A turn followed by a shift.
#[derive(Clone, Copy)]
struct Symmetry {
    turn: Turn,
    shift: Vector,
}

impl Symmetry {
    /// The symmetry with this turn that maps `from` to `to`.
    const fn mapping(turn: Turn, from: Vector, to: Vector) -> Self {
        let turned = turn.apply(from);
        Self { turn, shift: (to.0 - turned.0, to.1 - turned.1) }
    }

    const fn apply(self, point: Vector) -> Vector {
        let turned = self.turn.apply(point);
        (turned.0 + self.shift.0, turned.1 + self.shift.1)
    }
}
