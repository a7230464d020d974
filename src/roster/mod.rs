//! The bots that are here, what they play, and challenges to them. A thin task around a list.
//!
//! A bot that has declared what it plays is on the list as long as its line is open. Who challenges it holds a [`Ticket`];
//! dropping it is withdrawing. So neither a connection that breaks nor one that sleeps keeps anything standing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tracing::{debug, warn};

use crate::game::accepts::{Accepts, NotPlayed};
use crate::game::ruleset::RuleSet;
use crate::hub::{CreateError, Hub};
use crate::journal::{Colours, Declarations, Declared, Person, PersonId, RoomId, Visibility};
use crate::lobby::Lobby;
use crate::room::outbox::Shared;
use crate::timekeeper::Arrival;

/// How many requests wait for the task.
const REQUESTS_BOUND: usize = 256;
/// How many words wait for a bot. One that does not read them loses challenges, which lapse.
const WORDS_BOUND: usize = 32;
/// How many challenges to one bot stand at once.
pub const STANDING_MAX: usize = 8;
/// How many bots are on the list.
pub const LISTED_MAX: usize = 200;
/// How many bots that have gone are still held to what they said.
const GONE_MAX: usize = 1000;
/// How long a bot has to answer.
pub const ANSWERED_WITHIN: Duration = Duration::from_secs(30);
/// How often the list and the challenges are looked through.
const LOOKED_AT_EVERY: Duration = Duration::from_millis(250);

/// Reaches the task. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Roster {
    requests: mpsc::Sender<Request>,
    list: watch::Receiver<List>,
    declared: watch::Receiver<Declarations>,
}

/// The bots that are here.
pub type List = Arc<Shared<Vec<Listed>>>;

/// A bot that is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Who it is.
    pub bot: Person,
    /// What it plays.
    pub accepts: Accepts,
    /// How many games it has at the moment.
    pub games: usize,
}

/// What is played, if a challenge is accepted. The challenger sits at seat A.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rules.
    pub rules: RuleSet,
    /// How colours are settled.
    pub colours: Colours,
    /// Who is told of the room.
    pub visibility: Visibility,
}

/// What a bot is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// It is challenged.
    Challenged {
        /// The number of the challenge.
        challenge: u64,
        /// By whom.
        from: Person,
        /// To what.
        terms: Box<Terms>,
    },
    /// A challenge stands no more.
    Settled {
        /// Which.
        challenge: u64,
        /// What became of it.
        outcome: Outcome,
    },
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was accepted, and is played here.
    Accepted(RoomId),
    /// The bot will not.
    Declined,
    /// The bot did not answer in time, or has gone.
    Lapsed,
    /// The challenger has gone, or withdrew it.
    Withdrawn,
    /// It was accepted, and no room could be opened.
    Failed,
}

/// Why somebody was not challenged, or a challenge not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// No such bot is here.
    #[error("no such bot is here")]
    NoSuchBot,
    /// It does not play that.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
    /// There is no such challenge to this bot, or no more.
    #[error("there is no such challenge to you, or no more")]
    NoChallenge,
    /// As many bots are here as may be listed.
    #[error("as many bots are here as one server lists")]
    Full,
    /// The server does not look at the moment.
    #[error("the server settles no challenges at the moment; try again")]
    Unavailable,
}

/// A challenge that stands. Dropping it is withdrawing.
#[derive(Debug)]
pub struct Ticket {
    /// Who was challenged.
    pub bot: PersonId,
    settled: oneshot::Receiver<Outcome>,
}

#[derive(Debug)]
enum Request {
    Declare {
        bot: Person,
        accepts: Accepts,
        words: mpsc::Sender<Word>,
        reply: Reply,
    },
    Challenge {
        from: Person,
        bot: PersonId,
        terms: Box<Terms>,
        settled: oneshot::Sender<Outcome>,
        reply: Reply,
    },
    Answer {
        bot: PersonId,
        challenge: u64,
        accept: bool,
        reply: Reply,
    },
}

type Reply = oneshot::Sender<Result<(), RosterError>>;

impl Roster {
    /// Starts the task, which opens rooms in `hub` and knows from `lobby` who plays. It ends with the last handle.
    pub fn start(hub: Hub, lobby: Lobby) -> Self {
        let (requests, asked) = mpsc::channel(REQUESTS_BOUND);
        let (listed, list) = watch::channel(Shared::new(Vec::new()));
        let (declarations, declared) = watch::channel(Declarations::default());
        let task = Task {
            hub,
            lobby,
            listed,
            declarations,
            bots: BTreeMap::new(),
            gone: BTreeMap::new(),
            standing: BTreeMap::new(),
            next: 1,
        };
        tokio::spawn(task.run(asked));
        Self { requests, list, declared }
    }

    /// What bots have said that they play, those among them that are away.
    pub fn declarations(&self) -> Declarations {
        self.declared.borrow().clone()
    }

    /// The same, now and from now on.
    pub fn watch_declarations(&self) -> watch::Receiver<Declarations> {
        self.declared.clone()
    }

    /// The list now and from now on.
    pub fn watch(&self) -> watch::Receiver<List> {
        let mut list = self.list.clone();
        list.mark_changed();
        list
    }

    /// Puts a bot on the list, for as long as what is returned is kept; another line of the same bot takes its place.
    ///
    /// # Errors
    /// [`RosterError`] says why not.
    pub async fn declare(&self, bot: Person, accepts: Accepts) -> Result<mpsc::Receiver<Word>, RosterError> {
        let (words, heard) = mpsc::channel(WORDS_BOUND);
        self.ask(|reply| Request::Declare { bot, accepts, words, reply }).await?;
        Ok(heard)
    }

    /// Challenges a bot.
    ///
    /// # Errors
    /// [`RosterError`] says why it is not challenged.
    pub async fn challenge(&self, from: Person, bot: PersonId, terms: Terms) -> Result<Ticket, RosterError> {
        let (settled, told) = oneshot::channel();
        let terms = Box::new(terms);
        self.ask(|reply| Request::Challenge { from, bot, terms, settled, reply }).await?;
        Ok(Ticket { bot, settled: told })
    }

    /// Answers a challenge for a bot.
    ///
    /// # Errors
    /// [`RosterError`] if there is none such.
    pub async fn answer(&self, bot: PersonId, challenge: u64, accept: bool) -> Result<(), RosterError> {
        self.ask(|reply| Request::Answer { bot, challenge, accept, reply }).await
    }

    async fn ask(&self, request: impl FnOnce(Reply) -> Request) -> Result<(), RosterError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(request(reply)).await.map_err(|_| RosterError::Unavailable)?;
        answer.await.unwrap_or(Err(RosterError::Unavailable))
    }
}

impl Ticket {
    /// What becomes of the challenge. Safe to cancel.
    pub async fn outcome(&mut self) -> Outcome {
        (&mut self.settled).await.unwrap_or(Outcome::Failed)
    }
}

struct Task {
    hub: Hub,
    lobby: Lobby,
    listed: watch::Sender<List>,
    declarations: watch::Sender<Declarations>,
    bots: BTreeMap<PersonId, Here>,
    /// What bots have said that are away: their tables wait for them.
    gone: BTreeMap<PersonId, Arc<Accepts>>,
    standing: BTreeMap<u64, Standing>,
    next: u64,
}

/// A bot that is on the list.
struct Here {
    bot: Person,
    accepts: Arc<Accepts>,
    words: mpsc::Sender<Word>,
}

struct Standing {
    from: Person,
    bot: PersonId,
    terms: Terms,
    settled: oneshot::Sender<Outcome>,
    until: Arrival,
}

impl Task {
    async fn run(mut self, mut asked: mpsc::Receiver<Request>) {
        let mut tick = tokio::time::interval(LOOKED_AT_EVERY);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                request = asked.recv() => {
                    let Some(request) = request else { return };
                    // Whoever asked may be gone.
                    let _ = match request {
                        Request::Declare { bot, accepts, words, reply } => reply.send(self.declare(bot, accepts, words)),
                        Request::Challenge { from, bot, terms, settled, reply } => {
                            reply.send(self.challenge(from, bot, *terms, settled))
                        }
                        Request::Answer { bot, challenge, accept, reply } => {
                            reply.send(self.answer(bot, challenge, accept))
                        }
                    };
                }
                _ = tick.tick() => self.look_through(Arrival::now()),
            }
        }
    }

    fn declare(
        &mut self,
        bot: Person,
        accepts: Accepts,
        words: mpsc::Sender<Word>,
    ) -> Result<(), RosterError> {
        if self.bots.len() >= LISTED_MAX && !self.bots.contains_key(&bot.id) {
            return Err(RosterError::Full);
        }
        self.gone.remove(&bot.id);
        self.bots.insert(bot.id, Here { bot, accepts: Arc::new(accepts), words });
        self.tell_list();
        Ok(())
    }

    fn challenge(
        &mut self,
        from: Person,
        bot: PersonId,
        terms: Terms,
        settled: oneshot::Sender<Outcome>,
    ) -> Result<(), RosterError> {
        let here =
            self.bots.get(&bot).filter(|here| !here.words.is_closed()).ok_or(RosterError::NoSuchBot)?;
        if from.id == bot {
            return Err(NotPlayed::Opponent.into());
        }
        let waiting = self.standing.values().filter(|standing| standing.bot == bot).count();
        let games = self.lobby.games_count(bot) + waiting;
        here.accepts.check(&terms.rules, from.is_bot, games)?;
        if waiting >= STANDING_MAX {
            return Err(NotPlayed::Busy.into());
        }
        let challenge = self.next;
        self.next += 1;
        let word = Word::Challenged { challenge, from: from.clone(), terms: Box::new(terms.clone()) };
        here.words.try_send(word).map_err(|_| NotPlayed::Busy)?;
        let until = Arrival::now().after(ANSWERED_WITHIN);
        self.standing.insert(challenge, Standing { from, bot, terms, settled, until });
        Ok(())
    }

    fn answer(&mut self, bot: PersonId, challenge: u64, accept: bool) -> Result<(), RosterError> {
        let is_its = self.standing.get(&challenge).is_some_and(|standing| standing.bot == bot);
        let standing = is_its.then(|| self.standing.remove(&challenge)).flatten();
        let standing = standing.ok_or(RosterError::NoChallenge)?;
        match self.bots.get(&bot) {
            Some(here) if accept && !standing.settled.is_closed() => {
                let (hub, here) = (self.hub.clone(), (here.bot.clone(), here.words.clone()));
                tokio::spawn(open(hub, challenge, standing, here));
            }
            Some(_) | None => {
                let outcome = if accept { Outcome::Withdrawn } else { Outcome::Declined };
                self.settle(challenge, standing, outcome);
            }
        }
        Ok(())
    }

    fn look_through(&mut self, now: Arrival) {
        for (id, here) in self.bots.extract_if(.., |_, here| here.words.is_closed()) {
            self.gone.insert(id, here.accepts);
        }
        while self.gone.len() > GONE_MAX {
            self.gone.pop_first();
        }
        let over: Vec<(u64, Outcome)> = self
            .standing
            .iter()
            .filter_map(|(challenge, standing)| {
                let outcome = if standing.settled.is_closed() {
                    Outcome::Withdrawn
                } else if standing.until <= now || !self.bots.contains_key(&standing.bot) {
                    Outcome::Lapsed
                } else {
                    return None;
                };
                Some((*challenge, outcome))
            })
            .collect();
        for (challenge, outcome) in over {
            if let Some(standing) = self.standing.remove(&challenge) {
                self.settle(challenge, standing, outcome);
            }
        }
        self.tell_list();
    }

    fn settle(&self, challenge: u64, standing: Standing, outcome: Outcome) {
        if let Some(here) = self.bots.get(&standing.bot) {
            // A bot that does not read learns nothing.
            let _ = here.words.try_send(Word::Settled { challenge, outcome });
        }
        let _ = standing.settled.send(outcome);
    }

    fn tell_list(&self) {
        let listed = self.bots.values().map(|here| Listed {
            bot: here.bot.clone(),
            accepts: Accepts::clone(&here.accepts),
            games: self.lobby.games_count(here.bot.id),
        });
        let listed: Vec<Listed> = listed.collect();
        self.listed.send_if_modified(|list| {
            let is_new = *list.value() != listed;
            if is_new {
                *list = Shared::new(listed);
            }
            is_new
        });
        let here = self.bots.iter().map(|(id, here)| (id, &here.accepts));
        let declared = here.chain(&self.gone).map(|(id, accepts)| {
            (*id, Declared { accepts: Arc::clone(accepts), games: self.lobby.games_count(*id) })
        });
        let declared = Declarations::new(declared.collect());
        self.declarations.send_if_modified(|known| {
            let is_new = *known != declared;
            if is_new {
                *known = declared;
            }
            is_new
        });
    }
}

/// Opens the room of a challenge that was accepted, and tells both.
async fn open(hub: Hub, challenge: u64, standing: Standing, bot: (Person, mpsc::Sender<Word>)) {
    let Standing { from, terms, settled, .. } = standing;
    let (bot, words) = bot;
    let Terms { rules, colours, visibility } = terms;
    let opened: Result<RoomId, CreateError> = hub.seat_two(from, bot, rules, colours, visibility).await;
    let outcome = match opened {
        Ok(room) => {
            debug!(%room, "a challenge is played");
            Outcome::Accepted(room)
        }
        Err(error) => {
            warn!(%error, "could not open a room for a challenge");
            Outcome::Failed
        }
    };
    // Whoever has gone meanwhile finds the game among theirs.
    let _ = settled.send(outcome);
    let _ = words.try_send(Word::Settled { challenge, outcome });
}
