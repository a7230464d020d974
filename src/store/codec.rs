//! How a record is stored: one JSON object with a format version inside, a space, and a checksum. Pure.
//!
//! SQLite notices a damaged page only where it makes no sense. The checksum notices the rest: a point that has become
//! another one is no move that was made. Records without one were written before there were any.
//!
//! The game's values are spelled as on the wire ([`crate::spelling`]); what the store alone has is spelled here.
//! Reading is strict: what this version would not have written is damage.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game::moment::Moment;
use crate::game::ruleset::RuleSet;
use crate::journal::{Cause, Envelope, Event, Lot, Opened, Recorded, WallTime};
use crate::spelling::{
    ArbitrationForm, BadForm, BoutForm, ColoursForm, EventForm, RulesForm, SealedMoveForm, SeriesForm,
    VisibilityForm, seal,
};

/// The format that is written.
pub const VERSION: u64 = 1;

/// How many bytes of the SHA-256 are written.
const SUM_BYTES: usize = 4;

/// Why a stored record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// It was written in a format that this program does not know.
    #[error("its format is version {0}, and this program reads version {VERSION}")]
    Version(u64),
    /// It is no JSON, or not of the shape of a record.
    #[error("it is not spelled as a record: {0}")]
    Spelling(#[from] serde_json::Error),
    /// It is spelled as a record, and not as the one that was written.
    #[error("it is not what was written")]
    Sum,
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
    let text = serde_json::to_string(&RecordForm {
        v: VERSION,
        seq: recorded.seq,
        at_ms: recorded.at.millis(),
        cause: recorded.cause.as_ref().map(Into::into),
        events: recorded.events.iter().filter_map(EventForm::of).collect(),
        envelope: recorded.events.iter().find_map(EnvelopeForm::of),
    })?;
    let sum = sum(&text);
    Ok(text + &sum)
}

/// The record that a stored form stands for.
///
/// # Errors
/// [`BadRecord`] if this version would not have written it.
pub fn decode(body: &str) -> Result<Recorded, BadRecord> {
    let (text, written) = parts(body);
    let form: RecordForm = serde_json::from_str(text).map_err(|error| refused(text, error))?;
    if form.v != VERSION {
        return Err(BadRecord::Version(form.v));
    }
    if written.is_some_and(|written| written != sum(text)) {
        return Err(BadRecord::Sum);
    }
    let envelope = form.envelope.map(EnvelopeForm::read).transpose()?;
    Ok(Recorded {
        seq: form.seq,
        at: Moment::from_millis(form.at_ms),
        cause: form.cause.map(TryInto::try_into).transpose()?,
        events: envelope
            .into_iter()
            .map(Ok)
            .chain(form.events.into_iter().map(EventForm::read))
            .collect::<Result<_, _>>()?,
    })
}

/// The object, and the checksum after it if there is one. The object ends with a brace, and no checksum does.
pub(super) fn parts(body: &str) -> (&str, Option<&str>) {
    let end = body.len().checked_sub(1 + 2 * SUM_BYTES).filter(|_| !body.ends_with('}'));
    match end.and_then(|end| body.split_at_checked(end)) {
        Some((text, sum)) => (text, Some(sum)),
        None => (body, None),
    }
}

/// A space and the checksum of an object.
pub(super) fn sum(text: &str) -> String {
    format!(" {}", seal::hex(&Sha256::digest(text)[..SUM_BYTES]))
}

/// Another version may have another shape, so the version is looked for before the shape is blamed.
pub(super) fn refused(body: &str, error: serde_json::Error) -> BadRecord {
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
    events: Vec<EventForm<OpenedForm>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    envelope: Option<EnvelopeForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CauseForm {
    person: String,
    command: String,
}

/// A sealed move, which the store alone has until it is opened.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvelopeForm {
    sealed: SealedMoveForm,
    nonce: String,
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
    #[serde(default)]
    arbitration: ArbitrationForm,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bout: Option<BoutForm>,
}

impl EnvelopeForm {
    fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Envelope(Envelope { sealed, nonce }) => {
                Some(Self { sealed: sealed.into(), nonce: nonce.to_string() })
            }
            Event::Opened(_)
            | Event::Seated { .. }
            | Event::Game(_)
            | Event::Colours(_)
            | Event::Arbitration(_)
            | Event::RematchOffered { .. }
            | Event::RematchDeclined { .. }
            | Event::RematchMade { .. } => None,
        }
    }

    fn read(self) -> Result<Event, BadForm> {
        Ok(Event::Envelope(Envelope { sealed: self.sealed.try_into()?, nonce: seal::nonce(&self.nonce)? }))
    }
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

impl From<&Opened> for OpenedForm {
    fn from(opened: &Opened) -> Self {
        Self {
            rules: (&opened.rules).into(),
            colours: opened.colours.into(),
            lot: seal::hex(&opened.lot.0),
            visibility: opened.visibility.into(),
            wall_ms: opened.wall.0,
            server: opened.server.clone(),
            previous: opened.previous.map(|room| room.to_string()),
            series: opened.series.as_ref().map(Into::into),
            arbitration: opened.arbitration.into(),
            board: opened.board.as_ref().map(|board| board.as_str().to_owned()),
            bout: opened.bout.map(Into::into),
        }
    }
}

impl TryFrom<OpenedForm> for Opened {
    type Error = BadForm;

    fn try_from(form: OpenedForm) -> Result<Self, BadForm> {
        Ok(Self {
            rules: RuleSet::try_from(form.rules)?,
            colours: form.colours.into(),
            lot: seal::bytes(&form.lot).map(Lot).ok_or(BadForm::Hex(32))?,
            visibility: form.visibility.into(),
            wall: WallTime(form.wall_ms),
            server: form.server,
            previous: form
                .previous
                .map(|room| room.parse().map_err(|_| BadForm::Text("previous room")))
                .transpose()?,
            series: form.series.map(TryInto::try_into).transpose()?,
            arbitration: form.arbitration.into(),
            board: form.board.map(|board| board.parse()).transpose()?,
            bout: form.bout.map(TryInto::try_into).transpose()?,
        })
    }
}

fn read<T: FromStr>(text: &str, what: &'static str) -> Result<T, BadRecord> {
    text.parse().map_err(|_| BadRecord::Text(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_was_changed_is_not_read_and_one_without_a_checksum_is() {
        let said = Event::RematchDeclined { seat: crate::game::seat::Seat::A };
        let record = Recorded { seq: 3, at: Moment::from_millis(9), cause: None, events: vec![said] };
        let stored = encode(&record).unwrap();
        assert_eq!(decode(&stored).unwrap(), record);
        let (text, sum) = stored.split_once(' ').unwrap();
        assert_eq!(sum.len(), 8);
        assert_eq!(decode(text).unwrap(), record, "written before there were checksums");
        for damaged in
            [stored.replace(r#""at_ms":9"#, r#""at_ms":8"#), format!("{text} {}", "0".repeat(sum.len()))]
        {
            assert!(matches!(decode(&damaged), Err(BadRecord::Sum)), "{damaged}");
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
