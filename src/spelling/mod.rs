//! How values of the game and the journal are spelled in JSON.
//!
//! The wire and the store both write these values, so they share one spelling of them; what only one of the two has
//! (a lot, a command id) is spelled there. The domain types themselves know no serde. Inwards everything is strict:
//! an unknown field is an error. Conversions match exhaustively, so that a new event does not compile until it has a
//! spelling.

mod accepts;
mod arbitration;
mod clock;
mod colours;
mod competed;
mod competition;
mod deed;
mod event;
mod notation;
mod opening;
mod outcome;
mod rules;
mod ruling;
pub mod seal;
mod series;
mod table;

pub use accepts::{AcceptsForm, OpponentsForm};
pub use arbitration::{ArbiterEventForm, ArbitrationForm, BoutForm, GroundForm, PersonForm};
pub use clock::{
    ClockForm, ExhaustedForm, GainForm, QuotaForm, QuotaMetForm, SharedForm, StageForm, UsedUpForm,
};
pub use colours::{CallForm, ColourEventForm, ColourRightForm, ColoursForm, DrawnForm, MethodForm};
pub use competition::{
    AppealKindForm, BoutGameForm, CompetitionEventForm, EntrantForm, FirstMoveForm, KindForm, MatchForm,
    MeetingForm, OfficeForm, PlaceForm, RoundForm, RulesFromForm, RulingMadeForm, SettingsForm,
};
pub use deed::DeedForm;
pub use event::{FavourForm, GameEventForm, SeatForm, StoneForm, ViolationForm};
pub use notation::{BadNotation, NOTATION_BYTES_MAX, read_clock};
pub use opening::{ChoiceForm, NamedOpeningForm, OpeningForm, ZoneForm};
pub use outcome::{FoulForm, OutcomeForm, ReasonForm, ScoreForm, SettledForm};
pub use rules::{
    AdjudicationForm, BoardSizeForm, DeclarationForm, DrawForm, EditionForm, FiveForm, ForbiddenForm,
    GiftForm, LagForm, PassForm, PauseForm, RulesForm, StartForm, TakebackForm,
};
pub use ruling::{MiscolouringForm, RulingForm, SidesForm};
pub use seal::SealedMoveForm;
pub use series::{DeciderForm, GoalForm, SeriesForm};
pub use table::{EventForm, VisibilityForm};

use serde::{Deserialize, Serialize};

use crate::game::point::{BadPoint, Point};
use crate::game::seat::PerSeat;

/// Why a spelled value is none the game knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadForm {
    /// A point that is none.
    #[error(transparent)]
    Point(#[from] BadPoint),
    /// A board size that is not offered.
    #[error("a board has 15, 19 or 20 lines, not {0}")]
    BoardSize(u8),
    /// A code that no opening has.
    #[error("an opening is D1 to D13 or I1 to I13")]
    Opening,
    /// A match of too few or too many games.
    #[error("the number of games or points of a match is 1 to {0}")]
    Games(u8),
    /// A list of too many entries.
    #[error("a list has {0} entries at most")]
    Long(usize),
    /// More games than may be at once.
    #[error("a bot plays 1 to {0} games at once")]
    AtOnce(u8),
    /// A zero where something is counted.
    #[error("{0} is at least 1")]
    Zero(&'static str),
    /// A text that stands for nothing.
    #[error("its {0} is none")]
    Text(&'static str),
    /// A label that no board has.
    #[error(transparent)]
    Board(#[from] crate::journal::BadBoardLabel),
    /// A time too long to be ruled on.
    #[error("a time that is ruled on is a day at most")]
    Span,
    /// Digits that are none, or too few or too many.
    #[error("write {0} of the digits 0-9 a-f")]
    Hex(u8),
    /// Stages that make no clock.
    #[error(transparent)]
    Clock(#[from] crate::game::clock::BadTimeControl),
    /// Two things that being out of time would bring.
    #[error("out of time is a foul (`fouls`) or a pass (`forced_pass`), not both")]
    FoulsAndPass,
    /// A short notation that is no clock.
    #[error(transparent)]
    Notation(#[from] BadNotation),
    /// A clock in stages and another in short notation.
    #[error("a clock is given once: `clock` in short notation, or `rules.clock` in stages")]
    TwoClocks,
    /// Rules that do not go together.
    #[error(transparent)]
    Rules(#[from] crate::game::ruleset::BadRules),
}

/// A point, as its lower-case name `h8`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct PointForm(#[schemars(regex(pattern = r"^[a-tA-T]([1-9]|1[0-9]|20)$"))] String);

impl PointForm {
    /// The spelling of each point.
    pub fn all(points: &[Point]) -> Vec<Self> {
        points.iter().map(|point| (*point).into()).collect()
    }

    /// Each point.
    ///
    /// # Errors
    /// [`BadPoint`] if one of them is none.
    pub fn read_all(forms: &[Self]) -> Result<Vec<Point>, BadPoint> {
        forms.iter().map(Point::try_from).collect()
    }
}

impl From<Point> for PointForm {
    fn from(point: Point) -> Self {
        Self(point.to_string())
    }
}

impl TryFrom<&PointForm> for Point {
    type Error = BadPoint;

    fn try_from(form: &PointForm) -> Result<Self, BadPoint> {
        form.0.parse()
    }
}

/// One thing for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerSeatForm<T> {
    /// Seat A's.
    pub a: T,
    /// Seat B's.
    pub b: T,
}

impl<T> PerSeatForm<T> {
    /// The spelling of what each seat has.
    pub fn of<U>(values: &PerSeat<U>, spell: impl Fn(&U) -> T) -> Self {
        Self { a: spell(&values.a), b: spell(&values.b) }
    }

    /// What one seat has.
    pub const fn at(&self, seat: SeatForm) -> &T {
        match seat {
            SeatForm::A => &self.a,
            SeatForm::B => &self.b,
        }
    }

    /// What each seat has.
    pub fn read<U>(self, read: impl Fn(T) -> U) -> PerSeat<U> {
        PerSeat { a: read(self.a), b: read(self.b) }
    }
}
