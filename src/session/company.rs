//! What a session hears of bots: the list of them, its own challenge, and, if it is a bot itself, challenges to it and the
//! games it plays, which it follows without being asked.

use std::collections::BTreeSet;

use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::post::Wire;
use super::socket::Ended;
use super::{ANSWER_WITHIN, Session, wire};
use crate::game::accepts::Accepts;
use crate::journal::{CommandId, PersonId, RoomId};
use crate::lobby::Games;
use crate::protocol::Code;
use crate::room::message::Manner;
use crate::roster::{List, Outcome, RosterError, Terms, Ticket, Word};

/// What a session hears of bots.
#[derive(Debug, Default)]
pub(super) struct Company {
    list: Option<watch::Receiver<List>>,
    words: Option<mpsc::Receiver<Word>>,
    ticket: Option<Ticket>,
    games: Option<watch::Receiver<Games>>,
    /// The games that were followed unasked, and need not be again.
    offered: BTreeSet<RoomId>,
}

/// Something that was heard.
#[derive(Debug)]
pub(super) enum Heard {
    /// The list of bots is another one.
    List(List),
    /// A challenge to this bot, or the end of one.
    Word(Word),
    /// The end of the own challenge.
    Settled(PersonId, Outcome),
    /// The games of this bot.
    Games(Games),
}

impl Company {
    /// That of a bot, which follows its games.
    pub(super) fn of_bot(mut games: watch::Receiver<Games>) -> Self {
        games.mark_changed();
        Self { games: Some(games), ..Self::default() }
    }

    /// Whether nothing can be heard.
    pub(super) const fn is_silent(&self) -> bool {
        self.list.is_none() && self.words.is_none() && self.ticket.is_none() && self.games.is_none()
    }

    /// What is heard next. Safe to cancel.
    pub(super) async fn next(&mut self) -> Heard {
        let Self { list, words, ticket, games, .. } = self;
        tokio::select! {
            games = changed(games) => Heard::Games(games),
            list = changed(list) => Heard::List(list),
            word = next_word(words) => Heard::Word(word),
            (bot, outcome) = settled(ticket) => Heard::Settled(bot, outcome),
        }
    }
}

impl<S: Wire> Session<S> {
    /// Tells what was heard, or follows from it.
    pub(super) async fn hear_of_bots(&mut self, heard: Heard) -> Result<(), Ended> {
        match heard {
            Heard::List(list) => self.socket.write(vec![list.encoded(|listed| wire::bots(listed))]).await,
            Heard::Word(word) => self.say(&wire::word(self.person.id, &word)).await,
            Heard::Settled(bot, outcome) => {
                self.company.ticket = None;
                self.say(&wire::challenge_settled(None, bot, outcome)).await
            }
            Heard::Games(games) => self.follow_games(&games).await,
        }
    }

    /// Follows the games of a bot that it was not shown yet.
    async fn follow_games(&mut self, games: &Games) -> Result<(), Ended> {
        self.company.offered.retain(|room| games.contains(room));
        let new: Vec<RoomId> = games.difference(&self.company.offered).copied().collect();
        for room in new {
            self.company.offered.insert(room);
            if self.desk.rooms(|rooms| rooms.handle(room)).is_none() {
                self.join(room, None, Manner::Attend).await?;
            }
        }
        Ok(())
    }

    /// Follows the list of bots, or no more.
    pub(super) fn watch_bots(&mut self, watch: bool) {
        self.company.list = watch.then(|| self.context.roster.watch());
    }

    /// Puts this bot on the list.
    pub(super) async fn declare(&mut self, id: &CommandId, accepts: Accepts) -> Result<(), Ended> {
        if !self.person.is_bot {
            let words = "only a bot declares what it plays, and a bot has the token of one";
            return self.refuse(id, None, Code::NotABot, words.to_owned()).await;
        }
        let declared =
            timeout(ANSWER_WITHIN, self.context.roster.declare(self.person.clone(), accepts)).await;
        match declared.unwrap_or(Err(RosterError::Unavailable)) {
            Ok(words) => {
                self.company.words = Some(words);
                self.accept(id, None).await
            }
            Err(error) => self.refuse_by_roster(id, error).await,
        }
    }

    /// Challenges a bot.
    pub(super) async fn challenge(
        &mut self,
        id: &CommandId,
        bot: PersonId,
        terms: Terms,
    ) -> Result<(), Ended> {
        // Another challenge takes the place of the last one.
        self.company.ticket = None;
        let asked = self.context.roster.challenge(self.person.clone(), bot, terms);
        match timeout(ANSWER_WITHIN, asked).await.unwrap_or(Err(RosterError::Unavailable)) {
            Ok(ticket) => {
                self.company.ticket = Some(ticket);
                self.accept(id, None).await
            }
            Err(error) => self.refuse_by_roster(id, error).await,
        }
    }

    /// Takes the challenge back.
    pub(super) fn withdraw(&mut self) {
        self.company.ticket = None;
    }

    /// Answers a challenge to this bot.
    pub(super) async fn answer_challenge(
        &mut self,
        id: &CommandId,
        challenge: u64,
        accept: bool,
    ) -> Result<(), Ended> {
        let answered = self.context.roster.answer(self.person.id, challenge, accept);
        match timeout(ANSWER_WITHIN, answered).await.unwrap_or(Err(RosterError::Unavailable)) {
            Ok(()) => self.accept(id, None).await,
            Err(error) => self.refuse_by_roster(id, error).await,
        }
    }

    async fn refuse_by_roster(&mut self, id: &CommandId, error: RosterError) -> Result<(), Ended> {
        let code = match error {
            RosterError::NoSuchBot => Code::NoSuchBot,
            RosterError::NotPlayed(_) => Code::NotPlayed,
            RosterError::NoChallenge => Code::NoChallenge,
            RosterError::Full | RosterError::Unavailable => Code::Unavailable,
        };
        self.refuse(id, None, code, error.to_string()).await
    }
}

async fn changed<T: Clone>(watched: &mut Option<watch::Receiver<T>>) -> T {
    if let Some(receiver) = watched
        && receiver.changed().await.is_ok()
    {
        return receiver.borrow_and_update().clone();
    }
    // The server stops; there is nothing more to hear.
    std::future::pending().await
}

async fn next_word(words: &mut Option<mpsc::Receiver<Word>>) -> Word {
    match words {
        Some(receiver) => match receiver.recv().await {
            Some(word) => word,
            // Another line of this bot is on the list in place of this one.
            None => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

async fn settled(ticket: &mut Option<Ticket>) -> (PersonId, Outcome) {
    match ticket {
        Some(ticket) => (ticket.bot, ticket.outcome().await),
        None => std::future::pending().await,
    }
}
