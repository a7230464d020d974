//! What several tests share.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "not every test uses all of it")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for what it looks for")]

pub mod server;
pub mod values;
pub mod visitor;

use std::sync::Arc;

use tengen::game::event::{Command, Reason, Said};
use tengen::game::moment::{Moment, Span};
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::Seat;
use tengen::journal::{
    Arbitration, Colours, CommandId, Journal, Lot, Opened, Person, PersonId, Recorded, RoomId, Visibility,
    WallTime,
};
use tengen::room::message::{Action, ConnectionId, Happened, Input, Manner, Outgoing, Refusal, Seen};
use tengen::room::outbox::Shared;
use tengen::room::{Effect, Room, founding};
use tengen::store::Epoch;

pub use values::{byo_yomi, control, count, fischer, ms, point, restarting, secs, stage, sudden_death};

/// The room that tests play in.
pub fn room_id() -> RoomId {
    RoomId::from_entropy([7; 12])
}

/// A person by number. Number 0 opens tables.
pub fn person(number: u8) -> Person {
    Person {
        id: PersonId::from_entropy([number; 16]),
        name: format!("Person {number}").parse().unwrap(),
        is_bot: false,
    }
}

/// What a client calls its command.
pub fn command_id(text: &str) -> CommandId {
    text.parse().unwrap()
}

/// A table with these rules, whose opener plays Black.
pub fn opened(rules: RuleSet) -> Opened {
    Opened {
        rules,
        colours: Colours::Black(Seat::A),
        lot: Lot([0; 16]),
        visibility: Visibility::Public,
        wall: WallTime(1_800_000_000_000),
        server: "0.0.0-test".to_owned(),
        previous: None,
        series: None,
        arbitration: Arbitration::None,
        board: None,
        bout: None,
    }
}

/// A room that person 0 has just opened.
pub fn open_room(rules: RuleSet) -> Room {
    let journal = Journal::replay(vec![founding(opened(rules), person(0))]).unwrap();
    Room::new(room_id(), Epoch(1), journal)
}

/// The connection of a person, for people who have one.
pub fn connection(number: u8) -> ConnectionId {
    ConnectionId(u64::from(number))
}

/// A running game: person 0 plays Black at seat A, person 1 White at seat B, person 2 watches.
pub fn running(rules: RuleSet) -> Room {
    let mut room = open_room(rules);
    for number in 0..3 {
        room.handle(join(number), Moment::ZERO);
    }
    assert!(answer(&room.handle(act(1, "sit", Action::Sit(Default::default())), Moment::ZERO)).is_ok());
    room
}

/// A person's connection joins, having seen nothing.
pub fn join(number: u8) -> Input {
    join_seen(number, None)
}

/// A person's connection joins.
pub fn join_seen(number: u8, seen: Option<Seen>) -> Input {
    Input::Join { connection: connection(number), person: person(number), seen, manner: Manner::Attend }
}

/// A person's connection glances at the room, having seen nothing.
pub fn glance(number: u8) -> Input {
    let (connection, person) = (connection(number), person(number));
    Input::Join { connection, person, seen: None, manner: Manner::Glance }
}

/// A person does something.
pub fn act(number: u8, id: &str, action: Action) -> Input {
    Input::Act { connection: connection(number), person: person(number), id: command_id(id), action }
}

/// A stone put on a point, with nothing said.
pub fn put(ply: u16, name: &str) -> Command {
    Command::Place { ply, point: point(name), with: Said::NOTHING, lag: Span::ZERO }
}

/// A person puts a stone.
pub fn place(number: u8, id: &str, ply: u16, name: &str) -> Input {
    act(number, id, Action::Play(put(ply, name)))
}

/// The records among effects.
pub fn kept(effects: &[Effect]) -> Vec<Recorded> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Keep(happened) => Some(happened.value().recorded.clone()),
            _ => None,
        })
        .collect()
}

/// What one connection is told by effects, broadcasts included.
pub fn told(effects: &[Effect], number: u8) -> Vec<Outgoing> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Keep(happened) => Some(Outgoing::Happened(happened.clone())),
            Effect::Tell { to, outgoing } if *to == connection(number) => Some(outgoing.clone()),
            _ => None,
        })
        .collect()
}

/// What a command was answered with.
pub fn answer(effects: &[Effect]) -> Result<u32, Refusal> {
    let answers = effects.iter().filter_map(|effect| match effect {
        Effect::Tell { outgoing: Outgoing::Answered(answered), .. } => Some(answered.result),
        _ => None,
    });
    let answers: Vec<_> = answers.collect();
    assert_eq!(answers.len(), 1, "one command has one answer");
    answers[0].map(|seq| seq.expect("what is recorded has a number"))
}

/// The happenings among what a connection was told.
pub fn happened(told: &[Outgoing]) -> Vec<Arc<Shared<Happened>>> {
    told.iter()
        .filter_map(|outgoing| match outgoing {
            Outgoing::Happened(happened) => Some(happened.clone()),
            _ => None,
        })
        .collect()
}

/// What ended a game, in a word.
pub const fn ending(reason: &Reason) -> &'static str {
    match reason {
        Reason::Five { .. } => "five",
        Reason::Forbidden { .. } => "forbidden",
        Reason::ForcedForbidden { .. } => "forced forbidden",
        Reason::Resigned => "resigned",
        Reason::Flag => "flag",
        Reason::Violations => "violations",
        Reason::DoublePass => "double pass",
        Reason::Agreement => "agreement",
        Reason::FullBoard => "full board",
        Reason::Aborted => "aborted",
        Reason::Expired => "expired",
        Reason::SharedTime => "shared time",
        Reason::TimeFouls => "time fouls",
        Reason::Late => "late",
        Reason::DoubleForfeit => "double forfeit",
        Reason::Ruled => "ruled",
        Reason::SealedIllegal => "sealed illegal",
        Reason::Abandoned => "abandoned",
        Reason::RecordLost => "record lost",
        Reason::Disqualified => "disqualified",
    }
}
