//! How a room's task is reached, and what is sent to it.

use tokio::sync::mpsc;

use super::subscription::Subscription;
use super::waiting;
use crate::journal::{Person, RoomId};
use crate::room::message::{ConnectionId, Input, Manner, Seen};
use crate::room::outbox::Outbox;
use crate::timekeeper::Arrival;

/// The room's task is gone. Enter the room again through the hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the room's task is gone")]
pub struct RoomGone;

/// Reaches a room's task.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    pub(super) room: RoomId,
    pub(super) inbox: Inbox,
}

/// Where messages wait for a room's task. It keeps places for many, and most of the time none is taken: so they are
/// places for boxes.
pub(super) type Inbox = mpsc::Sender<Box<Message>>;

/// What is sent to a room's task.
#[derive(Debug)]
pub(super) enum Message {
    Join {
        connection: ConnectionId,
        person: Person,
        subscription: Subscription,
        seen: Option<Seen>,
        manner: Manner,
    },
    Input(Input, Arrival),
}

impl RoomHandle {
    /// Lets a connection follow the room.
    ///
    /// # Errors
    /// [`RoomGone`] if the task has ended.
    pub async fn join(
        &self,
        connection: ConnectionId,
        person: Person,
        outbox: Outbox,
        seen: Option<Seen>,
        manner: Manner,
    ) -> Result<(), RoomGone> {
        let subscription = Subscription { room: self.room, outbox, is_stale: false, is_ended: false };
        let message = Message::Join { connection, person, subscription, seen, manner };
        match self.inbox.send(Box::new(message)).await {
            Ok(()) => Ok(()),
            Err(mpsc::error::SendError(mut message)) => {
                // The caller learns it from the error.
                if let Message::Join { subscription, .. } = &mut *message {
                    subscription.is_ended = true;
                }
                Err(RoomGone)
            }
        }
    }

    /// Sends an input that reached the process at `arrival`.
    ///
    /// # Errors
    /// [`RoomGone`] if the task has ended.
    pub async fn send(&self, input: Input, arrival: Arrival) -> Result<(), RoomGone> {
        self.inbox.send(Box::new(Message::Input(input, arrival))).await.map_err(|_| RoomGone)
    }

    /// How many inputs wait for the task.
    pub fn waiting(&self) -> usize {
        waiting(&self.inbox)
    }

    /// Whether the task has ended. It has then also finished its last append.
    pub fn is_closed(&self) -> bool {
        self.inbox.is_closed()
    }
}
