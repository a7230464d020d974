//! What a session hears of the lobby: the list of games as it changes, and who is paired with its person.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::timeout;

use super::socket::Ended;
use super::{ANSWER_WITHIN, Session, wire};
use crate::journal::RoomId;
use crate::lobby::Change;
use crate::pairing::Ticket;
use crate::protocol::{Code, ServerMessage};
use crate::room::outbox::Shared;

impl<S: AsyncRead + AsyncWrite + Unpin> Session<S> {
    /// Tells what has changed on the list of games.
    pub(super) async fn tell_lobby(
        &mut self,
        change: Result<Arc<Shared<Change>>, RecvError>,
    ) -> Result<(), Ended> {
        match change {
            Ok(change) => self.socket.write(vec![change.encoded(wire::change)]).await,
            // Too slow for the changes: the whole list again.
            Err(RecvError::Lagged(_)) => self.watch_lobby().await,
            Err(RecvError::Closed) => {
                self.lobby = None;
                Ok(())
            }
        }
    }

    /// Follows the list of games.
    pub(super) async fn watch_lobby(&mut self) -> Result<(), Ended> {
        let watch = timeout(ANSWER_WITHIN, self.context.lobby.watch()).await;
        let Ok(Some((listing, changes))) = watch else {
            return self.error(Code::Unavailable, "there is no list of games at the moment", None).await;
        };
        self.lobby = Some(changes);
        self.socket.write(vec![listing.encoded(wire::listing)]).await
    }

    /// Tells who was paired where they play. Whoever broke the line off meanwhile finds the game among theirs.
    pub(super) async fn tell_paired(&mut self, room: Option<RoomId>) -> Result<(), Ended> {
        let Some(ticket) = self.ticket.take() else { return Ok(()) };
        let (preset, room) = (ticket.preset.to_owned(), room.map(|room| room.to_string()));
        self.say(&ServerMessage::Paired { preset, room }).await
    }
}

/// The next change of a list that is watched.
pub(super) async fn next_change(
    lobby: Option<&mut broadcast::Receiver<Arc<Shared<Change>>>>,
) -> Result<Arc<Shared<Change>>, RecvError> {
    match lobby {
        Some(changes) => changes.recv().await,
        None => std::future::pending().await,
    }
}

/// The room of somebody who waits for an opponent.
pub(super) async fn next_pairing(ticket: &mut Option<Ticket>) -> Option<RoomId> {
    match ticket {
        Some(ticket) => ticket.room().await.and_then(Result::ok),
        None => std::future::pending().await,
    }
}
