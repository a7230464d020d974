//! The list of games, as one connection follows it.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::timeout;

use super::socket::Ended;
use super::{ANSWER_WITHIN, Session, wire};
use crate::lobby::{Reach, Told, Watch};
use crate::protocol::Code;

/// The list of games, as it is followed.
pub(super) struct Followed {
    pub(super) changes: broadcast::Receiver<Told>,
    pub(super) brief: Option<Reach>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<S> {
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
}
