//! What a client wants, carried out.

use tokio::time::timeout;

use super::invitations::{Asked, NotInvited};
use super::post::Wire;
use super::socket::Ended;
use super::{ANSWER_WITHIN, Context, Session, Visitor, chance, wire};
use crate::game::seal::Nonce;
use crate::hub::{CreateError, Order};
use crate::identity::{default_name, entropy};
use crate::journal::{Arbitration, CommandId, Lot, Name, PersonId, RoomId};
use crate::lobby::Reach;
use crate::pairing::PairingError;
use crate::protocol::{BriefForm, Code, Request, SeenForm, ServerMessage, Wish};
use crate::room::message::{Action, Input, Manner, Seen};
use crate::room::outbox::Outbox;
use crate::room::{RoomGone, RoomHandle};
use crate::roster::Terms;
use crate::store::{Epoch, StoreError};
use crate::timekeeper::{Arrival, wall_time};

/// How often a room is looked for when its task ends under our hands.
const TRIES: usize = 2;

const ROOM_BUSY: &str = "the room does not answer at the moment; try again";
const STORE_BUSY: &str = "the server cannot keep anything at the moment; try again";
const NAME_TAKEN: &str =
    "somebody else has a name that looks like this one; choose one that is told apart from it";
const NAME_GIVEN: &str = "names like Guest and Tengen 1 are the server's to give; choose another";

/// How much of the list a client asks for.
const fn reach(brief: BriefForm) -> Reach {
    match brief {
        BriefForm::Newest => Reach::Newest,
        BriefForm::All => Reach::All,
    }
}

impl<S: Wire> Session<S> {
    /// Carries out a request that was read at `arrival`.
    pub(super) async fn follow(&mut self, request: Request, arrival: Arrival) -> Result<(), Ended> {
        if self.visitor == Visitor::Onlooker && !is_looking_on(&request) {
            return self.turn_back(request).await;
        }
        match request {
            Request::Ping { n } => {
                let now = self.context.clock.millis(arrival);
                self.say(&ServerMessage::Pong { n, now }).await
            }
            Request::WatchLobby { brief } => self.watch_lobby(brief.map(reach)).await,
            Request::LeaveLobby => {
                self.lobby = None;
                Ok(())
            }
            Request::Create { id, rules, colours, visibility, series, start_at, arbitration, board } => {
                let order =
                    Order { rules: *rules, colours, visibility, series, start_at, arbitration, board };
                self.create(&id, order).await
            }
            Request::Pair { id, preset } => self.pair(&id, &preset).await,
            Request::Unpair => {
                self.ticket = None;
                Ok(())
            }
            Request::Declare { id, accepts } => self.declare(&id, *accepts).await,
            Request::Bots { watch } => {
                self.watch_bots(watch);
                Ok(())
            }
            Request::Challenge { id, bot, rules, colours, visibility } => {
                self.challenge(&id, bot, Terms { rules: *rules, colours, visibility }).await
            }
            Request::Withdraw => {
                self.withdraw();
                Ok(())
            }
            Request::AnswerChallenge { id, challenge, accept } => {
                self.answer_challenge(&id, challenge, accept).await
            }
            Request::Join { room, seen, glance } => {
                let manner = if glance { Manner::Glance } else { Manner::Attend };
                self.join(room, seen, manner).await
            }
            Request::Leave { room } => {
                self.leave(room, arrival).await;
                Ok(())
            }
            Request::Act { room, id, wish } => self.act(room, id, wish, arrival).await,
            Request::Follow { person } => self.pursue(person).await,
            Request::Unfollow => {
                self.pursuit = None;
                Ok(())
            }
            Request::Rename { id, name } => self.rename(&id, name).await,
            Request::Authenticate { .. } => {
                let words = "this connection has said who it is; open another one to be somebody else";
                self.error(Code::AlreadyAuthenticated, words, None).await
            }
            Request::Invite { id, room, bot } => self.invite(&id, room, bot).await,
            Request::TakeInvitations { games_max } => self.take_invitations(games_max).await,
        }
    }

    /// Enters again the rooms of which something was lost.
    pub(super) async fn enter_due_rooms(&mut self) -> Result<(), Ended> {
        while let Some(room) = self.desk.rooms(|rooms| rooms.take_due(Arrival::now())) {
            let seen = self.desk.rooms(|rooms| rooms.seen(room));
            match self.enter(room, seen, self.desk.rooms(|rooms| rooms.manner(room))).await {
                Ok(handle) => self.desk.rooms(|rooms| rooms.found_again(room, handle)),
                Err(RoomGone) => self.desk.rooms(|rooms| rooms.enter_again(room, Arrival::now(), chance())),
            }
        }
        Ok(())
    }

    async fn create(&mut self, id: &CommandId, order: Order) -> Result<(), Ended> {
        // The store answers or has given up; a repeat of the command tells what became of it.
        let has_key = order.arbitration != Arbitration::None;
        let created = timeout(ANSWER_WITHIN, self.context.hub.create(self.person.clone(), id, order)).await;
        match created.unwrap_or(Err(CreateError::Unavailable)) {
            Ok(room) => {
                let key = has_key.then(|| self.context.hub.arbiter_key(room).to_string());
                self.accept_with(id, Some(room), key).await
            }
            Err(error) => {
                let code = match error {
                    CreateError::TooManyTables => Code::TooManyTables,
                    CreateError::StartTime => Code::BadRules,
                    CreateError::Unavailable => Code::Unavailable,
                };
                self.refuse(id, None, code, error.to_string()).await
            }
        }
    }

    async fn pair(&mut self, id: &CommandId, preset: &str) -> Result<(), Ended> {
        // Whoever looks again, by a repeat or under another preset, gives the last place up first.
        self.ticket = None;
        let sought = timeout(ANSWER_WITHIN, self.context.pairing.seek(preset, self.person.clone())).await;
        match sought.unwrap_or(Err(PairingError::Unavailable)) {
            Ok(ticket) => {
                self.ticket = Some(ticket);
                self.accept(id, None).await
            }
            Err(error) => {
                let code = match error {
                    PairingError::UnknownPreset => Code::UnknownPreset,
                    PairingError::NotPlayed(_) => Code::NotPlayed,
                    PairingError::Unavailable => Code::Unavailable,
                };
                self.refuse(id, None, code, error.to_string()).await
            }
        }
    }

    pub(super) async fn join(
        &mut self,
        room: RoomId,
        seen: Option<SeenForm>,
        manner: Manner,
    ) -> Result<(), Ended> {
        let is_new = self.desk.rooms(|rooms| rooms.handle(room)).is_none();
        if is_new && self.desk.rooms(|rooms| rooms.len()) >= self.context.limits.rooms_max {
            let words = "this connection follows as many rooms as one may; leave one";
            return self.error(Code::TooManyRooms, words, Some(room.to_string())).await;
        }
        if self.desk.rooms(|rooms| rooms.is_entering(room, manner)) {
            return Ok(());
        }
        let seen = seen.map(|seen| Seen { epoch: Epoch(seen.epoch), next: seen.next });
        match self.enter(room, seen, manner).await {
            Ok(handle) => {
                self.desk.rooms(|rooms| rooms.follow(room, handle, seen, manner));
                Ok(())
            }
            Err(RoomGone) => self.error(Code::Unavailable, ROOM_BUSY, Some(room.to_string())).await,
        }
    }

    async fn leave(&mut self, room: RoomId, arrival: Arrival) {
        if let Some(handle) = self.desk.rooms(|rooms| rooms.forget(room)) {
            let input = Input::Leave { connection: self.connection };
            // A room that is gone has nobody in it.
            let _ = timeout(ANSWER_WITHIN, handle.send(input, arrival)).await;
        }
    }

    async fn act(&mut self, room: RoomId, id: CommandId, wish: Wish, arrival: Arrival) -> Result<(), Ended> {
        let Some(handle) = self.desk.rooms(|rooms| rooms.handle(room)) else {
            let words = "join the room on this connection before you act in it";
            return self.refuse(&id, Some(room), Code::NotJoined, words.to_owned()).await;
        };
        let action = match wish {
            Wish::Sit => Action::Sit(self.context.roster.declarations()),
            Wish::Play(command) => Action::Play(command),
            Wish::OfferRematch => Action::OfferRematch,
            Wish::AcceptRematch => {
                let (room, wall, lot) = (self.context.hub.game_after(room), wall_time(), Lot(entropy()));
                Action::AcceptRematch { room, wall, lot }
            }
            Wish::DeclineRematch => Action::DeclineRematch,
            Wish::NextGame => {
                let (room, wall, lot) = (self.context.hub.game_after(room), wall_time(), Lot(entropy()));
                Action::NextGame { room, wall, lot }
            }
            Wish::Colours(act) => Action::Colours(act),
            Wish::Seal { ply, sealed } => Action::Seal { ply, sealed, nonce: Nonce(entropy()) },
            Wish::ClaimAbsence => Action::ClaimAbsence,
            Wish::Complain(text) => Action::Complain(text),
            Wish::Say(text) => Action::Say(text),
            Wish::Officiate { key } if !self.context.hub.is_arbiter_key(room, &key) => {
                let words = "this link makes nobody an arbiter of this table; ask for it again";
                return self.refuse(&id, Some(room), Code::BadKey, words.to_owned()).await;
            }
            Wish::Officiate { .. } => Action::Officiate,
            Wish::Rule { ruling, reason, ground } => Action::Rule { ruling, reason, ground },
        };
        let (connection, person) = (self.connection, self.person.clone());
        let input = Input::Act { connection, person, id: id.clone(), action };
        if self.send(room, handle, input, arrival).await.is_err() {
            return self.refuse(&id, Some(room), Code::Unavailable, ROOM_BUSY.to_owned()).await;
        }
        Ok(())
    }

    async fn invite(&mut self, id: &CommandId, room: RoomId, bot: Option<PersonId>) -> Result<(), Ended> {
        let Context { invitations, store, roster, .. } = &*self.context;
        let asked = Asked { by: self.person.clone(), room, bot, declared: roster.declarations() };
        let invited = timeout(ANSWER_WITHIN, invitations.invite(store, asked)).await;
        match invited.unwrap_or(Err(NotInvited::Unavailable)) {
            Ok(()) => self.accept(id, Some(room)).await,
            Err(error) => {
                let code = match error {
                    NotInvited::NoSuchBot => Code::NoSuchBot,
                    NotInvited::Busy => Code::BotBusy,
                    NotInvited::NotPlayed(_) => Code::NotPlayed,
                    NotInvited::NotYourTable => Code::NotYourTable,
                    NotInvited::Unavailable => Code::Unavailable,
                };
                self.refuse(id, Some(room), code, error.to_string()).await
            }
        }
    }

    async fn take_invitations(&mut self, games_max: u16) -> Result<(), Ended> {
        if !self.person.is_bot {
            return self.error(Code::NotABot, "only bots take invitations", None).await;
        }
        let taking =
            self.context.invitations.take(self.person.id, self.desk.rooms(|rooms| rooms.len()), games_max);
        self.taking = Some(taking);
        Ok(())
    }

    async fn rename(&mut self, id: &CommandId, name: Name) -> Result<(), Ended> {
        let is_own = name == default_name(self.person.id);
        if name.is_given() && !is_own {
            return self.refuse(id, None, Code::NameTaken, NAME_GIVEN.to_owned()).await;
        }
        let kept = timeout(ANSWER_WITHIN, self.context.store.set_name(self.person.id, name.clone())).await;
        match kept {
            Ok(Ok(())) => {
                self.person.name = name;
                self.accept(id, None).await
            }
            Ok(Err(StoreError::NameTaken)) => {
                self.refuse(id, None, Code::NameTaken, NAME_TAKEN.to_owned()).await
            }
            Ok(Err(_)) | Err(_) => self.refuse(id, None, Code::Unavailable, STORE_BUSY.to_owned()).await,
        }
    }

    /// Joins a room, and tells it how the line is.
    async fn enter(
        &mut self,
        room: RoomId,
        seen: Option<Seen>,
        manner: Manner,
    ) -> Result<RoomHandle, RoomGone> {
        for _ in 0..TRIES {
            let handle = self.context.hub.room(room);
            let entry = self.desk.rooms(|rooms| rooms.next_entry());
            let (person, outbox) = (self.person.clone(), Outbox::new(self.desk.clone(), entry));
            let joined = handle.join(self.connection, person, outbox, seen, manner);
            match timeout(ANSWER_WITHIN, joined).await {
                Ok(Ok(())) => {
                    self.tell_lag(&handle).await;
                    return Ok(handle);
                }
                Ok(Err(RoomGone)) => {}
                Err(_) => return Err(RoomGone),
            }
        }
        Err(RoomGone)
    }

    /// Sends an input, and once more by another way if the room's task has ended.
    async fn send(
        &mut self,
        room: RoomId,
        handle: RoomHandle,
        input: Input,
        arrival: Arrival,
    ) -> Result<(), RoomGone> {
        match timeout(ANSWER_WITHIN, handle.send(input.clone(), arrival)).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(RoomGone)) => {}
            Err(_) => return Err(RoomGone),
        }
        let seen = self.desk.rooms(|rooms| rooms.seen(room));
        let handle = self.enter(room, seen, self.desk.rooms(|rooms| rooms.manner(room))).await?;
        self.desk.rooms(|rooms| rooms.found_again(room, handle.clone()));
        timeout(ANSWER_WITHIN, handle.send(input, arrival)).await.map_err(|_| RoomGone)?
    }

    async fn tell_lag(&mut self, handle: &RoomHandle) {
        if let Some(round_trip) = self.line.round_trip() {
            let input = Input::Lag { connection: self.connection, round_trip };
            // It is told again when it changes.
            let _ = timeout(ANSWER_WITHIN, handle.send(input, Arrival::now())).await;
        }
    }

    pub(super) async fn accept(&mut self, id: &CommandId, room: Option<RoomId>) -> Result<(), Ended> {
        self.accept_with(id, room, None).await
    }

    async fn accept_with(
        &mut self,
        id: &CommandId,
        room: Option<RoomId>,
        arbiter_key: Option<String>,
    ) -> Result<(), Ended> {
        let (id, room) = (id.as_str().to_owned(), room.map(|room| room.to_string()));
        self.say(&ServerMessage::Accepted { id, room, seq: None, arbiter_key }).await
    }

    pub(super) async fn refuse(
        &mut self,
        id: &CommandId,
        room: Option<RoomId>,
        code: Code,
        message: String,
    ) -> Result<(), Ended> {
        self.say(&wire::refused(id, room, code, message)).await
    }

    /// Answers what is not for onlookers.
    async fn turn_back(&mut self, request: Request) -> Result<(), Ended> {
        let words = "over this connection one only looks on; connect to /ws to take part";
        match request {
            Request::Act { id, room, .. } | Request::Invite { id, room, .. } => {
                self.refuse(&id, Some(room), Code::LooksOn, words.to_owned()).await
            }
            Request::Create { id, .. }
            | Request::Pair { id, .. }
            | Request::Declare { id, .. }
            | Request::Challenge { id, .. }
            | Request::AnswerChallenge { id, .. }
            | Request::Rename { id, .. } => self.refuse(&id, None, Code::LooksOn, words.to_owned()).await,
            Request::Authenticate { .. }
            | Request::Ping { .. }
            | Request::WatchLobby { .. }
            | Request::LeaveLobby
            | Request::Unpair
            | Request::Bots { .. }
            | Request::Withdraw
            | Request::Join { .. }
            | Request::Leave { .. }
            | Request::Follow { .. }
            | Request::Unfollow
            | Request::TakeInvitations { .. } => self.error(Code::LooksOn, words, None).await,
        }
    }
}

/// Whether an onlooker may ask for it: to see the board of a room, and nothing else.
const fn is_looking_on(request: &Request) -> bool {
    match request {
        Request::Ping { .. } | Request::Join { glance: true, .. } | Request::Leave { .. } => true,
        Request::Authenticate { .. }
        | Request::Join { glance: false, .. }
        | Request::WatchLobby { .. }
        | Request::LeaveLobby
        | Request::Create { .. }
        | Request::Pair { .. }
        | Request::Unpair
        | Request::Declare { .. }
        | Request::Bots { .. }
        | Request::Challenge { .. }
        | Request::Withdraw
        | Request::AnswerChallenge { .. }
        | Request::Invite { .. }
        | Request::TakeInvitations { .. }
        | Request::Act { .. }
        | Request::Follow { .. }
        | Request::Unfollow
        | Request::Rename { .. } => false,
    }
}
