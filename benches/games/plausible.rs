//! Finished games as people might have played them, each decided by its number.

use futures::future::join_all;
use tengen::game::event::Score;
use tengen::game::moment::Moment;
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{
    Arbitration, Colours, Event, Finished, Lot, Opened, Person, PersonId, Phase, Recorded, RoomId,
    Visibility, WallTime,
};
use tengen::store::{Append, Right, Store};

/// How many calls write at the same time, as many rooms do.
const AT_ONCE: u32 = 1000;
/// The milliseconds over which the games are spread: three years.
pub const YEARS: u64 = 3 * 365 * 86_400_000;
pub const BEGUN: u64 = 1_700_000_000_000;
/// One in so many games has this player, as a bot has that never sleeps.
const BOT_PLAYS: u64 = 20;
pub const BOT: u64 = 0;

/// Writes so many games.
pub async fn fill(store: &Store, games: u32) {
    for first in (0..games).step_by(AT_ONCE as usize) {
        let numbers = first..(first + AT_ONCE).min(games);
        let written = join_all(numbers.map(|number| store.append(vec![game(u64::from(number))]))).await;
        assert!(written.iter().all(Result::is_ok));
    }
}

/// A whole game in one append, as short as a journal can be. Its number decides everything about it.
fn game(number: u64) -> Append {
    let chance = |what: u64| mixed(number << 8 | what);
    let visibility = if chance(1).is_multiple_of(10) { Visibility::Link } else { Visibility::Public };
    let wall = WallTime(BEGUN + chance(2) % YEARS);
    let opened = Opened {
        rules: RuleSet::renju(None),
        colours: Colours::Black(Seat::A),
        lot: Lot([7; 16]),
        visibility,
        wall,
        server: "0.1.0".to_owned(),
        previous: None,
        series: None,
        arbitration: Arbitration::None,
        board: None,
        bout: None,
    };
    let a = if chance(3).is_multiple_of(BOT_PLAYS) { BOT } else { somebody(chance(4)) };
    let b = 1 + (a + somebody(chance(5))) % PEOPLE;
    let players = PerSeat { a: a % PEOPLE, b: if a == b { BOT } else { b } };
    let preset = presets()[rank(chance(6), 18)].id;
    let scores = match chance(7) % 20 {
        0..10 => PerSeat { a: Score::Win, b: Score::Loss },
        10..19 => PerSeat { a: Score::Loss, b: Score::Win },
        _ => PerSeat { a: Score::Draw, b: Score::Draw },
    };
    let finished = Finished {
        wall,
        visibility,
        players: PerSeat { a: who(players.a), b: who(players.b) },
        black: Some(if chance(8).is_multiple_of(2) { Seat::A } else { Seat::B }),
        preset: Some(preset),
        opening: if ["freestyle", "standard", "free"].contains(&preset) { None } else { opening(chance(9)) },
        scores,
        reason: "five",
        moves: 9 + u32::try_from(chance(10) % 100).unwrap(),
    };
    let first = Recorded {
        seq: 0,
        at: Moment::from_millis(0),
        cause: None,
        events: vec![Event::Opened(Box::new(opened))],
    };
    Append {
        room: room(number),
        right: Right::Found { opener: finished.players.a.id, visibility },
        records: vec![first],
        phase: Phase::Over,
        finished: Some(Box::new(finished)),
    }
}

/// How many people play. Some play much, most play little.
const PEOPLE: u64 = 5000;

fn somebody(chance: u64) -> u64 {
    1 + rank(chance, 4000) as u64
}

/// A number below `most`, the small ones far more often.
fn rank(chance: u64, most: u32) -> usize {
    let share = (chance % 1_000_000) as f64 / 1_000_000.0;
    ((f64::from(most) + 1.0).powf(share) - 1.0) as usize
}

fn who(number: u64) -> Person {
    Person { id: person(number), name: name(number).unwrap().parse().unwrap(), is_bot: false }
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
pub fn name(number: u64) -> Option<String> {
    Some(format!("Guest {number}"))
}

pub fn person(number: u64) -> PersonId {
    let bytes = mixed(number).to_le_bytes();
    PersonId::from_entropy(std::array::from_fn(|at| if at < 8 { bytes[at] } else { 3 }))
}

pub fn room(number: u64) -> RoomId {
    // Twelve times five bits: no two numbers share a room.
    RoomId::from_entropy(std::array::from_fn(|at| (mixed_back(number) >> (5 * at) & 31) as u8))
}

/// Spreads numbers below 2^60 over all of them, and no two to one place.
const fn mixed_back(number: u64) -> u64 {
    number.wrapping_mul(0x09e3_779b_97f4_a7c5) & ((1 << 60) - 1)
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
pub fn preset(chance: u64) -> Option<String> {
    Some(presets()[(chance % 18) as usize].id.to_owned())
}

#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
pub fn opening(chance: u64) -> Option<String> {
    let kind = if chance.is_multiple_of(2) { 'D' } else { 'I' };
    Some(format!("{kind}{}", 1 + chance / 2 % 13))
}

/// A game somewhere among all of them.
#[expect(clippy::unnecessary_wraps, reason = "it is a part of a search")]
pub fn far_down(chance: u64) -> Option<(u64, RoomId)> {
    Some((BEGUN + chance % (YEARS / 10), room(chance % 1000)))
}

/// Splitmix: what looks like chance, and is the same in every run.
pub const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
