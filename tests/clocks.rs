//! The clocks of the rulebook (I), each rule by its number, through games that are played on them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    reason = "a test may panic"
)]

#[path = "common/values.rs"]
mod values;

use std::num::NonZeroU8;
use tengen::game::Game;
use values::{byo_yomi, control, count, fischer, ms, point, restarting, secs, stage, sudden_death};

use tengen::game::clock::{
    BadTimeControl, Exhausted, Face, Gain, OnFlag, Quota, QuotaMet, Reading, Shared, Stage, TimeControl,
};
use tengen::game::event::{Command, Event, Reason, Refusal, Ruling, Said, Score};
use tengen::game::moment::{Moment, Span};
use tengen::game::ruleset::{LagRule, RuleSet, StartRule, TakebackRule};
use tengen::game::seat::{PerSeat, Seat};

/// A game in which A plays Black and both only put stones where nothing comes of them.
struct Bout {
    game: Game,
    now: Moment,
}

impl Bout {
    fn on(control: TimeControl) -> Self {
        Self::with(RuleSet { lag: LagRule::OFF, ..RuleSet::freestyle(Some(control)) })
    }

    fn with(rules: RuleSet) -> Self {
        let mut game = Game::new(rules);
        let started = game.start(Seat::A).unwrap();
        game.evolve(Moment::ZERO, &started);
        Self { game, now: Moment::ZERO }
    }

    /// Time passes, and the side to move plays.
    fn play(&mut self, thought: Span) -> Result<(), Refusal> {
        self.play_with_lag(thought, Span::ZERO)
    }

    fn play_with_lag(&mut self, thought: Span, lag: Span) -> Result<(), Refusal> {
        self.now = self.now + thought;
        self.settle(lag);
        let ply = self.game.ply();
        // Every other point of every other row: no two stones ever touch.
        let free = ply % 7;
        let name = format!("{}{}", char::from(b'a' + u8::try_from(free * 2).unwrap()), 1 + 2 * (ply / 7));
        let seat = self.game.owed().map_or(Seat::A, |owed| owed.seat);
        let command = Command::Place { ply, point: point(&name), with: Said::NOTHING, lag };
        for event in self.game.decide(seat, command, self.now)? {
            self.game.evolve(self.now, &event);
        }
        Ok(())
    }

    /// Lets time do what it does, and gives the moment a flag fell.
    fn settle(&mut self, measured: Span) -> Option<Moment> {
        let seat = self.game.owed()?.seat;
        let grace = self.game.clock().map_or(Span::ZERO, |clock| clock.grace(seat, measured));
        let (due, events) = self.game.lapsed(self.now, grace)?;
        events.iter().for_each(|event| self.game.evolve(due, event));
        Some(due)
    }

    fn face(&self, seat: Seat) -> Face {
        match self.game.clock().unwrap().reading(seat, self.now) {
            Reading::Left(face) => face,
            Reading::Out => panic!("out of time"),
        }
    }

    fn left(&self, seat: Seat) -> u64 {
        self.face(seat).left.millis()
    }

    fn loser(&self) -> Option<Seat> {
        let outcome = self.game.outcome()?;
        assert_eq!(outcome.reason, Reason::Flag);
        Seat::BOTH.into_iter().find(|seat| outcome.scores[*seat] == Score::Loss)
    }
}

#[test]
fn i02_sudden_death_is_lost_when_all_of_it_is_used() {
    let mut in_time = Bout::on(sudden_death(secs(900)));
    in_time.play(Span::from_millis(899_999)).unwrap();
    assert_eq!(in_time.left(Seat::A), 1);

    let mut late = Bout::on(sudden_death(secs(900)));
    assert_eq!(late.play(secs(900)), Err(Refusal::GameOver));
    assert_eq!(late.loser(), Some(Seat::A));
}

#[test]
fn i03_using_exactly_the_allowance_is_already_over() {
    let control = || byo_yomi(secs(1), 1, secs(60));
    let mut in_time = Bout::on(control());
    in_time.play(Span::from_millis(60_999)).unwrap();
    let mut late = Bout::on(control());
    assert_eq!(late.play(secs(61)), Err(Refusal::GameOver));
}

#[test]
fn i04_the_flag_falls_when_it_was_due_whoever_looks_and_whenever() {
    let mut bout = Bout::on(sudden_death(secs(10)));
    bout.play(secs(1)).unwrap();
    assert_eq!(bout.game.deadline(), Some(ms(11_000)));
    bout.now = ms(500_000);
    assert_eq!(bout.settle(Span::ZERO), Some(ms(11_000)));
    assert_eq!(bout.loser(), Some(Seat::B));
    assert_eq!(bout.game.deadline(), None);
    assert_eq!(bout.game.lapsed(ms(900_000), Span::ZERO), None, "a game ends once");
}

#[test]
fn i05_periods_without_quota_follow_each_other() {
    let first = Stage { exhausted: Exhausted::NextStage, ..stage(secs(1800)) };
    let mut bout = Bout::on(control(vec![first, stage(secs(600))]));
    bout.now = ms(1_800_000);
    let face = bout.face(Seat::A);
    assert_eq!((face.stage, face.left), (1, secs(600)));
    assert_eq!(bout.game.deadline(), Some(ms(2_400_000)));
}

#[test]
fn i06_a_quota_met_carries_over_and_a_quota_missed_loses() {
    let quota = Some(Quota { moves: count(2), met: QuotaMet::NextStage { carry: true } });
    let stages = || vec![Stage { quota, ..stage(secs(3600)) }, stage(secs(1800))];
    let mut met = Bout::on(control(stages()));
    met.play(secs(1)).unwrap();
    met.play(secs(1)).unwrap();
    met.play(Span::from_millis(3_598_999)).unwrap();
    let face = met.face(Seat::A);
    assert_eq!((face.stage, face.left.millis()), (1, 1_800_001));

    let mut missed = Bout::on(control(stages()));
    missed.play(secs(1)).unwrap();
    missed.play(secs(1)).unwrap();
    assert_eq!(missed.play(secs(3599)), Err(Refusal::GameOver));
    assert_eq!(missed.loser(), Some(Seat::A));
}

#[test]
fn i08_a_move_inside_the_only_period_costs_nothing() {
    let mut bout = Bout::on(control(vec![restarting(secs(60), 1, 1)]));
    for _ in 0..10 {
        bout.play(secs(59)).unwrap();
    }
    assert_eq!(bout.left(Seat::A), 60_000);
    assert_eq!(bout.play(secs(60)), Err(Refusal::GameOver));
}

#[test]
fn i09_a_long_move_uses_up_periods_and_the_last_one_comes_back_whole() {
    let mut bout = Bout::on(byo_yomi(secs(1), 3, secs(30)));
    bout.play(secs(1 + 65)).unwrap();
    let face = bout.face(Seat::A);
    assert_eq!((face.stage, face.periods, face.left), (1, 1, secs(30)));
    bout.play(secs(1)).unwrap();
    bout.now = bout.now + Span::from_millis(29_999);
    assert_eq!(bout.left(Seat::A), 1);
    assert_eq!(bout.game.deadline(), Some(bout.now + Span::from_millis(1)));
}

#[test]
fn i09_main_time_that_runs_out_in_the_middle_of_a_move_goes_on_in_the_first_period() {
    let mut bout = Bout::on(byo_yomi(secs(60), 3, secs(30)));
    bout.now = ms(75_000);
    let face = bout.face(Seat::A);
    assert_eq!((face.stage, face.periods, face.left), (1, 3, secs(15)));
    bout.now = ms(60_000);
    let face = bout.face(Seat::A);
    assert_eq!((face.stage, face.periods, face.left), (1, 3, secs(30)), "exactly the main time is used up");
}

#[test]
fn i11_ten_moves_in_five_minutes_begin_a_new_block() {
    let mut bout = Bout::on(control(vec![restarting(secs(300), 1, 3)]));
    for left in [3, 2] {
        assert_eq!(bout.face(Seat::A).moves_left(bout.game.clock().unwrap().control()), Some(left));
        bout.play(secs(100)).unwrap();
        bout.play(secs(1)).unwrap();
    }
    assert_eq!(bout.face(Seat::A).moves_left(bout.game.clock().unwrap().control()), Some(1));
    bout.play(secs(99)).unwrap();
    let face = bout.face(Seat::A);
    assert_eq!((face.left, face.made), (secs(300), 0), "unused time is lost");

    let mut late = Bout::on(control(vec![restarting(secs(300), 1, 3)]));
    late.play(secs(299)).unwrap();
    late.play(secs(1)).unwrap();
    assert_eq!(late.play(secs(1)), Err(Refusal::GameOver));
}

#[test]
fn i12_the_increment_follows_every_move_the_first_too() {
    let mut bout = Bout::on(fischer(secs(300), secs(10)));
    bout.play(secs(7)).unwrap();
    assert_eq!(bout.left(Seat::A), 303_000);
    bout.play(Span::from_millis(299_999)).unwrap();
    assert_eq!(bout.left(Seat::B), 10_001);
}

#[test]
fn bronstein_gives_back_what_was_used_and_delay_costs_nothing_at_first() {
    let mut bronstein = Bout::on(control(vec![Stage { gain: Gain::GiveBack(secs(5)), ..stage(secs(60)) }]));
    bronstein.play(secs(3)).unwrap();
    bronstein.play(secs(8)).unwrap();
    assert_eq!((bronstein.left(Seat::A), bronstein.left(Seat::B)), (60_000, 57_000));

    let mut delay = Bout::on(control(vec![Stage { gain: Gain::Delay(secs(5)), ..stage(secs(60)) }]));
    delay.play(secs(3)).unwrap();
    delay.play(secs(8)).unwrap();
    assert_eq!((delay.left(Seat::A), delay.left(Seat::B)), (60_000, 57_000));
    assert_eq!(delay.game.deadline(), Some(ms(11_000 + 65_000)));
}

#[test]
fn i15_each_move_has_its_limit() {
    let mut bout = Bout::on(control(vec![restarting(secs(15), 1, 1)]));
    bout.play(Span::from_millis(14_999)).unwrap();
    assert_eq!(bout.play(secs(15)), Err(Refusal::GameOver));
    assert_eq!(bout.loser(), Some(Seat::B));
}

#[test]
fn a07_used_and_left_are_both_kept() {
    let mut bout = Bout::on(sudden_death(secs(600)));
    bout.play(secs(61)).unwrap();
    let face = bout.face(Seat::A);
    assert_eq!((face.used.millis(), face.left.millis()), (61_000, 539_000));
}

#[test]
fn lag_is_given_back_within_the_move_and_the_game() {
    let rules = RuleSet { lag: LagRule::USUAL, ..RuleSet::freestyle(Some(sudden_death(secs(10)))) };
    let mut bout = Bout::with(rules);
    bout.play_with_lag(secs(1), Span::from_millis(400)).unwrap();
    assert_eq!(bout.left(Seat::A), 9_150, "150 ms at most for a move");
    bout.play_with_lag(Span::from_millis(20), Span::from_millis(100)).unwrap();
    assert_eq!(bout.left(Seat::B), 10_000, "never more than the move took");
    for _ in 0..40 {
        bout.play_with_lag(Span::from_millis(150), Span::from_millis(150)).unwrap();
    }
    assert_eq!(bout.game.clock().unwrap().credit(Seat::A), Span::ZERO, "3 s at most for a game");
    assert_eq!(bout.left(Seat::A), 9_150 - 150);
}

#[test]
fn c02_a_move_that_left_in_time_is_in_time_within_its_measured_delay() {
    let rules = RuleSet { lag: LagRule::USUAL, ..RuleSet::freestyle(Some(sudden_death(secs(10)))) };
    let mut bout = Bout::with(rules.clone());
    bout.play_with_lag(Span::from_millis(10_099), Span::from_millis(100)).unwrap();
    assert_eq!(bout.left(Seat::A), 1);

    let mut late = Bout::with(rules);
    assert_eq!(late.play_with_lag(Span::from_millis(10_100), Span::from_millis(100)), Err(Refusal::GameOver));
    assert_eq!(late.loser(), Some(Seat::A));
}

#[test]
fn c01_a_clock_never_shows_less_than_nothing() {
    let mut bout = Bout::on(byo_yomi(secs(600), 5, secs(30)));
    bout.now = ms(10_000_000);
    assert_eq!(bout.game.clock().unwrap().reading(Seat::A, bout.now), Reading::Out);
    bout.settle(Span::ZERO).unwrap();
    let face = bout.game.clock().unwrap().face(Seat::A);
    assert_eq!((face.left, face.periods, face.used), (Span::ZERO, 0, secs(750)));
}

#[test]
fn c07_the_clocks_stand_after_the_end() {
    let mut bout = Bout::on(sudden_death(secs(60)));
    bout.play(secs(5)).unwrap();
    bout.now = ms(7_000);
    for event in bout.game.decide(Seat::A, Command::Resign, bout.now).unwrap() {
        bout.game.evolve(bout.now, &event);
    }
    bout.now = ms(1_000_000);
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (55_000, 58_000));
}

#[test]
fn i25_a_game_ends_within_one_day() {
    assert_eq!(TimeControl::new(vec![stage(secs(13 * 3600))]), Err(BadTimeControl::TooLong));
    assert!(TimeControl::new(vec![stage(secs(12 * 3600))]).is_ok());
}

#[test]
fn a_clock_that_leads_nowhere_or_has_no_time_is_refused() {
    let leads_on = Stage { exhausted: Exhausted::NextStage, ..stage(secs(60)) };
    let gains = Stage { gain: Gain::Increment(secs(3601)), ..stage(secs(60)) };
    for (stages, error) in [
        (vec![], BadTimeControl::StageCount),
        (vec![stage(secs(60)); 9], BadTimeControl::StageCount),
        (vec![stage(Span::from_millis(999))], BadTimeControl::StageTime),
        (vec![leads_on], BadTimeControl::NoNextStage),
        (vec![gains], BadTimeControl::GainTime),
    ] {
        assert_eq!(TimeControl::new(stages), Err(error));
    }
}

#[test]
fn i01_two_replays_of_one_trace_show_the_same_to_the_millisecond() {
    let trace: Vec<u64> = (0..40).map(|index| (index * 7919) % 4_000).collect();
    let replay = || {
        let mut bout = Bout::on(byo_yomi(secs(20), 3, secs(5)));
        for thought in &trace {
            let _ = bout.play(Span::from_millis(*thought));
        }
        (bout.game.clock().cloned(), bout.game.moves().to_vec())
    };
    assert_eq!(replay(), replay());
}

#[test]
fn i19_black_s_clock_runs_from_the_start_though_nobody_moves() {
    let bout = Bout::on(sudden_death(secs(60)));
    let running = bout.game.clock().unwrap().running().unwrap();
    assert_eq!((running.seat, running.since), (Seat::A, Moment::ZERO));
    assert!(matches!(bout.game.start(Seat::A), Ok(Event::Started { black: Seat::A })));
}

/// What is read out from now on until `until`, as elapsed seconds.
fn read_out(bout: &Bout, until: Moment) -> Vec<u64> {
    let mut after = bout.now;
    let mut said = Vec::new();
    while let Some((at, readout)) = bout.game.clock().unwrap().next_readout(after) {
        if at > until {
            break;
        }
        assert_eq!(readout.elapsed + readout.left, bout.face_at(readout.seat, at).1, "of one period");
        said.push(readout.elapsed.millis() / 1000);
        after = at;
    }
    said
}

impl Bout {
    /// A face at a moment, and how long its period is.
    fn face_at(&self, seat: Seat, at: Moment) -> (Face, Span) {
        let clock = self.game.clock().unwrap();
        let Reading::Left(face) = clock.reading(seat, at) else { panic!("out of time") };
        (face, clock.control().stages()[usize::from(face.stage)].time)
    }
}

#[test]
fn i10_a_minute_is_read_out_at_30_40_50_and_56_to_59() {
    let bout = Bout::on(byo_yomi(secs(1), 1, secs(60)));
    assert_eq!(read_out(&bout, ms(1000 + 57_200)), [30, 40, 50, 56, 57], "none after the move");
    assert_eq!(read_out(&bout, ms(1_000_000)), [30, 40, 50, 56, 57, 58, 59]);
    assert_eq!(bout.game.deadline(), Some(ms(61_000)), "then time is out");
}

#[test]
fn i10_half_a_minute_is_read_out_at_15_and_25_to_29_in_each_of_its_periods() {
    let bout = Bout::on(control(vec![restarting(secs(30), 2, 1)]));
    let once = [15, 25, 26, 27, 28, 29];
    assert_eq!(read_out(&bout, ms(30_000)), once);
    assert_eq!(read_out(&bout, ms(60_000)), [once, once].concat());
}

#[test]
fn i10_any_other_period_is_read_out_by_what_is_left() {
    let said = |seconds| read_out(&Bout::on(control(vec![restarting(secs(seconds), 1, 1)])), ms(90_000));
    assert_eq!(said(45), [15, 25, 35, 40, 41, 42, 43, 44]);
    assert_eq!(said(10), [5, 6, 7, 8, 9]);
    assert_eq!(said(5), [1, 2, 3, 4]);
}

#[test]
fn i10_nothing_is_read_out_of_main_time_or_of_blocks_of_moves() {
    assert_eq!(read_out(&Bout::on(sudden_death(secs(60))), ms(60_000)), [0_u64; 0]);
    assert_eq!(read_out(&Bout::on(control(vec![restarting(secs(60), 1, 10)])), ms(60_000)), [0_u64; 0]);
}

#[test]
fn i10_what_was_thought_of_a_period_before_a_pause_is_not_read_out_again() {
    let mut bout = Bout::on(control(vec![restarting(secs(60), 1, 1)]));
    bout.now = ms(45_000);
    for ruling in [Ruling::Halt, Ruling::GoOn { charge: PerSeat::default(), force: false }] {
        for event in bout.game.rule(ruling, bout.now).unwrap() {
            bout.game.evolve(bout.now, &event);
        }
    }
    assert_eq!(read_out(&bout, ms(90_000)), [50, 56, 57, 58, 59]);
}

#[test]
fn i13_shared_time_runs_whoever_moves_and_ends_in_a_draw() {
    let pool = || TimeControl::pool(secs(7200)).unwrap();
    let mut bout = Bout::on(pool());
    bout.play(secs(1000)).unwrap();
    bout.play(secs(1400)).unwrap();
    assert_eq!(bout.game.clock().unwrap().shared_at(bout.now), Some(secs(4800)));
    assert_eq!(bout.game.clock().unwrap().face(Seat::B).used, secs(1400));
    assert_eq!(bout.game.deadline(), Some(ms(7_200_000)));
    assert_eq!(bout.play(secs(4800)), Err(Refusal::GameOver));
    let outcome = bout.game.outcome().unwrap();
    assert_eq!(
        (&outcome.reason, outcome.scores),
        (&Reason::SharedTime, PerSeat { a: Score::Draw, b: Score::Draw })
    );
}

/// The clock that a short notation means.
fn noted(text: &str) -> TimeControl {
    tengen::spelling::read_clock(text).unwrap()
}

#[test]
fn i10_a_clock_chooses_the_seconds_that_are_read_out() {
    assert_eq!(read_out(&Bout::on(noted("1x60s read 10 45 58")), ms(60_000)), [10, 45, 58]);
    assert_eq!(read_out(&Bout::on(noted("1x20s read 19")), ms(20_000)), [19]);
    assert_eq!(read_out(&Bout::on(noted("2x20s read 5")), ms(40_000)), [5, 5], "of each period");
    let free = Bout::on(noted("free 10s 10s 2x20s read 5"));
    let said = free.game.clock().unwrap().next_readout(Moment::ZERO).unwrap();
    assert_eq!(said.0, ms(25_000), "after free and main time");
}

#[test]
fn i10_read_outs_that_contradict_the_period_are_refused_with_both_named() {
    let bad = noted("2x40s 1x30s").reading_out(vec![15, 30]).unwrap_err();
    assert_eq!(bad, BadTimeControl::ReadoutLate { second: 30, period: secs(30) });
    assert_eq!(bad.to_string(), "30 s cannot be read out of a period of 30 s, which is then over");
    assert!(noted("2x40s 1x30s").reading_out(vec![15, 29]).is_ok());
    assert!(noted("1x60s").reading_out((1..=20).collect()).is_ok());
    for seconds in [vec![], vec![0, 5], vec![5, 5], vec![6, 5], (1..=21).collect()] {
        assert_eq!(noted("1x60s").reading_out(seconds), Err(BadTimeControl::ReadoutList));
    }
    for without in ["5m", "5m/10", "shared 2h"] {
        assert_eq!(noted(without).reading_out(vec![5]), Err(BadTimeControl::NothingToReadOut), "{without}");
    }
}

#[test]
fn i13_shared_time_splits_itself_when_so_much_of_it_is_left() {
    let mut bout = Bout::on(noted("shared 2h split 25%"));
    bout.play(secs(1000)).unwrap();
    assert_eq!(bout.game.deadline(), Some(ms(5_400_000)));
    bout.now = ms(5_400_000 + 60_000);
    assert_eq!(bout.settle(Span::ZERO), Some(ms(5_400_000)), "when it was due");
    assert_eq!(bout.game.clock().unwrap().shared(), None);
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (900_000, 840_000), "B has thought a minute since");
    bout.now = ms(5_400_000 + 900_000);
    assert_eq!(bout.settle(Span::ZERO), Some(bout.now), "each half is sudden death");
    assert_eq!(bout.loser(), Some(Seat::B));
}

#[test]
fn i13_the_odd_millisecond_goes_to_the_side_not_to_move_and_an_arbiter_can_split_before() {
    let shared = |time| {
        let split_at = NonZeroU8::new(33);
        let shared = Shared { split_at, ..Shared::to_the_end(Span::from_millis(time)) };
        TimeControl::assemble(Some(shared), Vec::new(), OnFlag::Loss).unwrap()
    };
    let mut odd = Bout::on(shared(100_010));
    odd.now = ms(100_010 - 33_003);
    assert_eq!(odd.settle(Span::ZERO), Some(odd.now));
    assert_eq!((odd.left(Seat::A), odd.left(Seat::B)), (16_501, 16_502));

    let mut early = Bout::on(shared(100_000));
    early.now = ms(20_000);
    for event in early.game.rule(Ruling::Split, early.now).unwrap() {
        early.game.evolve(early.now, &event);
    }
    assert_eq!((early.left(Seat::A), early.left(Seat::B)), (40_000, 40_000));
    assert_eq!(early.game.deadline(), Some(ms(60_000)), "it splits once");
}

#[test]
fn i13_only_time_that_is_shared_to_the_end_splits_itself_and_not_all_of_it() {
    let assemble = |shared: Shared, percent, stages| {
        let split_at = NonZeroU8::new(percent);
        TimeControl::assemble(Some(Shared { split_at, ..shared }), stages, OnFlag::Loss).map(drop)
    };
    let refused = Err(BadTimeControl::SplitShare);
    assert_eq!(assemble(Shared::to_the_end(secs(60)), 100, Vec::new()), refused);
    assert_eq!(assemble(Shared::to_the_end(secs(60)), 99, Vec::new()), Ok(()));
    assert_eq!(assemble(Shared::before_stages(secs(60)), 25, vec![stage(secs(60))]), refused);
}

#[test]
fn i13_s05_a_stone_that_is_taken_off_after_the_split_gives_no_shared_time_back() {
    let adjudication = tengen::game::ruleset::Adjudication::PlayAgain { forced_loss: false };
    let clock = Some(noted("shared 100s split 50%"));
    let mut bout = Bout::with(RuleSet { adjudication, lag: LagRule::OFF, ..RuleSet::renju(clock) });
    let places = ["h8", "a1", "h9", "a3", "j10", "a5", "k10", "a7", "h10"];
    for (ply, name) in (0..).zip(places) {
        let command = Command::Place { ply, point: point(name), with: Said::NOTHING, lag: Span::ZERO };
        let seat = bout.game.owed().unwrap().seat;
        for event in bout.game.decide(seat, command, bout.now).unwrap() {
            bout.game.evolve(bout.now, &event);
        }
    }
    bout.now = ms(50_000);
    assert_eq!(bout.settle(Span::ZERO), Some(bout.now));
    bout.now = ms(60_000);
    let claim = Command::ClaimForbidden { point: point("h10") };
    for event in bout.game.decide(Seat::B, claim, bout.now).unwrap() {
        bout.game.evolve(bout.now, &event);
    }
    assert_eq!(bout.game.board().get(point("h10")), None, "the stone is off the board");
    assert_eq!(bout.game.owed().unwrap().seat, Seat::A);
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (25_000, 15_000));
}

#[test]
fn i13_time_that_is_all_shared_has_nothing_beside_it() {
    let shared = Some(Shared::to_the_end(secs(60)));
    let with_stages = TimeControl::assemble(shared, vec![stage(secs(60))], OnFlag::Loss);
    assert_eq!(with_stages, Err(BadTimeControl::SharedWithStages));
    let with_fouls = TimeControl::assemble(shared, Vec::new(), OnFlag::Fouls(NonZeroU8::MIN));
    assert_eq!(with_fouls, Err(BadTimeControl::SharedWithFouls));
    assert_eq!(TimeControl::pool(secs(24 * 3600 + 1)), Err(BadTimeControl::SharedTime));
    assert!(TimeControl::pool(secs(10 * 3600)).is_ok(), "1 to 10 hours in the rules");
}

fn fouls(number: u8) -> OnFlag {
    OnFlag::Fouls(NonZeroU8::new(number).unwrap())
}

/// Half an hour without clocks, then these stages.
fn deferred(stages: Vec<Stage>, on_flag: OnFlag) -> TimeControl {
    let shared = Some(Shared::before_stages(secs(1800)));
    TimeControl::assemble(shared, stages, on_flag).unwrap()
}

#[test]
fn i14_clocks_begin_in_the_middle_of_the_move_when_the_free_time_is_over() {
    let mut bout = Bout::on(deferred(vec![stage(secs(900))], OnFlag::Loss));
    bout.play(secs(1700)).unwrap();
    assert_eq!(bout.left(Seat::B), 900_000);
    bout.now = ms(1_800_000);
    assert_eq!(bout.game.clock().unwrap().shared_at(bout.now), None);
    assert_eq!(bout.left(Seat::B), 900_000, "at 30:00 the mover's clock shows 15:00");
    bout.play(secs(40)).unwrap();
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (900_000, 860_000));
    bout.play(secs(10)).unwrap();
    assert_eq!(bout.left(Seat::A), 890_000);
    assert_eq!(bout.game.clock().unwrap().face(Seat::B).used, secs(140), "all thought counts as used");
}

#[test]
fn i14_after_the_free_time_each_move_has_thirty_seconds() {
    let mut bout = Bout::on(deferred(vec![restarting(secs(30), 1, 1)], OnFlag::Loss));
    bout.play(secs(1790)).unwrap();
    bout.play(secs(39)).unwrap();
    assert_eq!(bout.left(Seat::B), 30_000, "29 s of its own were used, and it restarts");
    bout.now = bout.now + secs(30);
    assert_eq!(bout.settle(Span::ZERO), Some(ms(1_859_000)));
    assert_eq!(bout.loser(), Some(Seat::A));
}

#[test]
fn i14_what_is_played_in_the_free_time_gains_and_counts_for_nothing() {
    let quota = Quota { moves: count(2), met: QuotaMet::Restart };
    let fischer = Stage { gain: Gain::Increment(secs(10)), quota: Some(quota), ..stage(secs(60)) };
    let mut bout = Bout::on(deferred(vec![fischer], OnFlag::Loss));
    bout.play(secs(10)).unwrap();
    bout.play(secs(10)).unwrap();
    let face = bout.face(Seat::A);
    assert_eq!((face.left, face.made), (secs(60), 0));
    bout.play(secs(1785)).unwrap();
    assert_eq!((bout.face(Seat::A).left, bout.face(Seat::A).made), (secs(65), 1));
}

#[test]
fn i16_out_of_time_is_a_foul_and_the_second_foul_loses() {
    let control = TimeControl::assemble(None, vec![restarting(secs(30), 1, 1)], fouls(2)).unwrap();
    let mut bout = Bout::on(control);
    bout.now = ms(30_000);
    assert_eq!(bout.settle(Span::ZERO), Some(ms(30_000)));
    assert!(bout.game.outcome().is_none());
    assert_eq!((bout.face(Seat::A).fouls, bout.left(Seat::A)), (1, 30_000));
    assert_eq!(bout.game.owed().unwrap().seat, Seat::A, "still the same side to move");
    bout.now = ms(60_000);
    assert_eq!(bout.settle(Span::ZERO), Some(ms(60_000)));
    let outcome = bout.game.outcome().unwrap();
    assert_eq!((&outcome.reason, outcome.scores.a), (&Reason::TimeFouls, Score::Loss));
}

#[test]
fn i16_a_server_that_looks_late_finds_both_fouls_where_they_were_due() {
    let control = TimeControl::assemble(None, vec![restarting(secs(30), 1, 1)], fouls(2)).unwrap();
    let mut bout = Bout::on(control);
    bout.now = ms(500_000);
    assert_eq!(bout.settle(Span::ZERO), Some(ms(30_000)));
    assert_eq!(bout.settle(Span::ZERO), Some(ms(60_000)));
    assert!(bout.game.outcome().is_some());
}

#[test]
fn i16_a_foul_after_free_time_and_main_time_restarts_the_last_period() {
    let main = Stage { exhausted: Exhausted::NextStage, ..stage(secs(60)) };
    let mut bout = Bout::on(deferred(vec![main, restarting(secs(30), 2, 1)], fouls(3)));
    bout.now = ms(1_800_000 + 60_000 + 60_000);
    assert_eq!(bout.settle(Span::ZERO), Some(bout.now));
    let face = bout.face(Seat::A);
    assert_eq!((face.stage, face.left, face.periods, face.fouls), (1, secs(30), 1, 1));
}

#[test]
fn i25_shared_time_counts_once_and_each_side_s_own_twice() {
    let shared = |hours: u64| Some(Shared::before_stages(secs(hours * 3600)));
    let own = vec![stage(secs(8 * 3600))];
    assert!(TimeControl::assemble(shared(8), own.clone(), OnFlag::Loss).is_ok());
    assert_eq!(TimeControl::assemble(shared(9), own, OnFlag::Loss), Err(BadTimeControl::TooLong));
}

/// A game that begins at 0 though nobody is there, on a clock of twenty minutes; an hour may pass before anybody is late.
fn nobody_there() -> Bout {
    let start = StartRule::Scheduled { after: Span::ZERO, late: secs(3600) };
    Bout::with(RuleSet { lag: LagRule::OFF, start, ..RuleSet::renju(Some(sudden_death(secs(1200)))) })
}

impl Bout {
    fn happens(&mut self, at: u64, event: &Event) {
        self.now = ms(at);
        self.game.evolve(self.now, event);
    }

    fn lapsed_at(&self, at: u64) -> Vec<Event> {
        self.game.lapsed(ms(at), Span::ZERO).map_or(Vec::new(), |(_, events)| events)
    }
}

#[test]
fn i20_the_clocks_of_who_is_not_there_run_and_no_other() {
    let mut bout = nobody_there();
    let clock = |bout: &Bout| bout.game.clock().unwrap().clone();
    assert!(clock(&bout).is_running() && clock(&bout).running().is_none());
    assert_eq!(Seat::BOTH.map(|seat| clock(&bout).absent_since(seat)), [Some(ms(0)); 2]);
    bout.now = ms(60_000);
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (1_140_000, 1_140_000));

    bout.happens(100_000, &Event::Arrived { seat: Seat::A });
    assert!(clock(&bout).is_running() && clock(&bout).running().is_none(), "B's still does");
    assert_eq!(clock(&bout).absent_since(Seat::A), None);
    assert_eq!(clock(&bout).absent_since(Seat::B), Some(ms(0)));
    bout.now = ms(200_000);
    assert_eq!(
        (bout.left(Seat::A), bout.left(Seat::B)),
        (1_100_000, 1_000_000),
        "Black to move is not charged"
    );

    bout.happens(300_000, &Event::Arrived { seat: Seat::B });
    assert_eq!(clock(&bout).running().map(|running| running.seat), Some(Seat::A));
    bout.now = ms(400_000);
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (1_000_000, 900_000));

    let mut other = nobody_there();
    other.happens(50_000, &Event::Arrived { seat: Seat::B });
    assert!(clock(&other).is_running(), "A's still does");
    other.happens(60_000, &Event::Arrived { seat: Seat::A });
    other.happens(60_000, &Event::Halted);
    assert!(!clock(&other).is_running(), "none does");
}

#[test]
fn i20_black_who_is_there_in_time_is_not_charged_while_white_is_not() {
    let rules = nobody_there().game.rules().clone();
    let mut bout = Bout { game: Game::new(rules), now: Moment::ZERO };
    bout.happens(0, &Event::Arrived { seat: Seat::A });
    let started = bout.game.start(Seat::A).unwrap();
    bout.happens(0, &started);
    assert_eq!(bout.game.clock().unwrap().running(), None);
    bout.now = ms(60_000);
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (1_200_000, 1_140_000));
}

#[test]
fn i13_i14_what_is_left_of_shared_time_is_shown_while_there_is_any() {
    let shown = |control: TimeControl| {
        let bout = Bout::on(control);
        [0, 600_000, 1_800_000].map(|at| bout.game.clock().unwrap().shared_at(ms(at)).map(Span::millis))
    };
    assert_eq!(
        shown(deferred(vec![restarting(secs(30), 1, 1)], OnFlag::Loss)),
        [Some(1_800_000), Some(1_200_000), None]
    );
    let pool = TimeControl::pool(secs(1800)).unwrap();
    assert_eq!(
        shown(pool),
        [Some(1_800_000), Some(1_200_000), Some(0)],
        "where all of it is shared, none is left"
    );
}

#[test]
fn i20_who_is_absent_and_out_of_time_first_has_lost_and_both_at_once_both() {
    let ended = |events: Vec<Event>| match &events[..] {
        [Event::Ended { outcome }] => (outcome.reason.clone(), outcome.scores.a, outcome.scores.b),
        other => panic!("{other:?}"),
    };
    let both = nobody_there();
    assert_eq!(both.game.deadline(), Some(ms(1_200_000)));
    assert_eq!(ended(both.lapsed_at(1_200_000)), (Reason::DoubleForfeit, Score::Loss, Score::Loss));
    for (seat, scores) in [(Seat::A, (Score::Loss, Score::Win)), (Seat::B, (Score::Win, Score::Loss))] {
        let mut bout = nobody_there();
        bout.happens(0, &Event::ClockSet { seat, left: secs(900) });
        assert_eq!(bout.game.deadline(), Some(ms(900_000)), "the one who has less");
        assert_eq!(ended(bout.lapsed_at(900_000)), (Reason::Flag, scores.0, scores.1));
        let mut alone = nobody_there();
        alone.happens(0, &Event::Arrived { seat: seat.other() });
        assert_eq!(ended(alone.lapsed_at(1_200_000)), (Reason::Flag, scores.0, scores.1));
    }
}

#[test]
fn c02_only_the_side_whose_clock_runs_is_given_delay_back() {
    let lag = LagRule { per_move: Span::from_millis(150), per_game: secs(3) };
    let bout = Bout::with(RuleSet { lag, ..RuleSet::freestyle(Some(sudden_death(secs(60)))) });
    let clock = bout.game.clock().unwrap();
    let (measured, now) = (Span::from_millis(100), ms(5_000));
    assert_eq!(clock.grant(Seat::A, measured, now), measured);
    assert_eq!(clock.grant(Seat::B, measured, now), Span::ZERO);
    assert_eq!((clock.credit(Seat::A), clock.credit(Seat::B)), (secs(3), secs(3)));
}

#[test]
fn what_was_thought_before_a_pause_is_given_back_with_what_is_thought_after_it() {
    let bronstein = Stage { gain: Gain::GiveBack(secs(3)), ..stage(secs(60)) };
    let mut bout = Bout::on(control(vec![bronstein]));
    bout.happens(2_000, &Event::Paused);
    bout.happens(9_000, &Event::Resumed);
    bout.play(secs(2)).unwrap();
    assert_eq!(bout.left(Seat::A), 59_000, "four seconds were used, and three given back");
}

#[test]
fn a_gift_of_time_is_added_and_stays_when_a_move_is_taken_back() {
    let takebacks = TakebackRule::ByAgreement;
    let clock = Some(sudden_death(secs(60)));
    let mut bout = Bout::with(RuleSet { lag: LagRule::OFF, takebacks, ..RuleSet::freestyle(clock) });
    bout.play(secs(10)).unwrap();
    bout.happens(12_000, &Event::TimeGiven { seat: Seat::B, span: secs(15) });
    assert_eq!((bout.left(Seat::A), bout.left(Seat::B)), (65_000, 58_000));
    bout.happens(12_000, &Event::TakenBack { moves: 0 });
    assert_eq!(
        (bout.left(Seat::A), bout.left(Seat::B)),
        (75_000, 60_000),
        "as before the move, with the gift"
    );
}

#[test]
fn i16_a_foul_is_not_taken_back_with_the_move() {
    let clock = TimeControl::assemble(None, vec![restarting(secs(30), 1, 1)], fouls(3)).unwrap();
    let takebacks = TakebackRule::ByAgreement;
    let mut bout = Bout::with(RuleSet { lag: LagRule::OFF, takebacks, ..RuleSet::freestyle(Some(clock)) });
    bout.happens(30_000, &Event::TimeFouled { seat: Seat::A });
    bout.play(secs(1)).unwrap();
    bout.play(secs(1)).unwrap();
    bout.happens(33_000, &Event::TimeFouled { seat: Seat::B });
    bout.happens(34_000, &Event::TakenBack { moves: 1 });
    let fouls = |seat| bout.game.clock().unwrap().face(seat).fouls;
    assert_eq!((fouls(Seat::A), fouls(Seat::B)), (1, 1));
}

#[test]
fn i25_every_bound_of_a_clock_is_where_it_is_said_to_be() {
    let pool = |millis| TimeControl::pool(Span::from_millis(millis)).map(drop);
    assert_eq!(pool(999), Err(BadTimeControl::SharedTime));
    assert_eq!(pool(1_000), Ok(()));
    assert_eq!(pool(86_400_000), Ok(()));
    assert_eq!(pool(86_400_001), Err(BadTimeControl::SharedTime));

    let clock_of =
        |number| TimeControl::assemble(None, vec![restarting(secs(30), 1, 1)], fouls(number)).map(drop);
    assert_eq!((clock_of(1), clock_of(9), clock_of(10)), (Ok(()), Ok(()), Err(BadTimeControl::Fouls)));

    let of = |stages: Vec<Stage>| TimeControl::new(stages).map(drop);
    assert_eq!(of(vec![stage(Span::from_millis(999))]), Err(BadTimeControl::StageTime));
    assert_eq!(of(vec![stage(Span::from_millis(1_000))]), Ok(()));
    assert_eq!(
        of(vec![stage(secs(86_400))]),
        Err(BadTimeControl::TooLong),
        "twice a day is too long together"
    );
    assert_eq!(of(vec![stage(secs(86_401))]), Err(BadTimeControl::StageTime));
    assert_eq!(of(vec![stage(secs(43_200))]), Ok(()));
    assert_eq!(of(vec![stage(Span::from_millis(43_200_001))]), Err(BadTimeControl::TooLong));
    let gaining = |span| of(vec![Stage { gain: Gain::Increment(span), ..stage(secs(60)) }]);
    assert_eq!(gaining(secs(3600)), Ok(()));
    assert_eq!(gaining(Span::from_millis(3_600_001)), Err(BadTimeControl::GainTime));
    let on = Stage { exhausted: Exhausted::NextStage, ..stage(secs(60)) };
    assert_eq!(of([vec![on; 7], vec![stage(secs(60))]].concat()), Ok(()));
    assert_eq!(of([vec![on; 8], vec![stage(secs(60))]].concat()), Err(BadTimeControl::StageCount));
    assert_eq!(of(vec![on]), Err(BadTimeControl::NoNextStage));
}
