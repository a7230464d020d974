//! What strangers can send, each as a function of bytes that panics if something is wrong. The tests call them with seeds
//! and what becomes of these; `make fuzz` has a fuzzer call them. What is read is printed and read again, where it can be.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tengen::analysis::{ImportedForm, Question};
use tengen::bridge;
use tengen::client::Address;
use tengen::config::{self, Network};
use tengen::game::Game;
use tengen::game::clock::TimeControl;
use tengen::game::moment::{Moment, Span};
use tengen::game::point::Point;
use tengen::game::ruleset::RuleSet;
use tengen::game::seat::Seat;
use tengen::identity::BotToken;
use tengen::journal::{BoardLabel, CommandId, Journal, Name, PersonId, Recorded, Remark, RoomId, Salt};
use tengen::protocol::{self, ClientMessage};
use tengen::record::Record;
use tengen::record::import::{self, MOVES_MAX, NODES_MAX};
use tengen::session;
use tengen::spelling::{ClockForm, NOTATION_BYTES_MAX, read_clock};
use tengen::store::codec;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Bytes of a connection after the upgrade: they are read, answered and closed, and what is answered is whole frames.
pub(crate) fn wire(data: &[u8]) {
    let limits = config::Session::default();
    let mut written = Vec::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        // What is said back is no longer than what was said.
        let (mut client, server) = tokio::io::duplex(data.len() + 1024);
        client.write_all(data).await.unwrap();
        client.shutdown().await.unwrap();
        session::echo(server, &[], &limits).await;
        client.read_to_end(&mut written).await.unwrap();
    });
    let mut rest = &written[..];
    while !rest.is_empty() {
        assert_eq!(rest[0] & 0xf0, 0x80, "a whole frame with nothing negotiated");
        let (head, length) = match rest[1] {
            126 => (4, usize::from(u16::from_be_bytes([rest[2], rest[3]]))),
            length => (2, usize::from(length)),
        };
        assert!(length <= limits.message_bytes_max, "nothing masked, and nothing larger than was said");
        rest = &rest[head + length..];
    }
}

/// The text of a frame.
pub(crate) fn message(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match protocol::read(text) {
        Ok(request) => {
            let message: ClientMessage = serde_json::from_str(text).unwrap();
            let printed = serde_json::to_string(&message).unwrap();
            assert_eq!(protocol::read(&printed), Ok(request), "{printed}");
        }
        Err(rejected) => {
            assert!((1..=200).contains(&rejected.message.chars().count()), "{}", rejected.message);
        }
    }
}

/// A stored journal, a record a line: what can be read of it is written as it stood, played, and printed in every form.
/// Records are numbered anew, so that a journal whose middle is damaged is played, too.
pub(crate) fn journal(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut records = Vec::new();
    for line in text.lines() {
        let Ok(recorded) = codec::decode(line) else { continue };
        let written = codec::encode(&recorded).unwrap();
        assert_eq!(codec::decode(&written).unwrap(), recorded, "{written}");
        let seq = u32::try_from(records.len()).unwrap();
        records.push(Recorded { seq, ..recorded });
    }
    let Ok(journal) = Journal::replay(records) else { return };
    let record = Record::of(RoomId::from_entropy([7; 12]), &journal);
    drop((record.json().unwrap(), record.sgf(), record.psq(), record.text(), record.notation()));
    assert!(record.diagram().svg().starts_with("<svg"));
    for seat in Seat::BOTH {
        let clock = journal.table().game().clock();
        clock.map(|clock| clock.reading(seat, journal.end() + Span::from_secs(1)));
    }
}

/// A game that another program has written.
pub(crate) fn import(data: &[u8]) {
    match import::any(data) {
        Ok((format, imported)) => {
            assert!(imported.nodes.len() <= NODES_MAX && imported.main_line().len() <= MOVES_MAX);
            for (place, node) in imported.nodes.iter().enumerate() {
                assert!(node.parent.is_none_or(|parent| parent < place));
                assert!(node.point.is_none_or(|point| imported.board.contains(point)));
            }
            let answer = serde_json::to_string(&ImportedForm::of(format, imported)).unwrap();
            assert!(answer.len() < 16 * data.len() + 1024 * 1024, "{} of {}", answer.len(), data.len());
        }
        Err(bad) => assert!(bad.to_string().chars().count() < 200, "{bad}"),
    }
}

/// A clock in short notation, and a game played on it.
pub(crate) fn clock(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let control = match read_clock(text) {
        Ok(control) => control,
        Err(bad) => return assert!(bad.to_string().len() < NOTATION_BYTES_MAX + 200, "{bad}"),
    };
    assert_eq!(TimeControl::try_from(ClockForm::from(&control)), Ok(control.clone()));
    let rules = RuleSet::freestyle(Some(control));
    if rules.check().is_err() {
        return;
    }
    let mut game = Game::new(rules);
    let started = game.start(Seat::A).unwrap();
    game.evolve(Moment::ZERO, &started);
    // Whoever has to move lets all the time pass, again and again, until that decides the game.
    for _ in 0..20 {
        let Some(due) = game.deadline() else { break };
        assert!(game.lapsed(due, Span::ZERO).is_some(), "what is due happens");
        for event in game.lapsed(due, Span::ZERO).into_iter().flat_map(|(_, events)| events) {
            game.evolve(due, &event);
        }
    }
    assert!(game.outcome().is_some(), "time ends every game");
}

/// A position to judge.
pub(crate) fn question(data: &[u8]) {
    if let Ok(question) = Question::read(data) {
        drop(serde_json::to_string(&question.answer()).unwrap());
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(question) = Question::of_points(15, text) {
        assert!(question.diagram().svg().starts_with("<svg"));
    }
}

/// Everything short that somebody writes: points, names, ids, labels, tokens, addresses, what an engine says.
pub(crate) fn text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    read_back::<Point>(text);
    read_back::<RoomId>(text);
    read_back::<PersonId>(text);
    read_back::<Address>(text);
    let _ = (text.parse::<CommandId>(), text.parse::<Salt>(), text.parse::<Network>());
    let _ = (bridge::read(text), BotToken::parse(text));
    if let Ok(remark) = text.parse::<Remark>() {
        assert_eq!(remark.as_str().parse::<Remark>(), Ok(remark));
    }
    if let Ok(label) = text.parse::<BoardLabel>() {
        assert_eq!(label.as_str().parse::<BoardLabel>(), Ok(label));
    }
    if let Ok(name) = Name::chosen(text) {
        assert_eq!(Name::chosen(name.as_str()), Ok(name.clone()), "a name that was chosen can be chosen");
        if let Ok(loud) = name.as_str().to_ascii_uppercase().parse::<Name>() {
            assert_eq!(loud.likeness(), name.likeness(), "capitals make no other name: {text}");
        }
    }
}

/// What can be read is printed so that it is read again as the same.
fn read_back<T: FromStr + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse::<T>().ok().as_ref(), Some(&value), "{text}");
    }
}
