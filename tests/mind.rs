//! The computer at a whole game: every opening is negotiated, every game ends by the rules.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;

use bout::Bout;
use tengen::bot::engine::Level;
use tengen::bot::mind::{Leave, Manners, Mind};
use tengen::game::event::{Command, Deed, Reason, Said};
use tengen::game::moment::Span;
use tengen::game::opening::{Choice, Fifths, FreeOpening, NamedOpening, OpeningRule};
use tengen::game::presets::presets;
use tengen::game::rules::{Five, Forbidden};
use tengen::game::ruleset::{Adjudication, Declaration, RuleSet};
use tengen::game::seat::{PerSeat, Seat};

/// Plays a game between two minds to its end, each deed through the game itself.
fn play(rules: RuleSet, levels: [Level; 2], seed: u64) -> Bout {
    let mut bout = Bout::new(RuleSet { clock: None, ..rules });
    let mut minds = PerSeat { a: Mind::new(levels[0], seed), b: Mind::new(levels[1], seed + 1000) };
    while bout.game.is_running() {
        let Some(owed) = bout.game.owed() else {
            // A full board that may still be claimed.
            bout.wait(Span::from_secs(60)).settle();
            continue;
        };
        let mind = &mut minds[owed.seat];
        let mut leave = Leave { nodes_max: 150, should_stop: &mut || false };
        let ply = bout.game.ply();
        let command = match mind.says(&bout.game, owed.seat) {
            Some(Manners::Claim(point)) => Command::ClaimForbidden { point },
            Some(Manners::DeclareFive) => Command::DeclareFive,
            None => match mind.deed(&bout.game, &mut leave) {
                Some(deed) => command(&bout, deed, ply),
                None => Command::Resign,
            },
        };
        let said = format!("{command:?}");
        if let Err(refusal) = bout.command(owed.seat, command) {
            panic!("{said}: {refusal}\n{:?}\nowed {:?}", bout.game.board(), bout.game.owed());
        }
    }
    bout
}

fn command(bout: &Bout, deed: Deed, ply: u16) -> Command {
    let lag = Span::ZERO;
    match deed {
        Deed::Stone { point, stone } => {
            let five = Mind::announces_five(&bout.game, point, stone);
            Command::Place { ply, point, with: Said { draw: false, five }, lag }
        }
        Deed::Pass | Deed::ForcedPass => Command::Pass { ply, with: Said::NOTHING, lag },
        Deed::Chose(choice) => Command::Choose { ply, choice, lag },
        Deed::Announced(number) => Command::Announce { ply, number, lag },
        Deed::Showed(points) => Command::Show { ply, points, lag },
        Deed::Kept(point) => Command::Keep { ply, point, lag },
    }
}

#[test]
fn every_preset_is_played_to_its_end() {
    for preset in presets() {
        for seed in 0..2 {
            let levels = if seed == 0 { [Level::Gentle, Level::Easy] } else { [Level::Club, Level::Gentle] };
            let bout = play(preset.rules.clone(), levels, seed);
            let reason = &bout.outcome().reason;
            let by_the_rules = matches!(
                reason,
                Reason::Five { .. } | Reason::FullBoard | Reason::DoublePass | Reason::Resigned
            );
            assert!(by_the_rules, "{} ended with {reason:?}\n{:?}", preset.id, bout.game.board());
        }
    }
}

#[test]
fn every_other_opening_is_played_to_its_end() {
    let opening = NamedOpening::by_code("D4").unwrap();
    for opening in [
        OpeningRule::Sakata,
        OpeningRule::RenjuSwap,
        OpeningRule::Swap,
        OpeningRule::Swap1,
        OpeningRule::Agreed { opening, swap: true },
        OpeningRule::Agreed { opening, swap: false },
        OpeningRule::Specified { fifths: Fifths::Fixed(1) },
        OpeningRule::Specified { fifths: Fifths::Fixed(62) },
        OpeningRule::Free(FreeOpening { own_side: true, ..FreeOpening::default() }),
        OpeningRule::Free(FreeOpening { only_26: true, swap_after_three: true, ..FreeOpening::default() }),
    ] {
        let bout = play(RuleSet { opening, ..RuleSet::renju(None) }, [Level::Easy, Level::Club], 3);
        assert!(bout.game.outcome().is_some());
    }
}

#[test]
fn every_adjudication_and_declaration_is_played_to_its_end() {
    let renju = RuleSet::renju(None);
    let both = RuleSet { five: Five::ExactlyFive, forbidden: Forbidden::Both, ..renju.clone() };
    for rules in [renju, both] {
        for adjudication in [
            Adjudication::Auto,
            Adjudication::Block,
            Adjudication::Claim { overline_any_time: false },
            Adjudication::Claim { overline_any_time: true },
            Adjudication::PlayAgain { forced_loss: true },
        ] {
            for declaration in [Declaration::Automatic, Declaration::Declared] {
                let rules = RuleSet { adjudication, declaration, ..rules.clone() };
                let bout = play(rules, [Level::Club, Level::Easy], 5);
                let reason = &bout.outcome().reason;
                assert!(!matches!(reason, Reason::Forbidden { .. }), "{reason:?}");
            }
        }
    }
}

#[test]
fn f11_a_forbidden_move_is_pointed_out_before_the_mind_moves() {
    let rules =
        RuleSet { adjudication: Adjudication::Claim { overline_any_time: true }, ..RuleSet::renju(None) };
    let mut bout = Bout::new(rules);
    bout.play("A e8; B a1; A f8; B a3; A g8; B a5; A h9; B a7; A h10; B a9; A h11; B a11; A h8");
    let mind = Mind::new(Level::Gentle, 1);
    let point = "h8".parse().unwrap();
    assert_eq!(mind.says(&bout.game, Seat::B), Some(Manners::Claim(point)));
    assert_eq!(mind.says(&bout.game, Seat::A), None, "one's own stones are not pointed out");
    bout.play("B claim h8");
    assert!(matches!(bout.outcome().reason, Reason::Forbidden { .. }));
}

#[test]
fn g01_a_five_is_declared_with_the_stone_and_one_that_stands_is_declared_too() {
    let rules = RuleSet { declaration: Declaration::Declared, ..RuleSet::freestyle(None) };
    let mut bout = Bout::new(rules);
    bout.play("A e8; B a1; A f8; B a3; A g8; B a5; A h8; B a7");
    let mut mind = Mind::new(Level::Gentle, 1);
    let mut leave = Leave { nodes_max: 100, should_stop: &mut || false };
    let Some(Deed::Stone { point, stone }) = mind.deed(&bout.game, &mut leave) else { panic!() };
    assert!(["d8", "i8"].contains(&point.to_string().as_str()));
    assert!(Mind::announces_five(&bout.game, point, stone));
    bout.play("A i8; B a9");
    assert_eq!(mind.says(&bout.game, Seat::A), Some(Manners::DeclareFive));
    assert_eq!(mind.says(&bout.game, Seat::B), None);
}

#[test]
fn the_better_side_is_taken_and_an_even_position_is_not_given_away() {
    // Two black stones in the middle are worth having; two far corners are not, against a stone in the middle.
    let swap = RuleSet { opening: OpeningRule::Swap, ..RuleSet::freestyle(None) };
    for (stones, swaps) in [("A g8; A a1; A h8", true), ("A a1; A h8; A o15", false)] {
        let mut bout = Bout::new(swap.clone());
        bout.play(stones);
        let mut mind = Mind::new(Level::Strong, 1);
        let mut leave = Leave { nodes_max: 2000, should_stop: &mut || false };
        let deed = mind.deed(&bout.game, &mut leave);
        assert_eq!(deed == Some(Deed::Chose(Choice::Swap)), swaps, "{stones}: {deed:?}");
    }
}

#[test]
fn d13_where_a_draw_is_won_only_its_winner_agrees_to_one() {
    use tengen::game::board::Stone;
    for (draw_wins, agrees) in [(Stone::Black, Seat::A), (Stone::White, Seat::B)] {
        let bout = Bout::new(RuleSet { draw_wins: Some(draw_wins), ..RuleSet::freestyle(None) });
        for seat in Seat::BOTH {
            let mut leave = Leave { nodes_max: 150, should_stop: &mut || false };
            let said = Mind::new(Level::Gentle, 1).agrees_to_draw(&bout.game, seat, &mut leave);
            assert_eq!(said, seat == agrees);
        }
    }
}
