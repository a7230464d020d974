//! What a client says. Strict: an unknown type, an unknown field or a missing one is an error.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::spelling::{ColoursForm, VisibilityForm};

use crate::spelling::{
    AcceptsForm, ArbitrationForm, CallForm, ChoiceForm, ColourRightForm, GoalForm, GroundForm,
    NOTATION_BYTES_MAX, PointForm, RulesForm, RulingForm, SealedMoveForm, StoneForm,
};

/// A message from a client, one JSON object in one text frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Says who comes in, as the first message of a connection that was opened without cookie or token; answered by
    /// `welcome`.
    Authenticate {
        /// The token of a bot or of a guest.
        token: TokenForm,
    },
    /// Asks whether the line is alive and what time it is; answered by `pong` with the same number.
    Ping {
        /// Any number.
        n: u32,
    },
    /// Wants the list of games: answered by `lobby`, then followed by `lobby_change`; in brief, by `lobby_brief` and
    /// `lobby_brief_change`. Sent again, it begins anew.
    WatchLobby {
        /// In brief, and how much to begin with; whole if left out.
        #[serde(default)]
        brief: Option<BriefForm>,
    },
    /// Has seen enough of the list.
    LeaveLobby {},
    /// Opens a table and takes seat A at it, or arbitrates it; answered by `accepted` with the room, or by `refused`.
    Create {
        /// The command's id, 1 to 40 of `A-Z a-z 0-9 _ -`. A repeat gets the same answer.
        id: String,
        /// What is played.
        rules: Box<RulesForm>,
        /// The clock in short notation (`15m+10s`, `20m 3x30s`, `10m/40 30m`), instead of stages in the rules.
        #[serde(default)]
        #[schemars(length(max = NOTATION_BYTES_MAX))]
        clock: Option<String>,
        /// How colours are settled.
        colours: ColoursForm,
        /// Who is told of the table.
        visibility: VisibilityForm,
        /// The match that it begins; `null` for a single game.
        #[serde(default)]
        series: Option<GoalForm>,
        /// Whose win a draw is in the one game that is added to a match that is level in the end, and decides it. Who lost
        /// the toss before the first game chooses its colours; `colours` is `toss`. `null` for no such game.
        #[serde(default)]
        decider: Option<StoneForm>,
        /// When a scheduled game begins, in milliseconds since 1970; instead of `rules.start.after_ms`.
        #[serde(default)]
        start_at: Option<u64>,
        /// Whether arbiters are expected.
        #[serde(default)]
        arbitration: ArbitrationForm,
        /// The label of the board where several are played on, 1 to 16 characters.
        #[serde(default)]
        board: Option<String>,
    },
    /// Looks for an opponent under a preset: answered by `accepted` or `refused`, then by `paired`. Another `pair` of this
    /// connection takes its place.
    Pair {
        /// The command's id.
        id: String,
        /// The preset, by its name in `presets.json`.
        preset: String,
    },
    /// Looks for an opponent no longer.
    Unpair {},
    /// Says what this bot plays, as long as the connection lasts; answered by `accepted` or `refused`. Then it is on the list
    /// of bots, and challenged.
    Declare {
        /// The command's id.
        id: String,
        /// What it plays.
        accepts: Box<AcceptsForm>,
    },
    /// Wants the list of bots: answered by `bots`, and again whenever it changes.
    WatchBots {},
    /// Has seen enough of it.
    LeaveBots {},
    /// Challenges a bot: answered by `accepted` or `refused`, then by `challenge_settled`. Another challenge of this
    /// connection takes its place. The challenger sits at seat A.
    Challenge {
        /// The command's id.
        id: String,
        /// The bot, by its id.
        bot: String,
        /// What is played.
        rules: Box<RulesForm>,
        /// The clock in short notation, instead of stages in the rules.
        #[serde(default)]
        #[schemars(length(max = NOTATION_BYTES_MAX))]
        clock: Option<String>,
        /// How colours are settled.
        colours: ColoursForm,
        /// Who is told of the table.
        visibility: VisibilityForm,
    },
    /// Takes the challenge back.
    Withdraw {},
    /// Answers a challenge to this bot; answered by `accepted` or `refused`, then by `challenge_settled`.
    AnswerChallenge {
        /// The command's id.
        id: String,
        /// The challenge.
        challenge: u64,
        /// Whether it is played.
        accept: bool,
    },
    /// Wants a room: answered by `joined`, then by a `snapshot` or the missed `happened`, then followed live.
    Join {
        /// Which.
        room: String,
        /// How far this client has seen the room, if it has.
        seen: Option<SeenForm>,
        /// Only to see the board among others: not counted among who watches, not present if you play there, without
        /// talk and read-outs, and without a right to `act`.
        #[serde(default)]
        glance: bool,
    },
    /// Has seen enough of a room.
    Leave {
        /// Which.
        room: String,
    },
    /// Wants to do something in a room; answered by `accepted` once it is durable, or by `refused`.
    Act {
        /// Where. It must have been joined on this connection.
        room: String,
        /// The command's id, 1 to 40 of `A-Z a-z 0-9 _ -`. A repeat gets the same answer.
        id: String,
        /// What.
        action: Action,
    },
    /// Wants to know where somebody plays, of the games that the lobby tells: answered by `following`, and again by it
    /// whenever that changes. One person a connection; another `follow` takes the place of the last.
    Follow {
        /// The person's id.
        person: String,
    },
    /// Follows nobody any more.
    Unfollow {},
    /// Invites a bot to a free seat of a table at which one sits or arbitrates; answered by `accepted` once it is told, or by
    /// `refused`. Whether it comes, the table shows.
    Invite {
        /// The command's id.
        id: String,
        /// The table.
        room: String,
        /// The bot, by its person's id.
        bot: String,
    },
    /// Takes invitations, as a bot: each comes as `invited`. Said again, it replaces what was said.
    TakeInvitations {
        /// The most rooms that this connection follows at once; further invitations are refused to those who send them.
        games_max: u16,
    },
    /// Wants to be called something else; answered by `accepted` or `refused`. Seats taken already keep their name.
    Rename {
        /// The command's id.
        id: String,
        /// The new name, 1 to 24 characters.
        name: String,
    },
}

/// A token. It is never printed but to be sent.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TokenForm(String);

impl TokenForm {
    /// A token to be sent.
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for the one place that needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for TokenForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenForm(..)")
    }
}

/// How far a client has seen a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenForm {
    /// The epoch that `joined` gave.
    pub epoch: u64,
    /// The number of records seen, which is the sequence number of the next one.
    pub next: u32,
}

/// What a person can do in a room. `ply` is `state.ply` of the position the command answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take the free seat.
    Sit {},
    /// Put a stone on a point.
    Place {
        /// The position this answers.
        ply: u16,
        /// Where.
        point: PointForm,
        /// Offer a draw with it.
        #[serde(default)]
        draw: bool,
        /// Announce a five with it, where fives are declared.
        #[serde(default)]
        five: bool,
    },
    /// Give up a move.
    Pass {
        /// The position this answers.
        ply: u16,
        /// Offer a draw with it.
        #[serde(default)]
        draw: bool,
    },
    /// Lay several stones of an opening at once, with the number of alternatives if one is to be announced.
    Lay {
        /// The position this answers.
        ply: u16,
        /// Where, in order.
        points: Vec<PointForm>,
        /// The number of alternatives for the fifth move.
        #[serde(default)]
        number: Option<u8>,
    },
    /// Choose what the opening offers.
    Choose {
        /// The position this answers.
        ply: u16,
        /// What.
        choice: ChoiceForm,
    },
    /// Announce the number of alternatives for the fifth move.
    Announce {
        /// The position this answers.
        ply: u16,
        /// How many.
        number: u8,
    },
    /// Show the alternatives for the fifth move.
    Show {
        /// The position this answers.
        ply: u16,
        /// Where.
        points: Vec<PointForm>,
    },
    /// Keep one of the alternatives.
    Keep {
        /// The position this answers.
        ply: u16,
        /// Which.
        point: PointForm,
    },
    /// Point out that the opponent's stone there was forbidden.
    ClaimForbidden {
        /// The stone.
        point: PointForm,
    },
    /// Announce one's standing five.
    DeclareFive {},
    /// Give the game up.
    Resign {},
    /// Propose a draw.
    OfferDraw {
        /// The position this answers.
        ply: u16,
    },
    /// Agree to the standing offer.
    AcceptDraw {
        /// The position this answers.
        ply: u16,
    },
    /// Turn the standing offer down.
    DeclineDraw {
        /// The position this answers.
        ply: u16,
    },
    /// Point out that the standing draw offer is improper.
    Object {
        /// The position this answers.
        ply: u16,
    },
    /// Ask to take one's last move back.
    AskTakeback {
        /// The position this answers.
        ply: u16,
    },
    /// Ask that the clocks stand still.
    AskPause {
        /// The position this answers.
        ply: u16,
    },
    /// Agree to what the opponent asks for.
    Grant {
        /// The position this answers.
        ply: u16,
    },
    /// Turn down what the opponent asks for.
    Deny {
        /// The position this answers.
        ply: u16,
    },
    /// End a pause that both agreed on.
    Resume {},
    /// Call the game off before both have moved, or close a table nobody has joined.
    Abort {},
    /// Propose another game with colours exchanged, after the end.
    OfferRematch {},
    /// Agree to another game.
    AcceptRematch {},
    /// Turn another game down.
    DeclineRematch {},
    /// Begin the next game of the match, colours alternating, once this one is over.
    NextGame {},
    /// Say that one is there, where the game begins at a time.
    Ready {},
    /// Commit to a number of stones in the hand.
    Commit {
        /// The SHA-256 of `number:nonce`, as 64 hexadecimal digits.
        digest: String,
    },
    /// Show the number.
    Reveal {
        /// The number, 1 to 10.
        number: u8,
        /// What was hashed with it: 16 to 64 of `A-Z a-z 0-9 _ -`.
        nonce: String,
    },
    /// Call the other's number.
    Call {
        /// What.
        call: CallForm,
    },
    /// Use a right of the toss.
    ChooseColour {
        /// Which.
        choice: ColourRightForm,
    },
    /// Hand in the move of an adjourned game. It is told to nobody before the arbiter has it opened.
    Seal {
        /// The position this answers.
        ply: u16,
        /// The move.
        #[serde(rename = "move")]
        sealed: SealedMoveForm,
    },
    /// Confirm the position of an adjourned game, whose sealed move was opened.
    Confirm {},
    /// Leave the game for good, which loses it. A line that breaks is no leaving.
    Abandon {},
    /// Claim the game of an opponent who has been gone for as long as the rules have one wait.
    ClaimAbsence {},
    /// Give the other some time.
    GiveTime {},
    /// Confirm the result, where the rules have it.
    ConfirmResult {},
    /// Complain to the arbiter. Stops no clock.
    Complain {
        /// Of what, in 1 to 200 characters.
        text: String,
    },
    /// Say something beside the game.
    Say {
        /// What, in 1 to 200 characters.
        text: String,
    },
    /// Become an arbiter of the table.
    Officiate {
        /// The key that makes one.
        key: String,
    },
    /// Rule, as an arbiter.
    Rule {
        /// What.
        ruling: RulingForm,
        /// Why, in 1 to 200 characters; everybody reads it.
        reason: String,
        /// What it rests on.
        #[serde(default, skip_serializing_if = "GroundForm::is_fact")]
        ground: GroundForm,
    },
}

/// How much of the brief list is sent to begin with. Changes are told of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BriefForm {
    /// The newest 50 that wait and the newest 50 that run, and your own.
    Newest,
    /// The newest 1,000 of each, and your own.
    All,
}
