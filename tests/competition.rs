//! Competitions by line of the rulebook, and what is so for every one: replay is play, a refusal changes nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod common;

use common::{act, answer, connection, ms, person, room_id};
use proptest::prelude::*;
use tengen::competition::{
    AppealKind, AppealState, Board, Command, Competition, Entrant, Event, FirstMove, Founded, Game, Kind,
    Office, Pairing, Place, Played, Recorded, Refusal, RulingMade, Seating, Settings, Stage, Sums, replay,
    sums,
};
use tengen::game::event::{Ruling, Score};
use tengen::game::opening::OpeningRule;
use tengen::game::presets::presets;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::{PerSeat, Seat};
use tengen::journal::{
    Arbitration, Bout, CompetitionId, Goal, Ground, Journal, Opened, Remark, RoomId, TableRuling, WallTime,
};
use tengen::room::message::{Action, Appointments, Input, Manner};
use tengen::room::{Room, founding_for};
use tengen::store::Epoch;

const CHIEF: u8 = 210;

/// A competition and all that was recorded of it.
struct Hall {
    competition: Competition,
    records: Vec<Recorded>,
    rooms: u16,
}

impl Hall {
    fn of(settings: Settings) -> Self {
        settings.check().unwrap();
        let founded = Founded { organiser: person(CHIEF).id, settings };
        let events = vec![Event::Founded(Box::new(founded.clone()))];
        let records = vec![Recorded { seq: 0, wall: WallTime(1), cause: None, events }];
        let mut hall = Self { competition: Competition::new(founded), records, rooms: 0 };
        hall.take(CHIEF, Office::Chief).unwrap();
        hall
    }

    fn act(&mut self, by: u8, command: Command) -> Result<(), Refusal> {
        let events = self.competition.decide(&person(by), command)?;
        self.record(events);
        Ok(())
    }

    fn record(&mut self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        events.iter().for_each(|event| self.competition.evolve(event));
        let seq = u32::try_from(self.records.len()).unwrap();
        self.records.push(Recorded { seq, wall: WallTime(2), cause: None, events });
        assert_eq!(replay(&self.records).as_ref(), Ok(&self.competition), "replay is play");
    }

    fn take(&mut self, by: u8, office: Office) -> Result<(), Refusal> {
        self.act(by, Command::Take(office))
    }

    fn publish(&mut self, pairings: &[(u16, u16)], first: Option<Seat>) -> Result<(), Refusal> {
        let pairings = pairings.iter().map(|(a, b)| self.pairing((*a, *b), first)).collect();
        self.act(CHIEF, Command::Publish { session: None, start_at: None, pairings })
    }

    fn pairing(&mut self, (a, b): (u16, u16), first: Option<Seat>) -> Pairing {
        let rooms = (0..self.competition.settings().kind.boards()).map(|_| self.room()).collect();
        Pairing { entrants: PerSeat { a, b }, first, by_lot: false, rooms }
    }

    fn room(&mut self) -> RoomId {
        self.rooms += 1;
        let [high, low] = self.rooms.to_be_bytes();
        RoomId::from_entropy([high, low >> 4, low & 15, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    }

    /// The games of a match end like this, won by `a`, `b`, or drawn.
    fn report(&mut self, place: Place, results: &str) {
        let rooms: Vec<_> = results.chars().map(|_| self.room()).collect();
        let mut points = PerSeat::<u16>::default();
        let games = results.chars().zip(rooms).map(|(result, room)| {
            let scores = match result {
                'a' => PerSeat { a: Score::Win, b: Score::Loss },
                'b' => PerSeat { a: Score::Loss, b: Score::Win },
                _ => PerSeat { a: Score::Draw, b: Score::Draw },
            };
            points.a += if result == 'a' { 2 } else { u16::from(result == '=') };
            points.b += if result == 'b' { 2 } else { u16::from(result == '=') };
            Game { room: Some(room), opener: Some(Seat::A), scores: Some(scores) }
        });
        let games = games.collect();
        let event = self.competition.decide_report(place, Played { games, points, is_over: true }).unwrap();
        self.record(vec![event]);
    }
}

fn preset(id: &str) -> RuleSet {
    presets().into_iter().find(|preset| preset.id == id).unwrap().rules
}

fn single(name: String) -> Entrant {
    Entrant { members: vec![name.parse().unwrap()], name: name.parse().unwrap(), captain: 1 }
}

fn individual(entrants: u16, first_move: FirstMove) -> Settings {
    Settings {
        title: "City open".parse().unwrap(),
        kind: Kind::Individual,
        entrants: (1..=entrants).map(|number| single(format!("Player {number}"))).collect(),
        goal: Goal::Games(1.try_into().unwrap()),
        stages: vec![Stage { from: 1, rules: preset("renju-pop") }],
        first_move,
    }
}

fn teams(count: u16, boards: u8, games: u8) -> Settings {
    let team = |number: u16| Entrant {
        name: format!("Team {number}").parse().unwrap(),
        members: (1..=boards).map(|board| format!("T{number} M{board}").parse().unwrap()).collect(),
        captain: 2,
    };
    Settings {
        kind: Kind::Team { boards },
        entrants: (1..=count).map(team).collect(),
        goal: Goal::Games(games.try_into().unwrap()),
        ..individual(2, FirstMove::Stated)
    }
}

fn at(round: u16, meeting: u16, board: u8) -> Place {
    Place { round, meeting, board }
}

fn remark(text: &str) -> Remark {
    text.parse().unwrap()
}

fn appeal(place: Place, kind: AppealKind) -> Command {
    Command::Appeal { place, kind, text: remark("the clock") }
}

#[test]
fn b17_a_team_match_of_four_boards_with_two_games_each_is_one_team_match_four_matches_eight_games() {
    let mut hall = Hall::of(teams(2, 4, 2));
    let pairings = vec![hall.pairing((1, 2), Some(Seat::A))];
    let session = Some("Saturday morning".parse().unwrap());
    hall.act(CHIEF, Command::Publish { session, start_at: None, pairings }).unwrap();
    let round = hall.competition.round(1).unwrap();
    assert_eq!(round.session.as_ref().unwrap().as_str(), "Saturday morning");
    assert_eq!(round.meetings.len(), 1);
    assert_eq!(round.meetings[0].matches.len(), 4);
    assert_eq!(round.meetings[0].matches.iter().map(|bout| bout.games.len()).sum::<usize>(), 8);
    hall.report(at(1, 1, 1), "a=");
    let games = hall.competition.boards().map(|board| board.bout.games.len()).sum::<usize>();
    assert_eq!(games, 8, "and still when some of them are played");
}

#[test]
fn b17_sums_are_of_games_of_matches_and_of_team_matches() {
    let mut hall = Hall::of(teams(2, 2, 2));
    hall.publish(&[(1, 2)], Some(Seat::A)).unwrap();
    hall.report(at(1, 1, 1), "a=");
    let [first, second] = sums(&hall.competition)[..] else { panic!() };
    assert_eq!(first, Sums { games: 3, matches: 2, meetings: 0 }, "the team match is not over");
    assert_eq!(second, Sums { games: 1, matches: 0, meetings: 0 });
    hall.report(at(1, 1, 2), "ab");
    assert_eq!(sums(&hall.competition)[0], Sums { games: 5, matches: 3, meetings: 2 });
    assert_eq!(sums(&hall.competition)[1], Sums { games: 3, matches: 1, meetings: 0 });
    // A result that changes later changes the sums (L-12).
    hall.report(at(1, 1, 1), "bb");
    assert_eq!(sums(&hall.competition)[0], Sums { games: 2, matches: 1, meetings: 0 });
}

#[test]
fn c21_rules_that_switch_on_in_later_rounds() {
    let final_rules = RuleSet { opening: OpeningRule::RenjuSwap, ..preset("renju-pop") };
    let mut settings = individual(32, FirstMove::Fewer);
    settings.stages.push(Stage { from: 2, rules: final_rules.clone() });
    let mut hall = Hall::of(settings);
    let pairs = |of: u16| (1..=of / 2).map(|number| (number, of + 1 - number)).collect::<Vec<_>>();
    for of in [32, 16, 8, 4, 2] {
        hall.publish(&pairs(of), None).unwrap();
    }
    let played: Vec<_> = hall.competition.rounds().iter().map(|round| round.rules.opening).collect();
    assert_eq!(played[0], preset("renju-pop").opening);
    assert!(played[1..].iter().all(|opening| *opening == OpeningRule::RenjuSwap), "{played:?}");
    assert_eq!(hall.competition.round(2).unwrap().rules, final_rules);
}

#[test]
fn c21_rules_begin_with_round_one_and_ascend() {
    let with = |rounds: &[u16]| {
        let stages = rounds.iter().map(|from| Stage { from: *from, rules: preset("renju") }).collect();
        Settings { stages, ..individual(2, FirstMove::Stated) }.check().is_ok()
    };
    assert!(with(&[1]) && with(&[1, 2, 9]));
    assert!(!with(&[]) && !with(&[2]) && !with(&[1, 3, 3]) && !with(&[1, 4, 2]));
}

#[test]
fn d09_the_team_that_has_the_first_move_has_it_on_odd_boards() {
    let mut hall = Hall::of(teams(2, 5, 1));
    hall.publish(&[(1, 2)], Some(Seat::B)).unwrap();
    let openers = |hall: &Hall| -> Vec<_> {
        hall.competition.boards().map(|Board { bout, .. }| bout.games[0].opener.unwrap()).collect()
    };
    assert_eq!(openers(&hall), [Seat::B, Seat::A, Seat::B, Seat::A, Seat::B]);
    assert_eq!(hall.publish(&[(1, 2)], None), Err(Refusal::FirstMoveNeeded));
}

#[test]
fn d14_o16_fewer_first_moves_then_the_smaller_number_in_odd_rounds_and_the_larger_in_even_ones() {
    let mut hall = Hall::of(individual(8, FirstMove::Fewer));
    hall.publish(&[(1, 5), (6, 2), (3, 7), (8, 4)], None).unwrap();
    let first = |hall: &Hall, place: Place| {
        let meeting = hall.competition.meeting(place).unwrap();
        meeting.entrants[meeting.first.unwrap()]
    };
    let firsts = |hall: &Hall, round| [1, 2, 3, 4].map(|meeting| first(hall, at(round, meeting, 1)));
    assert_eq!(firsts(&hall, 1), [1, 2, 3, 4], "round 1 is odd, and nobody has had one");
    hall.publish(&[(4, 2), (3, 1), (8, 6), (5, 7)], None).unwrap();
    assert_eq!(firsts(&hall, 2), [4, 3, 8, 7], "both as often, and the round is even");
    hall.publish(&[(4, 1), (5, 3), (2, 6), (7, 8)], None).unwrap();
    assert_eq!(firsts(&hall, 3), [1, 5, 6, 7], "two against one, nobody against two; then the smaller");
}

#[test]
fn o16_a_last_round_is_left_to_the_lot_and_counted_once_it_is_known() {
    let mut hall = Hall::of(individual(2, FirstMove::Fewer));
    let by_lot = Pairing { by_lot: true, ..hall.pairing((1, 2), None) };
    let publish = |pairings| Command::Publish { session: None, start_at: None, pairings };
    hall.act(CHIEF, publish(vec![by_lot])).unwrap();
    assert_eq!(hall.competition.meeting(at(1, 1, 1)).unwrap().first, None);
    assert_eq!(hall.competition.first_moves(1) + hall.competition.first_moves(2), 0);
    hall.report(at(1, 1, 1), "b");
    assert_eq!((hall.competition.first_moves(1), hall.competition.first_moves(2)), (1, 0));
    let mut hall = Hall::of(teams(2, 2, 1));
    let by_lot = Pairing { by_lot: true, ..hall.pairing((1, 2), None) };
    assert_eq!(hall.act(CHIEF, publish(vec![by_lot])), Err(Refusal::FirstMoveNeeded));
}

/// A team event of two rounds, of which the first is played; captains are 12 and 22, the others 11 and 21.
fn appealing() -> Hall {
    let mut hall = Hall::of(teams(2, 2, 1));
    for (number, entrant, member) in [(11, 1, 1), (12, 1, 2), (21, 2, 1), (22, 2, 2)] {
        hall.take(number, Office::Seat { entrant, member }).unwrap();
    }
    hall.publish(&[(1, 2)], Some(Seat::A)).unwrap();
    hall
}

#[test]
fn m01_an_appeal_on_a_fact_is_answered_as_it_is_filed_and_any_other_by_the_chief() {
    let mut hall = appealing();
    hall.act(12, appeal(at(1, 1, 1), AppealKind::Fact)).unwrap();
    assert_eq!(hall.competition.appeals()[0].state, AppealState::FactsFinal);
    let answer = |appeal| Command::Answer { appeal, upheld: true, text: remark("so be it") };
    assert_eq!(hall.act(CHIEF, answer(1)), Err(Refusal::FactsFinal));
    for kind in [AppealKind::Interpretation, AppealKind::Uncovered] {
        hall.act(22, appeal(at(1, 1, 2), kind)).unwrap();
    }
    assert_eq!(hall.competition.appeals()[1].state, AppealState::Filed);
    assert_eq!(hall.act(12, answer(2)), Err(Refusal::ForbiddenRole));
    hall.act(CHIEF, answer(2)).unwrap();
    assert_eq!(hall.act(CHIEF, answer(2)), Err(Refusal::Answered));
    let answered = AppealState::Answered { upheld: true, text: remark("so be it") };
    assert_eq!(hall.competition.appeals()[1].state, answered);
    assert_eq!(hall.act(CHIEF, answer(9)), Err(Refusal::NoSuchThing));
}

#[test]
fn m02_in_a_team_event_only_the_captain_appeals() {
    let mut hall = appealing();
    let uncovered = || appeal(at(1, 1, 1), AppealKind::Uncovered);
    assert_eq!(hall.act(11, uncovered()), Err(Refusal::NeedsCaptain));
    assert_eq!(hall.act(99, uncovered()), Err(Refusal::ForbiddenRole));
    hall.act(12, uncovered()).unwrap();
    let mut alone = Hall::of(individual(4, FirstMove::Fewer));
    for number in 1..=4 {
        alone.take(number as u8, Office::Seat { entrant: number, member: 1 }).unwrap();
    }
    alone.publish(&[(1, 2), (3, 4)], None).unwrap();
    alone.act(1, uncovered()).unwrap();
    assert_eq!(alone.act(3, uncovered()), Err(Refusal::NotYourMatch));
}

#[test]
fn i29_m05_once_the_next_round_is_published_an_appeal_is_too_late_unless_the_organiser_caused_it() {
    let mut hall = appealing();
    let uncovered = || appeal(at(1, 1, 1), AppealKind::Uncovered);
    hall.publish(&[(1, 2)], Some(Seat::B)).unwrap();
    assert_eq!(hall.act(12, uncovered()), Err(Refusal::TooLate));
    assert_eq!(hall.act(12, Command::MarkDelay { round: 1 }), Err(Refusal::ForbiddenRole));
    hall.act(CHIEF, Command::MarkDelay { round: 1 }).unwrap();
    hall.act(12, uncovered()).unwrap();
    hall.act(12, appeal(at(2, 1, 1), AppealKind::Uncovered)).unwrap();
}

#[test]
fn appeals_are_bounded() {
    let mut hall = appealing();
    for _ in 0..tengen::competition::APPEALS_EACH_MAX {
        hall.act(12, appeal(at(1, 1, 1), AppealKind::Fact)).unwrap();
    }
    assert_eq!(hall.act(12, appeal(at(1, 1, 2), AppealKind::Fact)), Err(Refusal::TooMany));
    hall.act(22, appeal(at(1, 1, 2), AppealKind::Fact)).unwrap();
}

#[test]
fn l10_the_chief_replaces_a_referee_at_any_time() {
    let mut hall = appealing();
    let appoint = |name: &str| Command::Appoint { name: name.parse().unwrap() };
    let dismiss = || Command::Dismiss { referee: 1, reason: remark("ill") };
    assert_eq!(hall.act(12, appoint("Dora")), Err(Refusal::ForbiddenRole));
    hall.act(CHIEF, appoint("Dora")).unwrap();
    hall.take(30, Office::Referee(1)).unwrap();
    assert_eq!(hall.competition.active_referees().count(), 1);
    assert_eq!(hall.act(30, dismiss()), Err(Refusal::ForbiddenRole));
    hall.act(CHIEF, dismiss()).unwrap();
    hall.act(CHIEF, appoint("Emil")).unwrap();
    hall.take(31, Office::Referee(2)).unwrap();
    assert_eq!(
        hall.competition.active_referees().map(|person| person.id).collect::<Vec<_>>(),
        [person(31).id]
    );
    assert_eq!(
        hall.take(30, Office::Referee(1)),
        Err(Refusal::Dismissed),
        "and does not come back by the link"
    );
    assert_eq!(hall.act(CHIEF, dismiss()), Err(Refusal::Dismissed));
}

#[test]
fn l10_the_chief_overturns_an_interpretation_and_not_a_fact() {
    let mut hall = appealing();
    let room = hall.competition.bout(at(1, 1, 1)).unwrap().room().unwrap();
    let overturn = |room, seq, ground| {
        let ruling = RulingMade { place: at(1, 1, 1), room, seq, arbiter: person(30).id, ground };
        Command::Overturn { ruling, reason: remark("the rules say otherwise") }
    };
    assert_eq!(hall.act(CHIEF, overturn(room, 7, Ground::Fact)), Err(Refusal::FactsFinal));
    assert_eq!(hall.act(12, overturn(room, 8, Ground::Interpretation)), Err(Refusal::ForbiddenRole));
    hall.act(CHIEF, overturn(room, 8, Ground::Interpretation)).unwrap();
    assert_eq!(hall.competition.overturned()[0].reason.as_str(), "the rules say otherwise");
    assert_eq!(hall.act(CHIEF, overturn(room, 8, Ground::Interpretation)), Err(Refusal::Answered));
    let elsewhere = overturn(room_id(), 8, Ground::Interpretation);
    assert_eq!(hall.act(CHIEF, elsewhere), Err(Refusal::NoSuchThing));
}

#[test]
fn l01_nobody_officiates_where_they_play_and_only_the_chief_publishes() {
    let mut hall = appealing();
    hall.act(CHIEF, Command::Appoint { name: "Dora".parse().unwrap() }).unwrap();
    assert_eq!(hall.take(11, Office::Referee(1)), Err(Refusal::CannotBeBoth));
    assert_eq!(hall.take(11, Office::Chief), Err(Refusal::CannotBeBoth));
    hall.take(30, Office::Referee(1)).unwrap();
    assert_eq!(hall.take(30, Office::Seat { entrant: 1, member: 1 }), Err(Refusal::CannotBeBoth));
    assert_eq!(hall.take(11, Office::Seat { entrant: 2, member: 1 }), Err(Refusal::AlreadyEntered));
    assert_eq!(hall.take(40, Office::Seat { entrant: 3, member: 1 }), Err(Refusal::NoSuchThing));
    hall.take(40, Office::Seat { entrant: 1, member: 1 }).unwrap();
    let seating = Seating { entrant: 1, member: 1 };
    assert_eq!(hall.competition.players()[&seating].id, person(40).id, "who came last by a link has it");
    let pairings = vec![hall.pairing((1, 2), Some(Seat::A))];
    let publish = Command::Publish { session: None, start_at: None, pairings };
    assert_eq!(hall.act(30, publish), Err(Refusal::ForbiddenRole));
    hall.act(CHIEF, Command::Close).unwrap();
    assert_eq!(hall.publish(&[(1, 2)], Some(Seat::A)), Err(Refusal::Closed));
}

#[test]
fn a_round_in_which_somebody_plays_twice_is_none() {
    let mut hall = Hall::of(individual(4, FirstMove::Fewer));
    for pairs in [&[(1, 1)][..], &[(1, 2), (2, 3)], &[]] {
        assert_eq!(hall.publish(pairs, None), Err(Refusal::BadPairing), "{pairs:?}");
    }
    assert_eq!(hall.publish(&[(1, 5)], None), Err(Refusal::NoSuchThing));
    hall.publish(&[(1, 2)], None).expect("who has nobody to meet does not play");
}

fn appointments(chief: Option<u8>, referees: &[u8], players: [Option<u8>; 2]) -> Appointments {
    let [a, b] = players.map(|number| number.map(person));
    Appointments {
        chief: chief.map(person),
        referees: referees.iter().map(|number| person(*number)).collect(),
        players: PerSeat { a, b },
    }
}

/// A room of a competition with a chief (210), a referee (100), and both seats kept for 0 and 1, who sit.
fn table() -> Room {
    let competition = CompetitionId::from_entropy([1; 12]);
    let bout = Some(Bout { competition, round: 1, meeting: 1, board: 1 });
    let opened = Opened { bout, arbitration: Arbitration::Link, ..common::opened(RuleSet::freestyle(None)) };
    let first = founding_for(opened, &appointments(Some(CHIEF), &[100], [Some(0), None]));
    let mut room = Room::new(room_id(), Epoch(1), Journal::replay(vec![first]).unwrap());
    for number in [0, 1, 2, 100, CHIEF] {
        let (connection, person) = (connection(number), person(number));
        room.handle(Input::Join { connection, person, seen: None, manner: Manner::Attend }, ms(0));
    }
    room
}

fn does(room: &mut Room, by: u8, id: &str, action: Action) -> Result<u32, tengen::room::message::Refusal> {
    answer(&room.handle(act(by, id, action), ms(10)))
}

fn rules(ruling: Ruling) -> Action {
    Action::Rule { ruling: TableRuling::Game(ruling), reason: remark("by the rules"), ground: Ground::Fact }
}

/// Both come to the table and sit down.
fn playing() -> Room {
    let mut room = table();
    room.handle(Input::Appoint(Box::new(appointments(Some(CHIEF), &[100], [Some(0), Some(1)]))), ms(5));
    does(&mut room, 0, "s0", Action::Sit(Default::default())).unwrap();
    does(&mut room, 1, "s1", Action::Sit(Default::default())).unwrap();
    room
}

#[test]
fn a_seat_of_a_competition_is_taken_by_nobody_else() {
    use tengen::room::message::Refusal;
    let mut room = table();
    let sit = || Action::Sit(Default::default());
    assert_eq!(does(&mut room, 2, "x", sit()), Err(Refusal::SeatKept));
    assert_eq!(does(&mut room, 1, "early", sit()), Err(Refusal::SeatKept), "not known yet");
    room.handle(Input::Appoint(Box::new(appointments(Some(CHIEF), &[100], [Some(0), Some(1)]))), ms(5));
    does(&mut room, 1, "s1", sit()).unwrap();
    assert!(room.table().seats().a.is_none() && room.table().seats().b.is_some(), "each at their own");
    does(&mut room, 0, "s0", sit()).unwrap();
    assert!(room.table().game().is_running());
    assert_eq!(does(&mut room, 2, "key", Action::Officiate), Err(Refusal::ForbiddenRole));
    does(&mut room, 0, "r", Action::Play(tengen::game::event::Command::Resign)).unwrap();
    assert_eq!(does(&mut room, 0, "again", Action::OfferRematch), Err(Refusal::NoNextGame));
}

#[test]
fn l01_a_referee_rules_a_violation_and_only_the_chief_disqualifies() {
    use tengen::room::message::Refusal;
    let mut room = playing();
    does(&mut room, 100, "v", rules(Ruling::Violation { seat: Seat::A })).unwrap();
    let out = || rules(Ruling::Disqualify { seat: Seat::A });
    assert_eq!(does(&mut room, 100, "d1", out()), Err(Refusal::NeedsChief));
    does(&mut room, CHIEF, "d2", out()).unwrap();
}

#[test]
fn l10_who_is_dismissed_rules_no_more_at_a_table_where_a_game_runs() {
    use tengen::room::message::Refusal;
    let mut room = playing();
    let halt = || rules(Ruling::Violation { seat: Seat::A });
    does(&mut room, 100, "v1", halt()).unwrap();
    let replaced = || Input::Appoint(Box::new(appointments(Some(CHIEF), &[101], [Some(0), Some(1)])));
    assert!(!room.handle(replaced(), ms(20)).is_empty());
    assert!(room.handle(replaced(), ms(20)).is_empty(), "said again it changes nothing");
    assert_eq!(does(&mut room, 100, "v2", halt()), Err(Refusal::ForbiddenRole));
    // A chief who was replaced by somebody else is nobody's arbiter.
    let new_chief = appointments(Some(150), &[101], [Some(0), Some(1)]);
    room.handle(Input::Appoint(Box::new(new_chief)), ms(30));
    assert_eq!(does(&mut room, CHIEF, "v3", halt()), Err(Refusal::ForbiddenRole));
    let bench = room.table().bench();
    assert_eq!((bench.chief, bench.arbiters.len()), (Some(person(150).id), 2));
    let again = Journal::replay(room.journal().tail(0).unwrap().to_vec()).unwrap();
    assert_eq!(again.table(), room.table(), "replay is play");
}

fn any_command(rooms: u16) -> impl Strategy<Value = (u8, Command)> {
    let by = prop_oneof![Just(CHIEF), 0..8_u8];
    let seat = prop_oneof![Just(Seat::A), Just(Seat::B)];
    let place = (1..4_u16, 1..3_u16, 1..4_u8).prop_map(|(round, meeting, board)| at(round, meeting, board));
    let kind =
        prop_oneof![Just(AppealKind::Fact), Just(AppealKind::Interpretation), Just(AppealKind::Uncovered)];
    let ground = prop_oneof![Just(Ground::Fact), Just(Ground::Interpretation)];
    let office = prop_oneof![
        Just(Office::Chief),
        (1..4_u8).prop_map(Office::Referee),
        (1..4_u16, 1..4_u8).prop_map(|(entrant, member)| Office::Seat { entrant, member }),
    ];
    let room = move |number: u16| {
        let [high, low] = (number % rooms.max(1)).to_be_bytes();
        RoomId::from_entropy([high, low >> 4, low & 15, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    };
    let publish = (1..4_u16, 1..4_u16, proptest::option::of(seat)).prop_map(move |(a, b, first)| {
        let rooms = vec![room(a), room(b)];
        let pairings = vec![Pairing { entrants: PerSeat { a, b }, first, by_lot: false, rooms }];
        Command::Publish { session: None, start_at: None, pairings }
    });
    let overturn =
        (place.clone(), any::<u16>(), 0..3_u32, ground).prop_map(move |(place, of, seq, ground)| {
            let ruling = RulingMade { place, room: room(of % 4), seq, arbiter: person(1).id, ground };
            Command::Overturn { ruling, reason: remark("no") }
        });
    let command = prop_oneof![
        4 => office.prop_map(Command::Take),
        1 => Just(Command::Appoint { name: "Dora".parse().unwrap() }),
        1 => (1..4_u8).prop_map(|referee| Command::Dismiss { referee, reason: remark("ill") }),
        3 => publish,
        1 => (1..4_u16).prop_map(|round| Command::MarkDelay { round }),
        3 => (place, kind).prop_map(|(place, kind)| appeal(place, kind)),
        2 => (1..4_u16).prop_map(|appeal| Command::Answer { appeal, upheld: false, text: remark("no") }),
        1 => overturn,
    ];
    (by, command)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_commands_replayed_after_each_are_the_same(
        commands in proptest::collection::vec(any_command(16), 1..40),
        results in proptest::collection::vec((1..4_u16, 1..3_u8, "[ab=]{1,2}"), 0..10),
    ) {
        let mut hall = Hall::of(teams(3, 2, 2));
        let mut results = results.into_iter();
        let mut taken = 0;
        for (by, command) in commands {
            let before = hall.competition.clone();
            match hall.act(by, command) {
                Ok(()) => taken += 1,
                Err(_) => prop_assert_eq!(&hall.competition, &before, "a refusal changes nothing"),
            }
            if let Some((round, board, said)) = results.next()
                && hall.competition.bout(at(round, 1, board)).is_some()
            {
                hall.report(at(round, 1, board), &said);
            }
            let all = sums(&hall.competition);
            let meetings: u32 = all.iter().map(|sum| sum.meetings).sum();
            let played = hall.competition.rounds().iter().flat_map(|round| &round.meetings);
            prop_assert_eq!(usize::try_from(meetings).unwrap(), 2 * played.filter(|met| met.is_over()).count());
        }
        prop_assert!(taken + 12 >= hall.records.len());
    }
}
