//! How a room's task is reached, and what is sent to it.

use tokio::sync::mpsc;

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
    pub(super) inbox: mpsc::Sender<Message>,
}

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

/// A connection's claim to hear everything a room says. If it is lost on the way, the connection finds the room stale.
#[derive(Debug)]
pub(super) struct Subscription {
    pub(super) room: RoomId,
    pub(super) outbox: Outbox,
    /// Whether the connection has been told that it lost something, and has not joined again.
    pub(super) is_stale: bool,
    pub(super) is_ended: bool,
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
        match self.inbox.send(message).await {
            Ok(()) => Ok(()),
            Err(mpsc::error::SendError(message)) => {
                // The caller learns it from the error.
                if let Message::Join { mut subscription, .. } = message {
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
        self.inbox.send(Message::Input(input, arrival)).await.map_err(|_| RoomGone)
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

/// However a subscription is lost, its connection learns that it must join again.
impl Drop for Subscription {
    fn drop(&mut self) {
        if !self.is_ended {
            self.outbox.mark_stale(self.room);
        }
    }
}
