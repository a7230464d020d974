//! Following a person from game to game: what the lobby tells everybody, narrowed down to one.

use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use super::post::Wire;
use super::socket::Ended;
use super::{ANSWER_WITHIN, Session};
use crate::journal::PersonId;
use crate::lobby::{Pursuit, Reach, Told, Watch};
use crate::protocol::{Code, ServerMessage};

impl<S: Wire> Session<S> {
    /// Follows a person, and says where they play.
    pub(super) async fn pursue(&mut self, person: PersonId) -> Result<(), Ended> {
        let watch = timeout(ANSWER_WITHIN, self.context.lobby.watch(person, Reach::All)).await;
        let Ok(Some(Watch { listing, own, changes })) = watch else {
            self.pursuit = None;
            return self.error(Code::Unavailable, "nobody can be followed at the moment", None).await;
        };
        self.pursuit = Some((Pursuit::new(person, listing.value(), &own), changes));
        self.tell_pursued().await
    }

    /// Takes a change of the lobby, and says so if who is followed plays elsewhere.
    pub(super) async fn go_after(&mut self, told: Result<Told, RecvError>) -> Result<(), Ended> {
        let Some((pursuit, _)) = &mut self.pursuit else { return Ok(()) };
        match told {
            Ok(told) if pursuit.note(told.whole.value()) => self.tell_pursued().await,
            Ok(_) => Ok(()),
            // Too slow for the changes: where they play is looked up again.
            Err(RecvError::Lagged(_)) => {
                let person = pursuit.person();
                self.pursue(person).await
            }
            Err(RecvError::Closed) => {
                self.pursuit = None;
                Ok(())
            }
        }
    }

    async fn tell_pursued(&mut self) -> Result<(), Ended> {
        let Some((pursuit, _)) = &self.pursuit else { return Ok(()) };
        let (person, room) = (pursuit.person().to_string(), pursuit.room().map(|room| room.to_string()));
        self.say(&ServerMessage::Following { person, room }).await
    }
}
