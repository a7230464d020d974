//! The board as the engine sees it: what a stone of either colour would make on every free point, kept up to date stone by
//! stone.
//!
//! A stone changes only the lines through it, so putting one looks at some forty points; taking it off again puts back what
//! changed. What is forbidden is for the game's own judge to say: here is only noticed where he must be asked.

use crate::bot::engine::points::{CELLS, Cell, Cells, STRIDE, cell_of, point_of};
use crate::bot::engine::promise::{self, Legality, Promise, Shapes, Threat};
use crate::bot::engine::shapes::{self, LineTable, REACH, Shape};
use crate::game::board::{Board, Stone};
use crate::game::point::{BoardSize, Point};
use crate::game::rules::{Five, Forbidden, Position};

/// The four directions, as steps from cell to cell. Along each the place on the line grows by one.
const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// What of the rules the engine plays by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// The board.
    pub board: BoardSize,
    /// Which rows win.
    pub five: Five,
    /// Whom the forbidden moves bind.
    pub forbidden: Forbidden,
}

/// The stones of a line, the free cells among them, by their place.
#[derive(Clone, Copy)]
struct Line {
    own: [u32; 2],
    free: u32,
}

/// A board with what each point promises to either colour.
#[derive(Clone)]
pub struct Field {
    ground: Ground,
    tables: [&'static LineTable; 2],
    promises: [&'static [Promise]; 2],
    numbers: &'static [u16],
    lines: Box<[[Line; 2 * STRIDE]; 4]>,
    is_free: Box<[bool; CELLS]>,
    shapes: Box<[[Shapes; CELLS]; 2]>,
    /// How many stones stand near.
    near: Box<[u8; CELLS]>,
    /// What all free points are worth to each colour.
    values: [i32; 2],
    fives: [Cells; 2],
    two_fours: [Cells; 2],
    fours: [Cells; 2],
    /// The free points near a stone.
    candidates: Cells,
    /// What was put, with how much had changed before it.
    stones: Vec<(Cell, Stone, usize)>,
    /// What changed: cell and colour, and the shapes before.
    trail: Vec<(u16, Shapes)>,
    /// The board as the judge sees it for each colour that is bound, before each stone and after the last.
    judged: [Vec<Position>; 2],
    free: usize,
    hash: u64,
}

const fn side(stone: Stone) -> usize {
    match stone {
        Stone::Black => 0,
        Stone::White => 1,
    }
}

impl Field {
    /// An empty board.
    pub fn new(ground: Ground) -> Self {
        let colours = [Stone::Black, Stone::White];
        let tables = colours.map(|stone| -> &'static LineTable {
            if ground.five.is_won_by(stone, 6) { &shapes::FIVE_OR_MORE } else { &shapes::EXACTLY_FIVE }
        });
        let promises = colours.map(|stone| -> &'static [Promise] {
            if ground.forbidden.binds(stone) { &promise::BOUND } else { &promise::FREE }
        });
        let judged = colours.map(|stone| {
            if ground.forbidden.binds(stone) { vec![Position::new(ground.board)] } else { Vec::new() }
        });
        let mut field = Self {
            ground,
            tables,
            promises,
            numbers: shapes::numbers(),
            lines: Box::new([[Line { own: [0; 2], free: 0 }; 2 * STRIDE]; 4]),
            is_free: Box::new([false; CELLS]),
            shapes: Box::new([[0; CELLS]; 2]),
            near: Box::new([0; CELLS]),
            values: [0; 2],
            fives: [Cells::EMPTY; 2],
            two_fours: [Cells::EMPTY; 2],
            fours: [Cells::EMPTY; 2],
            candidates: Cells::EMPTY,
            stones: Vec::new(),
            trail: Vec::new(),
            judged,
            free: ground.board.points(),
            hash: 0,
        };
        for cell in ground.board.iter().map(cell_of) {
            field.is_free[cell] = true;
            for direction in 0..4 {
                let (line, place) = place_of(cell, direction);
                field.lines[direction][line].free |= 1 << place;
            }
        }
        for cell in ground.board.iter().map(cell_of) {
            for side in 0..2 {
                let shapes = (0..4).fold(0, |sum, direction| {
                    let (line, place) = place_of(cell, direction);
                    sum | field.shape(side, &field.lines[direction][line], place) << (4 * direction)
                });
                field.shapes[side][cell] = shapes;
                field.add(side, cell);
            }
        }
        field
    }

    /// The board of a game.
    pub fn of(ground: Ground, board: &Board) -> Self {
        let mut field = Self::new(ground);
        for point in board.size().iter() {
            if let Some(stone) = board.get(point) {
                field.put(point, stone);
            }
        }
        field
    }

    /// What of the rules it is played by.
    pub const fn ground(&self) -> Ground {
        self.ground
    }

    /// Whether a stone can still be put on `point`.
    pub fn is_free(&self, point: Point) -> bool {
        self.ground.board.contains(point) && self.is_free[cell_of(point)]
    }

    /// What stands on a point.
    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        self.stones.iter().find(|(cell, _, _)| *cell == cell_of(point)).map(|(_, stone, _)| *stone)
    }

    /// How many stones stand.
    pub fn stones(&self) -> usize {
        self.stones.len()
    }

    /// Puts a stone on a free point.
    pub fn put(&mut self, point: Point, stone: Stone) {
        debug_assert!(self.is_free(point));
        self.put_at(cell_of(point), stone);
    }

    /// Takes the last stone off again, if there is one.
    pub fn take(&mut self) {
        let Some((cell, stone, changed)) = self.stones.pop() else { return };
        for direction in 0..4 {
            let (line, place) = place_of(cell, direction);
            let line = &mut self.lines[direction][line];
            line.own[side(stone)] &= !(1 << place);
            line.free |= 1 << place;
        }
        while self.trail.len() > changed {
            let Some((cell, before)) = self.trail.pop() else { break };
            let (side, cell) = (usize::from(cell) / CELLS, usize::from(cell) % CELLS);
            self.change(side, cell, before);
        }
        self.is_free[cell] = true;
        self.free += 1;
        self.hash ^= key(cell, stone);
        self.add(0, cell);
        self.add(1, cell);
        self.spread(cell, false);
        if self.near[cell] > 0 {
            self.candidates.insert(cell);
        }
        for positions in &mut self.judged {
            positions.pop();
        }
    }

    /// Whether a stone may be put on a free point: the judge is asked where the lines leave it open.
    pub fn is_legal(&self, point: Point, stone: Stone) -> bool {
        self.may_put(cell_of(point), stone)
    }

    /// How much a stone of this colour on a free point makes of its lines: larger is more.
    pub fn promise_of(&self, point: Point, stone: Stone) -> i16 {
        self.promise(cell_of(point), stone).order
    }

    /// Whether a stone of this colour on a free point wins.
    pub fn makes_five(&self, point: Point, stone: Stone) -> bool {
        self.promise(cell_of(point), stone).threat == Threat::Five
    }

    /// Whether no stone can bring either colour nearer to a five.
    pub fn is_dead(&self) -> bool {
        let is_idle =
            |shapes: Shapes| [0, 4, 8, 12].iter().all(|shift| Shape::is_idle_number(shapes >> shift & 15));
        let mut free = self.ground.board.iter().map(cell_of).filter(|cell| self.is_free[*cell]);
        self.values == [0; 2] && free.all(|cell| self.shapes.iter().all(|shapes| is_idle(shapes[cell])))
    }

    pub(super) fn put_at(&mut self, cell: Cell, stone: Stone) {
        for (colour, positions) in [Stone::Black, Stone::White].into_iter().zip(&mut self.judged) {
            if let (Some(mut position), Some(point)) = (positions.last().copied(), point_of(cell)) {
                position.put(point, if colour == stone { Stone::Black } else { Stone::White });
                positions.push(position);
            }
        }
        self.stones.push((cell, stone, self.trail.len()));
        self.remove(0, cell);
        self.remove(1, cell);
        if self.near[cell] > 0 {
            self.candidates.remove(cell);
        }
        self.is_free[cell] = false;
        self.free -= 1;
        self.hash ^= key(cell, stone);
        self.spread(cell, true);
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, place) = place_of(cell, direction);
            let line = &mut self.lines[direction][line];
            line.own[side(stone)] |= 1 << place;
            line.free &= !(1 << place);
            let line = *line;
            for steps in -(REACH as isize)..=REACH as isize {
                let near = cell.wrapping_add_signed(steps * step);
                if self.is_free[near] {
                    self.look(near, direction, &line, place.wrapping_add_signed(steps));
                }
            }
        }
    }

    /// Finds anew what a free point makes on one line.
    #[inline]
    fn look(&mut self, cell: Cell, direction: usize, line: &Line, place: usize) {
        for side in 0..2 {
            let before = self.shapes[side][cell];
            let shape = self.shape(side, line, place);
            let after = before & !(15 << (4 * direction)) | shape << (4 * direction);
            if after != before {
                self.trail.push(((side * CELLS + cell) as u16, before));
                self.change(side, cell, after);
            }
        }
    }

    #[inline]
    fn shape(&self, side: usize, line: &Line, place: usize) -> Shapes {
        let first = place - REACH;
        let number = shapes::number_of(self.numbers, line.own[side] >> first, line.free >> first);
        self.tables[side].shape(number) as Shapes
    }

    fn change(&mut self, side: usize, cell: Cell, shapes: Shapes) {
        let (before, after) = (self.promise_at(side, cell), self.promises[side][usize::from(shapes)]);
        self.shapes[side][cell] = shapes;
        self.values[side] += i32::from(after.value) - i32::from(before.value);
        if before.threat.max(after.threat) >= Threat::Four && before.threat != after.threat {
            self.forget(side, cell, before.threat);
            self.note(side, cell, after.threat);
        }
    }

    fn add(&mut self, side: usize, cell: Cell) {
        let promise = self.promise_at(side, cell);
        self.values[side] += i32::from(promise.value);
        self.note(side, cell, promise.threat);
    }

    fn remove(&mut self, side: usize, cell: Cell) {
        let promise = self.promise_at(side, cell);
        self.values[side] -= i32::from(promise.value);
        self.forget(side, cell, promise.threat);
    }

    fn note(&mut self, side: usize, cell: Cell, threat: Threat) {
        if threat >= Threat::Four {
            self.fours[side].insert(cell);
        }
        if threat == Threat::Five {
            self.fives[side].insert(cell);
        } else if threat == Threat::TwoFours {
            self.two_fours[side].insert(cell);
        }
    }

    fn forget(&mut self, side: usize, cell: Cell, threat: Threat) {
        if threat >= Threat::Four {
            self.fours[side].remove(cell);
        }
        if threat == Threat::Five {
            self.fives[side].remove(cell);
        } else if threat == Threat::TwoFours {
            self.two_fours[side].remove(cell);
        }
    }

    /// Counts a stone in, or out, at the points near it.
    fn spread(&mut self, cell: Cell, is_put: bool) {
        const SQUARE: isize = 2;
        const ALONG: isize = 3;
        let square = (-SQUARE..=SQUARE)
            .flat_map(|rows| (-SQUARE..=SQUARE).map(move |columns| rows * STRIDE as isize + columns));
        let along = STEPS.into_iter().flat_map(|step| [step * ALONG, -step * ALONG]);
        for near in square.chain(along).map(|steps| cell.wrapping_add_signed(steps)) {
            let before = self.near[near];
            self.near[near] = if is_put { before + 1 } else { before - 1 };
            if self.is_free[near] && near != cell {
                match (before, is_put) {
                    (0, true) => self.candidates.insert(near),
                    (1, false) => self.candidates.remove(near),
                    _ => {}
                }
            }
        }
    }

    #[inline]
    fn promise_at(&self, side: usize, cell: Cell) -> Promise {
        self.promises[side][usize::from(self.shapes[side][cell])]
    }

    /// What a stone on a free point promises.
    pub(super) fn promise(&self, cell: Cell, stone: Stone) -> Promise {
        self.promise_at(side(stone), cell)
    }

    /// Where a stone makes a five.
    pub(super) const fn fives(&self, stone: Stone) -> &Cells {
        &self.fives[side(stone)]
    }

    /// Where a stone makes a straight four or two fours. Some of it may be forbidden.
    pub(super) const fn two_fours(&self, stone: Stone) -> &Cells {
        &self.two_fours[side(stone)]
    }

    /// Where a stone makes a four, or more. Some of it may be forbidden.
    pub(super) const fn fours(&self, stone: Stone) -> &Cells {
        &self.fours[side(stone)]
    }

    /// The free points near a stone.
    pub(super) const fn candidates(&self) -> &Cells {
        &self.candidates
    }

    /// Whether a stone may be put on a free cell.
    pub(super) fn may_put(&self, cell: Cell, stone: Stone) -> bool {
        match self.promise(cell, stone).legality {
            Legality::Legal => true,
            Legality::Forbidden => false,
            Legality::Doubtful => match (self.judged[side(stone)].last(), point_of(cell)) {
                (Some(position), Some(point)) => position.verdict(point).kind.foul().is_none(),
                _ => true,
            },
        }
    }

    /// Whether a stone may be put on a free cell, and may still be after any stone of the other side elsewhere: one takes from the
    /// shapes of a point and never adds to them.
    pub(super) fn is_surely_legal(&self, cell: Cell, stone: Stone) -> bool {
        self.promise(cell, stone).legality == Legality::Legal
    }

    /// Where a stone of the other side can stop fours of `stone` to come: where `stone` would make a four or a five itself, allowed
    /// or not.
    pub(super) fn stops(&self, stone: Stone) -> Cells {
        let mut stops = *self.fours(stone);
        if self.ground.forbidden.binds(stone) {
            let is_more = |cell: &Cell| {
                let promise = self.promise(*cell, stone);
                promise.legality == Legality::Forbidden && promise.is_four
            };
            self.candidates.iter().filter(is_more).for_each(|cell| stops.insert(cell));
        }
        stops
    }

    /// Whether there is a straight four or two fours that may be played.
    pub(super) fn can_make_two_fours(&self, stone: Stone) -> bool {
        let cells = self.two_fours(stone);
        !cells.is_empty() && cells.iter().any(|cell| self.may_put(cell, stone))
    }

    /// Whether every point is taken.
    pub(super) const fn is_full(&self) -> bool {
        self.free == 0
    }

    /// What the position is worth to who is to move, by its lines alone.
    pub(super) fn value(&self, mover: Stone) -> i32 {
        let (own, other) = (self.values[side(mover)], self.values[side(mover.other())]);
        own - other + (own + other) / 12
    }

    /// A number that differs between positions, whatever the order of their stones.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut board = Board::new(self.ground.board);
        for (cell, stone, _) in &self.stones {
            if let Some(point) = point_of(*cell) {
                board.put(point, *stone);
            }
        }
        board.fmt(f)
    }
}

/// The line through a cell in a direction, and the cell's place on it.
const fn place_of(cell: Cell, direction: usize) -> (usize, usize) {
    let (column, row) = (cell % STRIDE, cell / STRIDE);
    match direction {
        0 => (row, column),
        1 => (column, row),
        2 => (column + STRIDE - row, column),
        _ => (column + row, column),
    }
}

/// What a stone adds to the hash of a position.
const fn key(cell: Cell, stone: Stone) -> u64 {
    super::chance::scramble((cell * 2 + side(stone)) as u64)
}
