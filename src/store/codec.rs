//! How a record is stored: one JSON object with a format version inside. Pure.
//!
//! The game's values are spelled as on the wire ([`crate::spelling`]); what the store alone has is spelled here.
//! Reading is strict: what this version would not have written is damage.

use std::fmt::Write as _;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::event as game;
use crate::game::moment::Moment;
use crate::game::ruleset::RuleSet;
use crate::journal::{Cause, Event, Lot, Opened, Person, Recorded, WallTime};
use crate::spelling::{BadForm, ColoursForm, GameEventForm, RulesForm, SeatForm, SeriesForm, VisibilityForm};

/// The format that is written.
pub const VERSION: u64 = 1;

/// Why a stored record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// It was written in a format that this program does not know.
    #[error("its format is version {0}, and this program reads version {VERSION}")]
    Version(u64),
    /// It is no JSON, or not of the shape of a record.
    #[error("it is not spelled as a record: {0}")]
    Spelling(#[from] serde_json::Error),
    /// A value of the game is none.
    #[error(transparent)]
    Value(#[from] BadForm),
    /// A text stands for nothing: which, and where.
    #[error("its {0} is none")]
    Text(&'static str),
}

/// The stored form of a record.
///
/// # Errors
/// None in practice: the form has nothing in it that JSON cannot spell.
pub fn encode(recorded: &Recorded) -> Result<String, serde_json::Error> {
    serde_json::to_string(&RecordForm {
        v: VERSION,
        seq: recorded.seq,
        at_ms: recorded.at.millis(),
        cause: recorded.cause.as_ref().map(Into::into),
        events: recorded.events.iter().map(Into::into).collect(),
    })
}

/// The record that a stored form stands for.
///
/// # Errors
/// [`BadRecord`] if this version would not have written it.
pub fn decode(body: &str) -> Result<Recorded, BadRecord> {
    let form: RecordForm = serde_json::from_str(body).map_err(|error| refused(body, error))?;
    if form.v != VERSION {
        return Err(BadRecord::Version(form.v));
    }
    Ok(Recorded {
        seq: form.seq,
        at: Moment::from_millis(form.at_ms),
        cause: form.cause.map(TryInto::try_into).transpose()?,
        events: form.events.into_iter().map(TryInto::try_into).collect::<Result<_, _>>()?,
    })
}

/// Another version may have another shape, so the version is looked for before the shape is blamed.
fn refused(body: &str, error: serde_json::Error) -> BadRecord {
    #[derive(Deserialize)]
    struct Versioned {
        v: u64,
    }
    match serde_json::from_str::<Versioned>(body) {
        Ok(Versioned { v }) if v != VERSION => BadRecord::Version(v),
        Ok(_) | Err(_) => error.into(),
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordForm {
    v: u64,
    seq: u32,
    at_ms: u64,
    cause: Option<CauseForm>,
    events: Vec<EventForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CauseForm {
    person: String,
    command: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum EventForm {
    Opened(Box<OpenedForm>),
    Seated { seat: SeatForm, person: PersonForm },
    Game { event: GameEventForm },
    RematchOffered { seat: SeatForm },
    RematchDeclined { seat: SeatForm },
    RematchMade { room: String },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenedForm {
    rules: RulesForm,
    colours: ColoursForm,
    lot: String,
    visibility: VisibilityForm,
    wall_ms: u64,
    server: String,
    previous: Option<String>,
    #[serde(default)]
    series: Option<SeriesForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PersonForm {
    id: String,
    name: String,
}

impl From<&Cause> for CauseForm {
    fn from(cause: &Cause) -> Self {
        Self { person: cause.person.to_string(), command: cause.command.as_str().to_owned() }
    }
}

impl TryFrom<CauseForm> for Cause {
    type Error = BadRecord;

    fn try_from(form: CauseForm) -> Result<Self, BadRecord> {
        Ok(Self {
            person: read(&form.person, "cause's person")?,
            command: read(&form.command, "command id")?,
        })
    }
}

impl From<&Event> for EventForm {
    fn from(event: &Event) -> Self {
        match event {
            Event::Opened(opened) => Self::Opened(Box::new((&**opened).into())),
            Event::Seated { seat, person } => Self::Seated { seat: (*seat).into(), person: person.into() },
            Event::Game(event) => Self::Game { event: event.into() },
            Event::RematchOffered { seat } => Self::RematchOffered { seat: (*seat).into() },
            Event::RematchDeclined { seat } => Self::RematchDeclined { seat: (*seat).into() },
            Event::RematchMade { room } => Self::RematchMade { room: room.to_string() },
        }
    }
}

impl TryFrom<EventForm> for Event {
    type Error = BadRecord;

    fn try_from(form: EventForm) -> Result<Self, BadRecord> {
        Ok(match form {
            EventForm::Opened(opened) => Self::Opened(Box::new((*opened).try_into()?)),
            EventForm::Seated { seat, person } => {
                Self::Seated { seat: seat.into(), person: person.try_into()? }
            }
            EventForm::Game { event } => Self::Game(game::Event::try_from(event)?),
            EventForm::RematchOffered { seat } => Self::RematchOffered { seat: seat.into() },
            EventForm::RematchDeclined { seat } => Self::RematchDeclined { seat: seat.into() },
            EventForm::RematchMade { room } => Self::RematchMade { room: read(&room, "room")? },
        })
    }
}

impl From<&Opened> for OpenedForm {
    fn from(opened: &Opened) -> Self {
        Self {
            rules: (&opened.rules).into(),
            colours: opened.colours.into(),
            lot: hex(opened.lot),
            visibility: opened.visibility.into(),
            wall_ms: opened.wall.0,
            server: opened.server.clone(),
            previous: opened.previous.map(|room| room.to_string()),
            series: opened.series.map(Into::into),
        }
    }
}

impl TryFrom<OpenedForm> for Opened {
    type Error = BadRecord;

    fn try_from(form: OpenedForm) -> Result<Self, BadRecord> {
        Ok(Self {
            rules: RuleSet::try_from(form.rules)?,
            colours: form.colours.into(),
            lot: lot(&form.lot).ok_or(BadRecord::Text("lot"))?,
            visibility: form.visibility.into(),
            wall: WallTime(form.wall_ms),
            server: form.server,
            previous: form.previous.map(|room| read(&room, "previous room")).transpose()?,
            series: form.series.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<&Person> for PersonForm {
    fn from(person: &Person) -> Self {
        Self { id: person.id.to_string(), name: person.name.as_str().to_owned() }
    }
}

impl TryFrom<PersonForm> for Person {
    type Error = BadRecord;

    fn try_from(form: PersonForm) -> Result<Self, BadRecord> {
        Ok(Self { id: read(&form.id, "person")?, name: read(&form.name, "name")? })
    }
}

fn read<T: FromStr>(text: &str, what: &'static str) -> Result<T, BadRecord> {
    text.parse().map_err(|_| BadRecord::Text(what))
}

/// The lot's bytes, each as two digits.
fn hex(lot: Lot) -> String {
    lot.0.iter().fold(String::with_capacity(32), |mut text, byte| {
        // Writing into a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The lot that 32 lower-case digits spell.
fn lot(text: &str) -> Option<Lot> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != 16 || !rest.is_empty() {
        return None;
    }
    let mut bytes = [0; 16];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(Lot(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_reads_back_what_it_prints() {
        let bytes = std::array::from_fn(|index| (index * 17) as u8);
        assert_eq!(hex(Lot(bytes)), "00112233445566778899aabbccddeeff");
        assert_eq!(lot(&hex(Lot(bytes))), Some(Lot(bytes)));
        for text in ["", "00", &"0".repeat(31), &"0".repeat(33), &"A".repeat(32), &"é".repeat(16)] {
            assert_eq!(lot(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_this_version_would_not_have_written_is_refused_by_its_reason() {
        let said = |body: &str| decode(body).expect_err(body).to_string();
        let event = r#"{"type":"rematch_offered","seat":"a"}"#;
        let good = format!(r#"{{"v":1,"seq":3,"at_ms":9,"cause":null,"events":[{event}]}}"#);
        assert!(decode(&good).is_ok());

        let newer = "its format is version 2, and this program reads version 1";
        assert_eq!(said(&good.replace(r#""v":1"#, r#""v":2"#)), newer);
        assert_eq!(said(r#"{"v":2,"what":"a newer shape"}"#), newer);
        assert!(
            said(&good.replace("at_ms", "at")).starts_with("it is not spelled as a record: unknown field")
        );
        assert!(said("{").starts_with("it is not spelled as a record"));
        let stranger = r#"{"type":"rematch_made","room":"elsewhere"}"#;
        assert_eq!(said(&good.replace(event, stranger)), "its room is none");
        let off_board = r#"{"type":"game","event":{"type":"placed","seat":"a","stone":"black","point":"z99","lag_ms":0}}"#;
        assert!(!said(&good.replace(event, off_board)).is_empty());
    }
}
