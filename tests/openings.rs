//! The openings of the rulebook (C) and those in use today, each played out step by step.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;

use bout::Bout;
use serde_json::Value;
use tengen::game::board::Stone;
use tengen::game::clock::{Exhausted, Gain, Stage, TimeControl};
use tengen::game::event::{Deed, Reason, Refusal, Score};
use tengen::game::moment::Span;
use tengen::game::opening::{Fifths, FourStones, FreeOpening, NamedOpening, OPENINGS, OpeningRule, Zone};
use tengen::game::point::{BoardSize, Point};
use tengen::game::ruleset::{BadRules, PassRule, RuleSet};
use tengen::game::seat::Seat;

fn under(opening: OpeningRule) -> Bout {
    Bout::new(RuleSet { opening, ..RuleSet::renju(None) })
}

fn specified(fifths: Fifths) -> Bout {
    under(OpeningRule::Specified { fifths })
}

fn named(name: &str) -> &'static NamedOpening {
    OPENINGS.iter().find(|opening| opening.zh == name).unwrap()
}

fn free(change: impl FnOnce(&mut FreeOpening)) -> Bout {
    let mut opening = FreeOpening::default();
    change(&mut opening);
    under(OpeningRule::Free(opening))
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn fischer(seconds: u64, increment: u64) -> TimeControl {
    let one = std::num::NonZeroU16::MIN;
    TimeControl::new(vec![Stage {
        time: Span::from_secs(seconds),
        periods: one,
        quota: None,
        gain: Gain::Increment(Span::from_secs(increment)),
        exhausted: Exhausted::Flag,
    }])
    .unwrap()
}

#[test]
fn c02_one_of_26_is_laid_in_zones_that_grow() {
    let mut bout = specified(Fifths::Fixed(2));
    assert_eq!(bout.refused("A g8"), Refusal::OutsideZone { zone: Zone::CENTRE }, "E-08");
    bout.play("A h8");
    assert_eq!(bout.refused("A j9"), Refusal::OutsideZone { zone: Zone::Within(1) });
    bout.play("A i9");
    assert_eq!(bout.refused("A k8"), Refusal::OutsideZone { zone: Zone::Within(2) }, "E-09");
    assert_eq!(bout.refused("A i9"), Refusal::Occupied);
    assert_eq!(bout.refused("B j10"), Refusal::NotYourTurn);
    bout.play("A j10");
    assert_eq!(bout.owed(), "B [Stay, Swap]");
    assert_eq!(bout.game.named_opening().unwrap().zh, "长星");
}

#[test]
fn c02_the_zones_hold_exactly_the_26_openings() {
    let (three, five) = (Zone::Within(1), Zone::Within(2));
    let centre = BoardSize::FIFTEEN.centre();
    let within = |zone: Zone| {
        BoardSize::FIFTEEN
            .iter()
            .filter(move |point| zone.contains(BoardSize::FIFTEEN, *point) && *point != centre)
    };
    let mut codes = std::collections::BTreeMap::<String, usize>::new();
    for second in within(three) {
        for third in within(five).filter(|third| *third != second) {
            let opening = NamedOpening::of([centre, second, third]).expect("every shape has a name");
            *codes.entry(opening.code()).or_default() += 1;
        }
    }
    assert_eq!(codes.len(), 26);
    assert_eq!(codes.values().sum::<usize>(), 8 * 23);
    assert_eq!(NamedOpening::of([points("g8")[0], centre, points("j10")[0]]), None);
}

#[test]
fn c03_the_names_are_those_of_the_table_whichever_way_the_board_is_turned() {
    let of = |names: &str| NamedOpening::of(points(names).try_into().unwrap()).unwrap();
    assert_eq!((of("h8 g8 g7").zh, of("h8 g8 g7").code()), ("花月", "D4".to_owned()));
    assert_eq!(of("h8 g7 f6").zh, "长星");
    let table: Value = serde_json::from_str(include_str!("data/openings.json")).unwrap();
    let rows = table["openings"].as_array().unwrap();
    assert_eq!(rows.len(), 26);
    for row in rows {
        let stones: Vec<Point> = row["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap().parse().unwrap())
            .collect();
        let opening = NamedOpening::of(stones.try_into().unwrap()).unwrap();
        assert_eq!(opening.code(), row["code"].as_str().unwrap());
        assert_eq!(
            (opening.zh, opening.ja, opening.romaji),
            (row["zh_hans"].as_str().unwrap(), row["ja"].as_str().unwrap(), row["romaji"].as_str().unwrap())
        );
    }
}

#[test]
fn c04_the_opening_is_laid_at_once_and_the_number_with_it() {
    let mut bout = specified(Fifths::Announced);
    assert_eq!(bout.refused("A lay h8 i9 j10"), Refusal::NumberRequired, "E-10");
    assert_eq!(bout.refused("A lay h8 i9 j10 n=0"), Refusal::NumberRange { most: 62 });
    assert_eq!(bout.refused("A lay h8 i9 j10 n=63"), Refusal::NumberRange { most: 62 });
    assert_eq!(bout.refused("A lay h8 i9 i9 n=3"), Refusal::Occupied);
    bout.play("A lay h8 i9 j10 n=3");
    assert_eq!(bout.owed(), "B [Stay, Swap]");
    let mut one_by_one = specified(Fifths::Announced);
    one_by_one.play("A h8; A i9; A j10");
    assert_eq!(one_by_one.owed(), "A announcement to 62");
    one_by_one.play("A announce 3");
    assert_eq!(one_by_one.owed(), bout.owed());
    assert_eq!(one_by_one.game.board(), bout.game.board());
}

#[test]
fn c05_a_swap_exchanges_colours_once_and_the_former_black_plays_the_fourth() {
    let mut bout = specified(Fifths::Fixed(2));
    bout.play("A lay h8 i9 j10; B swap");
    assert_eq!(bout.black(), Seat::B);
    assert_eq!(bout.owed(), "A White Anywhere", "B-10");
    assert_eq!(bout.refused("B swap"), Refusal::NotYourTurn);
    bout.play("A g9");
    assert_eq!(bout.refused("B swap"), Refusal::NotOwed);
}

#[test]
fn c06_e04_the_fourth_goes_anywhere() {
    for fifths in [Fifths::Fixed(2), Fifths::Announced] {
        let number = if fifths == Fifths::Announced { " n=2" } else { "" };
        specified(fifths).play(&format!("A lay h8 i9 j10{number}; B stay; B a1"));
    }
    let mut tarannikov = under(OpeningRule::Tarannikov);
    tarannikov.play("A h8; B stay; B i9; A stay; A j10; B stay");
    assert_eq!(tarannikov.refused("B a1"), Refusal::OutsideZone { zone: Zone::Within(3) });
}

#[test]
fn c07_c09_black_shows_alternatives_white_keeps_one_and_plays_the_sixth() {
    let mut bout = specified(Fifths::Fixed(2));
    bout.play("A lay h8 i9 j10; B stay; B g9");
    assert_eq!(bout.owed(), "A 2 alternatives");
    assert_eq!(bout.refused("A g8"), Refusal::NotOwed);
    assert_eq!(bout.refused("A show g8"), Refusal::NumberOfAlternatives { number: 2 });
    let twice = points("g8")[0];
    assert_eq!(bout.refused("A show g8 g8"), Refusal::SameShape { one: twice, other: twice });
    assert_eq!(bout.refused("A show h8 g8"), Refusal::Occupied);
    assert_eq!(bout.refused("B show g8 j7"), Refusal::NotYourTurn);
    bout.play("A show g8 j7");
    assert_eq!(bout.owed(), "B keep");
    assert_eq!(bout.game.shown(), points("g8 j7"));
    assert_eq!(bout.refused("B keep a1"), Refusal::NotOffered);
    assert_eq!(bout.refused("B a1"), Refusal::NotOwed);
    bout.play("B keep g8");
    assert_eq!(bout.game.board().get(points("g8")[0]), Some(Stone::Black));
    assert_eq!(bout.game.board().get(points("j7")[0]), None);
    assert_eq!(bout.owed(), "B White Anywhere", "keeping and the sixth are one turn");
    assert_eq!(bout.refused("B pass"), Refusal::NotInTheRules);
    bout.play("B j8; A j7");
}

#[test]
fn c07_a_single_alternative_is_a_plain_fifth_stone() {
    let mut bout = specified(Fifths::Announced);
    bout.play("A lay h8 i9 j10 n=1; B swap; A g9");
    assert_eq!(bout.owed(), "B Black Anywhere");
    bout.play("B g8");
    assert_eq!(bout.owed(), "A White Anywhere");
    bout.play("A a1; B a2");
}

#[test]
fn c08_b6_which_fifths_are_the_same_shape() {
    let cases: Value = serde_json::from_str(include_str!("data/fifth-move-symmetry-cases.json")).unwrap();
    let names = |value: &Value| -> Vec<Point> {
        value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().parse().unwrap()).collect()
    };
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let [first, second, third, fourth] = names(&case["moves"]).try_into().unwrap();
        let four = FourStones { black: [first, third], white: [second, fourth] };
        let classes: Vec<Vec<Point>> = case["classes"].as_array().unwrap().iter().map(names).collect();
        for (index, class) in classes.iter().enumerate() {
            for one in class {
                for (other_index, other_class) in classes.iter().enumerate() {
                    for other in other_class {
                        assert_eq!(four.are_same(*one, *other), index == other_index, "{one} {other} {case}");
                    }
                }
            }
        }
    }
}

#[test]
fn c08_the_numbers_of_different_fifths_are_those_that_were_computed() {
    let classes = |black: &str, white: &str| {
        let four =
            FourStones { black: points(black).try_into().unwrap(), white: points(white).try_into().unwrap() };
        let taken: Vec<Point> = points(black).into_iter().chain(points(white)).collect();
        let mut kept: Vec<Point> = Vec::new();
        for point in BoardSize::FIFTEEN.iter().filter(|point| !taken.contains(point)) {
            if !kept.iter().any(|other| four.are_same(*other, point)) {
                kept.push(point);
            }
        }
        kept.len()
    };
    assert_eq!(classes("h8 h10", "h9 h7"), 116);
    assert_eq!(classes("h8 j8", "i8 i9"), 132);
    assert_eq!(classes("h8 j7", "i9 g6"), 221);
    assert_eq!(classes("h8 h7", "h9 h6"), 62, "the fewest there are");
}

#[test]
fn c10_the_trace_of_a_specified_opening() {
    let mut bout = specified(Fifths::Announced);
    bout.play("A lay h8 i9 j10 n=2; B swap; A g9; B show i7 f9; A keep i7; A j8");
    let stones: Vec<Point> = bout
        .game
        .moves()
        .iter()
        .filter_map(|made| match &made.deed {
            Deed::Stone { point, .. } | Deed::Kept(point) => Some(*point),
            Deed::Pass | Deed::ForcedPass | Deed::Chose(_) | Deed::Announced(_) | Deed::Showed(_) => None,
        })
        .collect();
    assert_eq!(stones, points("h8 i9 j10 g9 i7 j8"));
    let shown = bout.game.moves().iter().any(|made| made.deed == Deed::Showed(points("i7 f9")));
    assert!(shown, "the dropped alternative is in the record");
    assert_eq!(bout.game.board().stones(), 6);
    assert_eq!(bout.owed(), "B Black Anywhere");
}

#[test]
fn c12_an_agreed_opening_stands_and_white_begins() {
    let mut bout = under(OpeningRule::Agreed { opening: named("斜月"), swap: false });
    assert_eq!(bout.game.laid(), points("h8 i9 g7"));
    assert_eq!(bout.game.board().stones(), 3);
    assert_eq!(bout.game.named_opening().unwrap().zh, "斜月");
    assert_eq!(bout.owed(), "B White Anywhere");
    bout.play("B a1; A a2");

    let mut with_swap = under(OpeningRule::Agreed { opening: named("斜月"), swap: true });
    with_swap.play("B swap; A a1; B a2");
    assert_eq!(with_swap.black(), Seat::B);
}

#[test]
fn c13_white_s_first_stone_goes_on_his_own_side() {
    let mut bout = free(|opening| (opening.centre, opening.own_side) = (true, true));
    bout.play("A h8");
    for point in ["h7", "g8"] {
        assert_eq!(bout.refused(&format!("B {point}")), Refusal::OutsideZone { zone: Zone::OwnSide });
    }
    bout.play("B h9; A a1");
}

#[test]
fn c14_only_the_26_openings_by_turns() {
    let mut bout = free(|opening| opening.only_26 = true);
    bout.play("A h8");
    assert_eq!(bout.refused("B j8"), Refusal::OutsideZone { zone: Zone::Within(1) });
    bout.play("B i9");
    assert_eq!(bout.refused("A k8"), Refusal::OutsideZone { zone: Zone::Within(2) });
    bout.play("A j10; B a1");
}

#[test]
fn c15_e05_no_pass_before_five_stones_stand_or_while_something_is_owed() {
    let rules = |opening| RuleSet { opening, pass: PassRule::FromMoveSix, ..RuleSet::renju(None) };
    let mut bout = Bout::new(rules(OpeningRule::Specified { fifths: Fifths::Fixed(2) }));
    for turns in ["", "A lay h8 i9 j10", "B stay", "B g9", "A show g8 j7", "B keep g8"] {
        bout.play(turns);
        let seat = if bout.game.owed().unwrap().seat == Seat::A { "A" } else { "B" };
        assert_eq!(bout.refused(&format!("{seat} pass")), Refusal::PassTooEarly, "after {turns}");
    }
    bout.play("B a1; A pass; B a2");

    let mut free = Bout::new(rules(OpeningRule::FREE));
    free.play("A h8; B h9; A i9");
    assert_eq!(free.refused("B pass"), Refusal::PassTooEarly, "move 4");
    free.play("B a1; A a2; B pass; A b3");
    assert_eq!(free.game.board().stones(), 6);
}

#[test]
fn c16_yamaguchi_with_four_alternatives() {
    let mut bout = specified(Fifths::Announced);
    bout.play("A lay h8 h9 i9 n=4; B stay; B j7; A show a1 b2 c3 d4; B keep c3; B k7; A a1");
    assert_eq!(bout.game.board().stones(), 7);
}

#[test]
fn c17_tarannikov_lets_who_did_not_place_swap_after_each_of_five() {
    let mut bout = under(OpeningRule::Tarannikov);
    bout.play("A h8");
    assert_eq!(bout.owed(), "B [Stay, Swap]");
    bout.play("B swap");
    assert_eq!((bout.black(), bout.owed()), (Seat::B, "A White Within(1)".to_owned()));
    bout.play("A i9");
    assert_eq!(bout.owed(), "B [Stay, Swap]");
    bout.play("B stay");
    assert_eq!(bout.refused("B k8"), Refusal::OutsideZone { zone: Zone::Within(2) });
    bout.play("B j10; A stay");
    assert_eq!(bout.refused("A l8"), Refusal::OutsideZone { zone: Zone::Within(3) });
    bout.play("A k8; B stay");
    assert_eq!(bout.refused("B m8"), Refusal::OutsideZone { zone: Zone::Within(4) });
    bout.play("B l8");
    assert_eq!(bout.owed(), "A [Stay, Swap]", "one more decision after the fifth");
    bout.play("A swap");
    assert_eq!((bout.black(), bout.owed()), (Seat::A, "B White Anywhere".to_owned()));
    assert_eq!(bout.refused("B swap"), Refusal::NotOwed);
    bout.play("B a1; A a2");
}

#[test]
fn c18_rif_is_the_specified_opening_with_two() {
    specified(Fifths::Fixed(2)).play("A lay h8 i9 j10; B swap; A g9; B show i7 f9; A keep f9; A j8; B i7");
}

#[test]
fn c19_a_free_opening_knows_no_swap() {
    let mut bout = Bout::new(RuleSet::freestyle(None));
    bout.play("A a1");
    assert_eq!(bout.refused("B swap"), Refusal::NotOwed);
    bout.play("B o15; A b7");
}

#[test]
fn c20_free_with_a_swap_after_three() {
    let rules = RuleSet {
        opening: OpeningRule::Free(FreeOpening { swap_after_three: true, ..FreeOpening::default() }),
        ..RuleSet::freestyle(None)
    };
    let mut bout = Bout::new(rules);
    bout.play("A a1; B b2; A c3");
    assert_eq!(bout.owed(), "B [Stay, Swap]");
    bout.play("B swap");
    assert_eq!((bout.black(), bout.owed()), (Seat::B, "A White Anywhere".to_owned()));
    bout.play("A o15; B d3; A o13; B e3; A o11; B g3; A o9; B h3; A o7; B f3");
    assert_eq!(bout.outcome().scores.b, Score::Win, "six in a row");
}

#[test]
fn soosyrv_8_announces_with_the_fourth_and_swaps_again() {
    let mut bout = under(OpeningRule::Soosyrv { most: 8 });
    bout.play("A lay h8 i9 j10; B stay; B g9");
    assert_eq!(bout.owed(), "B announcement to 8");
    assert_eq!(bout.refused("B announce 9"), Refusal::NumberRange { most: 8 });
    bout.play("B announce 3");
    assert_eq!(bout.owed(), "A [Stay, Swap]", "who did not place the fourth");
    bout.play("A swap");
    assert_eq!(
        (bout.black(), bout.owed()),
        (Seat::B, "B 3 alternatives".to_owned()),
        "the swap keeps the number"
    );
    bout.play("B show a1 b2 c4; A keep a1; A o1; B o3");
}

#[test]
fn taraguchi_10_ends_in_a_fifth_with_a_swap_or_in_ten_alternatives() {
    let opening = "A h8; B stay; B i9; A stay; A j10; B stay; B k8; A stay";
    let mut placed = under(OpeningRule::Taraguchi { fifths: 10 });
    placed.play(opening);
    assert_eq!(placed.owed(), "A [PlaceFifth, OfferFifths]");
    placed.play("A fifth");
    assert_eq!(placed.refused("A m8"), Refusal::OutsideZone { zone: Zone::Within(4) });
    placed.play("A l8; B swap; A a1; B a2");

    let mut offered = under(OpeningRule::Taraguchi { fifths: 10 });
    offered.play(opening);
    offered.play("A offer-fifths; A show a1 b3 c5 d7 e9 f11 g13 o1 n2 m5; B keep e9; B a2; A a3");
    assert_eq!(offered.game.board().stones(), 7);
}

#[test]
fn sakata_lets_the_other_place_two_and_the_opener_take_a_colour() {
    let mut bout = under(OpeningRule::Sakata);
    bout.play("A lay h8 i9 j10");
    assert_eq!(bout.refused("B l8"), Refusal::OutsideZone { zone: Zone::Within(3) });
    bout.play("B k8; B l8");
    assert_eq!(bout.owed(), "A [Stay, Swap]");
    let mut white = bout.clone();
    bout.play("A stay; B a1; A a2");
    white.play("A swap; A a1; B a2");
}

#[test]
fn the_swap_of_renju_until_1995() {
    let mut bout = under(OpeningRule::RenjuSwap);
    bout.play("A h8; B i9; A j10");
    assert_eq!(bout.owed(), "B [Stay, Swap]");
    bout.play("B stay; B g9; A show g8 j7; B keep j7; B a1; A a2");
}

#[test]
fn swap2_has_three_ways_on() {
    let start = || {
        let mut bout = Bout::new(RuleSet { opening: OpeningRule::Swap2, ..RuleSet::standard(None) });
        bout.play("A lay h8 a1 o15");
        assert_eq!(bout.owed(), "B [Stay, Swap, PlaceTwo]");
        bout
    };
    start().play("B stay; B i9; A b3");
    start().play("B swap; A i9; B b3");
    let mut two = start();
    two.play("B two");
    assert_eq!(two.owed(), "B White Anywhere");
    two.play("B i9; B c7");
    assert_eq!(two.owed(), "A [Stay, Swap]");
    let mut black = two.clone();
    black.play("A stay; B d3; A e5");
    two.play("A swap; A d3; B e5");
}

#[test]
fn swap_and_swap1() {
    let with = |opening| Bout::new(RuleSet { opening, ..RuleSet::standard(None) });
    with(OpeningRule::Swap).play("A lay h8 a1 o15; B swap; A i9; B b3");
    with(OpeningRule::Swap).play("A h8; A a1; A o15; B stay; B i9; A b3");
    with(OpeningRule::Swap1).play("A h8; B swap; A i9; B b3");
    with(OpeningRule::Swap1).play("A h8; B stay; B i9; A b3");
}

#[test]
fn pro_and_long_pro_keep_the_third_stone_away() {
    for (opening, near, lines) in [(OpeningRule::Pro, "j10", 2), (OpeningRule::LongPro, "k11", 3)] {
        let mut bout = Bout::new(RuleSet { opening, ..RuleSet::standard(None) });
        assert_eq!(bout.refused("A a1"), Refusal::OutsideZone { zone: Zone::CENTRE });
        bout.play("A h8; B h9");
        assert_eq!(bout.refused(&format!("A {near}")), Refusal::OutsideZone { zone: Zone::Beyond(lines) });
        bout.play("A l12; B a1");
    }
}

#[test]
fn c01_an_opening_that_the_board_cannot_have_is_refused_with_both_values() {
    let twenty = BoardSize::TWENTY;
    let specified = OpeningRule::Specified { fifths: Fifths::Fixed(2) };
    let rules = |opening, board| RuleSet { opening, board, ..RuleSet::freestyle(None) }.check();
    assert_eq!(rules(specified, twenty), Err(BadRules::OpeningNeedsFifteenLines { board: 20 }));
    assert_eq!(rules(OpeningRule::Pro, twenty), Err(BadRules::OpeningNeedsCentre { board: 20 }));
    assert_eq!(rules(OpeningRule::Swap2, twenty), Ok(()));
    assert_eq!(rules(OpeningRule::Pro, BoardSize::NINETEEN), Ok(()));
    for number in [0, 63] {
        let opening = OpeningRule::Specified { fifths: Fifths::Fixed(number) };
        assert_eq!(rules(opening, BoardSize::FIFTEEN), Err(BadRules::Fifths { number }));
    }
}

#[test]
fn b01_i12_a_swap_is_a_move_and_declining_is_none() {
    let rules = |opening| RuleSet { opening, ..RuleSet::renju(Some(fischer(100, 5))) };
    let left = |bout: &Bout, seat| bout.game.clock().unwrap().face(seat).left.millis() / 1000;
    let mut swapped = Bout::new(rules(OpeningRule::Specified { fifths: Fifths::Fixed(4) }));
    swapped.wait(Span::from_secs(10)).play("A h8; A i9; A j10");
    assert_eq!(left(&swapped, Seat::A), 95, "the opening is one move");
    swapped.wait(Span::from_secs(10)).play("B swap");
    assert_eq!(left(&swapped, Seat::B), 95);
    swapped.wait(Span::from_secs(10)).play("A g9");
    swapped.wait(Span::from_secs(10)).play("B show a1 b2 c4 d7");
    assert_eq!(left(&swapped, Seat::B), 90, "four alternatives are one move");
    swapped.wait(Span::from_secs(10)).play("A keep a1");
    let running = swapped.game.clock().unwrap().running().unwrap();
    assert_eq!(running.seat, Seat::A, "C-09: the clock runs on until the sixth");
    swapped.wait(Span::from_secs(10)).play("A o1");
    assert_eq!(left(&swapped, Seat::A), 75);

    let mut kept = Bout::new(rules(OpeningRule::Specified { fifths: Fifths::Fixed(4) }));
    kept.play("A lay h8 i9 j10");
    kept.wait(Span::from_secs(10)).play("B stay");
    kept.wait(Span::from_secs(10)).play("B g9");
    assert_eq!(left(&kept, Seat::B), 85, "declining and the fourth together");
}

/// Every state of every opening, reached by the shortest way, with the words that lead on from it.
fn all_states() -> Vec<(OpeningRule, Vec<&'static str>)> {
    let specified = vec!["A lay h8 i9 j10", "B swap", "A g9", "B show i7 f9", "A keep i7", "A j8"];
    let tarannikov =
        vec!["A h8", "B swap", "A i9", "B swap", "A j10", "B stay", "B k8", "A stay", "A l8", "B stay"];
    vec![
        (OpeningRule::FREE, vec!["A h8", "B h9", "A i9"]),
        (OpeningRule::Agreed { opening: named("花月"), swap: true }, vec!["B stay", "B a1"]),
        (OpeningRule::Specified { fifths: Fifths::Fixed(2) }, specified),
        (
            OpeningRule::Specified { fifths: Fifths::Announced },
            vec!["A h8", "A i9", "A j10", "A announce 2", "B stay"],
        ),
        (
            OpeningRule::Soosyrv { most: 8 },
            vec!["A lay h8 i9 j10", "B stay", "B g9", "B announce 2", "A swap"],
        ),
        (OpeningRule::Tarannikov, tarannikov),
        (
            OpeningRule::Taraguchi { fifths: 2 },
            vec![
                "A h8",
                "B stay",
                "B i9",
                "A stay",
                "A j10",
                "B stay",
                "B k8",
                "A stay",
                "A offer-fifths",
                "A show a1 b3",
                "B keep a1",
                "B o1",
            ],
        ),
        (OpeningRule::Sakata, vec!["A lay h8 i9 j10", "B k8", "B l8", "A swap"]),
        (
            OpeningRule::RenjuSwap,
            vec!["A h8", "B i9", "A j10", "B stay", "B g9", "A show g8 j7", "B keep j7"],
        ),
        (OpeningRule::Swap, vec!["A lay h8 a1 o15", "B swap"]),
        (OpeningRule::Swap2, vec!["A lay h8 a1 o15", "B two", "B i9", "B c7", "A stay"]),
        (OpeningRule::Swap1, vec!["A h8", "B swap"]),
        (OpeningRule::Pro, vec!["A h8", "B h9", "A l12"]),
        (OpeningRule::LongPro, vec!["A h8", "B h9", "A l12"]),
    ]
}

#[test]
fn b1_b3_in_every_state_of_every_opening_the_one_who_owes_is_charged_flags_and_may_resign() {
    for (opening, turns) in all_states() {
        let mut bout = Bout::new(RuleSet { opening, ..RuleSet::renju(Some(fischer(60, 0))) });
        for turn in std::iter::once("").chain(turns) {
            bout.play(turn);
            let owed = bout.game.owed().unwrap();
            let running = bout.game.clock().unwrap().running().unwrap();
            assert_eq!(running.seat, owed.seat, "{opening:?} after {turn}");
            assert_eq!(bout.replayed(), bout.game, "E12: a restart changes nothing");

            let mut flagged = bout.clone();
            flagged.wait(Span::from_secs(61)).settle();
            assert_eq!(flagged.outcome().reason, Reason::Flag);
            assert_eq!(flagged.outcome().scores[owed.seat], Score::Loss, "{opening:?} after {turn}");

            for seat in Seat::BOTH {
                let mut resigned = bout.clone();
                resigned.try_do(seat, "resign").unwrap();
                assert_eq!(resigned.outcome().scores[seat], Score::Loss);
                let words = ["a15", "pass", "swap", "keep a15", "announce 1", "show a15", "declare"];
                for word in words {
                    assert_eq!(resigned.try_do(seat, word), Err(Refusal::GameOver));
                }
            }
            let wrong = owed.seat.other();
            for word in ["a15", "pass", "swap", "stay", "keep a15", "announce 1", "show a15 b15", "lay a15"] {
                assert_eq!(bout.try_do(wrong, word), Err(Refusal::NotYourTurn), "{opening:?} {word}");
            }
        }
    }
}
