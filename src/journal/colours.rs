//! How colours are settled before a game (rulebook D-02 to D-07, D-13): fixed, by lot, or chosen by the players. Pure.
//!
//! A choice is a state machine whose every state says who owes what, as in openings; whoever does not do it in time has
//! it done by the server, from the lot that was drawn when the room was opened and that everybody can check afterwards.

use sha2::{Digest as _, Sha256};

use crate::game::moment::{Moment, Span};
use crate::game::seal::Digest;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::event::Lot;
use crate::journal::text::Salt;

/// How long each step of a choice may take.
pub const CHOOSE_WITHIN: Span = Span::from_secs(30);

/// The most stones in a hand.
pub const HAND_MAX: u8 = 10;

/// How colours are settled (D-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colours {
    /// This seat plays Black.
    Black(Seat),
    /// By lot, when both sit.
    Random,
    /// By the players, when both sit.
    Chosen(Method),
}

/// How players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Each has some stones in the hand; an odd sum keeps the tentative colours, an even one exchanges them (D-03).
    Handful,
    /// The same by the difference: odd exchanges, even keeps (D-04).
    HandfulDifference,
    /// One holds stones, the other calls odd or even; who calls right plays Black (D-05, D-06).
    Call,
    /// The lot names a winner, who takes Black or White or has the other choose (D-07).
    Toss,
    /// One has the right to choose, and must: who lost the toss of the first game of a match, in the game that decides it
    /// (D-13). At a table that is no such game it is whoever joins.
    Right,
}

/// What is called of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// One, three, five.
    Odd,
    /// Two, four, six.
    Even,
}

/// What the winner of a toss can choose, and then perhaps the other (D-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourRight {
    /// To play Black.
    Black,
    /// To play White.
    White,
    /// That the other chooses, who then must.
    YouChoose,
}

/// What a player does in a choice of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourAct {
    /// Commits to a number by what `number:salt` hashes to.
    Commit(Digest),
    /// Shows the number, and what was hashed with it.
    Reveal {
        /// The number of stones.
        number: u8,
        /// What was hashed with it.
        salt: Salt,
    },
    /// Calls the other's number.
    Call(Call),
    /// Uses a right of the toss.
    Choose(ColourRight),
}

/// What happened in a choice of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourEvent {
    /// It began.
    Begun {
        /// Who has Black as it stands (handful), holds the stones (call), won the toss, or has the right.
        tentative: Seat,
    },
    /// A player committed to a number.
    Committed {
        /// Who.
        seat: Seat,
        /// To what.
        digest: Digest,
    },
    /// A player did not in time; the server will draw a number for him.
    CommitMissed {
        /// Who.
        seat: Seat,
    },
    /// A player showed the number he had committed to.
    Revealed {
        /// Who.
        seat: Seat,
        /// The number.
        number: u8,
        /// What was hashed with it.
        salt: Salt,
    },
    /// The server drew a number for a player.
    NumberDrawn {
        /// For whom.
        seat: Seat,
        /// The number.
        number: u8,
        /// Why.
        cause: Drawn,
    },
    /// A number was called.
    Called {
        /// By whom.
        seat: Seat,
        /// What.
        call: Call,
        /// Whether the server did it for him.
        late: bool,
    },
    /// A right of the toss was used.
    Chosen {
        /// By whom.
        seat: Seat,
        /// Which.
        choice: ColourRight,
        /// Whether the server did it for him.
        late: bool,
    },
}

/// Why the server drew a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// The player was late.
    Late,
    /// What he showed is not what he had committed to.
    BadReveal,
}

/// What a seat owes in a choice of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourDebt {
    /// To commit to a number.
    Commit,
    /// To show it.
    Reveal,
    /// To call the other's.
    Call,
    /// To choose, with the right to hand the choice over or without.
    Choose {
        /// Whether the other can be made to choose.
        can_pass: bool,
    },
}

/// Why something is not done in a choice of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourRefusal {
    /// Something else is owed, or nothing.
    NotOwed,
    /// The number is not one of stones in a hand.
    NumberOutOfHand,
    /// The other has committed to the same.
    CopiedDigest,
    /// The choice was handed over and cannot be handed back (D-07).
    MustChoose,
}

/// A choice of colours, while it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourChoice {
    /// How it is made.
    pub method: Method,
    /// Who has Black as it stands (handful), holds the stones (call), won the toss, or has the right.
    pub tentative: Seat,
    /// When the server does what is owed.
    pub until: Moment,
    /// What each has committed to.
    pub digests: PerSeat<Option<Digest>>,
    /// The numbers that are known.
    pub numbers: PerSeat<Option<u8>>,
    /// What was called.
    pub call: Option<Call>,
    missed: PerSeat<bool>,
    chosen: Option<(Seat, ColourRight)>,
}

impl ColourChoice {
    /// A choice that begins `at` a moment.
    pub fn begin(method: Method, tentative: Seat, at: Moment) -> Self {
        Self {
            method,
            tentative,
            until: at + CHOOSE_WITHIN,
            digests: PerSeat::default(),
            numbers: PerSeat::default(),
            call: None,
            missed: PerSeat::default(),
            chosen: None,
        }
    }

    /// The event with which it begins: who is first, the lot says, except that the opener holds the stones, and that the
    /// right is whose it is.
    pub const fn begun(method: Method, lot: Lot, right: Seat) -> ColourEvent {
        let tentative = match method {
            Method::Handful | Method::HandfulDifference | Method::Toss => lot.black(),
            Method::Call => Seat::A,
            Method::Right => right,
        };
        ColourEvent::Begun { tentative }
    }

    /// What a seat owes.
    pub fn owed(&self, seat: Seat) -> Option<ColourDebt> {
        let has_hand = self.holds(seat);
        let is_committed =
            |seat: Seat| !self.holds(seat) || self.digests[seat].is_some() || self.missed[seat];
        if has_hand && !is_committed(seat) {
            return Some(ColourDebt::Commit);
        }
        match self.method {
            Method::Handful | Method::HandfulDifference | Method::Call if !is_committed(seat.other()) => None,
            Method::Call if seat != self.tentative => self.call.is_none().then_some(ColourDebt::Call),
            Method::Call if self.call.is_none() => None,
            Method::Handful | Method::HandfulDifference | Method::Call => {
                let can_show = self.digests[seat].is_some() && self.numbers[seat].is_none();
                can_show.then_some(ColourDebt::Reveal)
            }
            Method::Right => {
                let is_owed = self.chosen.is_none() && seat == self.tentative;
                is_owed.then_some(ColourDebt::Choose { can_pass: false })
            }
            Method::Toss => match self.chosen {
                None if seat == self.tentative => Some(ColourDebt::Choose { can_pass: true }),
                Some((_, ColourRight::YouChoose)) if seat != self.tentative => {
                    Some(ColourDebt::Choose { can_pass: false })
                }
                Some(_) | None => None,
            },
        }
    }

    /// Answers what a player does with the event it causes, or says why not.
    ///
    /// # Errors
    /// [`ColourRefusal`] says why not; nothing is changed.
    pub fn decide(&self, seat: Seat, act: ColourAct, lot: Lot) -> Result<ColourEvent, ColourRefusal> {
        match (self.owed(seat), act) {
            // Who copies the other's commitment could show the same number after him, and so choose the parity.
            (Some(ColourDebt::Commit), ColourAct::Commit(digest))
                if self.digests[seat.other()] == Some(digest) =>
            {
                Err(ColourRefusal::CopiedDigest)
            }
            (Some(ColourDebt::Commit), ColourAct::Commit(digest)) => {
                Ok(ColourEvent::Committed { seat, digest })
            }
            (Some(ColourDebt::Reveal), ColourAct::Reveal { number, salt }) => {
                if number == 0 || number > HAND_MAX {
                    return Err(ColourRefusal::NumberOutOfHand);
                }
                let is_true = self.digests[seat] == Some(commitment(number, &salt));
                Ok(if is_true {
                    ColourEvent::Revealed { seat, number, salt }
                } else {
                    ColourEvent::NumberDrawn { seat, number: lot.number(seat), cause: Drawn::BadReveal }
                })
            }
            (Some(ColourDebt::Call), ColourAct::Call(call)) => {
                Ok(ColourEvent::Called { seat, call, late: false })
            }
            (Some(ColourDebt::Choose { can_pass: false }), ColourAct::Choose(ColourRight::YouChoose)) => {
                Err(ColourRefusal::MustChoose)
            }
            (Some(ColourDebt::Choose { .. }), ColourAct::Choose(choice)) => {
                Ok(ColourEvent::Chosen { seat, choice, late: false })
            }
            (Some(_) | None, _) => Err(ColourRefusal::NotOwed),
        }
    }

    /// What the server does when time is up: all that is owed.
    pub fn overdue(&self, lot: Lot) -> Vec<ColourEvent> {
        let done_for = |seat: Seat| {
            Some(match self.owed(seat)? {
                ColourDebt::Commit => ColourEvent::CommitMissed { seat },
                ColourDebt::Reveal => {
                    ColourEvent::NumberDrawn { seat, number: lot.number(seat), cause: Drawn::Late }
                }
                ColourDebt::Call => ColourEvent::Called { seat, call: lot.call(), late: true },
                ColourDebt::Choose { can_pass: true } => {
                    ColourEvent::Chosen { seat, choice: ColourRight::YouChoose, late: true }
                }
                ColourDebt::Choose { can_pass: false } => {
                    ColourEvent::Chosen { seat, choice: ColourRight::Black, late: true }
                }
            })
        };
        Seat::BOTH.into_iter().filter_map(done_for).collect()
    }

    /// The numbers that the server draws once nobody owes anything: of who had committed to none.
    pub fn drawn(&self, lot: Lot) -> Vec<ColourEvent> {
        let is_owed = Seat::BOTH.into_iter().any(|seat| self.owed(seat).is_some());
        let draws = |seat: &Seat| !is_owed && self.missed[*seat] && self.numbers[*seat].is_none();
        let drawn =
            |seat: Seat| ColourEvent::NumberDrawn { seat, number: lot.number(seat), cause: Drawn::Late };
        Seat::BOTH.into_iter().filter(draws).map(drawn).collect()
    }

    /// Who plays Black, once that is settled.
    pub fn black(&self) -> Option<Seat> {
        let keeps = |keeps: bool| if keeps { self.tentative } else { self.tentative.other() };
        match self.method {
            Method::Handful => Some(keeps((self.numbers.a? + self.numbers.b?) % 2 == 1)),
            Method::HandfulDifference => Some(keeps(self.numbers.a?.abs_diff(self.numbers.b?) % 2 == 0)),
            Method::Call => {
                let is_odd = self.numbers[self.tentative]? % 2 == 1;
                let is_right = is_odd == (self.call? == Call::Odd);
                Some(keeps(!is_right))
            }
            Method::Toss | Method::Right => match self.chosen? {
                (seat, ColourRight::Black) => Some(seat),
                (seat, ColourRight::White) => Some(seat.other()),
                (_, ColourRight::YouChoose) => None,
            },
        }
    }

    /// Applies one event.
    pub fn evolve(&mut self, at: Moment, event: &ColourEvent) {
        self.until = at + CHOOSE_WITHIN;
        match event {
            ColourEvent::Begun { tentative } => self.tentative = *tentative,
            ColourEvent::Committed { seat, digest } => self.digests[*seat] = Some(*digest),
            ColourEvent::CommitMissed { seat } => self.missed[*seat] = true,
            ColourEvent::Revealed { seat, number, .. } | ColourEvent::NumberDrawn { seat, number, .. } => {
                self.numbers[*seat] = Some(*number);
            }
            ColourEvent::Called { call, .. } => self.call = Some(*call),
            ColourEvent::Chosen { seat, choice, .. } => self.chosen = Some((*seat, *choice)),
        }
    }

    /// Whether a seat has stones in the hand.
    fn holds(&self, seat: Seat) -> bool {
        match self.method {
            Method::Handful | Method::HandfulDifference => true,
            Method::Call => seat == self.tentative,
            Method::Toss | Method::Right => false,
        }
    }
}

impl Colours {
    /// Who plays Black, if that does not wait for the players.
    pub const fn black(self, lot: Lot) -> Option<Seat> {
        match self {
            Self::Black(seat) => Some(seat),
            Self::Random => Some(lot.black()),
            Self::Chosen(_) => None,
        }
    }
}

/// What a number and its salt hash to: the SHA-256 of `number:salt`.
pub fn commitment(number: u8, salt: &Salt) -> Digest {
    Digest(Sha256::digest(format!("{number}:{}", salt.as_str())).into())
}
