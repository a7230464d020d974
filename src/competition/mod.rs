//! A competition: entrants, rounds, who officiates, what came of the games, appeals (rulebook B-17, L-10, M-01 to M-05).
//! Pure.
//!
//! ```text
//! Competition > Round (of a session) > Meeting > Match > Game
//! ```
//!
//! [`Competition::decide`] answers and changes nothing, [`Competition::evolve`] changes and cannot fail; so replay is play.
//! Who meets whom the chief states. A meeting is of two entrants in one round: of two people, who play one match, or of
//! two teams, who play one on each board. A game is played in a room, which knows its place ([`Bout`]).
//!
//! [`Bout`]: crate::journal::Bout

mod appeal;
mod command;
mod decide;
mod event;
mod round;
mod settings;
mod state;
mod sums;

pub use appeal::{APPEALS_EACH_MAX, APPEALS_MAX, Appeal, AppealKind, AppealState};
pub use command::{Command, Office, Pairing, Refusal, RulingMade};
pub use event::{BadCompetition, Event, Founded, Recorded, replay};
pub use round::{Board, Game, Match, Meeting, Place, Played, ROUNDS_MAX, Round};
pub use settings::{
    BOARDS_MAX, BOARDS_MIN, BadSettings, ENTRANTS_MAX, Entrant, FirstMove, Kind, MEMBERS_MORE_MAX,
    PLAYERS_MAX, STAGES_MAX, Settings, Stage, Title,
};
pub use state::{Competition, Overturned, REFEREES_MAX, Referee, Seating};
pub use sums::{Sums, sums};
