//! From an action of the wire to something that a room can do.

use crate::game::event::{Command, Said};
use crate::game::moment::Span;
use crate::game::point::Point;
use crate::game::seal::SealedMove;
use crate::journal::{BadRemark, BadSalt, ColourAct, Ground, Remark, TableRuling};
use crate::protocol::client::Action;
use crate::protocol::codes::Code;
use crate::spelling::{BadForm, PointForm, seal};

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
        /// What it rests on.
        ground: Ground,
    },
}

/// Why an action is none: the code, and what would be right.
pub(super) type BadAction = (Code, String);

/// Reads what a client wants done.
///
/// # Errors
/// The code, and what would be right.
pub(super) fn wish(action: Action) -> Result<Wish, BadAction> {
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
        Action::ConfirmResult {} => Wish::Play(Command::ConfirmResult),
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
        Action::Rule { ruling, reason, ground } => {
            let ruling = TableRuling::try_from(ruling).map_err(|error| {
                let code = if matches!(error, BadForm::Text(_)) {
                    Code::NoSuchPerson
                } else if matches!(error, BadForm::Board(_)) {
                    Code::BadText
                } else {
                    Code::OverLimit
                };
                (code, error.to_string())
            })?;
            Wish::Rule { ruling, reason: remark(&reason)?, ground: ground.into() }
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
