//! What a client tells its owner.

use std::sync::Arc;
use std::time::Duration;

use crate::client::dial::DialError;
use crate::client::table::{Heard, Table};
use crate::journal::{CommandId, RoomId};
use crate::protocol::Code;
use crate::protocol::server::{ComputerForm, PersonForm, ServerMessage};
use crate::timekeeper::Arrival;

/// Something that happened, in the order in which it did.
#[derive(Debug)]
pub enum News {
    /// There is a connection.
    Connected {
        /// Who we are.
        person: PersonForm,
        /// How many connections there have been, this one included.
        times: u32,
        /// The server's clock.
        now: u64,
        /// When it was heard.
        at: Arrival,
        /// The server's own bots, the gentlest first.
        computers: Vec<ComputerForm>,
    },
    /// The connection is gone, or did not come about. It is tried again.
    Lost {
        /// Why.
        why: Lost,
        /// How soon it is tried again.
        again_in: Duration,
    },
    /// A room that is followed said something.
    Room {
        /// The table after it.
        table: Arc<Table>,
        /// What the table made of it.
        heard: Heard,
        /// What was said.
        message: Box<ServerMessage>,
        /// When it was heard.
        at: Arrival,
    },
    /// A command was answered. It is so once.
    Answered(Answered),
    /// The server said something else: about the lobby, or that something went wrong.
    Said {
        /// What.
        message: Box<ServerMessage>,
        /// When it was heard.
        at: Arrival,
    },
    /// The server said something that this client does not know. A newer server may.
    NotUnderstood {
        /// Why it was not understood.
        error: String,
    },
    /// There will be no more: the server does not let us in, or was not found for too long.
    Ended {
        /// Why the last try failed.
        why: Lost,
    },
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The command.
    pub id: CommandId,
    /// The room it was for or brought into being.
    pub room: Option<RoomId>,
    /// The record it caused, if it is of a room; or why it was turned down.
    pub result: Result<Option<u32>, TurnedDown>,
    /// How often it was sent.
    pub times: u32,
    /// When it was first sent.
    pub sent: Arrival,
    /// When the answer was heard.
    pub at: Arrival,
}

/// Why a command was turned down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code:?}: {message}")]
pub struct TurnedDown {
    /// The stable code.
    pub code: Code,
    /// The same in words.
    pub message: String,
    /// The number of moves made, if the room has a game.
    pub ply: Option<u16>,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    /// It did not come about.
    #[error(transparent)]
    Dial(#[from] DialError),
    /// The server closed it.
    #[error("the server closed the connection: {code} {reason}")]
    Closed {
        /// The number in the close frame; 1005 if it had none.
        code: u16,
        /// The text in the close frame.
        reason: String,
    },
    /// It broke.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// Nothing was heard for too long.
    #[error("nothing was heard for too long")]
    Silent,
    /// What was written was not taken.
    #[error("the server reads too slowly")]
    NotTaken,
}
