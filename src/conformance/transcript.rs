//! Reads a transcript, and tells whether it can be played over a real socket. Pure.

use serde_json::Value;

/// A game as it crosses the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// Something that somebody does, and all that is heard of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// In which line of the file.
    pub line: usize,
    /// Who.
    pub who: String,
    /// What they send; none if their connection goes.
    pub sends: Option<String>,
    /// Who hears what, in order.
    pub heard: Vec<(String, Value)>,
}

/// Why a transcript is not played over a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// Something happens by time alone, and nobody waits for it here.
    #[error("it waits for time to pass")]
    Time,
    /// The server is stopped in it.
    #[error("the server is killed in it")]
    Restart,
    /// Part of a game's record goes.
    #[error("records are lost in it")]
    Damage,
    /// A delay is made up.
    #[error("it has a delay of its own")]
    Delay,
    /// Something is left to chance, which the transcript fixes.
    #[error("chance plays a part in it")]
    Chance,
    /// It is no transcript.
    #[error("line {0} is none of a transcript")]
    Line(usize),
}

impl Transcript {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`NotPlayed`] says why it is not to be played over a socket.
    pub fn read(text: &str) -> Result<Self, NotPlayed> {
        let mut steps: Vec<Step> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if let Some((people, said)) = text.strip_prefix("  ").and_then(|text| text.split_once(" < ")) {
                let said: Value = serde_json::from_str(said).map_err(|_| NotPlayed::Line(line))?;
                if said.to_string().contains(r#""reason":{"type":"flag"}"#) {
                    return Err(NotPlayed::Time);
                }
                let step = steps.last_mut().ok_or(NotPlayed::Line(line))?;
                step.heard.extend(people.split(' ').map(|who| (who.to_owned(), said.clone())));
                continue;
            }
            let (_, rest) = text.split_once(' ').ok_or(NotPlayed::Line(line))?;
            let (who, sends) = match rest.split_once(" > ") {
                Some((who, sends)) => (who, Some(sends.to_owned())),
                None => (going(rest, line)?, None),
            };
            if sends.as_deref().is_some_and(is_by_chance) {
                return Err(NotPlayed::Chance);
            }
            if sends.as_deref().is_some_and(|sends| sends.contains(r#""claim_absence""#)) {
                return Err(NotPlayed::Time);
            }
            steps.push(Step { line, who: who.to_owned(), sends, heard: Vec::new() });
        }
        Ok(Self { steps })
    }
}

/// Whose connection goes, if that is what a line says.
fn going(rest: &str, line: usize) -> Result<&str, NotPlayed> {
    match rest.split(' ').collect::<Vec<_>>()[..] {
        ["timer"] => Err(NotPlayed::Time),
        ["restart"] => Err(NotPlayed::Restart),
        ["damage", _] => Err(NotPlayed::Damage),
        [_, "lag", _] => Err(NotPlayed::Delay),
        [who, "gone"] => Ok(who),
        _ => Err(NotPlayed::Line(line)),
    }
}

/// Whether colours are not fixed in what opens a table.
fn is_by_chance(sends: &str) -> bool {
    let Ok(message) = serde_json::from_str::<Value>(sends) else { return false };
    message["type"] == "create" && message["colours"] != "black_a" && message["colours"] != "black_b"
}
