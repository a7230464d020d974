//! From the text of a frame to something the server can do.

use crate::game::event::{Command, Said};
use crate::game::moment::Span;
use crate::game::point::Point;
use crate::game::ruleset::{RuleSet, StartRule};
use crate::game::seal::SealedMove;
use crate::journal::{
    Arbitration, BadCommandId, BadName, BadRemark, BadSalt, ColourAct, Colours, CommandId, Goal, Name,
    PersonId, Remark, RoomId, TableRuling, Visibility, WallTime,
};
use crate::protocol::client::{Action, BriefForm, ClientMessage, SeenForm, TokenForm};
use crate::protocol::codes::Code;
use crate::spelling::{BadForm, PointForm, RulesForm, read_clock, seal};

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
        goal: Option<Goal>,
        /// When a scheduled game begins, by the calendar.
        start_at: Option<WallTime>,
        /// Whether arbiters are expected.
        arbitration: Arbitration,
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

/// What a client wants done in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Take the free seat.
    Sit,
    /// Something in the game. Its delay is for the server to measure, and zero here.
    Play(Command),
    /// Propose another game.
    OfferRematch,
    /// Agree to another game.
    AcceptRematch,
    /// Turn another game down.
    DeclineRematch,
    /// Begin the next game of the match.
    NextGame,
    /// Do something in the choice of colours.
    Colours(ColourAct),
    /// Hand in the move of an adjourned game.
    Seal {
        /// The position it answers.
        ply: u16,
        /// The move.
        sealed: SealedMove,
    },
    /// Claim the game of an opponent who is gone.
    ClaimAbsence,
    /// Complain to the arbiter.
    Complain(Remark),
    /// Say something beside the game.
    Say(Remark),
    /// Become an arbiter.
    Officiate {
        /// The key that makes one.
        key: String,
    },
    /// Rule, as an arbiter.
    Rule {
        /// What.
        ruling: TableRuling,
        /// Why.
        reason: Remark,
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
        ClientMessage::Create { id, rules, clock, colours, visibility, series, start_at, arbitration } => {
            let id = command_id(&id)?;
            let rules = rule_set(*rules, clock.as_deref())
                .map_err(|error| refused(Code::BadRules, error.to_string(), &id, None))?;
            let goal = series
                .map(Goal::try_from)
                .transpose()
                .map_err(|error| refused(Code::BadRules, error.to_string(), &id, None))?;
            let is_scheduled = matches!(rules.start, StartRule::Scheduled { .. });
            if start_at.is_some() && !is_scheduled {
                return Err(refused(Code::BadRules, NOT_SCHEDULED.to_owned(), &id, None));
            }
            if let (Colours::Chosen(_), true) = (Colours::from(colours), is_scheduled) {
                return Err(refused(Code::BadRules, CHOSEN_AND_SCHEDULED.to_owned(), &id, None));
            }
            Ok(Request::Create {
                id,
                rules: Box::new(rules),
                colours: colours.into(),
                visibility: visibility.into(),
                goal,
                start_at: start_at.map(WallTime),
                arbitration: arbitration.into(),
            })
        }
        ClientMessage::Pair { id, preset } => Ok(Request::Pair { id: command_id(&id)?, preset }),
        ClientMessage::Unpair {} => Ok(Request::Unpair),
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

/// Why an action is none: the code, and what would be right.
type BadAction = (Code, String);

fn wish(action: Action) -> Result<Wish, BadAction> {
    Ok(match action {
        Action::Sit {} => Wish::Sit,
        Action::Place { ply, point, draw, five } => {
            let with = Said { draw, five };
            Wish::Play(Command::Place { ply, point: read_point(&point)?, with, lag: Span::ZERO })
        }
        Action::Pass { ply, draw } => {
            let with = Said { draw, five: false };
            Wish::Play(Command::Pass { ply, with, lag: Span::ZERO })
        }
        Action::Lay { ply, points, number } => {
            Wish::Play(Command::Lay { ply, points: read_points(&points)?, number, lag: Span::ZERO })
        }
        Action::Choose { ply, choice } => {
            Wish::Play(Command::Choose { ply, choice: choice.into(), lag: Span::ZERO })
        }
        Action::Announce { ply, number } => Wish::Play(Command::Announce { ply, number, lag: Span::ZERO }),
        Action::Show { ply, points } => {
            Wish::Play(Command::Show { ply, points: read_points(&points)?, lag: Span::ZERO })
        }
        Action::Keep { ply, point } => {
            Wish::Play(Command::Keep { ply, point: read_point(&point)?, lag: Span::ZERO })
        }
        Action::ClaimForbidden { point } => {
            Wish::Play(Command::ClaimForbidden { point: read_point(&point)? })
        }
        Action::DeclareFive {} => Wish::Play(Command::DeclareFive),
        Action::Object { ply } => Wish::Play(Command::Object { ply }),
        Action::AskTakeback { ply } => Wish::Play(Command::AskTakeback { ply }),
        Action::AskPause { ply } => Wish::Play(Command::AskPause { ply }),
        Action::Grant { ply } => Wish::Play(Command::Grant { ply }),
        Action::Deny { ply } => Wish::Play(Command::Deny { ply }),
        Action::Resume {} => Wish::Play(Command::Resume),
        Action::Resign {} => Wish::Play(Command::Resign),
        Action::OfferDraw { ply } => Wish::Play(Command::OfferDraw { ply }),
        Action::AcceptDraw { ply } => Wish::Play(Command::AcceptDraw { ply }),
        Action::DeclineDraw { ply } => Wish::Play(Command::DeclineDraw { ply }),
        Action::Abort {} => Wish::Play(Command::Abort),
        Action::OfferRematch {} => Wish::OfferRematch,
        Action::AcceptRematch {} => Wish::AcceptRematch,
        Action::DeclineRematch {} => Wish::DeclineRematch,
        Action::NextGame {} => Wish::NextGame,
        Action::Ready {} => Wish::Play(Command::Ready),
        Action::Confirm {} => Wish::Play(Command::Confirm),
        Action::Abandon {} => Wish::Play(Command::Abandon),
        Action::GiveTime {} => Wish::Play(Command::GiveTime),
        Action::ClaimAbsence {} => Wish::ClaimAbsence,
        Action::Commit { digest } => {
            let digest = seal::digest(&digest).map_err(|error| (Code::BadDigest, error.to_string()))?;
            Wish::Colours(ColourAct::Commit(digest))
        }
        Action::Reveal { number, nonce } => {
            let salt = nonce.parse().map_err(|error: BadSalt| (Code::BadDigest, error.to_string()))?;
            Wish::Colours(ColourAct::Reveal { number, salt })
        }
        Action::Call { call } => Wish::Colours(ColourAct::Call(call.into())),
        Action::ChooseColour { choice } => Wish::Colours(ColourAct::Choose(choice.into())),
        Action::Seal { ply, sealed } => {
            let sealed = SealedMove::try_from(sealed).map_err(|error| (Code::BadPoint, error.to_string()))?;
            Wish::Seal { ply, sealed }
        }
        Action::Complain { text } => Wish::Complain(remark(&text)?),
        Action::Say { text } => Wish::Say(remark(&text)?),
        Action::Officiate { key } => Wish::Officiate { key },
        Action::Rule { ruling, reason } => {
            let ruling = TableRuling::try_from(ruling).map_err(|error| {
                let is_person = matches!(error, BadForm::Text(_));
                (if is_person { Code::NoSuchPerson } else { Code::OverLimit }, error.to_string())
            })?;
            Wish::Rule { ruling, reason: remark(&reason)? }
        }
    })
}

fn read_points(forms: &[PointForm]) -> Result<Vec<Point>, BadAction> {
    PointForm::read_all(forms).map_err(|error| (Code::BadPoint, error.to_string()))
}

fn read_point(form: &PointForm) -> Result<Point, BadAction> {
    Point::try_from(form).map_err(|error| (Code::BadPoint, error.to_string()))
}

fn remark(text: &str) -> Result<Remark, BadAction> {
    text.parse().map_err(|error: BadRemark| (Code::BadText, error.to_string()))
}
