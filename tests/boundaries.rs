//! The edge of the flag, from both sides, a hundred thousand times; and what a line that lies can gain.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod common;

use common::{answer, connection, fischer, ms, place, running, secs, sudden_death};
use tengen::game::moment::Span;
use tengen::game::ruleset::{LagRule, RuleSet};
use tengen::room::message::Input;

/// How many cases there are.
const CASES: u64 = 100_000;

/// A small generator, so that a seed means the same everywhere (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

fn lag(millis: u64) -> Input {
    Input::Lag { connection: connection(0), round_trip: Span::from_millis(millis) }
}

#[test]
fn a_move_received_in_time_never_loses_and_one_received_too_late_always_does() {
    let mut random = Random(1);
    let (mut in_time, mut late) = (0, 0);
    for case in 0..CASES {
        let time = 1000 * (1 + random.below(60));
        let rules = RuleSet::freestyle(Some(sudden_death(Span::from_millis(time))));
        let mut room = running(rules);
        let round_trip = random.below(400);
        room.handle(lag(round_trip), ms(0));
        let grace = Span::from_millis(round_trip).min(LagRule::USUAL.per_move).millis();
        let received = time + random.below(2 * grace + 40) - (grace / 2).min(time);
        // A timer that was early, on time or late looks first, or nobody does.
        if random.below(2) == 0 {
            room.handle(Input::Wake, ms(received - random.below(20).min(received)));
        }
        let accepted = answer(&room.handle(place(0, "move", 0, "h8"), ms(received))).is_ok();
        assert_eq!(
            accepted,
            received < time + grace,
            "case {case}: {time} ms, {round_trip} ms there and back, received after {received} ms"
        );
        let left = room.table().game().clock().unwrap().reading(tengen::game::seat::Seat::A, ms(received));
        if accepted && received < time {
            assert!(room.table().game().outcome().is_none(), "case {case}: {left:?}");
        }
        (in_time, late) = (in_time + u64::from(accepted), late + u64::from(!accepted));
    }
    assert!(in_time > CASES / 5 && late > CASES / 5, "{in_time} in time, {late} late");
}

#[test]
fn a_line_that_lies_gains_150_ms_a_move_and_3_s_a_game_and_no_more() {
    let mut room = running(RuleSet::freestyle(Some(fischer(secs(600), secs(0)))));
    let (mut now, mut given) = (0, 0);
    for ply in 0..50_u16 {
        // No two stones of a colour are neighbours, so that nobody wins.
        let (column, row) = (2 * (ply / 2 % 7) + ply % 2, 2 * (ply / 14) + ply % 2);
        let point = format!("{}{}", char::from(b'a' + u8::try_from(column).unwrap()), row + 1);
        // The line of seat A pretends to be slower and slower; it always takes a second to move.
        room.handle(lag(1_000 * (u64::from(ply) + 1)), ms(now));
        now += 1_000;
        let mover = u8::try_from(ply % 2).unwrap();
        answer(&room.handle(place(mover, &format!("m{ply}"), ply, &point), ms(now))).unwrap();
        let credit = room.table().game().moves().last().unwrap().lag.millis();
        if mover == 0 {
            assert!(credit <= 150, "move {ply}: {credit} ms");
            given += credit;
        }
    }
    assert_eq!(given, 3_000, "20 moves of 150 ms, and nothing for the others");
}
