//! What a stone on a point is worth to its side, looked up by the shapes it makes on the four lines through it.

use std::sync::LazyLock;

use crate::bot::engine::shapes::Shape;

/// The shapes on the four lines of a point, four bits each.
pub(super) type Shapes = u16;

/// What a stone threatens, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Threat {
    /// Nothing that must be answered.
    Nothing,
    /// An open three.
    Three,
    /// Two open threes.
    TwoThrees,
    /// A four, which has one answer.
    Four,
    /// A four and an open three.
    FourAndThree,
    /// A straight four or two fours: nothing answers them.
    TwoFours,
    /// A five.
    Five,
}

/// What a stone on a point is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promise {
    /// What it threatens.
    pub(super) threat: Threat,
    /// Whether it is forbidden, or perhaps.
    pub(super) legality: Legality,
    /// Whether it makes a four on some line, forbidden or not.
    pub(super) is_four: bool,
    /// What the point adds to the value of a position.
    pub(super) value: i16,
    /// How early it is tried.
    pub(super) order: i16,
}

/// Whether a stone may be put, as far as the lines alone tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Legality {
    /// It may.
    Legal,
    /// It makes two threes that may or may not count: ask the judge.
    Doubtful,
    /// It is forbidden.
    Forbidden,
}

/// The promises of a side that nothing is forbidden to.
pub(super) static FREE: LazyLock<Vec<Promise>> = LazyLock::new(|| table(false));
/// The promises of a side that the forbidden moves bind.
pub(super) static BOUND: LazyLock<Vec<Promise>> = LazyLock::new(|| table(true));

/// What each shape adds to the value of a position, by its number.
const VALUES: [i16; Shape::ALL.len()] = [0, 0, 1, 2, 6, 8, 9, 18, 22, 20, 26, 34, 34, 0];
/// What each shape counts when points are put in order, by its number.
const ORDERS: [i16; Shape::ALL.len()] = [0, 1, 4, 7, 20, 26, 30, 90, 110, 100, 130, 160, 160, 0];

fn table(is_bound: bool) -> Vec<Promise> {
    (0..=Shapes::MAX).map(|shapes| promise(shapes, is_bound)).collect()
}

fn promise(shapes: Shapes, is_bound: bool) -> Promise {
    let numbers = [0, 4, 8, 12].map(|shift| usize::from(shapes >> shift & 15));
    let shape = |number: usize| Shape::ALL.get(number).copied().unwrap_or(Shape::Nothing);
    let lines = numbers.map(shape);
    let count = |is: fn(Shape) -> bool| lines.iter().filter(|shape| is(**shape)).count();
    let fours = count(Shape::is_four) + count(|shape| shape == Shape::TwoFours);
    let threes = count(Shape::is_open_three);
    let straight = count(|shape| shape == Shape::StraightFour);
    let twos = count(|shape| matches!(shape, Shape::OpenTwo | Shape::WideTwo));

    let is_five = lines.contains(&Shape::Five);
    let legality = match is_bound && !is_five {
        true if fours >= 2 || lines.contains(&Shape::Overline) => Legality::Forbidden,
        true if threes >= 2 => Legality::Doubtful,
        _ => Legality::Legal,
    };
    if legality == Legality::Forbidden {
        return Promise { threat: Threat::Nothing, legality, is_four: fours > 0, value: 0, order: 0 };
    }
    let (threat, more_value, more_order) = match (fours, threes) {
        _ if is_five => (Threat::Five, 0, 8000),
        (2.., _) => (Threat::TwoFours, 40, 3000),
        _ if straight > 0 => (Threat::TwoFours, 20, 3000),
        (1, 1..) => (Threat::FourAndThree, 40, 1200),
        (1, 0) => (Threat::Four, if twos > 0 { 6 } else { 0 }, 20 * twos as i16),
        (0, 2..) => (Threat::TwoThrees, 24, 500),
        (0, 1) => (Threat::Three, if twos > 0 { 6 } else { 0 }, 20 * twos as i16),
        _ => (Threat::Nothing, if twos >= 2 { 5 } else { 0 }, if twos >= 2 { 30 } else { 0 }),
    };
    let sum =
        |values: [i16; Shape::ALL.len()]| -> i16 { lines.iter().map(|shape| values[*shape as usize]).sum() };
    let (value, order) = (sum(VALUES) + more_value, sum(ORDERS) + more_order);
    Promise { threat, legality, is_four: fours > 0, value, order }
}
