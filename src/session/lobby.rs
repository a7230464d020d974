//! What a session hears of the lobby: the list of games as it changes, and who is paired with its person.

use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::timeout;

use super::post::Wire;
use super::socket::Ended;
use super::{ANSWER_WITHIN, Session, wire};
use crate::journal::RoomId;
use crate::lobby::{Reach, Told, Watch};
use crate::pairing::Ticket;
use crate::protocol::{Code, ServerMessage};

/// The list of games, as it is followed.
pub(super) struct Followed {
    pub(super) changes: broadcast::Receiver<Told>,
    pub(super) brief: Option<Reach>,
}

impl<S: Wire> Session<S> {
    /// Tells of a change in the words that were asked for.
    pub(super) async fn tell_lobby(&mut self, told: Result<Told, RecvError>) -> Result<(), Ended> {
        let brief = self.lobby.as_ref().and_then(|watched| watched.brief);
        match told {
            Ok(told) => {
                let text = match brief {
                    Some(_) => told.brief.encoded(|change| wire::brief_change(change)),
                    None => told.whole.encoded(|change| wire::change(change)),
                };
                self.socket.write(vec![text]).await
            }
            // Too slow for the changes: the whole list again.
            Err(RecvError::Lagged(_)) => self.watch_lobby(brief).await,
            Err(RecvError::Closed) => {
                self.lobby = None;
                Ok(())
            }
        }
    }

    /// Follows the list of games, in brief as far as it says.
    pub(super) async fn watch_lobby(&mut self, brief: Option<Reach>) -> Result<(), Ended> {
        let reach = brief.unwrap_or(Reach::Many);
        let watch = timeout(ANSWER_WITHIN, self.context.lobby.watch(self.person.id, reach)).await;
        let Ok(Some(Watch { listing, own, changes })) = watch else {
            return self.error(Code::Unavailable, "there is no list of games at the moment", None).await;
        };
        self.lobby = Some(Followed { changes, brief });
        let mut texts = match brief {
            Some(_) => listing.encoded(wire::brief_listing),
            None => listing.encoded(wire::listing),
        };
        // Whoever asks for whole rules is a program, and joins its games by itself.
        if brief.is_some() && !own.is_empty() {
            texts.push(wire::brief_more(listing.value(), &own));
        }
        self.socket.write(texts).await
    }

    /// Tells who was paired where they play. Whoever broke the line off meanwhile finds the game among theirs.
    pub(super) async fn tell_paired(&mut self, room: Option<RoomId>) -> Result<(), Ended> {
        let Some(ticket) = self.ticket.take() else { return Ok(()) };
        let (preset, room) = (ticket.preset.to_owned(), room.map(|room| room.to_string()));
        self.say(&ServerMessage::Paired { preset, room }).await
    }
}

/// The next change of a list that is watched.
pub(super) async fn next_change(changes: Option<&mut broadcast::Receiver<Told>>) -> Result<Told, RecvError> {
    match changes {
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
