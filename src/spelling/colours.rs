//! How colours are settled, and what happens in a choice of them, in JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::seat::Seat;
use crate::journal::{Call, ColourEvent, ColourRight, Colours, Drawn, Method};
use crate::spelling::rules::words;
use crate::spelling::{BadForm, SeatForm, seal};

/// How colours are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColoursForm {
    /// Seat A, the opener's, plays Black.
    BlackA,
    /// Seat B plays Black.
    BlackB,
    /// By lot, when both sit.
    Random,
    /// By stones in the hand: an odd sum keeps the tentative colours, an even one exchanges them.
    Handful,
    /// By stones in the hand: an odd difference exchanges the tentative colours, an even one keeps them.
    HandfulDifference,
    /// By a call, odd or even, of the stones in the other's hand; who is right plays Black.
    Call,
    /// By a toss, whose winner takes Black or White or has the other choose.
    Toss,
    /// By who has the right to, and must: in the deciding game of a match who lost the toss of its first game; otherwise
    /// seat B.
    Right,
}

impl From<ColoursForm> for Colours {
    fn from(form: ColoursForm) -> Self {
        match form {
            ColoursForm::BlackA => Self::Black(Seat::A),
            ColoursForm::BlackB => Self::Black(Seat::B),
            ColoursForm::Random => Self::Random,
            ColoursForm::Handful => Self::Chosen(Method::Handful),
            ColoursForm::HandfulDifference => Self::Chosen(Method::HandfulDifference),
            ColoursForm::Call => Self::Chosen(Method::Call),
            ColoursForm::Toss => Self::Chosen(Method::Toss),
            ColoursForm::Right => Self::Chosen(Method::Right),
        }
    }
}

impl From<Colours> for ColoursForm {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Black(Seat::A) => Self::BlackA,
            Colours::Black(Seat::B) => Self::BlackB,
            Colours::Random => Self::Random,
            Colours::Chosen(Method::Handful) => Self::Handful,
            Colours::Chosen(Method::HandfulDifference) => Self::HandfulDifference,
            Colours::Chosen(Method::Call) => Self::Call,
            Colours::Chosen(Method::Toss) => Self::Toss,
            Colours::Chosen(Method::Right) => Self::Right,
        }
    }
}

words!(
    /// How players choose colours.
    MethodForm = Method {
        /// An odd sum keeps.
        Handful = Method::Handful,
        /// An even difference keeps.
        HandfulDifference = Method::HandfulDifference,
        /// Odd or even.
        Call = Method::Call,
        /// Three rights.
        Toss = Method::Toss,
        /// One chooses, and must.
        Right = Method::Right,
    }
);

words!(
    /// What is called of a number.
    CallForm = Call {
        /// One, three, five.
        Odd = Call::Odd,
        /// Two, four, six.
        Even = Call::Even,
    }
);

words!(
    /// A right of a toss.
    ColourRightForm = ColourRight {
        /// To play Black.
        Black = ColourRight::Black,
        /// To play White.
        White = ColourRight::White,
        /// That the other chooses, who then must.
        YouChoose = ColourRight::YouChoose,
    }
);

words!(
    /// Why the server drew a number.
    DrawnForm = Drawn {
        /// The player was late.
        Late = Drawn::Late,
        /// What he showed is not what he had committed to.
        BadReveal = Drawn::BadReveal,
    }
);

/// What happened in a choice of colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ColourEventForm {
    /// It began.
    #[serde(rename = "colours_begun")]
    Begun {
        /// Who has Black as it stands (handful), holds the stones (call), or won the toss.
        tentative: SeatForm,
    },
    /// A player committed to a number.
    Committed {
        /// Who.
        seat: SeatForm,
        /// The SHA-256 of `number:nonce`, as 64 hexadecimal digits.
        digest: String,
    },
    /// A player did not in time; the server will draw a number.
    CommitMissed {
        /// Who.
        seat: SeatForm,
    },
    /// A player showed the number.
    Revealed {
        /// Who.
        seat: SeatForm,
        /// The number of stones, 1 to 10.
        number: u8,
        /// What was hashed with it.
        nonce: String,
    },
    /// The server drew a number for a player.
    NumberDrawn {
        /// For whom.
        seat: SeatForm,
        /// The number.
        number: u8,
        /// Why.
        cause: DrawnForm,
    },
    /// A number was called.
    Called {
        /// By whom.
        seat: SeatForm,
        /// What.
        call: CallForm,
        /// Whether the server did it, because the player had not.
        late: bool,
    },
    /// A right of the toss was used.
    #[serde(rename = "colour_chosen")]
    Chosen {
        /// By whom.
        seat: SeatForm,
        /// Which.
        choice: ColourRightForm,
        /// Whether the server did it, because the player had not.
        late: bool,
    },
}

impl From<&ColourEvent> for ColourEventForm {
    fn from(event: &ColourEvent) -> Self {
        match event {
            ColourEvent::Begun { tentative } => Self::Begun { tentative: (*tentative).into() },
            ColourEvent::Committed { seat, digest } => {
                Self::Committed { seat: (*seat).into(), digest: digest.to_string() }
            }
            ColourEvent::CommitMissed { seat } => Self::CommitMissed { seat: (*seat).into() },
            ColourEvent::Revealed { seat, number, salt } => {
                Self::Revealed { seat: (*seat).into(), number: *number, nonce: salt.as_str().to_owned() }
            }
            ColourEvent::NumberDrawn { seat, number, cause } => {
                Self::NumberDrawn { seat: (*seat).into(), number: *number, cause: (*cause).into() }
            }
            ColourEvent::Called { seat, call, late } => {
                Self::Called { seat: (*seat).into(), call: (*call).into(), late: *late }
            }
            ColourEvent::Chosen { seat, choice, late } => {
                Self::Chosen { seat: (*seat).into(), choice: (*choice).into(), late: *late }
            }
        }
    }
}

impl TryFrom<ColourEventForm> for ColourEvent {
    type Error = BadForm;

    fn try_from(form: ColourEventForm) -> Result<Self, BadForm> {
        Ok(match form {
            ColourEventForm::Begun { tentative } => Self::Begun { tentative: tentative.into() },
            ColourEventForm::Committed { seat, digest } => {
                Self::Committed { seat: seat.into(), digest: seal::digest(&digest)? }
            }
            ColourEventForm::CommitMissed { seat } => Self::CommitMissed { seat: seat.into() },
            ColourEventForm::Revealed { seat, number, nonce } => {
                let salt = nonce.parse().map_err(|_| BadForm::Text("nonce"))?;
                Self::Revealed { seat: seat.into(), number, salt }
            }
            ColourEventForm::NumberDrawn { seat, number, cause } => {
                Self::NumberDrawn { seat: seat.into(), number, cause: cause.into() }
            }
            ColourEventForm::Called { seat, call, late } => {
                Self::Called { seat: seat.into(), call: call.into(), late }
            }
            ColourEventForm::Chosen { seat, choice, late } => {
                Self::Chosen { seat: seat.into(), choice: choice.into(), late }
            }
        })
    }
}
