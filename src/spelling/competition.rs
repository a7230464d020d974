//! Competitions in JSON: what is fixed, rounds, and what happens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::competition::{
    AppealKind, Entrant, FirstMove, Game, Kind, Match, Meeting, Office, Place, Played, Round, RulingMade,
    Settings, Stage,
};
use crate::journal::WallTime;
use crate::spelling::rules::words;
use crate::spelling::{
    BadForm, GoalForm, GroundForm, PerSeatForm, PersonForm, RulesForm, ScoreForm, SeatForm,
};

words!(
    /// Who has the first move where the chief does not say.
    FirstMoveForm = FirstMove {
        /// The chief says so for each meeting.
        Stated = FirstMove::Stated,
        /// Who has had it less often; if both as often, the smaller number in odd rounds and the larger in even ones.
        Fewer = FirstMove::Fewer,
    }
);

words!(
    /// What an appeal is about.
    AppealKindForm = AppealKind {
        /// What happened.
        Fact = AppealKind::Fact,
        /// How rules are read.
        Interpretation = AppealKind::Interpretation,
        /// What the rules do not speak of.
        Uncovered = AppealKind::Uncovered,
    }
);

/// Who competes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum KindForm {
    /// People.
    Individual {},
    /// Teams.
    Team {
        /// How many boards a team match has, 2 to 16.
        #[schemars(range(min = 2, max = 16))]
        boards: u8,
    },
}

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrantForm {
    /// The name of the person or the team.
    pub name: String,
    /// Who plays, in the order of the boards; the entrant itself if left empty.
    #[serde(default)]
    pub members: Vec<String>,
    /// Which member, from 1, speaks for the entrant.
    #[serde(default = "first")]
    pub captain: u8,
}

const fn first() -> u8 {
    1
}

/// The rules from a round on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesFromForm {
    /// The first round with these rules, from 1.
    pub from: u16,
    /// What is played.
    pub rules: RulesForm,
}

/// All that is fixed when a competition is founded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsForm {
    title: String,
    kind: KindForm,
    entrants: Vec<EntrantForm>,
    goal: GoalForm,
    stages: Vec<RulesFromForm>,
    first_move: FirstMoveForm,
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OfficeForm {
    /// To be the chief.
    Chief {},
    /// To be a referee.
    Referee {
        /// The number of the referee, from 1.
        referee: u8,
    },
    /// To play for an entrant.
    Seat {
        /// The number of the entrant, from 1.
        entrant: u16,
        /// The number of the member, from 1.
        member: u8,
    },
}

/// A board of a meeting of a round, all from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceForm {
    /// Which round.
    pub round: u16,
    /// Which meeting of it.
    pub meeting: u16,
    /// Which board of that.
    pub board: u8,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoutGameForm {
    /// Where it is played; `null` before the one before it has ended.
    pub room: Option<String>,
    /// Who is scheduled to have the first move in it.
    pub opener: Option<SeatForm>,
    /// What came of it.
    pub scores: Option<PerSeatForm<ScoreForm>>,
}

/// A match, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchForm {
    games: Vec<BoutGameForm>,
    points: PerSeatForm<u16>,
    over: bool,
}

/// A meeting, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeetingForm {
    entrants: PerSeatForm<u16>,
    first: Option<SeatForm>,
    matches: Vec<MatchForm>,
}

/// A round, as it is kept when it is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundForm {
    session: Option<String>,
    start_at: Option<u64>,
    rules: RulesForm,
    meetings: Vec<MeetingForm>,
}

/// A ruling in a room, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingMadeForm {
    place: PlaceForm,
    room: String,
    seq: u32,
    arbiter: String,
    ground: GroundForm,
}

/// What happened in a competition, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each is the event of its name, and its fields are those of the event")]
pub enum CompetitionEventForm {
    Founded { organiser: String, settings: Box<SettingsForm> },
    Taken { office: OfficeForm, person: PersonForm },
    Appointed { name: String },
    Dismissed { referee: u8, reason: String },
    Published { round: Box<RoundForm> },
    Delayed { round: u16 },
    Reported { place: PlaceForm, played: MatchForm },
    Appealed { place: PlaceForm, by: PersonForm, entrant: u16, kind: AppealKindForm, text: String },
    AppealAnswered { appeal: u16, upheld: bool, text: String },
    Overturned { ruling: RulingMadeForm, reason: String },
    Closed {},
}

fn text<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, BadForm> {
    text.parse().map_err(|_| BadForm::Text(what))
}

impl From<Kind> for KindForm {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Individual => Self::Individual {},
            Kind::Team { boards } => Self::Team { boards },
        }
    }
}

impl From<KindForm> for Kind {
    fn from(form: KindForm) -> Self {
        match form {
            KindForm::Individual {} => Self::Individual,
            KindForm::Team { boards } => Self::Team { boards },
        }
    }
}

impl From<&Entrant> for EntrantForm {
    fn from(entrant: &Entrant) -> Self {
        let members = entrant.members.iter().map(|name| name.as_str().to_owned()).collect();
        Self { name: entrant.name.as_str().to_owned(), members, captain: entrant.captain }
    }
}

impl TryFrom<EntrantForm> for Entrant {
    type Error = BadForm;

    fn try_from(form: EntrantForm) -> Result<Self, BadForm> {
        let members = if form.members.is_empty() { vec![form.name.clone()] } else { form.members };
        let members = members.iter().map(|name| text(name, "name")).collect::<Result<_, _>>()?;
        Ok(Self { name: text(&form.name, "name")?, members, captain: form.captain })
    }
}

impl From<&Settings> for SettingsForm {
    fn from(settings: &Settings) -> Self {
        Self {
            title: settings.title.as_str().to_owned(),
            kind: settings.kind.into(),
            entrants: settings.entrants.iter().map(Into::into).collect(),
            goal: settings.goal.into(),
            stages: settings.stages.iter().map(Into::into).collect(),
            first_move: settings.first_move.into(),
        }
    }
}

impl TryFrom<SettingsForm> for Settings {
    type Error = BadForm;

    fn try_from(form: SettingsForm) -> Result<Self, BadForm> {
        let entrants = form.entrants.into_iter().map(TryInto::try_into);
        Ok(Self {
            title: text(&form.title, "title")?,
            kind: form.kind.into(),
            entrants: entrants.collect::<Result<_, _>>()?,
            goal: form.goal.try_into()?,
            stages: form.stages.into_iter().map(TryInto::try_into).collect::<Result<_, _>>()?,
            first_move: form.first_move.into(),
        })
    }
}

impl From<&Stage> for RulesFromForm {
    fn from(stage: &Stage) -> Self {
        Self { from: stage.from, rules: (&stage.rules).into() }
    }
}

impl TryFrom<RulesFromForm> for Stage {
    type Error = BadForm;

    fn try_from(form: RulesFromForm) -> Result<Self, BadForm> {
        Ok(Self { from: form.from, rules: form.rules.try_into()? })
    }
}

impl From<Office> for OfficeForm {
    fn from(office: Office) -> Self {
        match office {
            Office::Chief => Self::Chief {},
            Office::Referee(referee) => Self::Referee { referee },
            Office::Seat { entrant, member } => Self::Seat { entrant, member },
        }
    }
}

impl From<OfficeForm> for Office {
    fn from(form: OfficeForm) -> Self {
        match form {
            OfficeForm::Chief {} => Self::Chief,
            OfficeForm::Referee { referee } => Self::Referee(referee),
            OfficeForm::Seat { entrant, member } => Self::Seat { entrant, member },
        }
    }
}

impl From<Place> for PlaceForm {
    fn from(Place { round, meeting, board }: Place) -> Self {
        Self { round, meeting, board }
    }
}

impl From<PlaceForm> for Place {
    fn from(PlaceForm { round, meeting, board }: PlaceForm) -> Self {
        Self { round, meeting, board }
    }
}

impl From<&Game> for BoutGameForm {
    fn from(game: &Game) -> Self {
        Self {
            room: game.room.map(|room| room.to_string()),
            opener: game.opener.map(Into::into),
            scores: game.scores.as_ref().map(|scores| PerSeatForm::of(scores, |score| (*score).into())),
        }
    }
}

impl TryFrom<BoutGameForm> for Game {
    type Error = BadForm;

    fn try_from(form: BoutGameForm) -> Result<Self, BadForm> {
        Ok(Self {
            room: form.room.map(|room| text(&room, "room")).transpose()?,
            opener: form.opener.map(Into::into),
            scores: form.scores.map(|scores| scores.read(Into::into)),
        })
    }
}

impl From<&Match> for MatchForm {
    fn from(bout: &Match) -> Self {
        let games = bout.games.iter().map(Into::into).collect();
        Self { games, points: PerSeatForm::of(&bout.points, |points| *points), over: bout.is_over }
    }
}

impl From<&Played> for MatchForm {
    fn from(played: &Played) -> Self {
        let games = played.games.iter().map(Into::into).collect();
        Self { games, points: PerSeatForm::of(&played.points, |points| *points), over: played.is_over }
    }
}

impl TryFrom<MatchForm> for Played {
    type Error = BadForm;

    fn try_from(form: MatchForm) -> Result<Self, BadForm> {
        let games = form.games.into_iter().map(TryInto::try_into).collect::<Result<_, _>>()?;
        Ok(Self { games, points: form.points.read(|points| points), is_over: form.over })
    }
}

impl From<&Round> for RoundForm {
    fn from(round: &Round) -> Self {
        let meeting = |meeting: &Meeting| MeetingForm {
            entrants: PerSeatForm::of(&meeting.entrants, |number| *number),
            first: meeting.first.map(Into::into),
            matches: meeting.matches.iter().map(Into::into).collect(),
        };
        Self {
            session: round.session.as_ref().map(|session| session.as_str().to_owned()),
            start_at: round.start_at.map(|at| at.0),
            rules: (&round.rules).into(),
            meetings: round.meetings.iter().map(meeting).collect(),
        }
    }
}

impl TryFrom<RoundForm> for Round {
    type Error = BadForm;

    fn try_from(form: RoundForm) -> Result<Self, BadForm> {
        let bout = |form: MatchForm| {
            let Played { games, points, is_over } = form.try_into()?;
            Ok::<_, BadForm>(Match { games, points, is_over })
        };
        let meeting = |form: MeetingForm| {
            let matches = form.matches.into_iter().map(bout).collect::<Result<_, _>>()?;
            let entrants = form.entrants.read(|number| number);
            Ok::<_, BadForm>(Meeting { entrants, first: form.first.map(Into::into), matches })
        };
        Ok(Self {
            session: form.session.map(|session| text(&session, "session")).transpose()?,
            start_at: form.start_at.map(WallTime),
            rules: form.rules.try_into()?,
            meetings: form.meetings.into_iter().map(meeting).collect::<Result<_, _>>()?,
            delayed: false,
        })
    }
}

impl From<&RulingMade> for RulingMadeForm {
    fn from(ruling: &RulingMade) -> Self {
        Self {
            place: ruling.place.into(),
            room: ruling.room.to_string(),
            seq: ruling.seq,
            arbiter: ruling.arbiter.to_string(),
            ground: ruling.ground.into(),
        }
    }
}

impl TryFrom<RulingMadeForm> for RulingMade {
    type Error = BadForm;

    fn try_from(form: RulingMadeForm) -> Result<Self, BadForm> {
        Ok(Self {
            place: form.place.into(),
            room: text(&form.room, "room")?,
            seq: form.seq,
            arbiter: text(&form.arbiter, "arbiter")?,
            ground: form.ground.into(),
        })
    }
}
