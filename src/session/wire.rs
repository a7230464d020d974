//! What rooms and the lobby say, in the words of the wire. What many are sent is put into words once.

use bytes::Bytes;

use super::frames::{framed, text_of};
use crate::game::moment::Moment;
use crate::journal::{CommandId, Person, PersonId, RoomId};
use crate::lobby::{Change, Counts, Listing};
use crate::protocol::server::{
    BotForm, BriefGame, ChallengeOutcomeForm, ComputerForm, LobbyGame, Phase, RoleForm, TalkLine,
};
use crate::protocol::{self, Code, ServerMessage};
use crate::room::message::{Answered, Audience, Heard, Outgoing, Presence, Refusal};
use crate::room::talk::{Line, Role};
use crate::room::{Stage, Summary};
use crate::roster::{Listed, Outcome, Word};
use crate::spelling::PerSeatForm;
use crate::telemetry::metrics::{self, METRICS};

/// The text of a message.
pub fn bytes(message: &ServerMessage) -> Bytes {
    if let ServerMessage::Refused { code, .. } | ServerMessage::Error { code, .. } = message {
        METRICS.refusals.get_or_create(&metrics::Refusal { code: code.into() }).inc();
    }
    protocol::text(message).into()
}

/// The server's own bots, the gentlest first.
pub(super) fn computers(computers: &[Person]) -> Vec<ComputerForm> {
    let computer = |(level, person): (u8, &Person)| ComputerForm { person: person.into(), level };
    (1..).zip(computers).map(computer).collect()
}

/// What a room says, as text.
pub fn outgoing(outgoing: &Outgoing) -> Bytes {
    text_of(&frame(outgoing))
}

/// What a room says, as a frame. What many are sent is framed once for all of them.
pub(super) fn frame(outgoing: &Outgoing) -> Bytes {
    let framed = |message: &ServerMessage| framed(&bytes(message));
    match outgoing {
        Outgoing::Joined(joined) => framed(&ServerMessage::Joined {
            room: joined.room.to_string(),
            epoch: joined.epoch.0,
            you: joined.seat.map(Into::into),
            origin: joined.origin,
        }),
        Outgoing::Snapshot(snapshot) => snapshot.encoded(|snapshot| {
            let at = snapshot.at.millis();
            let snapshot = protocol::snapshot(snapshot.room, snapshot.next, at, &snapshot.table);
            framed(&ServerMessage::Snapshot(Box::new(snapshot)))
        }),
        Outgoing::Happened(happened) => happened.encoded(|happened| {
            let happened = protocol::happened(happened.room, &happened.recorded, &happened.standing);
            framed(&ServerMessage::Happened(Box::new(happened)))
        }),
        Outgoing::Presence(shared) => shared.encoded(|shared| framed(&presence(shared))),
        Outgoing::Resumed { room, origin } => {
            framed(&ServerMessage::Resumed { room: room.to_string(), origin: *origin })
        }
        Outgoing::Readout { room, readout } => framed(&ServerMessage::Readout {
            room: room.to_string(),
            seat: readout.seat.into(),
            elapsed_ms: readout.elapsed.millis(),
            left_ms: readout.left.millis(),
        }),
        Outgoing::Audience(shared) => shared.encoded(|shared| framed(&audience(shared))),
        Outgoing::Talk(shared) => shared.encoded(|shared| framed(&talk(shared))),
        Outgoing::Answered(answered) => framed(&answer(answered)),
        Outgoing::Unknown(room) => framed(&lost(*room, Code::UnknownRoom, "there is no such room")),
        Outgoing::Removed(room) => {
            framed(&lost(*room, Code::Removed, "an arbiter of this table has sent you out"))
        }
    }
}

/// How many games of the list are said in one message: with the longest rules there can be, they still fit into what a
/// connection holds back for its client.
const GAMES_PER_MESSAGE: usize = 100;

/// The list of games: a message, and others for what does not fit into it.
pub fn listing(listing: &Listing) -> Vec<Bytes> {
    let (first, further) = parts(&listing.games);
    let lobby = ServerMessage::Lobby {
        games: first.iter().filter_map(lobby_game).collect(),
        people: listing.people,
        waited_in: words(&listing.waited_in),
        featured: listing.featured.map(|room| room.to_string()),
    };
    let more = further.map(|games| ServerMessage::LobbyChange {
        changed: games.iter().filter_map(lobby_game).collect(),
        removed: Vec::new(),
        people: listing.people,
        waited_in: words(&listing.waited_in),
        featured: listing.featured.map(|room| room.to_string()),
    });
    std::iter::once(bytes(&lobby)).chain(more.map(|more| bytes(&more))).collect()
}

fn parts(games: &[Summary]) -> (&[Summary], std::slice::Chunks<'_, Summary>) {
    let (first, further) = games.split_at(games.len().min(GAMES_PER_MESSAGE));
    (first, further.chunks(GAMES_PER_MESSAGE))
}

/// What has changed in the list of games.
pub fn change(change: &Change) -> Bytes {
    bytes(&ServerMessage::LobbyChange {
        changed: change.changed.iter().filter_map(lobby_game).collect(),
        removed: change.removed.iter().map(ToString::to_string).collect(),
        people: change.people,
        waited_in: words(&change.waited_in),
        featured: change.featured.map(|room| room.to_string()),
    })
}

/// The list of games in brief, in as many messages.
pub fn brief_listing(listing: &Listing) -> Vec<Bytes> {
    let Counts { waiting, playing } = listing.counts;
    let (first, further) = parts(&listing.games);
    let lobby = ServerMessage::LobbyBrief {
        games: first.iter().filter_map(brief_game).collect(),
        open: count(waiting),
        playing: count(playing),
        people: listing.people,
        waited_in: words(&listing.waited_in),
        featured: listing.featured.map(|room| room.to_string()),
    };
    std::iter::once(bytes(&lobby)).chain(further.map(|games| brief_more(listing, games))).collect()
}

/// What has changed in the list of games, in brief.
pub fn brief_change(change: &Change) -> Bytes {
    bytes(&ServerMessage::LobbyBriefChange {
        changed: change.changed.iter().filter_map(brief_game).collect(),
        removed: change.removed.iter().map(ToString::to_string).collect(),
        open: count(change.counts.waiting),
        playing: count(change.counts.playing),
        people: change.people,
        waited_in: words(&change.waited_in),
        featured: change.featured.map(|room| room.to_string()),
    })
}

/// More games of a list: what did not fit into its message, and a person's own that are older.
pub fn brief_more(listing: &Listing, games: &[Summary]) -> Bytes {
    let Listing { games: _, counts, people, waited_in, featured } = listing;
    let (waited_in, featured) = (waited_in.clone(), *featured);
    brief_change(&Change {
        changed: games.to_vec(),
        removed: Vec::new(),
        counts: *counts,
        people: *people,
        waited_in,
        featured,
    })
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The bots that are here.
pub fn bots(listed: &[Listed]) -> Bytes {
    let bot = |listed: &Listed| BotForm {
        bot: (&listed.bot).into(),
        accepts: (&listed.accepts).into(),
        games: u32::try_from(listed.games).unwrap_or(u32::MAX),
    };
    bytes(&ServerMessage::Bots { bots: listed.iter().map(bot).collect() })
}

/// What a bot is told of a challenge.
pub fn word(bot: PersonId, word: &Word) -> ServerMessage {
    match word {
        Word::Challenged { challenge, from, terms } => ServerMessage::Challenged {
            challenge: *challenge,
            from: from.into(),
            rules: Box::new((&terms.rules).into()),
            colours: terms.colours.into(),
            visibility: terms.visibility.into(),
        },
        Word::Settled { challenge, outcome } => challenge_settled(Some(*challenge), bot, *outcome),
    }
}

/// What became of a challenge.
pub fn challenge_settled(challenge: Option<u64>, bot: PersonId, outcome: Outcome) -> ServerMessage {
    let (outcome, room) = match outcome {
        Outcome::Accepted(room) => (ChallengeOutcomeForm::Accepted, Some(room.to_string())),
        Outcome::Declined => (ChallengeOutcomeForm::Declined, None),
        Outcome::Lapsed => (ChallengeOutcomeForm::Lapsed, None),
        Outcome::Withdrawn => (ChallengeOutcomeForm::Withdrawn, None),
        Outcome::Failed => (ChallengeOutcomeForm::Failed, None),
    };
    ServerMessage::ChallengeSettled { challenge, bot: bot.to_string(), outcome, room }
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
        Refusal::NotPlayed(_) => Code::NotPlayed,
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
        Refusal::NotConfirmed => Code::NotConfirmed,
        Refusal::SeatKept => Code::SeatKept,
        Refusal::NeedsChief => Code::NeedsChief,
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
    Some(LobbyGame {
        room: game.room.to_string(),
        phase: phase(game.stage)?,
        rules: (&game.rules).into(),
        colours: game.colours.into(),
        seats: PerSeatForm::of(&game.seats, |person| person.as_ref().map(Into::into)),
        wall_ms: game.wall.0,
        board: game.board.as_ref().map(|board| board.as_str().to_owned()),
    })
}

fn brief_game(game: &Summary) -> Option<BriefGame> {
    Some(BriefGame {
        room: game.room.to_string(),
        phase: phase(game.stage)?,
        rules: (&game.rules).into(),
        colours: game.colours.into(),
        seats: PerSeatForm::of(&game.seats, |person| person.as_ref().map(Into::into)),
        wall_ms: game.wall.0,
        board: game.board.as_ref().map(|board| board.as_str().to_owned()),
    })
}

/// How far a game is that stands in the lobby.
const fn phase(stage: Stage) -> Option<Phase> {
    match stage {
        Stage::Waiting => Some(Phase::Open),
        Stage::Playing => Some(Phase::Playing),
        Stage::Unattended | Stage::Over => None,
    }
}
