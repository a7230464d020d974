//! A game with its variations as it was read: moves that follow each other, each on a free point of the board.

use std::collections::BTreeMap;

use super::{BadImport, MOVES_MAX};
use crate::game::point::{BoardSize, Point};

/// The most moves of a game and all its variations together.
pub const NODES_MAX: usize = 5_000;
/// The most characters of the name of a player.
pub const NAME_CHARS_MAX: usize = 60;

/// A game as it was read. The first line of play is the game, the others are variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The board.
    pub board: BoardSize,
    /// What was played, if the file says it in words or numbers that are known.
    pub rules: Option<Known>,
    /// What Black is called.
    pub black: Option<String>,
    /// What White is called.
    pub white: Option<String>,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves, each after the one it follows. Of moves that follow the same one, the first is the main line.
    pub nodes: Vec<Node>,
}

/// Rules that files have a word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Renju.
    Renju,
    /// Renju's forbidden moves for both colours.
    RenjuForBoth,
    /// Exactly five.
    Standard,
    /// Five or more.
    Freestyle,
}

/// A move as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move it follows, by its place in the list; none for a first move.
    pub parent: Option<usize>,
    /// Where; none for a pass.
    pub point: Option<Point>,
    /// What is said of it.
    pub comment: Option<String>,
}

/// A move and where in the file it stands.
#[derive(Clone, Debug)]
pub(super) struct Written<T> {
    /// The move it follows, by its place.
    pub(super) parent: Option<usize>,
    /// Where; none for a pass.
    pub(super) point: T,
    /// In which line, from 1.
    pub(super) line: usize,
    /// What is said of it.
    pub(super) comment: Option<String>,
}

impl Imported {
    /// The moves of the main line in order, Black's first; a pass has no point.
    pub fn main_line(&self) -> Vec<Option<Point>> {
        let mut moves = Vec::new();
        let mut last = None;
        // What follows a move comes after it in the list.
        for (place, node) in self.nodes.iter().enumerate() {
            if node.parent == last {
                moves.push(node.point);
                last = Some(place);
            }
        }
        moves
    }

    /// Whether it has a line beside the main one.
    pub fn has_variations(&self) -> bool {
        self.main_line().len() < self.nodes.len()
    }

    /// A game of moves that were written, each after the one it follows. The same move twice after the same one is one.
    pub(super) fn of(board: BoardSize, written: Vec<Written<Option<Point>>>) -> Result<Self, BadImport> {
        let mut nodes: Vec<Node> = Vec::with_capacity(written.len());
        let mut numbers: Vec<usize> = Vec::with_capacity(written.len());
        // Where each written move is among the nodes.
        let mut places: Vec<usize> = Vec::with_capacity(written.len());
        let mut known: BTreeMap<(Option<usize>, Option<Point>), usize> = BTreeMap::new();
        for Written { parent, point, line, comment } in written {
            let parent = parent.and_then(|parent| places.get(parent).copied());
            let number = parent.and_then(|parent| numbers.get(parent)).map_or(1, |before| before + 1);
            if number > MOVES_MAX {
                return Err(BadImport::Long);
            }
            if let Some(point) = point {
                if !board.contains(point) {
                    return Err(BadImport::OffBoard { number, line });
                }
                if line_to(&nodes, parent).any(|taken| taken == Some(point)) {
                    return Err(BadImport::Occupied { number, line });
                }
            }
            match known.get(&(parent, point)).copied() {
                Some(twin) => {
                    if let (Some(node), Some(comment)) = (nodes.get_mut(twin), comment) {
                        add_comment(&mut node.comment, &comment);
                    }
                    places.push(twin);
                }
                None if nodes.len() == NODES_MAX => return Err(BadImport::Bushy),
                None => {
                    known.insert((parent, point), nodes.len());
                    places.push(nodes.len());
                    nodes.push(Node { parent, point, comment });
                    numbers.push(number);
                }
            }
        }
        Ok(Self { board, rules: None, black: None, white: None, comment: None, nodes })
    }
}

/// The points of a move and of those before it, back to the first.
fn line_to(nodes: &[Node], last: Option<usize>) -> impl Iterator<Item = Option<Point>> {
    std::iter::successors(last.and_then(|last| nodes.get(last)), |node| nodes.get(node.parent?))
        .map(|node| node.point)
}

/// Says something more of a move.
pub(super) fn add_comment(comment: &mut Option<String>, more: &str) {
    match comment {
        Some(comment) => {
            comment.push('\n');
            comment.push_str(more);
        }
        None => *comment = Some(more.to_owned()),
    }
}
