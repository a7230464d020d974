//! What a session hears besides its client and its rooms, if it has asked for it: most have not, and then it takes no place.

use tokio::sync::broadcast;

use super::Arrived;
use super::company::Company;
use super::entry::Watched;
use super::invitations::{Invitation, Taking};
use super::lobby::{Followed, next_change, next_pairing};
use crate::lobby::{Pursuit, Told};
use crate::pairing::Ticket;

/// Where all of it comes from.
pub(super) struct Wanted<'a> {
    pub(super) token: Option<&'a Watched>,
    pub(super) lobby: &'a mut Option<Followed>,
    pub(super) pursuit: &'a mut Option<(Pursuit, broadcast::Receiver<Told>)>,
    pub(super) ticket: &'a mut Option<Ticket>,
    pub(super) taking: &'a mut Option<Taking>,
    pub(super) company: &'a mut Company,
}

impl Wanted<'_> {
    /// What comes next; nothing ever, if nothing is wanted. Safe to cancel.
    pub(super) async fn next(self) -> Arrived {
        if self.is_nothing() {
            return std::future::pending().await;
        }
        Box::pin(self.something()).await
    }

    fn is_nothing(&self) -> bool {
        let Self { token, lobby, pursuit, ticket, taking, company } = self;
        let is_alone = token.is_none() && lobby.is_none() && pursuit.is_none();
        is_alone && ticket.is_none() && taking.is_none() && company.is_silent()
    }

    async fn something(self) -> Arrived {
        let Self { token, lobby, pursuit, ticket, taking, company } = self;
        tokio::select! {
            biased;
            () = revocation(token) => Arrived::Revoked,
            change = next_change(lobby.as_mut().map(|list| &mut list.changes)) => Arrived::Lobby(change),
            change = next_change(pursuit.as_mut().map(|(_, changes)| changes)) => Arrived::Pursued(change),
            room = next_pairing(ticket) => Arrived::Paired(room),
            invitation = next_invitation(taking) => Arrived::Invited(invitation),
            heard = company.next() => Arrived::OfBots(heard),
        }
    }
}

/// The end of the token with which somebody came in.
async fn revocation(token: Option<&Watched>) {
    match token {
        Some(token) => token.revoked.cancelled().await,
        None => std::future::pending().await,
    }
}

/// The next invitation of a bot.
async fn next_invitation(taking: &mut Option<Taking>) -> Option<Invitation> {
    match taking {
        Some(taking) => taking.next().await,
        None => std::future::pending().await,
    }
}
