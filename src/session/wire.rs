//! What rooms and the lobby say, in the words of the wire. What many are sent is put into words once.

use bytes::Bytes;

use crate::game::moment::Moment;
use crate::journal::{CommandId, Person, RoomId};
use crate::lobby::{Change, Listing};
use crate::protocol::server::{LobbyGame, Phase, RoleForm, TalkLine};
use crate::protocol::{self, Code, ServerMessage};
use crate::room::message::{Answered, Audience, Heard, Outgoing, Presence, Refusal};
use crate::room::talk::{Line, Role};
use crate::room::{Stage, Summary};
use crate::spelling::PerSeatForm;
use crate::telemetry::metrics::{self, METRICS};

/// The text of a message, as the bytes of a frame.
pub fn bytes(message: &ServerMessage) -> Bytes {
    if let ServerMessage::Refused { code, .. } | ServerMessage::Error { code, .. } = message {
        METRICS.refusals.get_or_create(&metrics::Refusal { code: code.into() }).inc();
    }
    protocol::text(message).into()
}

/// What a room says, as the bytes of a frame.
pub fn outgoing(outgoing: &Outgoing) -> Bytes {
    match outgoing {
        Outgoing::Joined(joined) => bytes(&ServerMessage::Joined {
            room: joined.room.to_string(),
            epoch: joined.epoch.0,
            you: joined.seat.map(Into::into),
            origin: joined.origin,
        }),
        Outgoing::Snapshot(snapshot) => snapshot.encoded(|snapshot| {
            let at = snapshot.at.millis();
            let snapshot = protocol::snapshot(snapshot.room, snapshot.next, at, &snapshot.table);
            bytes(&ServerMessage::Snapshot(Box::new(snapshot)))
        }),
        Outgoing::Happened(happened) => happened.encoded(|happened| {
            let happened = protocol::happened(happened.room, &happened.recorded, &happened.standing);
            bytes(&ServerMessage::Happened(Box::new(happened)))
        }),
        Outgoing::Presence(shared) => shared.encoded(|shared| bytes(&presence(shared))),
        Outgoing::Resumed { room, origin } => {
            bytes(&ServerMessage::Resumed { room: room.to_string(), origin: *origin })
        }
        Outgoing::Readout { room, readout } => bytes(&ServerMessage::Readout {
            room: room.to_string(),
            seat: readout.seat.into(),
            elapsed_ms: readout.elapsed.millis(),
            left_ms: readout.left.millis(),
        }),
        Outgoing::Audience(shared) => shared.encoded(|shared| bytes(&audience(shared))),
        Outgoing::Talk(shared) => shared.encoded(|shared| bytes(&talk(shared))),
        Outgoing::Answered(answered) => bytes(&answer(answered)),
        Outgoing::Unknown(room) => bytes(&lost(*room, Code::UnknownRoom, "there is no such room")),
        Outgoing::Removed(room) => {
            bytes(&lost(*room, Code::Removed, "an arbiter of this table has sent you out"))
        }
    }
}

/// The list of games.
pub fn listing(listing: &Listing) -> Bytes {
    bytes(&ServerMessage::Lobby {
        games: listing.games.iter().filter_map(lobby_game).collect(),
        people: listing.people,
        waited_in: listing.waited_in.iter().map(ToString::to_string).collect(),
    })
}

/// What has changed in the list of games.
pub fn change(change: &Change) -> Bytes {
    bytes(&ServerMessage::LobbyChange {
        changed: change.changed.iter().filter_map(lobby_game).collect(),
        removed: change.removed.iter().map(ToString::to_string).collect(),
        people: change.people,
        waited_in: change.waited_in.iter().map(ToString::to_string).collect(),
    })
}

/// The answer to a command that was turned down before it reached a room.
pub fn refused(id: &CommandId, room: Option<RoomId>, code: Code, message: String) -> ServerMessage {
    let room = room.map(|room| room.to_string());
    ServerMessage::Refused { id: id.as_str().to_owned(), room, code, message, ply: None }
}

/// What a room refused, in the words of the wire.
pub const fn code(refusal: Refusal) -> Code {
    match refusal {
        Refusal::Game(refusal) => protocol::game_code(refusal),
        Refusal::NotAPlayer => Code::NotAPlayer,
        Refusal::NoFreeSeat => Code::NoFreeSeat,
        Refusal::AlreadySeated => Code::AlreadySeated,
        Refusal::GameNotOver => Code::GameNotOver,
        Refusal::NoRematchOffer => Code::NoOffer,
        Refusal::RematchOfferStands => Code::OfferStands,
        Refusal::MatchGoesOn => Code::MatchGoesOn,
        Refusal::NoNextGame => Code::NoNextGame,
        Refusal::RematchMade => Code::RematchMade,
        Refusal::NotJoined => Code::NotJoined,
        Refusal::ForbiddenRole => Code::ForbiddenRole,
        Refusal::ArbiterCannotPlay => Code::ArbiterCannotPlay,
        Refusal::AlreadyArbiter => Code::AlreadyArbiter,
        Refusal::TooManyArbiters => Code::TooManyArbiters,
        Refusal::NoArbiter => Code::NoArbiter,
        Refusal::TooManyComplaints => Code::TooManyComplaints,
        Refusal::TalksTooFast => Code::TooFast,
        Refusal::NoSuchPerson => Code::NoSuchPerson,
        Refusal::Muted => Code::Muted,
        Refusal::NumberOutOfHand => Code::NumberOutOfHand,
        Refusal::MustChoose => Code::MustChoose,
        Refusal::CopiedDigest => Code::BadDigest,
        Refusal::ComplaintTooLate => Code::TooLate,
        Refusal::NotAbsent => Code::NotAbsent,
    }
}

fn presence(presence: &Presence) -> ServerMessage {
    ServerMessage::Presence {
        room: presence.room.to_string(),
        seats: PerSeatForm::of(&presence.seats, |is_here| *is_here),
        watchers: presence.watchers,
        gone_since: PerSeatForm::of(&presence.gone_since, |since| since.map(Moment::millis)),
    }
}

fn answer(answered: &Answered) -> ServerMessage {
    let id = answered.id.as_str().to_owned();
    let room = Some(answered.room.to_string());
    match answered.result {
        Ok(seq) => ServerMessage::Accepted { id, room, seq, arbiter_key: None },
        Err(refusal) => ServerMessage::Refused {
            id,
            room,
            code: code(refusal),
            message: refusal.to_string(),
            ply: Some(answered.ply),
        },
    }
}

/// Word that a room cannot be followed.
fn lost(room: RoomId, code: Code, message: &str) -> ServerMessage {
    ServerMessage::Error {
        code,
        message: message.to_owned(),
        room: Some(room.to_string()),
        retry_after_ms: None,
    }
}

fn audience(audience: &Audience) -> ServerMessage {
    let people = |people: &[Person]| people.iter().map(Into::into).collect();
    ServerMessage::Audience {
        room: audience.room.to_string(),
        watchers: people(&audience.watchers),
        muted: people(&audience.muted),
        removed: people(&audience.removed),
    }
}

fn talk(heard: &Heard) -> ServerMessage {
    let line = |line: &Line| TalkLine {
        from: (&line.from).into(),
        role: match line.role {
            Role::Player => RoleForm::Player,
            Role::Arbiter => RoleForm::Arbiter,
            Role::Spectator => RoleForm::Spectator,
        },
        text: line.text.as_str().to_owned(),
        at: line.at.millis(),
    };
    ServerMessage::Talk {
        room: heard.room.to_string(),
        all: heard.all,
        lines: heard.lines.iter().map(line).collect(),
    }
}

fn lobby_game(game: &Summary) -> Option<LobbyGame> {
    let phase = match game.stage {
        Stage::Waiting => Phase::Open,
        Stage::Playing => Phase::Playing,
        Stage::Unattended | Stage::Over => return None,
    };
    Some(LobbyGame {
        room: game.room.to_string(),
        phase,
        rules: (&game.rules).into(),
        colours: game.colours.into(),
        seats: PerSeatForm::of(&game.seats, |person| person.as_ref().map(Into::into)),
        wall_ms: game.wall.0,
    })
}
