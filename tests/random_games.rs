//! Random legal commands and rulings under every opening, adjudication, clock and start: whatever happens, a game that is
//! rebuilt from its events owes the same, shows the same clocks and offers, ends once, and is never stuck.
//!
//! A failure prints its seed; `SEED=n` plays that game again, `GAMES=n` plays so many.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "common/bout.rs"]
#[allow(dead_code, unreachable_pub, reason = "not every test uses all of it")]
mod bout;

use std::collections::BTreeMap;
use std::num::{NonZeroU8, NonZeroU16};

use bout::Bout;
use tengen::game::board::Stone;
use tengen::game::clock::{Exhausted, Gain, OnFlag, Quota, QuotaMet, Shared, Stage, TimeControl};
use tengen::game::event::{Command, Event, Favour, Miscolouring, Reason, Refusal, Ruling, Said, Sides};
use tengen::game::moment::Span;
use tengen::game::opening::{Choice, Fifths, FreeOpening, OPENINGS, OpeningRule, What};
use tengen::game::point::Point;
use tengen::game::ruleset::{
    Adjudication, Declaration, DrawRule, Edition, PassRule, PauseRule, RuleSet, StartRule, TakebackRule,
};
use tengen::game::seal::{Digest, Nonce, SealedMove};
use tengen::game::seat::{PerSeat, Seat};
use tengen::game::{Adjournment, CONFIRM_RESULT_WITHIN};

/// How many games are played unless `GAMES` says otherwise.
const GAMES: u64 = 20_000;

/// More commands than any of these games needs.
const COMMANDS_MAX: usize = 2_000;

/// A small generator, so that a seed means the same everywhere (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }
}

#[test]
fn whatever_is_played_a_game_rebuilt_from_its_events_is_the_game_and_ends_once() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seeds = match number("SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("GAMES").unwrap_or(GAMES),
    };
    let mut ends = BTreeMap::<String, u64>::new();
    let mut forced = 0_usize;
    for seed in seeds.clone() {
        let bout = play(seed);
        forced += bout.events.iter().filter(|(_, event)| matches!(event, Event::ForcedPass { .. })).count();
        let ended = bout.events.iter().filter(|(_, event)| matches!(event, Event::Ended { .. })).count();
        assert_eq!(ended, 1, "SEED={seed}");
        *ends.entry(name(&bout.outcome().reason)).or_default() += 1;
    }
    if seeds.count() > 10_000 {
        assert!(forced > 1000, "the clock has taken {forced} turns");
        for reason in [
            "Five",
            "Forbidden",
            "Resigned",
            "Flag",
            "Violations",
            "Agreement",
            "DoublePass",
            "Aborted",
            "Ruled",
            "SharedTime",
            "TimeFouls",
            "Late",
            "DoubleForfeit",
            "SealedIllegal",
        ] {
            assert!(ends.get(reason).copied().unwrap_or(0) > 20, "{reason} hardly ever happens: {ends:?}");
        }
    }
}

fn name(reason: &Reason) -> String {
    let text = format!("{reason:?}");
    text.split([' ', '{']).next().unwrap().to_owned()
}

fn play(seed: u64) -> Bout {
    let mut random = Random(seed);
    let mut bout = Bout::new(rules(&mut random));
    if bout.game.forfeit_at().is_some() && random.chance(20) {
        if random.chance(50) {
            bout.command(random.pick(&Seat::BOTH), Command::Ready).unwrap();
        }
        bout.wait(Span::from_secs(61)).settle();
    }
    for _ in 0..COMMANDS_MAX {
        if random.chance(30) {
            bout.wait(Span::from_millis(random.next() % 9_000)).settle();
        }
        if random.chance(3) {
            let ruling = ruling(&mut random);
            let before = bout.game.clone();
            if bout.rule(ruling).is_err() {
                assert_eq!(bout.game, before, "SEED={seed}: a ruling that is refused changes nothing");
            }
        }
        if bout.game.is_halted() || bout.game.adjournment().is_some() {
            arbitrate(&mut bout, &mut random);
        }
        if bout.game.outcome().is_some() {
            settle_result(&mut bout, &mut random);
            assert_eq!(bout.replayed(), bout.game, "SEED={seed}");
            assert_eq!(bout.game.deadline(), None, "SEED={seed}");
            return bout;
        }
        let seat = if random.chance(80) { actor(&bout) } else { random.pick(&Seat::BOTH) };
        let answer = if random.chance(if bout.game.moves().len() > 90 { 60 } else { 8 }) {
            None
        } else {
            answer(&bout, seat, &mut random)
        };
        let is_answer = answer.is_some() && bout.game.adjournment().is_none();
        let command = answer.unwrap_or_else(|| aside(&bout, &mut random));
        match bout.command(seat, command.clone()) {
            Err(Refusal::NotOwed | Refusal::NotOffered | Refusal::NothingAsked) if is_answer => {
                panic!("SEED={seed}: {command:?} is what {:?} asks for", bout.game.owed());
            }
            Ok(()) | Err(_) => {}
        }
        if random.chance(10) {
            // A crash: all there is comes from the events.
            let replayed = bout.replayed();
            assert_eq!(replayed, bout.game, "SEED={seed}");
            bout.game = replayed;
        }
    }
    panic!("SEED={seed}: the game does not end; owed is {:?}", bout.game.owed());
}

/// The result is confirmed, disputed, ruled on or annulled, until nothing more is waited for.
fn settle_result(bout: &mut Bout, random: &mut Random) {
    for _ in 0..random.below(4) {
        let seat = random.pick(&Seat::BOTH);
        match random.below(4) {
            0 => drop(bout.command(seat, Command::ConfirmResult)),
            1 => {
                if let Ok(Some(event)) = bout.game.dispute(seat) {
                    bout.take(event);
                }
            }
            2 => drop(bout.rule(random.pick(&[
                Ruling::Uphold,
                Ruling::Loss { seat },
                Ruling::Annul { sides: Sides::Both },
                Ruling::Annul { sides: Sides::A },
            ]))),
            _ => drop(bout.wait(Span::from_secs(200))),
        }
        bout.settle();
    }
    bout.wait(CONFIRM_RESULT_WITHIN).settle();
    if bout.game.is_result_open() {
        bout.rule(Ruling::Uphold).unwrap();
    }
}

fn actor(bout: &Bout) -> Seat {
    bout.game.owed().map_or(Seat::A, |owed| owed.seat)
}

/// What a player does who does what is owed or asked for, if anything is.
fn answer(bout: &Bout, seat: Seat, random: &mut Random) -> Option<Command> {
    let game = &bout.game;
    let (ply, lag) = (game.ply(), Span::ZERO);
    if game.is_paused() {
        return Some(Command::Resume);
    }
    if let Some((by, favour)) = game.favour()
        && by != seat
    {
        let grants = favour == Favour::Pause || random.chance(30);
        return Some(if grants { Command::Grant { ply } } else { Command::Deny { ply } });
    }
    let owed = game.owed().filter(|owed| owed.seat == seat)?;
    Some(match owed.what {
        What::Choice(options) => Command::Choose { ply, choice: random.pick(options), lag },
        What::Announcement { most } => {
            let number = 1 + u8::try_from(random.below(usize::from(most.min(5)))).unwrap();
            Command::Announce { ply, number, lag }
        }
        What::Alternatives { number } => {
            let points = (0..number).map(|_| any_point(bout, random)).collect();
            Command::Show { ply, points, lag }
        }
        What::Keep => Command::Keep { ply, point: random.pick(game.shown()), lag },
        What::Stone { zone, .. } => {
            let size = game.board().size();
            let free: Vec<Point> =
                game.board().free_points().filter(|point| zone.contains(size, *point)).collect();
            let is_near = |point: &Point| point.row() < 11 && point.column().abs_diff(7) < 4;
            let near: Vec<Point> = free.iter().copied().filter(is_near).collect();
            let point = if near.is_empty() { random.pick(&free) } else { random.pick(&near) };
            let with = Said { draw: random.chance(5), five: random.chance(10) };
            Command::Place { ply, point, with, lag }
        }
    })
}

/// The game goes on by and by: the arbiter lets it, the mover seals, the arbiter opens, both confirm.
fn arbitrate(bout: &mut Bout, random: &mut Random) {
    if random.chance(50) {
        return;
    }
    if bout.game.is_halted() {
        let charge = PerSeat { a: Span::from_millis(random.next() % 3000), b: Span::ZERO };
        let charged = bout.rule(Ruling::GoOn { charge, force: random.chance(20) });
        if charged.is_err() {
            bout.rule(Ruling::GoOn { charge: PerSeat::default(), force: false }).unwrap();
        }
        return;
    }
    let seat = actor(bout);
    match bout.game.adjournment().cloned() {
        Some(Adjournment::Sealing) => {
            bout.settle();
            if let Ok(event) = bout.game.decide_seal(seat, bout.game.ply(), Digest([3; 32])) {
                bout.take(event);
            }
        }
        Some(Adjournment::Sealed { .. }) => {
            let sealed = match random.below(4) {
                0 => SealedMove::Pass,
                1 => SealedMove::Choose(Choice::Swap),
                _ => SealedMove::Stone(any_point(bout, random)),
            };
            let event = bout.game.decide_unseal(sealed, Nonce([4; 16])).unwrap();
            bout.take(event);
        }
        Some(Adjournment::Confirming { .. }) => {
            let _ = bout.command(random.pick(&Seat::BOTH), Command::Confirm);
        }
        None => {}
    }
}

fn ruling(random: &mut Random) -> Ruling {
    let seat = random.pick(&Seat::BOTH);
    let span = |random: &mut Random| Span::from_millis(random.next() % 60_000);
    match random.below(24) {
        0..=4 => Ruling::Halt,
        5..=8 => Ruling::Adjourn,
        9 | 10 => Ruling::SetClock { seat, left: span(random) },
        11 | 12 => Ruling::Split,
        13..=15 => {
            let (minus, plus) = (span(random), span(random));
            Ruling::TimePenalty { seat, minus, plus, force: random.chance(50) }
        }
        16 | 17 => Ruling::Violation { seat },
        18 => Ruling::Loss { seat },
        19 => Ruling::DoubleLoss,
        20 => Ruling::Draw,
        21 => Ruling::Replay,
        22 if random.chance(20) => Ruling::Disqualify { seat },
        22 => Ruling::Recolour { cause: Miscolouring::Players },
        _ => Ruling::GoOn { charge: PerSeat::default(), force: false },
    }
}

/// Anything else.
fn aside(bout: &Bout, random: &mut Random) -> Command {
    let ply = bout.game.ply();
    let point = any_point(bout, random);
    let last = bout.game.moves().iter().rev().find_map(|made| Some(made.deed.stone()?.0));
    match random.below(17) {
        0 => Command::Resign,
        15 => Command::Ready,
        16 => Command::Confirm,
        1 => Command::Pass { ply, with: Said { draw: random.chance(20), five: false }, lag: Span::ZERO },
        2 | 3 => Command::ClaimForbidden { point: last.unwrap_or(point) },
        4 => Command::ClaimForbidden { point },
        5 => Command::DeclareFive,
        6 => Command::OfferDraw { ply },
        7 => Command::AcceptDraw { ply },
        8 => Command::DeclineDraw { ply },
        9 => Command::Object { ply },
        10 => Command::AskTakeback { ply },
        11 => Command::AskPause { ply },
        12 => Command::Abort,
        13 => Command::Pass { ply, with: Said::NOTHING, lag: Span::ZERO },
        _ => Command::Place { ply, point, with: Said::NOTHING, lag: Span::ZERO },
    }
}

fn any_point(bout: &Bout, random: &mut Random) -> Point {
    let points: Vec<Point> = bout.game.board().size().iter().collect();
    random.pick(&points)
}

fn rules(random: &mut Random) -> RuleSet {
    let adjudications = [
        Adjudication::Auto,
        Adjudication::Claim { overline_any_time: false },
        Adjudication::Claim { overline_any_time: true },
        Adjudication::PlayAgain { forced_loss: false },
        Adjudication::PlayAgain { forced_loss: true },
        Adjudication::Block,
    ];
    RuleSet {
        opening: opening(random),
        adjudication: random.pick(&adjudications),
        declaration: random.pick(&[Declaration::Automatic, Declaration::Automatic, Declaration::Declared]),
        pass: random.pick(&[PassRule::Never, PassRule::FromMoveSix]),
        draws: random.pick(&[
            DrawRule::Plain,
            DrawRule::WithMove { strict: true },
            DrawRule::WithMove { strict: false },
        ]),
        draw_wins: random.pick(&[None, None, Some(Stone::Black), Some(Stone::White)]),
        takebacks: random.pick(&[TakebackRule::Never, TakebackRule::ByAgreement]),
        pauses: random.pick(&[PauseRule::Never, PauseRule::ByAgreement]),
        start: random.pick(&[
            StartRule::WhenSeated { within: RuleSet::OPEN_USUAL },
            StartRule::WhenSeated { within: RuleSet::OPEN_USUAL },
            StartRule::Scheduled { after: Span::ZERO, late: Span::from_secs(60) },
        ]),
        edition: random.pick(&[Edition::Of2013, Edition::Of2009, Edition::Older]),
        confirm_result: random.chance(30),
        ..RuleSet::renju(clock(random))
    }
}

fn opening(random: &mut Random) -> OpeningRule {
    let free = FreeOpening {
        centre: random.chance(50),
        own_side: random.chance(30),
        only_26: random.chance(30),
        swap_after_three: random.chance(50),
    };
    let agreed = OpeningRule::Agreed { opening: &OPENINGS[random.below(26)], swap: random.chance(50) };
    random.pick(&[
        OpeningRule::Free(free),
        agreed,
        OpeningRule::Specified { fifths: Fifths::Fixed(2) },
        OpeningRule::Specified { fifths: Fifths::Announced },
        OpeningRule::Soosyrv { most: 8 },
        OpeningRule::Tarannikov,
        OpeningRule::Taraguchi { fifths: 3 },
        OpeningRule::Sakata,
        OpeningRule::RenjuSwap,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Swap1,
        OpeningRule::Pro,
        OpeningRule::LongPro,
    ])
}

fn clock(random: &mut Random) -> Option<TimeControl> {
    let count = |number| NonZeroU16::new(number).unwrap();
    let stage = |seconds| Stage {
        time: Span::from_secs(seconds),
        periods: count(1),
        quota: None,
        gain: Gain::Nothing,
        exhausted: Exhausted::Flag,
    };
    let every = |moves, met| Some(Quota { moves: count(moves), met });
    let main = Stage { exhausted: Exhausted::NextStage, ..stage(20) };
    let byo_yomi = Stage { quota: every(1, QuotaMet::Restart), periods: count(3), ..stage(6) };
    let ten_moves = Stage { quota: every(10, QuotaMet::Restart), ..stage(60) };
    let forty = Stage { quota: every(8, QuotaMet::NextStage { carry: true }), ..stage(60) };
    let stages = match random.below(10) {
        0 => return None,
        8 => {
            let split_at = NonZeroU8::new(25).filter(|_| random.chance(50));
            let shared = Shared { split_at, ..Shared::to_the_end(Span::from_secs(60)) };
            return Some(TimeControl::assemble(Some(shared), Vec::new(), OnFlag::Loss).unwrap());
        }
        1 => vec![stage(120)],
        2 => vec![Stage { gain: Gain::Increment(Span::from_secs(3)), ..stage(30) }],
        3 => vec![main, byo_yomi],
        4 => vec![main, ten_moves],
        5 => vec![forty, Stage { gain: Gain::Delay(Span::from_secs(2)), ..stage(60) }],
        6 => vec![Stage { gain: Gain::GiveBack(Span::from_secs(3)), ..stage(60) }],
        _ => vec![byo_yomi],
    };
    let shared = Shared::before_stages(Span::from_secs(40));
    let is_per_move = stages.last().is_some_and(Stage::is_per_move);
    let on_flag = match random.below(10) {
        0 | 1 => OnFlag::Fouls(NonZeroU8::new(2).unwrap()),
        2..=6 if is_per_move => OnFlag::Pass,
        _ => OnFlag::Loss,
    };
    Some(TimeControl::assemble(random.chance(20).then_some(shared), stages, on_flag).unwrap())
}
