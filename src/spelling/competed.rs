//! The events of a competition and their spelling, one for one.

use crate::competition::{Event, Founded};
use crate::journal::Remark;
use crate::spelling::{BadForm, CompetitionEventForm};

impl From<&Event> for CompetitionEventForm {
    fn from(event: &Event) -> Self {
        let words = |remark: &Remark| remark.as_str().to_owned();
        match event {
            Event::Founded(founded) => Self::Founded {
                organiser: founded.organiser.to_string(),
                settings: Box::new((&founded.settings).into()),
            },
            Event::Taken { office, person } => {
                Self::Taken { office: (*office).into(), person: person.into() }
            }
            Event::Appointed { name } => Self::Appointed { name: name.as_str().to_owned() },
            Event::Dismissed { referee, reason } => {
                Self::Dismissed { referee: *referee, reason: words(reason) }
            }
            Event::Published(round) => Self::Published { round: Box::new((&**round).into()) },
            Event::Delayed { round } => Self::Delayed { round: *round },
            Event::Reported { place, played } => {
                Self::Reported { place: (*place).into(), played: played.into() }
            }
            Event::Appealed { place, by, entrant, kind, text } => Self::Appealed {
                place: (*place).into(),
                by: by.into(),
                entrant: *entrant,
                kind: (*kind).into(),
                text: words(text),
            },
            Event::AppealAnswered { appeal, upheld, text } => {
                Self::AppealAnswered { appeal: *appeal, upheld: *upheld, text: words(text) }
            }
            Event::Overturned { ruling, reason } => {
                Self::Overturned { ruling: ruling.into(), reason: words(reason) }
            }
            Event::Closed => Self::Closed {},
        }
    }
}

impl TryFrom<CompetitionEventForm> for Event {
    type Error = BadForm;

    fn try_from(form: CompetitionEventForm) -> Result<Self, BadForm> {
        let remark = |text: &str| text.parse().map_err(|_| BadForm::Text("text"));
        Ok(match form {
            CompetitionEventForm::Founded { organiser, settings } => {
                let organiser = organiser.parse().map_err(|_| BadForm::Text("organiser"))?;
                Self::Founded(Box::new(Founded { organiser, settings: (*settings).try_into()? }))
            }
            CompetitionEventForm::Taken { office, person } => {
                Self::Taken { office: office.into(), person: person.try_into()? }
            }
            CompetitionEventForm::Appointed { name } => {
                Self::Appointed { name: name.parse().map_err(|_| BadForm::Text("name"))? }
            }
            CompetitionEventForm::Dismissed { referee, reason } => {
                Self::Dismissed { referee, reason: remark(&reason)? }
            }
            CompetitionEventForm::Published { round } => Self::Published(Box::new((*round).try_into()?)),
            CompetitionEventForm::Delayed { round } => Self::Delayed { round },
            CompetitionEventForm::Reported { place, played } => {
                Self::Reported { place: place.into(), played: played.try_into()? }
            }
            CompetitionEventForm::Appealed { place, by, entrant, kind, text } => Self::Appealed {
                place: place.into(),
                by: by.try_into()?,
                entrant,
                kind: kind.into(),
                text: remark(&text)?,
            },
            CompetitionEventForm::AppealAnswered { appeal, upheld, text } => {
                Self::AppealAnswered { appeal, upheld, text: remark(&text)? }
            }
            CompetitionEventForm::Overturned { ruling, reason } => {
                Self::Overturned { ruling: ruling.try_into()?, reason: remark(&reason)? }
            }
            CompetitionEventForm::Closed {} => Self::Closed,
        })
    }
}
