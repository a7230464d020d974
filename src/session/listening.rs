//! What a client says: how often it may say something, and whether it can be understood.

use std::time::Duration;

use super::Session;
use super::credit::cost;
use super::post::Wire;
use super::socket::Ended;
use crate::protocol::{self, CloseCode, Code, Rejected, ServerMessage};
use crate::timekeeper::Arrival;

impl<S: Wire> Session<S> {
    pub(super) async fn take_text(&mut self, text: &str, arrival: Arrival) -> Result<(), Ended> {
        if !self.messages.take(arrival) {
            let wait = self.messages.wait(arrival);
            return self.turn_down("too many messages; this one was not read", wait, arrival).await;
        }
        let read = protocol::read(text);
        if let Err(wait) = self.purse.take(read.as_ref().map_or(1, cost), arrival) {
            let words = "too much was asked for by one person or from one address; this was not followed";
            return self.turn_down(words, wait, arrival).await;
        }
        match read {
            Ok(request) => self.follow(request, arrival).await,
            Err(rejected) => self.reject(rejected).await,
        }
    }

    /// Says how long to wait, or closes if that was said too often.
    async fn turn_down(&mut self, words: &str, wait: Duration, arrival: Arrival) -> Result<(), Ended> {
        if !self.too_fast.take(arrival) {
            return Err(Ended::Because(CloseCode::TooFast));
        }
        self.say(&ServerMessage::Error {
            code: Code::TooFast,
            message: words.to_owned(),
            room: None,
            retry_after_ms: Some(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)),
        })
        .await
    }

    async fn reject(&mut self, rejected: Rejected) -> Result<(), Ended> {
        let Rejected { code, message, id, room } = rejected;
        if let Some(room) = room.as_ref().and_then(|room| room.parse().ok()) {
            self.desk.rooms(|rooms| rooms.refuse(room));
        }
        let is_understood = !matches!(code, Code::BadJson | Code::BadMessage | Code::BadCommandId);
        if !is_understood {
            self.not_understood += 1;
        }
        self.say(&match id {
            Some(id) => ServerMessage::Refused { id, room, code, message, ply: None },
            None => ServerMessage::Error { code, message, room, retry_after_ms: None },
        })
        .await?;
        if self.not_understood >= self.context.limits.not_understood_max {
            return Err(Ended::Because(CloseCode::TooManyErrors));
        }
        self.check_refused()
    }
}
