//! From the text of a frame to something the server can do.

use crate::game::accepts::Accepts;
use crate::game::ruleset::{RuleSet, StartRule};
use crate::journal::{
    Arbitration, BadBoardLabel, BadCommandId, BadName, BoardLabel, Colours, CommandId, Goal, Method, Name,
    PersonId, RoomId, Series, Visibility, WallTime,
};
use crate::protocol::client::{BriefForm, ClientMessage, SeenForm, TokenForm};
use crate::protocol::codes::Code;
use crate::protocol::wish::{Wish, wish};
use crate::spelling::{BadForm, GoalForm, RulesForm, StoneForm, read_clock};

/// What a client wants, in the words of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To be let in.
    Authenticate {
        /// What shows who it is.
        token: TokenForm,
    },
    /// Whether the line is alive.
    Ping {
        /// The client's number.
        n: u32,
    },
    /// The list of games.
    WatchLobby {
        /// How much of it in brief; none if the whole rules of each game are wanted.
        brief: Option<BriefForm>,
    },
    /// No more of it.
    LeaveLobby,
    /// A table.
    Create {
        /// What the client calls the command.
        id: CommandId,
        /// What is played.
        rules: Box<RuleSet>,
        /// How colours are settled.
        colours: Colours,
        /// Who is told of it.
        visibility: Visibility,
        /// The match that it begins.
        series: Option<Series>,
        /// When a scheduled game begins, by the calendar.
        start_at: Option<WallTime>,
        /// Whether arbiters are expected.
        arbitration: Arbitration,
        /// The label of the board.
        board: Option<BoardLabel>,
    },
    /// An opponent under a preset.
    Pair {
        /// What the client calls the command.
        id: CommandId,
        /// The preset.
        preset: String,
    },
    /// No opponent any more.
    Unpair,
    /// To be on the list of bots.
    Declare {
        /// What the client calls the command.
        id: CommandId,
        /// What it plays.
        accepts: Box<Accepts>,
    },
    /// The list of bots, or no more of it.
    Bots {
        /// Whether it is wanted.
        watch: bool,
    },
    /// A game with a bot.
    Challenge {
        /// What the client calls the command.
        id: CommandId,
        /// Which.
        bot: PersonId,
        /// What is played.
        rules: Box<RuleSet>,
        /// How colours are settled.
        colours: Colours,
        /// Who is told of it.
        visibility: Visibility,
    },
    /// That game no longer.
    Withdraw,
    /// An answer to a challenge.
    AnswerChallenge {
        /// What the client calls the command.
        id: CommandId,
        /// Which challenge.
        challenge: u64,
        /// Whether it is played.
        accept: bool,
    },
    /// A room.
    Join {
        /// Which.
        room: RoomId,
        /// How far it was seen.
        seen: Option<SeenForm>,
        /// Whether only to see the board.
        glance: bool,
    },
    /// No more of a room.
    Leave {
        /// Which.
        room: RoomId,
    },
    /// Something done in a room.
    Act {
        /// Where.
        room: RoomId,
        /// What the client calls the command.
        id: CommandId,
        /// What.
        wish: Wish,
    },
    /// Where somebody plays.
    Follow {
        /// Who.
        person: PersonId,
    },
    /// No more of that.
    Unfollow,
    /// A bot at one's table.
    Invite {
        /// What the client calls the command.
        id: CommandId,
        /// The table.
        room: RoomId,
        /// The bot; none if the text is nobody's id.
        bot: Option<PersonId>,
    },
    /// To be told of invitations to tables.
    TakeInvitations {
        /// How many rooms the connection follows at once, at most.
        games_max: u16,
    },
    /// Another name.
    Rename {
        /// What the client calls the command.
        id: CommandId,
        /// The name.
        name: Name,
    },
}

/// Why a message is not followed. A message that names a command is refused, any other is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The stable code.
    pub code: Code,
    /// What was wrong and what would be right.
    pub message: String,
    /// The command that is refused.
    pub id: Option<String>,
    /// The room it was about.
    pub room: Option<String>,
}

/// Reads a frame's text.
///
/// # Errors
/// [`Rejected`] says what was wrong and what would be right.
pub fn read(text: &str) -> Result<Request, Rejected> {
    let message: ClientMessage = serde_json::from_str(text).map_err(|error| not_understood(&error))?;
    check_lists(text, &message)?;
    match message {
        ClientMessage::Authenticate { token } => Ok(Request::Authenticate { token }),
        ClientMessage::Ping { n } => Ok(Request::Ping { n }),
        ClientMessage::WatchLobby { brief } => Ok(Request::WatchLobby { brief }),
        ClientMessage::LeaveLobby {} => Ok(Request::LeaveLobby),
        ClientMessage::Create {
            id,
            rules,
            clock,
            colours,
            visibility,
            series,
            decider,
            start_at,
            arbitration,
            board,
        } => {
            let id = command_id(&id)?;
            let rules = rule_set(*rules, clock.as_deref())
                .map_err(|error| refused(Code::BadRules, error.to_string(), &id, None))?;
            let series = series_of(series, decider, colours.into(), &rules)
                .map_err(|text| refused(Code::BadRules, text, &id, None))?;
            let is_scheduled = matches!(rules.start, StartRule::Scheduled { .. });
            if start_at.is_some() && !is_scheduled {
                return Err(refused(Code::BadRules, NOT_SCHEDULED.to_owned(), &id, None));
            }
            if let (Colours::Chosen(_), true) = (Colours::from(colours), is_scheduled) {
                return Err(refused(Code::BadRules, CHOSEN_AND_SCHEDULED.to_owned(), &id, None));
            }
            if rules.confirm_result && Arbitration::from(arbitration) == Arbitration::None {
                return Err(refused(Code::BadRules, CONFIRMED_BEFORE_NOBODY.to_owned(), &id, None));
            }
            let board = board
                .map(|board| board.parse())
                .transpose()
                .map_err(|error: BadBoardLabel| refused(Code::BadText, error.to_string(), &id, None))?;
            Ok(Request::Create {
                id,
                board,
                rules: Box::new(rules),
                colours: colours.into(),
                visibility: visibility.into(),
                series,
                start_at: start_at.map(WallTime),
                arbitration: arbitration.into(),
            })
        }
        ClientMessage::Pair { id, preset } => Ok(Request::Pair { id: command_id(&id)?, preset }),
        ClientMessage::Unpair {} => Ok(Request::Unpair),
        ClientMessage::Declare { id, accepts } => {
            let id = command_id(&id)?;
            let accepts = Accepts::try_from(*accepts)
                .map_err(|error| refused(Code::BadRules, error.to_string(), &id, None))?;
            Ok(Request::Declare { id, accepts: Box::new(accepts) })
        }
        ClientMessage::WatchBots {} => Ok(Request::Bots { watch: true }),
        ClientMessage::LeaveBots {} => Ok(Request::Bots { watch: false }),
        ClientMessage::Challenge { id, bot, rules, clock, colours, visibility } => {
            let id = command_id(&id)?;
            let bot = bot
                .parse()
                .map_err(|_| refused(Code::NoSuchBot, "no such bot is here".to_owned(), &id, None))?;
            let rules = rule_set(*rules, clock.as_deref())
                .map_err(|error| refused(Code::BadRules, error.to_string(), &id, None))?;
            let (colours, visibility) = (colours.into(), visibility.into());
            Ok(Request::Challenge { id, bot, rules: Box::new(rules), colours, visibility })
        }
        ClientMessage::Withdraw {} => Ok(Request::Withdraw),
        ClientMessage::AnswerChallenge { id, challenge, accept } => {
            Ok(Request::AnswerChallenge { id: command_id(&id)?, challenge, accept })
        }
        ClientMessage::Join { room, seen, glance } => {
            Ok(Request::Join { room: room_id(&room, None)?, seen, glance })
        }
        ClientMessage::Leave { room } => Ok(Request::Leave { room: room_id(&room, None)? }),
        ClientMessage::Act { room, id, action } => {
            let id = command_id(&id)?;
            let room = room_id(&room, Some(&id))?;
            let wish = wish(action).map_err(|(code, message)| refused(code, message, &id, Some(room)))?;
            Ok(Request::Act { room, id, wish })
        }
        ClientMessage::Follow { person } => Ok(Request::Follow { person: person_id(&person)? }),
        ClientMessage::Unfollow {} => Ok(Request::Unfollow),
        ClientMessage::Invite { id, room, bot } => {
            let id = command_id(&id)?;
            Ok(Request::Invite { room: room_id(&room, Some(&id))?, id, bot: bot.parse().ok() })
        }
        ClientMessage::TakeInvitations { games_max } => Ok(Request::TakeInvitations { games_max }),
        ClientMessage::Rename { id, name } => {
            let id = command_id(&id)?;
            let name = Name::chosen(&name).map_err(|error| {
                let code = match error {
                    BadName::Length | BadName::Character => Code::BadName,
                    BadName::Scripts => Code::MixedScripts,
                };
                refused(code, error.to_string(), &id, None)
            })?;
            Ok(Request::Rename { id, name })
        }
    }
}

const NOT_SCHEDULED: &str = "`start_at` goes with `rules.start` of the type `scheduled`";
const CHOSEN_AND_SCHEDULED: &str = "colours are chosen when both sit, and a scheduled game does not wait for that: \
     fix its colours or leave them to the lot";

const CONFIRMED_BEFORE_NOBODY: &str = "`confirm_result` goes with an arbiter, before whom a result is disputed: \
     set `arbitration` to `link` or `opener`";

const DECIDED_WITHOUT_TOSS: &str = "`decider` goes with a match, whose first game is tossed for: set `series`, and `colours` to \
     `toss`; and `rules.draw_wins` to null, as the other games can be drawn";

/// The match that a table begins, if it does.
fn series_of(
    goal: Option<GoalForm>,
    decider: Option<StoneForm>,
    colours: Colours,
    rules: &RuleSet,
) -> Result<Option<Series>, String> {
    let series = goal.map(Goal::try_from).transpose().map_err(|error| error.to_string())?.map(Series::begin);
    let Some(draw_wins) = decider else {
        return Ok(series);
    };
    let is_tossed = colours == Colours::Chosen(Method::Toss) && rules.draw_wins.is_none();
    let series = series.filter(|_| is_tossed).ok_or(DECIDED_WITHOUT_TOSS)?;
    Ok(Some(series.decided_by(draw_wins.into())))
}

/// The rules of a table, with the clock that stands beside them.
fn rule_set(mut rules: RulesForm, clock: Option<&str>) -> Result<RuleSet, BadForm> {
    if let Some(notation) = clock {
        if rules.clock.is_some() {
            return Err(BadForm::TwoClocks);
        }
        rules.clock = Some((&read_clock(notation)?).into());
    }
    RuleSet::try_from(rules)
}

fn not_understood(error: &serde_json::Error) -> Rejected {
    let code = match error.classify() {
        serde_json::error::Category::Data => Code::BadMessage,
        serde_json::error::Category::Syntax
        | serde_json::error::Category::Eof
        | serde_json::error::Category::Io => Code::BadJson,
    };
    Rejected { code, message: bounded(&error.to_string()), id: None, room: None }
}

/// Serde takes `["ping", 1]` for `{"type": "ping", "n": 1}`, at any depth. The wire has one way to write a message: it
/// prints back with as many lists as it was sent with.
fn check_lists(text: &str, message: &ClientMessage) -> Result<(), Rejected> {
    if !text.contains('[') || lists(text) == lists(&serde_json::to_string(message).unwrap_or_default()) {
        return Ok(());
    }
    let words = "a list stands where an object is written with the names of its fields".to_owned();
    Err(Rejected { code: Code::BadMessage, message: words, id: None, room: None })
}

/// How many lists a JSON text has.
fn lists(text: &str) -> usize {
    let (mut count, mut in_string, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b'[' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// An error's words, cut where they would carry too much of what was sent.
fn bounded(words: &str) -> String {
    const CHARS_MAX: usize = 200;
    words.chars().take(CHARS_MAX).collect()
}

/// A command that is turned down before it reaches a room.
fn refused(code: Code, message: String, id: &CommandId, room: Option<RoomId>) -> Rejected {
    let room = room.map(|room| room.to_string());
    Rejected { code, message, id: Some(id.as_str().to_owned()), room }
}

fn command_id(text: &str) -> Result<CommandId, Rejected> {
    text.parse().map_err(|error: BadCommandId| Rejected {
        code: Code::BadCommandId,
        message: error.to_string(),
        id: None,
        room: None,
    })
}

fn room_id(text: &str, id: Option<&CommandId>) -> Result<RoomId, Rejected> {
    text.parse().map_err(|_| Rejected {
        code: Code::UnknownRoom,
        message: "there is no such room; a room is named by 12 letters, as in its address".to_owned(),
        id: id.map(|id| id.as_str().to_owned()),
        room: Some(bounded(text)),
    })
}

fn person_id(text: &str) -> Result<PersonId, Rejected> {
    text.parse().map_err(|_| Rejected {
        code: Code::NoSuchPerson,
        message: "there is no such person; their ids stand with the games that they play".to_owned(),
        id: None,
        room: None,
    })
}
