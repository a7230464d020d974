//! Adjournments: the mover seals, the game waits, the move is opened, both confirm, it is played (rulebook K).

use crate::game::event::{Command, Event, Reason, Refusal};
use crate::game::moment::{Moment, Span};
use crate::game::seal::{Digest, Nonce, SealedMove};
use crate::game::seat::{PerSeat, Seat};
use crate::game::state::{Game, Why, ended, lost_by};

/// How long both have to confirm the position once the sealed move is open; it is then played (K-03).
pub const CONFIRM_WITHIN: Span = Span::from_secs(60);

/// How far an adjournment is. The sealed move itself is kept elsewhere until it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adjournment {
    /// The mover's clock runs until he seals.
    Sealing,
    /// He has; all clocks stand still.
    Sealed {
        /// What the move and its nonce hash to.
        digest: Digest,
    },
    /// The move was opened, and the position is to be confirmed.
    Confirming {
        /// What it hashed to.
        digest: Digest,
        /// The move.
        sealed: SealedMove,
        /// Who has confirmed.
        confirmed: PerSeat<bool>,
        /// When it is played whether or not both have.
        until: Moment,
    },
}

impl Game {
    /// Whether the mover may hand in a move that hashes to `digest`. What it is, is looked at when it is opened (K-02).
    ///
    /// # Errors
    /// A [`Refusal`], upon which nothing is changed.
    pub fn decide_seal(&self, seat: Seat, ply: u16, digest: Digest) -> Result<Event, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        self.check_not_suspended()?;
        if self.adjournment != Some(Adjournment::Sealing) {
            return Err(Refusal::NotAdjourned);
        }
        if ply != self.ply {
            return Err(Refusal::StalePly { ply: self.ply });
        }
        match self.owed() {
            Some(owed) if owed.seat == seat => Ok(Event::Sealed { seat, digest }),
            Some(_) | None => Err(Refusal::NotYourTurn),
        }
    }

    /// Opens the sealed move, which the arbiter has ordered (K-03).
    ///
    /// # Errors
    /// A [`Refusal`], upon which nothing is changed.
    pub fn decide_unseal(&self, sealed: SealedMove, nonce: Nonce) -> Result<Event, Refusal> {
        match (&self.adjournment, self.owed()) {
            (Some(Adjournment::Sealed { .. }), Some(owed)) => {
                Ok(Event::Unsealed { seat: owed.seat, sealed, nonce })
            }
            (Some(_) | None, _) => Err(Refusal::NotAdjourned),
        }
    }

    pub(super) fn decide_confirm(&self, seat: Seat, now: Moment) -> Result<Vec<Event>, Refusal> {
        match &self.adjournment {
            Some(Adjournment::Confirming { confirmed, .. }) if !confirmed[seat] => {
                let mut events = vec![Event::Confirmed { seat }];
                if confirmed[seat.other()] {
                    events.extend(self.play_sealed(now));
                }
                Ok(events)
            }
            Some(_) | None => Err(Refusal::NothingToConfirm),
        }
    }

    /// When the position counts as confirmed.
    pub(super) const fn confirming_until(&self) -> Option<Moment> {
        match &self.adjournment {
            Some(Adjournment::Confirming { until, .. }) => Some(*until),
            Some(Adjournment::Sealing | Adjournment::Sealed { .. }) | None => None,
        }
    }

    /// The events of the opened move; it loses if it is not legal (K-02).
    pub(super) fn play_sealed(&self, now: Moment) -> Vec<Event> {
        let (Some(Adjournment::Confirming { sealed, .. }), Some(owed), Some(opening)) =
            (&self.adjournment, self.owed(), &self.opening)
        else {
            return Vec::new();
        };
        let mut game = self.clone();
        game.stop = None;
        game.adjournment = None;
        game.decide_move(opening, owed.seat, sealed.command(self.ply), now)
            .unwrap_or_else(|_| ended(lost_by(owed.seat, Reason::SealedIllegal)))
    }

    /// While a game is adjourned, most things have to wait.
    pub(super) const fn check_adjourned(&self, command: &Command) -> Result<(), Refusal> {
        match &self.adjournment {
            None => Ok(()),
            Some(adjournment) => match (command, adjournment) {
                (Command::Resign | Command::Abandon | Command::Confirm | Command::Resume, _)
                | (Command::ClaimForbidden { .. } | Command::DeclareFive, Adjournment::Sealing) => Ok(()),
                (_, Adjournment::Sealing) => Err(Refusal::Sealing),
                (_, Adjournment::Sealed { .. } | Adjournment::Confirming { .. }) => Err(Refusal::Adjourned),
            },
        }
    }

    pub(super) fn evolve_unsealed(&mut self, at: Moment, sealed: &SealedMove) {
        if let Some(Adjournment::Sealed { digest }) = self.adjournment {
            self.adjournment = Some(Adjournment::Confirming {
                digest,
                sealed: sealed.clone(),
                confirmed: PerSeat::default(),
                until: at + CONFIRM_WITHIN,
            });
        }
    }

    pub(super) fn evolve_confirmed(&mut self, seat: Seat) {
        if let Some(Adjournment::Confirming { confirmed, .. }) = &mut self.adjournment {
            confirmed[seat] = true;
        }
    }

    /// A move comes: if it is the sealed one, time goes on from where it was handed in.
    pub(super) fn evolve_sealed_played(&mut self, at: Moment) {
        if self.adjournment.take().is_some() && self.stop.is_some_and(|stop| stop.why == Why::Sealed) {
            self.go_on(at);
        }
    }
}
