//! Records for tests: one of every kind, and any at all.

use std::num::{NonZeroU8, NonZeroU16};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use tengen::game::board::Stone;
use tengen::game::clock::{Exhausted, Gain, OnFlag, Quota, QuotaMet, Shared, Stage, TimeControl};
use tengen::game::event::{
    Deed, Event as GameEvent, Favour, Outcome, Reason, Score, Settled, Sides, Violation,
};
use tengen::game::moment::{Moment, Span};
use tengen::game::opening::{Choice, FIFTHS_MAX, Fifths, FreeOpening, OPENINGS, OpeningRule};
use tengen::game::point::{BoardSize, Point};
use tengen::game::rules::{Five, Forbidden, Foul};
use tengen::game::ruleset::{
    Adjudication, Declaration, DrawRule, Edition, GiftRule, LagRule, PassRule, PauseRule, RuleSet, StartRule,
    TakebackRule,
};
use tengen::game::seal::{Nonce, SealedMove};
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{
    ArbiterEvent, Arbitration, Bout, Call, Cause, ColourEvent, ColourRight, Colours, CommandId,
    CompetitionId, Drawn, Envelope, Event, Ground, Lot, Method, Name, Opened, Person, PersonId, Recorded,
    Remark, RoomId, Salt, Visibility, WallTime, commitment,
};

/// The room with this number.
pub(crate) fn room(number: u16) -> RoomId {
    let [high, low] = number.to_be_bytes();
    RoomId::from_entropy([high >> 3, high & 7, low >> 5, low & 31, 1, 2, 3, 4, 5, 6, 7, 8])
}

/// The person with this number.
pub(crate) fn person(number: u8) -> PersonId {
    PersonId::from_entropy([number >> 5, number & 31, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9])
}

/// The point with this name.
pub(crate) fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// What opens a room with these rules.
pub(crate) fn opened(rules: RuleSet) -> Opened {
    Opened {
        rules,
        colours: Colours::Black(Seat::A),
        lot: Lot([7; 16]),
        visibility: Visibility::Public,
        wall: WallTime(1_790_000_000_000),
        server: "0.1.0".to_owned(),
        previous: None,
        series: None,
        arbitration: Arbitration::None,
        board: None,
        bout: None,
    }
}

/// The record that opens a room.
pub(crate) fn opening() -> Recorded {
    record(0, vec![Event::Opened(Box::new(opened(RuleSet::renju(None))))])
}

/// A record that goes on with a journal: somebody proposes a draw.
pub(crate) fn further(seq: u32) -> Recorded {
    record(seq, vec![Event::Game(GameEvent::DrawOffered { seat: Seat::B, improper: false })])
}

/// A record of these events, at a moment of its own.
pub(crate) fn record(seq: u32, events: Vec<Event>) -> Recorded {
    Recorded { seq, at: Moment::from_millis(u64::from(seq) * 1000), cause: None, events }
}

/// Makes a fresh variant of the list stop the build until [`every_event`] has it.
fn is_listed(event: &Event) -> bool {
    match event {
        Event::Opened(_)
        | Event::Seated { .. }
        | Event::RematchOffered { .. }
        | Event::RematchDeclined { .. }
        | Event::RematchMade { .. }
        | Event::Envelope(_) => true,
        Event::Colours(event) => match event {
            ColourEvent::Begun { .. }
            | ColourEvent::Committed { .. }
            | ColourEvent::CommitMissed { .. }
            | ColourEvent::Revealed { .. }
            | ColourEvent::NumberDrawn { .. }
            | ColourEvent::Called { .. }
            | ColourEvent::Chosen { .. } => true,
        },
        Event::Arbitration(event) => match event {
            ArbiterEvent::Officiated { .. }
            | ArbiterEvent::Ruled { .. }
            | ArbiterEvent::Presides { .. }
            | ArbiterEvent::Dismissed { .. }
            | ArbiterEvent::Kept { .. }
            | ArbiterEvent::Muted { .. }
            | ArbiterEvent::Unmuted { .. }
            | ArbiterEvent::Removed { .. }
            | ArbiterEvent::Readmitted { .. }
            | ArbiterEvent::Complained { .. }
            | ArbiterEvent::BoardMoved { .. } => true,
        },
        Event::Game(event) => match event {
            GameEvent::Started { .. }
            | GameEvent::Moved { .. }
            | GameEvent::DrawOffered { .. }
            | GameEvent::DrawOfferDropped { .. }
            | GameEvent::DrawDeclined { .. }
            | GameEvent::ClaimFailed { .. }
            | GameEvent::PlaysAgain { .. }
            | GameEvent::Violated { .. }
            | GameEvent::Asked { .. }
            | GameEvent::Denied { .. }
            | GameEvent::TakenBack { .. }
            | GameEvent::Paused
            | GameEvent::Resumed
            | GameEvent::Arrived { .. }
            | GameEvent::TimeFouled { .. }
            | GameEvent::ForcedPass { .. }
            | GameEvent::Halted
            | GameEvent::Continued { .. }
            | GameEvent::ClockSet { .. }
            | GameEvent::TimeSplit
            | GameEvent::TimePenalised { .. }
            | GameEvent::Restarted { .. }
            | GameEvent::Adjourned
            | GameEvent::Sealed { .. }
            | GameEvent::Unsealed { .. }
            | GameEvent::Confirmed { .. }
            | GameEvent::TimeGiven { .. }
            | GameEvent::Suspended { .. }
            | GameEvent::ResultAccepted { .. }
            | GameEvent::ResultDisputed { .. }
            | GameEvent::ResultSettled { .. }
            | GameEvent::Annulled { .. }
            | GameEvent::Disqualified { .. }
            | GameEvent::Punished { .. } => true,
            GameEvent::Ended { outcome } => match outcome.reason {
                Reason::Five { .. }
                | Reason::Forbidden { .. }
                | Reason::ForcedForbidden { .. }
                | Reason::Resigned
                | Reason::Flag
                | Reason::Violations
                | Reason::Agreement
                | Reason::DoublePass
                | Reason::FullBoard
                | Reason::Aborted
                | Reason::Expired
                | Reason::SharedTime
                | Reason::TimeFouls
                | Reason::Late
                | Reason::DoubleForfeit
                | Reason::Ruled
                | Reason::SealedIllegal
                | Reason::Abandoned
                | Reason::RecordLost
                | Reason::Disqualified => true,
            },
        },
    }
}

/// One event of every kind, and one for every reason a game ends.
pub(crate) fn every_event() -> Vec<Event> {
    let seat = Seat::B;
    let sitter = Person { id: person(1), name: "天元".parse().unwrap(), is_bot: false };
    let line = ["h8", "h9", "h10", "h11", "h12"].map(point).to_vec();
    let reasons = [
        Reason::Five { line },
        Reason::Forbidden { point: point("a1"), foul: Foul::ThreeThree },
        Reason::ForcedForbidden { point: point("h8"), foul: Foul::Overline },
        Reason::Resigned,
        Reason::Flag,
        Reason::Violations,
        Reason::Agreement,
        Reason::DoublePass,
        Reason::FullBoard,
        Reason::Aborted,
        Reason::Expired,
        Reason::SharedTime,
        Reason::TimeFouls,
        Reason::Late,
        Reason::DoubleForfeit,
        Reason::Ruled,
        Reason::SealedIllegal,
        Reason::Abandoned,
        Reason::RecordLost,
        Reason::Disqualified,
    ];
    let scores = PerSeat { a: Score::Win, b: Score::Loss };
    let mut events = vec![
        Event::Opened(Box::new(opened(RuleSet::renju(None)))),
        Event::Seated { seat, person: sitter.clone() },
        Event::Game(GameEvent::Started { black: seat }),
        Event::Game(GameEvent::DrawOffered { seat, improper: true }),
        Event::Game(GameEvent::DrawOfferDropped { seat }),
        Event::Game(GameEvent::DrawDeclined { seat }),
        Event::Game(GameEvent::ClaimFailed { seat, point: point("h8") }),
        Event::Game(GameEvent::PlaysAgain { seat, point: point("h8"), foul: Foul::ThreeThree }),
        Event::Game(GameEvent::Denied { seat }),
        Event::Game(GameEvent::TakenBack { moves: 17 }),
        Event::Game(GameEvent::Paused),
        Event::Game(GameEvent::Resumed),
        Event::RematchOffered { seat },
        Event::RematchDeclined { seat },
        Event::RematchMade { room: room(77) },
    ];
    let deeds = [
        Deed::Stone { stone: Stone::White, point: point("t20") },
        Deed::Pass,
        Deed::ForcedPass,
        Deed::Chose(Choice::PlaceTwo),
        Deed::Announced(62),
        Deed::Showed(vec![point("a1"), point("b2")]),
        Deed::Kept(point("b2")),
    ];
    let lag = Span::from_millis(40);
    events.extend(deeds.map(|deed| Event::Game(GameEvent::Moved { seat, deed, lag })));
    events.extend(arbiters_events(&sitter));
    events.extend(colour_events());
    for violation in [Violation::ImproperOffer, Violation::WrongClaims, Violation::Ruled] {
        events.push(Event::Game(GameEvent::Violated { seat, violation }));
    }
    for favour in [Favour::Takeback, Favour::Pause] {
        events.push(Event::Game(GameEvent::Asked { seat, favour }));
    }
    events
        .extend(reasons.map(|reason| Event::Game(GameEvent::Ended { outcome: Outcome { reason, scores } })));
    assert!(events.iter().all(is_listed));
    events
}

/// What only an arbiter brings about, or only a clock of a kind of its own.
fn arbiters_events(person: &Person) -> Vec<Event> {
    let seat = Seat::B;
    let remark = |text: &str| text.parse::<Remark>().unwrap();
    let moves = [
        SealedMove::Stone(point("j9")),
        SealedMove::Pass,
        SealedMove::Choose(Choice::Swap),
        SealedMove::Announce(2),
        SealedMove::Show(vec![point("a1"), point("b2")]),
        SealedMove::Keep(point("b2")),
    ];
    let envelopes = moves.map(|sealed| Envelope { sealed, nonce: Nonce([9; 16]) });
    let digest = envelopes[0].digest();
    let spans = PerSeat { a: Span::from_millis(90_000), b: Span::ZERO };
    let mut events: Vec<Event> = envelopes.iter().cloned().map(Event::Envelope).collect();
    events.extend(
        envelopes.map(|Envelope { sealed, nonce }| Event::Game(GameEvent::Unsealed { seat, sealed, nonce })),
    );
    events.extend(
        [
            GameEvent::Arrived { seat },
            GameEvent::TimeFouled { seat },
            GameEvent::ForcedPass { seat },
            GameEvent::Halted,
            GameEvent::Continued { charged: spans },
            GameEvent::ClockSet { seat, left: Span::from_secs(300) },
            GameEvent::TimeSplit,
            GameEvent::TimePenalised { seat, minus: Span::from_secs(300), plus: Span::from_secs(120) },
            GameEvent::Restarted { black: seat, clocks_reset: true },
            GameEvent::Adjourned,
            GameEvent::Sealed { seat, digest },
            GameEvent::Confirmed { seat },
            GameEvent::TimeGiven { seat, span: Span::from_secs(15) },
            GameEvent::Punished { seat },
            GameEvent::Suspended { lost: 3 },
            GameEvent::ResultAccepted { seat },
            GameEvent::ResultDisputed { seat },
            GameEvent::ResultSettled { by: Settled::Time },
            GameEvent::Annulled { sides: Sides::Both },
            GameEvent::Disqualified { seat },
        ]
        .map(Event::Game),
    );
    let person = || person.clone();
    events.extend(
        [
            ArbiterEvent::Officiated { person: person() },
            ArbiterEvent::Ruled {
                arbiter: person(),
                reason: remark("consulting; 用手机"),
                ground: Ground::Interpretation,
            },
            ArbiterEvent::Presides { person: person() },
            ArbiterEvent::Dismissed { person: person() },
            ArbiterEvent::Kept { seat, person: person() },
            ArbiterEvent::Muted { person: person() },
            ArbiterEvent::Unmuted { person: person() },
            ArbiterEvent::Removed { person: person() },
            ArbiterEvent::Readmitted { person: person() },
            ArbiterEvent::Complained { seat, text: remark("my clock"), own_time: false },
            ArbiterEvent::BoardMoved { board: "第3台".parse().unwrap() },
        ]
        .map(Event::Arbitration),
    );
    events
}

fn colour_events() -> Vec<Event> {
    let seat = Seat::B;
    let salt: Salt = "0123456789abcdef".parse().unwrap();
    let digest = commitment(3, &salt);
    [
        ColourEvent::Begun { tentative: seat },
        ColourEvent::Committed { seat, digest },
        ColourEvent::CommitMissed { seat },
        ColourEvent::Revealed { seat, number: 3, salt },
        ColourEvent::NumberDrawn { seat, number: 10, cause: Drawn::BadReveal },
        ColourEvent::NumberDrawn { seat, number: 1, cause: Drawn::Late },
        ColourEvent::Called { seat, call: Call::Odd, late: false },
        ColourEvent::Chosen { seat, choice: ColourRight::YouChoose, late: true },
    ]
    .map(Event::Colours)
    .into()
}

/// Any journal's worth of records: numbered from 0, and opening a room with the first.
pub(crate) fn any_records() -> impl Strategy<Value = Vec<Recorded>> {
    (any_opened(), vec((vec(any_event(), 1..4), option::of(any_cause()), 0..90_000_u64), 0..12)).prop_map(
        |(opened, rest)| {
            let mut at = Moment::ZERO;
            let mut records = vec![record(0, vec![Event::Opened(Box::new(opened))])];
            for (seq, (events, cause, passed)) in (1..).zip(rest) {
                at = at + Span::from_millis(passed);
                records.push(Recorded { seq, at, cause, events });
            }
            records
        },
    )
}

/// Any event that comes after the first.
pub(crate) fn any_event() -> impl Strategy<Value = Event> {
    let sitter =
        (any_person(), any_name(), any::<bool>()).prop_map(|(id, name, is_bot)| Person { id, name, is_bot });
    prop_oneof![
        (any_seat(), sitter).prop_map(|(seat, person)| Event::Seated { seat, person }),
        any_game_event().prop_map(Event::Game),
        any_seat().prop_map(|seat| Event::RematchOffered { seat }),
        any_seat().prop_map(|seat| Event::RematchDeclined { seat }),
        any_room().prop_map(|room| Event::RematchMade { room }),
        select(other_events()),
    ]
}

/// What arbiters and players do beside the game. A record has one envelope at most, and it comes first.
fn other_events() -> Vec<Event> {
    let sitter = Person { id: person(3), name: "观众".parse().unwrap(), is_bot: false };
    let mut events = arbiters_events(&sitter);
    events.retain(|event| !matches!(event, Event::Envelope(_)));
    events.extend(colour_events());
    events
}

fn any_game_event() -> impl Strategy<Value = GameEvent> {
    let moved = (any_seat(), any_deed(), 0..=150_u64).prop_map(|(seat, deed, lag)| GameEvent::Moved {
        seat,
        deed,
        lag: Span::from_millis(lag),
    });
    let violation = prop_oneof![Just(Violation::ImproperOffer), Just(Violation::WrongClaims)];
    let favour = prop_oneof![Just(Favour::Takeback), Just(Favour::Pause)];
    let outcome = (any_reason(), any_score(), any_score())
        .prop_map(|(reason, a, b)| Outcome { reason, scores: PerSeat { a, b } });
    prop_oneof![
        any_seat().prop_map(|black| GameEvent::Started { black }),
        moved,
        (any_seat(), any::<bool>()).prop_map(|(seat, improper)| GameEvent::DrawOffered { seat, improper }),
        any_seat().prop_map(|seat| GameEvent::DrawOfferDropped { seat }),
        (any_seat(), any_point()).prop_map(|(seat, point)| GameEvent::ClaimFailed { seat, point }),
        (any_seat(), any_point()).prop_map(|(seat, point)| GameEvent::PlaysAgain {
            seat,
            point,
            foul: Foul::FourFour
        }),
        (any_seat(), violation).prop_map(|(seat, violation)| GameEvent::Violated { seat, violation }),
        (any_seat(), favour).prop_map(|(seat, favour)| GameEvent::Asked { seat, favour }),
        any_seat().prop_map(|seat| GameEvent::Denied { seat }),
        any::<u16>().prop_map(|moves| GameEvent::TakenBack { moves }),
        Just(GameEvent::Paused),
        Just(GameEvent::Resumed),
        any_seat().prop_map(|seat| GameEvent::DrawDeclined { seat }),
        outcome.prop_map(|outcome| GameEvent::Ended { outcome }),
    ]
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let stone = prop_oneof![Just(Stone::Black), Just(Stone::White)];
    let choice = prop_oneof![
        Just(Choice::Stay),
        Just(Choice::Swap),
        Just(Choice::PlaceTwo),
        Just(Choice::PlaceFifth),
        Just(Choice::OfferFifths)
    ];
    prop_oneof![
        (stone, any_point()).prop_map(|(stone, point)| Deed::Stone { stone, point }),
        Just(Deed::Pass),
        Just(Deed::ForcedPass),
        choice.prop_map(Deed::Chose),
        any::<u8>().prop_map(Deed::Announced),
        vec(any_point(), 0..62).prop_map(Deed::Showed),
        any_point().prop_map(Deed::Kept),
    ]
}

/// Any opening rule whose numbers are in bounds.
pub(crate) fn any_opening() -> impl Strategy<Value = OpeningRule> {
    let number = || 1..=FIFTHS_MAX;
    prop_oneof![
        any::<[bool; 4]>().prop_map(|[centre, own_side, only_26, swap_after_three]| {
            OpeningRule::Free(FreeOpening { centre, own_side, only_26, swap_after_three })
        }),
        (0..26_usize, any::<bool>())
            .prop_map(|(index, swap)| OpeningRule::Agreed { opening: &OPENINGS[index], swap }),
        number().prop_map(|number| OpeningRule::Specified { fifths: Fifths::Fixed(number) }),
        Just(OpeningRule::Specified { fifths: Fifths::Announced }),
        number().prop_map(|most| OpeningRule::Soosyrv { most }),
        number().prop_map(|fifths| OpeningRule::Taraguchi { fifths }),
        Just(OpeningRule::Tarannikov),
        Just(OpeningRule::Sakata),
        Just(OpeningRule::RenjuSwap),
        Just(OpeningRule::Swap),
        Just(OpeningRule::Swap2),
        Just(OpeningRule::Swap1),
        Just(OpeningRule::Pro),
        Just(OpeningRule::LongPro),
    ]
}

fn any_reason() -> impl Strategy<Value = Reason> {
    let foul = prop_oneof![Just(Foul::Overline), Just(Foul::FourFour), Just(Foul::ThreeThree)];
    prop_oneof![
        vec(any_point(), 5..9).prop_map(|line| Reason::Five { line }),
        (any_point(), foul.clone()).prop_map(|(point, foul)| Reason::Forbidden { point, foul }),
        (any_point(), foul).prop_map(|(point, foul)| Reason::ForcedForbidden { point, foul }),
        Just(Reason::Resigned),
        Just(Reason::Flag),
        Just(Reason::Violations),
        Just(Reason::DoublePass),
        Just(Reason::Agreement),
        Just(Reason::FullBoard),
        Just(Reason::Aborted),
        Just(Reason::Expired),
    ]
}

fn any_score() -> impl Strategy<Value = Score> {
    prop_oneof![Just(Score::Win), Just(Score::Draw), Just(Score::Loss), Just(Score::Void)]
}

fn any_seat() -> impl Strategy<Value = Seat> {
    prop_oneof![Just(Seat::A), Just(Seat::B)]
}

fn any_point() -> impl Strategy<Value = Point> {
    (0..20_u8, 1..=20_u8).prop_map(|(file, rank)| point(&format!("{}{rank}", char::from(b'a' + file))))
}

fn any_room() -> impl Strategy<Value = RoomId> {
    any::<[u8; 12]>().prop_map(RoomId::from_entropy)
}

fn any_bout() -> impl Strategy<Value = Bout> {
    let competition = any::<[u8; 12]>().prop_map(CompetitionId::from_entropy);
    (competition, any::<u16>(), any::<u16>(), any::<u8>())
        .prop_map(|(competition, round, meeting, board)| Bout { competition, round, meeting, board })
}

fn any_person() -> impl Strategy<Value = PersonId> {
    any::<[u8; 16]>().prop_map(PersonId::from_entropy)
}

fn any_name() -> impl Strategy<Value = Name> {
    any::<String>().prop_filter_map("no name", |text| text.chars().take(24).collect::<String>().parse().ok())
}

fn any_cause() -> impl Strategy<Value = Cause> {
    let command = "[A-Za-z0-9_-]{1,40}".prop_map(|text| text.parse::<CommandId>().unwrap());
    (any_person(), command).prop_map(|(person, command)| Cause { person, command })
}

fn any_opened() -> impl Strategy<Value = Opened> {
    let methods = [Method::Handful, Method::HandfulDifference, Method::Call, Method::Toss, Method::Right];
    let colours = prop_oneof![
        any_seat().prop_map(Colours::Black),
        Just(Colours::Random),
        select(methods.to_vec()).prop_map(Colours::Chosen),
    ];
    let arbitration = select(vec![Arbitration::None, Arbitration::Link, Arbitration::Opener]);
    let visibility = prop_oneof![Just(Visibility::Public), Just(Visibility::Link)];
    (
        any_rules(),
        colours,
        any::<[u8; 16]>(),
        visibility,
        any::<u64>(),
        any::<String>(),
        (option::of(any_room()), arbitration, option::of(any_bout())),
    )
        .prop_map(|(rules, colours, lot, visibility, wall, server, (previous, arbitration, bout))| {
            Opened {
                rules,
                colours,
                lot: Lot(lot),
                visibility,
                wall: WallTime(wall),
                server,
                previous,
                series: None,
                arbitration,
                board: None,
                bout,
            }
        })
}

/// Any rule set whose values go together.
pub(crate) fn any_rules() -> impl Strategy<Value = RuleSet> {
    let board = prop_oneof![Just(15), Just(19), Just(20)].prop_map(|lines| BoardSize::new(lines).unwrap());
    let five = prop_oneof![Just(Five::FiveOrMore), Just(Five::ExactlyFive), Just(Five::Renju)];
    let forbidden = prop_oneof![Just(Forbidden::Nobody), Just(Forbidden::Black), Just(Forbidden::Both)];
    let adjudication = prop_oneof![
        Just(Adjudication::Auto),
        any::<bool>().prop_map(|overline_any_time| Adjudication::Claim { overline_any_time }),
        any::<bool>().prop_map(|forced_loss| Adjudication::PlayAgain { forced_loss }),
        Just(Adjudication::Block),
    ];
    let draws =
        prop_oneof![Just(DrawRule::Plain), any::<bool>().prop_map(|strict| DrawRule::WithMove { strict })];
    let manners = (adjudication, draws, any::<[bool; 4]>());
    let start = prop_oneof![
        (60..=604_800_u64).prop_map(|within| StartRule::WhenSeated { within: Span::from_secs(within) }),
        (0..=2_592_000_u64, 60..=14_400_u64).prop_map(|(after, late)| StartRule::Scheduled {
            after: Span::from_secs(after),
            late: Span::from_secs(late),
        }),
    ];
    let edition = select(vec![Edition::Of2013, Edition::Of2009, Edition::Older]);
    let favours = (any::<bool>(), option::of(30..=3600_u64));
    let times = (option::of(any_clock()), (0..=150_u64, 0..=3000_u64), start, edition, favours);
    (board, five, forbidden, any_opening(), manners, times)
        .prop_map(
            |(
                board,
                five,
                forbidden,
                opening,
                manners,
                (clock, (per_move, per_game), start, edition, (gifts, absence)),
            )| {
                let (adjudication, draws, [declared, passes, takebacks, pauses]) = manners;
                RuleSet {
                    board,
                    five,
                    forbidden,
                    opening,
                    adjudication,
                    draws,
                    declaration: if declared { Declaration::Declared } else { Declaration::Automatic },
                    pass: if passes { PassRule::FromMoveSix } else { PassRule::Never },
                    draw_wins: (declared && passes).then_some(if takebacks {
                        Stone::Black
                    } else {
                        Stone::White
                    }),
                    takebacks: if takebacks { TakebackRule::ByAgreement } else { TakebackRule::Never },
                    pauses: if pauses { PauseRule::ByAgreement } else { PauseRule::Never },
                    lag: LagRule {
                        per_move: Span::from_millis(per_move),
                        per_game: Span::from_millis(per_game),
                    },
                    start,
                    edition,
                    gifts: if gifts { GiftRule::Allowed } else { GiftRule::Never },
                    absence: absence.map(Span::from_secs),
                    confirm_result: pauses,
                    clock,
                }
            },
        )
        .prop_filter("rules that clash", |rules| rules.check().is_ok())
}

/// Any clock.
pub(crate) fn any_clock() -> impl Strategy<Value = TimeControl> {
    let pool = (1000..=86_400_000_u64).prop_map(|time| {
        let split_at = NonZeroU8::new(u8::try_from(time % 100).unwrap());
        let shared = Shared { split_at, ..Shared::to_the_end(Span::from_millis(time)) };
        TimeControl::assemble(Some(shared), Vec::new(), OnFlag::Loss).unwrap()
    });
    prop_oneof![8 => any_stages(), 1 => pool]
}

fn any_stages() -> impl Strategy<Value = TimeControl> {
    let shared = option::weighted(0.2, 1000..=3_600_000_u64);
    let fouls = prop_oneof![3 => Just(0_u8), 1 => Just(1), 1 => 2..=10_u8];
    (vec(any_stage(), 1..=3), shared, fouls).prop_filter_map(
        "stages that make no clock",
        |(mut stages, shared, fouls)| {
            let last = stages.last_mut()?;
            last.exhausted = Exhausted::Flag;
            if let Some(quota) = &mut last.quota {
                quota.met = QuotaMet::Restart;
            }
            let shared = shared.map(|time| Shared::before_stages(Span::from_millis(time)));
            let on_flag = match fouls {
                0 => OnFlag::Loss,
                1 => OnFlag::Pass,
                fouls => OnFlag::Fouls(NonZeroU8::new(fouls - 1)?),
            };
            let control = TimeControl::assemble(shared, stages, on_flag).ok()?;
            Some(control.clone().reading_out(vec![1, 3]).unwrap_or(control))
        },
    )
}

fn any_stage() -> impl Strategy<Value = Stage> {
    let count = |most: u16| (1..=most).prop_map(|count| NonZeroU16::new(count).unwrap());
    let met = prop_oneof![
        Just(QuotaMet::Restart),
        Just(QuotaMet::NextStage { carry: false }),
        Just(QuotaMet::NextStage { carry: true }),
    ];
    let quota = (count(60), met).prop_map(|(moves, met)| Quota { moves, met });
    let span = || (0..60_000_u64).prop_map(Span::from_millis);
    let gain = prop_oneof![
        Just(Gain::Nothing),
        span().prop_map(Gain::Increment),
        span().prop_map(Gain::GiveBack),
        span().prop_map(Gain::Delay),
    ];
    let exhausted = prop_oneof![Just(Exhausted::Flag), Just(Exhausted::NextStage)];
    (1000..3_600_000_u64, count(3), option::of(quota), gain, exhausted).prop_map(
        |(time, periods, quota, gain, exhausted)| Stage {
            time: Span::from_millis(time),
            periods,
            quota,
            gain,
            exhausted,
        },
    )
}
