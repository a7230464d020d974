//! Every opening rule as a list of steps, each of which is owed by one seat.

use crate::game::opening::rule::{FIFTHS_MAX, Fifths, FreeOpening, OpeningRule};
use crate::game::opening::zone::Zone;

/// One thing that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// A stone in a zone.
    Stone { by: By, zone: Zone },
    /// A choice.
    Choose { by: By, options: &'static [Choice] },
    /// The number of alternatives for the fifth move.
    Announce { by: By, most: u8 },
    /// Black's alternatives for the fifth move. One alternative is a stone.
    Offer { number: Number },
    /// The alternative that White keeps.
    Keep,
}

/// By whom a step is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum By {
    /// The seat that played Black at the beginning.
    Opener,
    /// The other seat.
    Other,
    /// Whoever has the colour that is to be played.
    Mover,
    /// Whoever put the last stone.
    Last,
    /// Whoever did not.
    NotLast,
}

/// How many alternatives are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Number {
    /// So many.
    Fixed(u8),
    /// As many as were announced.
    Announced,
}

/// What can be chosen in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Colours stay as they are.
    Stay,
    /// Colours are exchanged (C-05).
    Swap,
    /// Two more stones are put, and the opener takes a colour (Swap2).
    PlaceTwo,
    /// The fifth stone is put in its zone, and the other may swap (Taraguchi).
    PlaceFifth,
    /// Alternatives for the fifth stone are shown (Taraguchi).
    OfferFifths,
}

const STAY_OR_SWAP: &[Choice] = &[Choice::Stay, Choice::Swap];
const SWAP2: &[Choice] = &[Choice::Stay, Choice::Swap, Choice::PlaceTwo];
const TARAGUCHI: &[Choice] = &[Choice::PlaceFifth, Choice::OfferFifths];

/// The steps of a rule, in order.
pub(super) fn steps(rule: OpeningRule) -> Vec<Step> {
    match rule {
        OpeningRule::Free(free) => by_turns(free),
        OpeningRule::Agreed { opening: _, swap } => match swap {
            true => vec![swap_by(By::Other)],
            false => Vec::new(),
        },
        OpeningRule::Specified { fifths } => {
            let mut steps = lay_one_of_26();
            let number = match fifths {
                Fifths::Fixed(number) => Number::Fixed(number),
                Fifths::Announced => {
                    steps.push(Step::Announce { by: By::Opener, most: FIFTHS_MAX });
                    Number::Announced
                }
            };
            steps.extend([swap_by(By::Other), stone(Zone::Anywhere)]);
            steps.extend(alternatives(number));
            steps
        }
        OpeningRule::Soosyrv { most } => {
            let mut steps = lay_one_of_26();
            let announce = Step::Announce { by: By::Last, most };
            steps.extend([swap_by(By::Other), stone(Zone::Anywhere), announce, swap_by(By::NotLast)]);
            steps.extend(alternatives(Number::Announced));
            steps
        }
        OpeningRule::Tarannikov => swap_after_each(&[0, 1, 2, 3, 4]),
        OpeningRule::Taraguchi { .. } => {
            let mut steps = swap_after_each(&[0, 1, 2, 3]);
            steps.push(Step::Choose { by: By::Mover, options: TARAGUCHI });
            steps
        }
        OpeningRule::Sakata => {
            let mut steps = lay_one_of_26();
            steps.extend([3, 4].map(|lines| Step::Stone { by: By::Other, zone: Zone::Within(lines) }));
            steps.push(swap_by(By::Opener));
            steps
        }
        OpeningRule::RenjuSwap => {
            let mut steps = vec![stone(Zone::CENTRE), stone(Zone::Within(1)), stone(Zone::Within(2))];
            steps.extend([swap_by(By::NotLast), stone(Zone::Anywhere)]);
            steps.extend(alternatives(Number::Fixed(2)));
            steps
        }
        OpeningRule::Swap => lay_three(swap_by(By::Other)),
        OpeningRule::Swap2 => lay_three(Step::Choose { by: By::Other, options: SWAP2 }),
        OpeningRule::Swap1 => vec![laid(Zone::Anywhere), swap_by(By::Other)],
        OpeningRule::Pro => vec![stone(Zone::CENTRE), stone(Zone::Anywhere), stone(Zone::Beyond(2))],
        OpeningRule::LongPro => vec![stone(Zone::CENTRE), stone(Zone::Anywhere), stone(Zone::Beyond(3))],
    }
}

/// The steps that a choice puts in place of what would have followed; none if all goes on as it was.
pub(super) fn branch(rule: OpeningRule, choice: Choice) -> Option<Vec<Step>> {
    match choice {
        Choice::Stay | Choice::Swap => None,
        Choice::PlaceTwo => {
            let two = Step::Stone { by: By::Other, zone: Zone::Anywhere };
            Some(vec![two, two, swap_by(By::Opener)])
        }
        Choice::PlaceFifth => Some(vec![stone(Zone::Within(4)), swap_by(By::NotLast)]),
        Choice::OfferFifths => Some(alternatives(Number::Fixed(rule.fifths().unwrap_or(1))).to_vec()),
    }
}

fn by_turns(free: FreeOpening) -> Vec<Step> {
    let first = if free.centre || free.only_26 { Zone::CENTRE } else { Zone::Anywhere };
    let (second, third) = match (free.only_26, free.own_side) {
        (true, _) => (Zone::Within(1), Zone::Within(2)),
        (false, true) => (Zone::OwnSide, Zone::Anywhere),
        (false, false) => (Zone::Anywhere, Zone::Anywhere),
    };
    let mut steps = [first, second, third].map(stone).to_vec();
    if free.swap_after_three {
        steps.push(swap_by(By::NotLast));
    }
    // A stone that may stand anywhere is nothing to be settled.
    while steps.last() == Some(&stone(Zone::Anywhere)) {
        steps.pop();
    }
    steps
}

fn swap_after_each(zones: &[u8]) -> Vec<Step> {
    let stones = zones.iter().map(|lines| stone(Zone::Within(*lines)));
    stones.flat_map(|stone| [stone, swap_by(By::NotLast)]).collect()
}

fn lay_one_of_26() -> Vec<Step> {
    [0, 1, 2].map(|lines| laid(Zone::Within(lines))).to_vec()
}

fn lay_three(then: Step) -> Vec<Step> {
    vec![laid(Zone::Anywhere), laid(Zone::Anywhere), laid(Zone::Anywhere), then]
}

const fn alternatives(number: Number) -> [Step; 3] {
    [Step::Offer { number }, Step::Keep, stone(Zone::Anywhere)]
}

const fn stone(zone: Zone) -> Step {
    Step::Stone { by: By::Mover, zone }
}

const fn laid(zone: Zone) -> Step {
    Step::Stone { by: By::Opener, zone }
}

const fn swap_by(by: By) -> Step {
    Step::Choose { by, options: STAY_OR_SWAP }
}
