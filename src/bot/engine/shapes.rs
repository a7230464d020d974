//! What a stone makes on one of the lines through it, looked up in a table.
//!
//! A line is the point and five cells on either side of it: farther away nothing can belong to a shape through the point.
//! Each of the ten cells is the mover's, free, or in the way, so there are 3^10 lines. Each has one [`Shape`], found once from
//! the definitions (rulebook B-03 to B-08).

use std::sync::LazyLock;

/// How far a line reaches to either side of its point.
pub(super) const REACH: usize = 5;
/// The cells of a line, as bits.
pub(super) const LINE: u32 = (1 << (2 * REACH + 1)) - 1;
/// How many lines there are.
const LINES: usize = 3_usize.pow(2 * REACH as u32);
/// The point itself, among the cells of its line.
const CENTRE: usize = REACH;

/// What a stone makes on a line, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Shape {
    /// Nothing that can become a five.
    Nothing,
    /// What one more stone makes a [`Shape::Two`].
    One,
    /// What one more stone makes an [`Shape::OpenTwo`].
    OpenOne,
    /// What one more stone makes a [`Shape::Three`].
    Two,
    /// What one more stone, in one or two places, makes an [`Shape::OpenThree`].
    OpenTwo,
    /// The same in three places or more.
    WideTwo,
    /// What one more stone makes a four.
    Three,
    /// What one more stone, in one place, makes a straight four.
    OpenThree,
    /// The same in two places or more.
    WideThree,
    /// What one more stone, in one place, makes a five.
    Four,
    /// Two fours on one line that are no straight four.
    TwoFours,
    /// A four with both ends open.
    StraightFour,
    /// A row that wins.
    Five,
    /// A row that is too long to win.
    Overline,
}

impl Shape {
    /// All of them, by their number.
    pub(super) const ALL: [Self; 14] = [
        Self::Nothing,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::WideTwo,
        Self::Three,
        Self::OpenThree,
        Self::WideThree,
        Self::Four,
        Self::TwoFours,
        Self::StraightFour,
        Self::Five,
        Self::Overline,
    ];

    /// Whether the shape with this number can never become a five.
    pub(super) const fn is_idle_number(number: u16) -> bool {
        number == Self::Nothing as u16 || number == Self::Overline as u16
    }

    /// Whether it is a four of some kind.
    pub(super) const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::TwoFours | Self::StraightFour)
    }

    /// Whether it is a three that can become a straight four.
    pub(super) const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::WideThree)
    }
}

/// The shapes of all lines, for one of the two kinds of winning rows.
pub(super) struct LineTable {
    shapes: Vec<Shape>,
}

/// Where six or more are no five.
pub(super) static EXACTLY_FIVE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(true));
/// Where six or more win as well.
pub(super) static FIVE_OR_MORE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(false));

/// The number in base three of some cells, a one for each.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let number = |cells: usize| {
        let is_set = |cell: &usize| cells >> cell & 1 == 1;
        (0..=2 * REACH).filter(is_set).map(weight).sum()
    };
    (0..=LINE as usize).map(number).collect()
});

/// What a cell counts in the number of a line. The point itself counts nothing.
const fn weight(cell: usize) -> u16 {
    match cell {
        CENTRE => 0,
        0..CENTRE => 3_u16.pow(cell as u32),
        _ => 3_u16.pow(cell as u32 - 1),
    }
}

/// The number of the line with these own stones and these free cells, as [`LINE`] bits.
pub(super) fn number_of(numbers: &[u16], own: u32, free: u32) -> usize {
    usize::from(numbers[(own & LINE) as usize]) + 2 * usize::from(numbers[(free & LINE) as usize])
}

/// The numbers that [`number_of`] wants, so that who asks often gets them once.
pub(super) fn numbers() -> &'static [u16] {
    &NUMBERS
}

impl LineTable {
    fn new(is_exact: bool) -> Self {
        let mut finder = Finder { is_exact, found: vec![None; LINES] };
        let mut shapes = vec![Shape::Nothing; LINES];
        for (number, shape) in shapes.iter_mut().enumerate() {
            *shape = finder.shape(number);
        }
        Self { shapes }
    }

    /// The shape of the line with this number.
    #[inline]
    pub(super) fn shape(&self, number: usize) -> Shape {
        self.shapes[number]
    }
}

/// Finds the shape of each line, from those of the lines with one stone more.
struct Finder {
    is_exact: bool,
    found: Vec<Option<Shape>>,
}

impl Finder {
    fn shape(&mut self, number: usize) -> Shape {
        if let Some(shape) = self.found[number] {
            return shape;
        }
        let shape = self.find(number);
        self.found[number] = Some(shape);
        shape
    }

    fn find(&mut self, number: usize) -> Shape {
        let cells = cells_of(number);
        let own = |cell: &usize| cells[*cell] == Cell::Own;
        let left = (0..CENTRE).rev().take_while(own).count();
        let right = (CENTRE + 1..=2 * REACH).take_while(own).count();
        match left + right + 1 {
            5 => return Shape::Five,
            6.. if self.is_exact => return Shape::Overline,
            6.. => return Shape::Five,
            _ => {}
        }
        let next: Vec<(usize, Shape)> = (0..=2 * REACH)
            .filter(|cell| cells[*cell] == Cell::Free)
            .map(|cell| (cell, self.shape(number - usize::from(weight(cell)))))
            .collect();
        let making = |is: fn(Shape) -> bool| next.iter().filter(move |(_, shape)| is(*shape));
        let fives: Vec<usize> = making(|shape| shape == Shape::Five).map(|(cell, _)| *cell).collect();
        match fives[..] {
            [] => {}
            [_] => return Shape::Four,
            _ => {
                // Both ends of four stones in a row.
                let is_straight =
                    |low: &usize| fives.contains(&(low + 5)) && (low + 1..low + 5).all(|cell| own(&cell));
                return if fives.iter().any(is_straight) { Shape::StraightFour } else { Shape::TwoFours };
            }
        }
        match making(|shape| shape == Shape::StraightFour).count() {
            0 => {}
            1 => return Shape::OpenThree,
            _ => return Shape::WideThree,
        }
        if making(Shape::is_four).count() > 0 {
            return Shape::Three;
        }
        match making(Shape::is_open_three).count() {
            0 => {}
            1 | 2 => return Shape::OpenTwo,
            _ => return Shape::WideTwo,
        }
        let can_make = |wanted: Shape| next.iter().any(|(_, shape)| *shape == wanted);
        if can_make(Shape::Three) {
            Shape::Two
        } else if can_make(Shape::OpenTwo) || can_make(Shape::WideTwo) {
            Shape::OpenOne
        } else if can_make(Shape::Two) {
            Shape::One
        } else {
            Shape::Nothing
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    InTheWay,
    Own,
    Free,
}

fn cells_of(number: usize) -> [Cell; 2 * REACH + 1] {
    let mut rest = number;
    let mut cells = [Cell::Own; 2 * REACH + 1];
    for (cell, state) in cells.iter_mut().enumerate() {
        if cell != CENTRE {
            *state = [Cell::InTheWay, Cell::Own, Cell::Free][rest % 3];
            rest /= 3;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a line written as text, the new stone as `*`.
    fn shape(table: &LineTable, text: &str) -> Shape {
        let at = |is: fn(char) -> bool| {
            text.chars().enumerate().filter(|(_, char)| is(*char)).map(|(cell, _)| 1 << cell).sum()
        };
        assert_eq!((text.len(), text.chars().nth(CENTRE)), (2 * REACH + 1, Some('*')));
        table.shape(number_of(numbers(), at(|char| char == 'x'), at(|char| char == '.')))
    }

    #[test]
    fn lines_have_the_shapes_of_the_rulebook() {
        for (text, exact, more) in [
            (".....*.....", Shape::OpenOne, Shape::OpenOne),
            ("#####*#####", Shape::Nothing, Shape::Nothing),
            ("####.*...##", Shape::One, Shape::One),
            ("...xx*.....", Shape::WideThree, Shape::WideThree),
            ("..#xx*..#..", Shape::Three, Shape::Three),
            (".#.xx*.#...", Shape::Three, Shape::Three),
            ("..xxx*.....", Shape::StraightFour, Shape::StraightFour),
            (".#xxx*.....", Shape::Four, Shape::Four),
            (".xxxx*.....", Shape::Five, Shape::Five),
            ("xxxxx*.....", Shape::Overline, Shape::Five),
            ("x.xxx*.....", Shape::Four, Shape::StraightFour),
            (".x.xx*.x...", Shape::TwoFours, Shape::TwoFours),
            ("...x.*.x...", Shape::Three, Shape::Three),
            ("..x.x*.....", Shape::OpenThree, Shape::OpenThree),
        ] {
            let found = (shape(&EXACTLY_FIVE, text), shape(&FIVE_OR_MORE, text));
            assert_eq!(found, (exact, more), "{text}");
        }
    }

    #[test]
    fn a_line_and_its_mirror_image_have_the_same_shape() {
        for number in 0..LINES {
            let cells = cells_of(number);
            let mirrored = cells.iter().rev().enumerate().map(|(cell, state)| {
                usize::from(weight(cell)) * if cell == CENTRE { 0 } else { *state as usize }
            });
            let mirrored = mirrored.sum();
            assert_eq!(EXACTLY_FIVE.shape(number), EXACTLY_FIVE.shape(mirrored));
            assert_eq!(FIVE_OR_MORE.shape(number), FIVE_OR_MORE.shape(mirrored));
        }
    }
}
