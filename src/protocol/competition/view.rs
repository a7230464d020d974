//! A competition as it is told.

use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::server::Phase;
use crate::spelling::{
    AppealKindForm, BoutGameForm, FirstMoveForm, GoalForm, GroundForm, KindForm, PerSeatForm, PersonForm,
    PlaceForm, RulesFromForm, SeatForm,
};

/// A competition as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompetitionView {
    /// Which.
    pub competition: String,
    /// How many records there are.
    pub next: u32,
    /// What it is called.
    pub title: String,
    /// Who competes.
    pub kind: KindForm,
    /// How long a match lasts.
    pub goal: GoalForm,
    /// The rules by rounds.
    pub stages: Vec<RulesFromForm>,
    /// Who has the first move where the chief does not say.
    pub first_move: FirstMoveForm,
    /// Whether it goes on.
    pub open: bool,
    /// The chief, once somebody has come by that link.
    pub chief: Option<PersonForm>,
    /// The referees, by their numbers.
    pub referees: Vec<RefereeForm>,
    /// Who takes part, by their numbers, with their sums.
    pub entrants: Vec<EntrantView>,
    /// The rounds, from round 1.
    pub rounds: Vec<RoundView>,
    /// The appeals, by their numbers.
    pub appeals: Vec<AppealForm>,
    /// The rulings that were overturned.
    pub overturned: Vec<OverturnedForm>,
    /// What the one who asks is here.
    pub you: You,
}

/// A referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefereeForm {
    /// What the chief calls the referee.
    pub name: String,
    /// Who has come by the link.
    pub person: Option<PersonForm>,
    /// Why the referee was dismissed, if so.
    pub dismissed: Option<String>,
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EntrantView {
    /// The name.
    pub name: String,
    /// Who plays, by their numbers.
    pub members: Vec<MemberView>,
    /// Which member speaks for the entrant.
    pub captain: u8,
    /// Half points: a win is two of them, a draw one.
    pub half_points: SumsForm,
}

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MemberView {
    /// The name.
    pub name: String,
    /// Who has come by the link.
    pub person: Option<PersonForm>,
}

/// Half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SumsForm {
    /// Of games.
    pub games: u32,
    /// Of matches that are over.
    pub matches: u32,
    /// Of meetings that are over.
    pub meetings: u32,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RoundView {
    /// The session it belongs to.
    pub session: Option<String>,
    /// When its games begin, in milliseconds since 1970.
    pub start_at: Option<u64>,
    /// Whether the organiser has held it up.
    pub delayed: bool,
    /// Who meets whom.
    pub meetings: Vec<MeetingView>,
}

/// A meeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MeetingView {
    /// The numbers of the entrants.
    pub entrants: PerSeatForm<u16>,
    /// Who has the first move on odd boards; `null` if the lot says so.
    pub first: Option<SeatForm>,
    /// Half points of each.
    pub half_points: PerSeatForm<SumsForm>,
    /// A match on each board, from board 1.
    pub matches: Vec<MatchView>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MatchView {
    /// Its games: all that are certain to be played, and those that were played beyond.
    pub games: Vec<BoutGameForm>,
    /// Half points of each.
    pub half_points: PerSeatForm<u16>,
    /// Whether no further game is played.
    pub over: bool,
    /// The room of its present or last game.
    pub room: Option<String>,
    /// How far that game is.
    pub phase: Option<Phase>,
    /// Whether each player has come to that room.
    pub has_come: PerSeatForm<bool>,
    /// What was ruled in its rooms; the latest 32 of each.
    pub rulings: Vec<RulingView>,
}

/// A ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RulingView {
    /// In which room.
    pub room: String,
    /// The record of its journal.
    pub seq: u32,
    /// Who ruled.
    pub arbiter: PersonForm,
    /// Why.
    pub reason: String,
    /// What it rests on.
    pub ground: GroundForm,
}

/// An appeal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AppealForm {
    /// On which match.
    pub place: PlaceForm,
    /// By whom.
    pub by: PersonForm,
    /// For which entrant.
    pub entrant: u16,
    /// What about.
    pub kind: AppealKindForm,
    /// In these words.
    pub text: String,
    /// How far it is: `filed`, `facts_final`, `upheld`, `rejected`.
    pub state: String,
    /// The chief's words.
    pub answer: Option<String>,
}

/// A ruling that was overturned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OverturnedForm {
    /// On which match.
    pub place: PlaceForm,
    /// In which room.
    pub room: String,
    /// The record of its journal.
    pub seq: u32,
    /// What it rested on.
    pub ground: GroundForm,
    /// Why.
    pub reason: String,
}

/// What somebody is in a competition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct You {
    /// Whether the chief.
    pub chief: bool,
    /// The number of a referee.
    pub referee: Option<u8>,
    /// The number of the entrant for whom one plays.
    pub entrant: Option<u16>,
    /// The number of the member one is.
    pub member: Option<u8>,
    /// Whether one speaks for the entrant.
    pub captain: bool,
}
