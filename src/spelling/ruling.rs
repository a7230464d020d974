//! What an arbiter rules, in JSON. Only a client writes it: what comes of it is recorded as events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::event::{Miscolouring, Ruling, Sides};
use crate::game::moment::Span;
use crate::game::seat::PerSeat;
use crate::journal::{PersonId, TableRuling};
use crate::spelling::rules::words;
use crate::spelling::{BadForm, PerSeatForm, SeatForm};

/// What an arbiter rules at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RulingForm {
    /// The clocks stand still, and nobody moves.
    Halt {},
    /// The game goes on, or is not adjourned after all.
    GoOn {
        /// What is charged to each side, in milliseconds.
        charge_ms: PerSeatForm<u64>,
        /// Even if somebody is out of time by it.
        #[serde(default)]
        force: bool,
    },
    /// So much is left of a side's present period.
    SetClock {
        /// Whose.
        seat: SeatForm,
        /// Milliseconds, at least 1 and at most a day.
        #[schemars(range(min = 1, max = 86_400_000))]
        left_ms: u64,
    },
    /// Each side gets half of the shared time that is left.
    Split {},
    /// Time is taken from a side and given to the other.
    TimePenalty {
        /// Whose fault it was.
        seat: SeatForm,
        /// What is taken, in milliseconds.
        minus_ms: u64,
        /// What the other gets, in milliseconds.
        plus_ms: u64,
        /// Even beyond what the edition allows.
        #[serde(default)]
        force: bool,
    },
    /// A violation; the second one loses.
    Violation {
        /// Whose.
        seat: SeatForm,
    },
    /// A side loses; after the end it loses what it got, and the other keeps what it has.
    Loss {
        /// Who.
        seat: SeatForm,
    },
    /// Both lose.
    DoubleLoss {},
    /// A draw.
    Draw {},
    /// The game is played again from the first move, with the same colours and full clocks.
    Replay {},
    /// The game begins again with the right colours.
    Recolour {
        /// What was wrong.
        cause: MiscolouringForm,
    },
    /// The game is to be adjourned: the side to move seals its move.
    Adjourn {},
    /// The sealed move is opened.
    OpenSealed {},
    /// A side is out of the match: it loses the game that runs, and forfeits those to come.
    Disqualify {
        /// Who.
        seat: SeatForm,
    },
    /// The result stands, and is confirmed by that.
    Uphold {},
    /// What a side got from a game that is over is taken from it, or from both.
    Annul {
        /// Whose.
        sides: SidesForm,
    },
    /// The board gets another label; the game on it goes its way.
    MoveBoard {
        /// Which, in 1 to 16 characters.
        board: String,
    },
    /// A spectator may not talk.
    Mute {
        /// Who.
        person: String,
    },
    /// A spectator may talk again.
    Unmute {
        /// Who.
        person: String,
    },
    /// A spectator is sent out.
    Remove {
        /// Who.
        person: String,
    },
    /// A spectator may come back.
    Readmit {
        /// Who.
        person: String,
    },
}

words!(
    /// One side or both.
    SidesForm = Sides {
        /// Seat A.
        A = Sides::A,
        /// Seat B.
        B = Sides::B,
        /// Both.
        Both = Sides::Both,
    }
);

words!(
    /// Why colours were wrong.
    MiscolouringForm = Miscolouring {
        /// The pairing was.
        Pairing = Miscolouring::Pairing,
        /// The players sat down wrongly.
        Players = Miscolouring::Players,
    }
);

/// The longest time that can be ruled on: a day.
const SPAN_MAX: Span = Span::from_secs(24 * 3600);

fn span(millis: u64) -> Result<Span, BadForm> {
    let span = Span::from_millis(millis);
    if span > SPAN_MAX { Err(BadForm::Span) } else { Ok(span) }
}

fn person(id: &str) -> Result<PersonId, BadForm> {
    id.parse().map_err(|_| BadForm::Text("person"))
}

impl TryFrom<RulingForm> for TableRuling {
    type Error = BadForm;

    fn try_from(form: RulingForm) -> Result<Self, BadForm> {
        Ok(Self::Game(match form {
            RulingForm::Halt {} => Ruling::Halt,
            RulingForm::GoOn { charge_ms: PerSeatForm { a, b }, force } => {
                Ruling::GoOn { charge: PerSeat { a: span(a)?, b: span(b)? }, force }
            }
            RulingForm::SetClock { seat, left_ms } => {
                Ruling::SetClock { seat: seat.into(), left: span(left_ms)? }
            }
            RulingForm::Split {} => Ruling::Split,
            RulingForm::TimePenalty { seat, minus_ms, plus_ms, force } => {
                Ruling::TimePenalty { seat: seat.into(), minus: span(minus_ms)?, plus: span(plus_ms)?, force }
            }
            RulingForm::Violation { seat } => Ruling::Violation { seat: seat.into() },
            RulingForm::Loss { seat } => Ruling::Loss { seat: seat.into() },
            RulingForm::DoubleLoss {} => Ruling::DoubleLoss,
            RulingForm::Draw {} => Ruling::Draw,
            RulingForm::Replay {} => Ruling::Replay,
            RulingForm::Recolour { cause } => Ruling::Recolour { cause: cause.into() },
            RulingForm::Adjourn {} => Ruling::Adjourn,
            RulingForm::Disqualify { seat } => Ruling::Disqualify { seat: seat.into() },
            RulingForm::Uphold {} => Ruling::Uphold,
            RulingForm::Annul { sides } => Ruling::Annul { sides: sides.into() },
            RulingForm::MoveBoard { board } => return Ok(Self::MoveBoard(board.parse()?)),
            RulingForm::OpenSealed {} => return Ok(Self::OpenSealed),
            RulingForm::Mute { person: id } => return Ok(Self::Mute(person(&id)?)),
            RulingForm::Unmute { person: id } => return Ok(Self::Unmute(person(&id)?)),
            RulingForm::Remove { person: id } => return Ok(Self::Remove(person(&id)?)),
            RulingForm::Readmit { person: id } => return Ok(Self::Readmit(person(&id)?)),
        }))
    }
}
