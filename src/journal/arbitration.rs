//! Arbiters of a table, and what they do beside the game on it (rulebook L). Pure.

use sha2::{Digest as _, Sha256};

use crate::game::event::Ruling;
use crate::game::seal::{Digest, Nonce, SealedMove};
use crate::game::seat::{PerSeat, Seat};
use crate::journal::event::Person;
use crate::journal::ids::PersonId;
use crate::journal::text::{BoardLabel, Remark};

/// The most arbiters of a table.
pub const ARBITERS_MAX: usize = 8;
/// The most people an arbiter can mute, and remove, at one table.
pub const SANCTIONED_MAX: usize = 200;
/// The most complaints of a player in one game.
pub const COMPLAINTS_MAX: u8 = 10;

/// Whether arbiters are expected at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arbitration {
    /// None are, unless the operator sends one.
    None,
    /// The opener plays and has the link that makes an arbiter.
    Link,
    /// The opener is an arbiter and does not play.
    Opener,
}

/// What a ruling rests on (L-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// What happened. Nobody changes such a ruling.
    Fact,
    /// How the rules are read. The chief of a competition may overturn it.
    Interpretation,
}

/// What an arbiter rules at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRuling {
    /// Something about the game.
    Game(Ruling),
    /// The sealed move is opened (K-03).
    OpenSealed,
    /// A spectator may not talk.
    Mute(PersonId),
    /// A spectator may talk again.
    Unmute(PersonId),
    /// A spectator is sent out (L-08).
    Remove(PersonId),
    /// A spectator may come back.
    Readmit(PersonId),
    /// The board gets another label; the game on it goes its way (L-11).
    MoveBoard(BoardLabel),
}

/// What arbiters do, and what is said to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArbiterEvent {
    /// A person is an arbiter of this table.
    Officiated {
        /// Who.
        person: Person,
    },
    /// An arbiter ruled what the rest of the record says.
    Ruled {
        /// Who.
        arbiter: Person,
        /// Why.
        reason: Remark,
        /// What it rests on.
        ground: Ground,
    },
    /// The chief of the competition is an arbiter of this table, who alone disqualifies (L-01).
    Presides {
        /// Who.
        person: Person,
    },
    /// An arbiter of this table is none any more (L-10).
    Dismissed {
        /// Who.
        person: Person,
    },
    /// A seat is kept for a person, and for nobody else.
    Kept {
        /// Which.
        seat: Seat,
        /// Who.
        person: Person,
    },
    /// A spectator may not talk.
    Muted {
        /// Who.
        person: Person,
    },
    /// A spectator may talk again.
    Unmuted {
        /// Who.
        person: Person,
    },
    /// A spectator was sent out.
    Removed {
        /// Who.
        person: Person,
    },
    /// A spectator may come back.
    Readmitted {
        /// Who.
        person: Person,
    },
    /// A player complains to the arbiter (L-13).
    Complained {
        /// Who.
        seat: Seat,
        /// Of what.
        text: Remark,
        /// Whether on his own time.
        own_time: bool,
    },
    /// The board got another label (L-11).
    BoardMoved {
        /// Which.
        board: BoardLabel,
    },
}

/// A sealed move as it is kept until it is opened. It is in the journal, and nowhere on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The move.
    pub sealed: SealedMove,
    /// What is hashed with it.
    pub nonce: Nonce,
}

/// Who arbitrates a table, and whom they have silenced or sent out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// The arbiters.
    pub arbiters: Vec<Person>,
    /// Who may not talk.
    pub muted: Vec<Person>,
    /// Who may not come in.
    pub removed: Vec<Person>,
    /// The label that an arbiter gave the board.
    pub board: Option<BoardLabel>,
    /// Who of the arbiters is the chief of the competition.
    pub chief: Option<PersonId>,
    /// For whom the seats are kept, where they are.
    pub kept: PerSeat<Option<Person>>,
    complaints: [u8; 2],
}

impl Bench {
    /// Whether a person arbitrates.
    pub fn is_arbiter(&self, person: PersonId) -> bool {
        is_among(&self.arbiters, person)
    }

    /// Whether a person may not talk.
    pub fn is_muted(&self, person: PersonId) -> bool {
        is_among(&self.muted, person)
    }

    /// Whether a person was sent out.
    pub fn is_removed(&self, person: PersonId) -> bool {
        is_among(&self.removed, person)
    }

    /// How many people are on each of its lists: arbiters, muted, removed.
    pub const fn sizes(&self) -> (usize, usize, usize) {
        (self.arbiters.len(), self.muted.len(), self.removed.len())
    }

    /// How often a player has complained.
    pub const fn complaints(&self, seat: Seat) -> u8 {
        self.complaints[index(seat)]
    }

    /// Applies one event.
    pub fn evolve(&mut self, event: &ArbiterEvent) {
        match event {
            ArbiterEvent::Officiated { person } => self.arbiters.push(person.clone()),
            ArbiterEvent::Ruled { .. } => {}
            ArbiterEvent::Presides { person } => {
                if !self.is_arbiter(person.id) {
                    self.arbiters.push(person.clone());
                }
                self.chief = Some(person.id);
            }
            ArbiterEvent::Dismissed { person } => {
                self.arbiters.retain(|other| other.id != person.id);
                self.chief = self.chief.filter(|chief| *chief != person.id);
            }
            ArbiterEvent::Kept { seat, person } => self.kept[*seat] = Some(person.clone()),
            ArbiterEvent::Muted { person } => self.muted.push(person.clone()),
            ArbiterEvent::Unmuted { person } => self.muted.retain(|other| other.id != person.id),
            ArbiterEvent::Removed { person } => self.removed.push(person.clone()),
            ArbiterEvent::Readmitted { person } => self.removed.retain(|other| other.id != person.id),
            ArbiterEvent::Complained { seat, .. } => {
                let complaints = &mut self.complaints[index(*seat)];
                *complaints = complaints.saturating_add(1);
            }
            ArbiterEvent::BoardMoved { board } => self.board = Some(board.clone()),
        }
    }
}

const fn index(seat: Seat) -> usize {
    match seat {
        Seat::A => 0,
        Seat::B => 1,
    }
}

fn is_among(people: &[Person], person: PersonId) -> bool {
    people.iter().any(|other| other.id == person)
}

impl Envelope {
    /// What is published of it: the SHA-256 of the move in words, a `|`, and the nonce in hexadecimal digits (K-02).
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(format!("{}|{}", in_words(&self.sealed), self.nonce)).into())
    }
}

/// A sealed move in words, as it is hashed: `stone h8`, `pass`, `choose swap`, `announce 3`, `show h8 h9`, `keep h8`.
fn in_words(sealed: &SealedMove) -> String {
    use crate::game::opening::Choice;
    match sealed {
        SealedMove::Stone(point) => format!("stone {point}"),
        SealedMove::Pass => "pass".to_owned(),
        SealedMove::Choose(choice) => {
            let choice = match choice {
                Choice::Stay => "stay",
                Choice::Swap => "swap",
                Choice::PlaceTwo => "place_two",
                Choice::PlaceFifth => "place_fifth",
                Choice::OfferFifths => "offer_fifths",
            };
            format!("choose {choice}")
        }
        SealedMove::Announce(number) => format!("announce {number}"),
        SealedMove::Show(points) => {
            points.iter().fold("show".to_owned(), |words, point| format!("{words} {point}"))
        }
        SealedMove::Keep(point) => format!("keep {point}"),
    }
}
