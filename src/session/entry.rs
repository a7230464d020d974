//! Who comes in: by what was shown with the request, or by the first message; and bots whose token is revoked meanwhile.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::post::Wire;
use super::socket::{Ended, Frame, Socket};
use super::{ANSWER_WITHIN, Context, wire};
use crate::identity::{BotToken, TokenDigest, default_name, new_person};
use crate::journal::{Person, PersonId};
use crate::protocol::{self, CloseCode, Code, Request, ServerMessage};
use crate::store::Store;
use crate::timekeeper::wall_time;

/// How long the first message may be waited for that says who comes in.
const SAID_WITHIN: Duration = Duration::from_secs(5);
/// How often the tokens of those who are here are looked at.
const LOOKED_AT_EVERY: Duration = Duration::from_millis(500);

const NOT_SAID: &str = "say who you are first: {\"type\":\"authenticate\",\"token\":\"…\"}";
const NOT_KNOWN: &str = "this token is none, has run out or was revoked";
const ASK_LATER: &str = "the server cannot look the token up at the moment; come back in a moment";

/// Somebody who has shown who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who it is.
    pub person: Person,
    /// What the token hashes to that was shown, if it can be revoked.
    pub token: Option<TokenDigest>,
    /// As what they come.
    pub visitor: Visitor,
}

impl Entry {
    /// Somebody who is nobody, and only looks on.
    pub fn onlooker() -> Self {
        let id = new_person();
        let person = Person { id, name: default_name(id), is_bot: false };
        Self { person, token: None, visitor: Visitor::Onlooker }
    }
}

/// As what somebody comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// As who they are.
    Person,
    /// As nobody, to look at boards from a page of another site. Whoever they are, they can do nothing.
    Onlooker,
}

/// Why nobody is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// What was shown is worth nothing.
    Unknown,
    /// The store cannot say.
    Unavailable,
}

impl Context {
    /// Whose token this is: a bot's, or one that a guest was given.
    ///
    /// # Errors
    /// [`Barred`] says why it is nobody's.
    pub async fn bearer(&self, text: &str) -> Result<Entry, Barred> {
        if let Some(token) = BotToken::parse(text) {
            return self.bot(token.digest()).await;
        }
        let shown = self.key.verify(text, wall_time()).ok_or(Barred::Unknown)?;
        self.guest(shown.person).await
    }

    /// The bot whose token hashes to this.
    ///
    /// # Errors
    /// [`Barred`] says why there is none.
    pub async fn bot(&self, digest: TokenDigest) -> Result<Entry, Barred> {
        match timeout(ANSWER_WITHIN, self.store.bot_of(digest.to_string())).await {
            Ok(Ok(Some(person))) => Ok(Entry { person, token: Some(digest), visitor: Visitor::Person }),
            Ok(Ok(None)) => Err(Barred::Unknown),
            Ok(Err(_)) | Err(_) => Err(Barred::Unavailable),
        }
    }

    /// A guest, with the name they took.
    ///
    /// # Errors
    /// [`Barred::Unavailable`] if the store cannot say which that is.
    pub async fn guest(&self, id: PersonId) -> Result<Entry, Barred> {
        match timeout(ANSWER_WITHIN, self.store.name_of(id)).await {
            Ok(Ok(name)) => {
                let name = name.unwrap_or_else(|| default_name(id));
                let person = Person { id, name, is_bot: false };
                Ok(Entry { person, token: None, visitor: Visitor::Person })
            }
            Ok(Err(_)) | Err(_) => Err(Barred::Unavailable),
        }
    }
}

/// Waits for the first message, which must say who it is.
pub(super) async fn first_message<S: Wire>(
    socket: &mut Socket<S>,
    context: &Context,
) -> Result<Entry, Ended> {
    let said = timeout(SAID_WITHIN, next_text(socket));
    let said = context.stop.run_until_cancelled(said).await.ok_or(Ended::Because(CloseCode::GoingAway))?;
    let (code, words) = match said.map(|text| text.map(|text| protocol::read(&text))) {
        Ok(Err(ended)) => return Err(ended),
        Ok(Ok(Ok(Request::Authenticate { token }))) => match context.bearer(token.reveal()).await {
            Ok(entry) => return Ok(entry),
            Err(Barred::Unknown) => (Code::Unauthorized, NOT_KNOWN),
            Err(Barred::Unavailable) => (Code::Unavailable, ASK_LATER),
        },
        Ok(Ok(Ok(_) | Err(_))) | Err(_) => (Code::Unauthorized, NOT_SAID),
    };
    let error = ServerMessage::Error { code, message: words.to_owned(), room: None, retry_after_ms: None };
    socket.write(vec![wire::bytes(&error)]).await?;
    Err(Ended::Because(CloseCode::Unauthorized))
}

async fn next_text<S: Wire>(socket: &mut Socket<S>) -> Result<String, Ended> {
    loop {
        match socket.read().await? {
            Frame::Text(text) => return Ok(text.as_str().to_owned()),
            Frame::Binary(_) => return Err(Ended::Because(CloseCode::Binary)),
            Frame::Close => return Err(Ended::ByClient),
            Frame::Ping | Frame::Pong(_) => {}
        }
    }
}

/// The tokens of those who are here. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tokens {
    shown: Arc<DashMap<TokenDigest, Shown>>,
}

#[derive(Debug)]
struct Shown {
    revoked: CancellationToken,
    connections: usize,
}

/// One connection that stands and falls with a token.
#[derive(Debug)]
pub(super) struct Watched {
    tokens: Tokens,
    digest: TokenDigest,
    /// Cancelled when the token is revoked.
    pub(super) revoked: CancellationToken,
}

impl Tokens {
    /// Starts the task that looks whether the tokens are still good, until `stop`.
    pub fn watch(store: Store, stop: CancellationToken) -> Self {
        let tokens = Self { shown: Arc::default() };
        let watching = tokens.clone();
        tokio::spawn(async move { stop.run_until_cancelled(watching.look(store)).await });
        tokens
    }

    /// Notes a connection that was opened with a token.
    pub(super) fn enter(&self, digest: TokenDigest) -> Watched {
        let mut shown = self
            .shown
            .entry(digest)
            .or_insert_with(|| Shown { revoked: CancellationToken::new(), connections: 0 });
        shown.connections += 1;
        let revoked = shown.revoked.clone();
        drop(shown);
        Watched { tokens: self.clone(), digest, revoked }
    }

    async fn look(self, store: Store) {
        let mut tick = tokio::time::interval(LOOKED_AT_EVERY);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            if self.shown.is_empty() {
                continue;
            }
            // Who is let in meanwhile is looked at the next time.
            let here: Vec<(TokenDigest, CancellationToken)> =
                self.shown.iter().map(|shown| (*shown.key(), shown.revoked.clone())).collect();
            match store.good_tokens().await {
                Ok(good) => {
                    let good: BTreeSet<String> = good.into_iter().collect();
                    for (_, revoked) in here.iter().filter(|(digest, _)| !good.contains(&digest.to_string()))
                    {
                        info!("the token of a bot that is here was revoked");
                        revoked.cancel();
                    }
                }
                Err(error) => warn!(%error, "cannot look whether tokens were revoked"),
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let shown = &self.tokens.shown;
        shown.entry(self.digest).and_modify(|shown| shown.connections -= 1);
        shown.remove_if(&self.digest, |_, shown| shown.connections == 0);
    }
}
