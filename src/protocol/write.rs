//! From what rooms and the lobby say to the messages of the wire. Every match is exhaustive: what happens anew does not
//! compile until the wire has a word for it.

use crate::game::clock::Clock;
use crate::game::event as game;
use crate::game::moment::{Moment, Span};
use crate::game::opening::{Owed, What};
use crate::game::point::BoardSize;
use crate::game::seat::{PerSeat, Seat};
use crate::game::{Adjournment, Confirmation, Move};
use crate::journal::{
    self, Act, ColourChoice, ColourDebt, Opened, Recorded, Rematch, RoomId, Standing, Start, Table,
};
use crate::protocol::codes::Code;
use crate::protocol::server::{
    ActForm, AdjournmentForm, AdjournmentStage, AskedForm, ClockState, ColourDebtForm, ColourState,
    ConfirmationState, EventForm, Face, Happened, MoveForm, OfferForm, OpenedForm, OwedForm, Phase, Running,
    ServerMessage, Snapshot, StartState, State, WhatForm,
};
use crate::spelling::{ColourRightForm, PerSeatForm, PointForm, ZoneForm, seal};

/// What a game refused, in the words of the wire.
pub const fn game_code(refusal: game::Refusal) -> Code {
    match refusal {
        game::Refusal::GameOver => Code::GameOver,
        game::Refusal::NotStarted => Code::NotStarted,
        game::Refusal::Paused => Code::Paused,
        game::Refusal::StalePly { .. } => Code::StalePly,
        game::Refusal::NotYourTurn => Code::NotYourTurn,
        game::Refusal::NotOwed => Code::NotOwed,
        game::Refusal::OffBoard { .. } => Code::BadPoint,
        game::Refusal::Occupied => Code::Occupied,
        game::Refusal::OutsideZone { .. } => Code::OutsideZone,
        game::Refusal::ForbiddenPoint { .. } => Code::ForbiddenPoint,
        game::Refusal::NotOffered => Code::NotOffered,
        game::Refusal::NumberRequired => Code::NumberRequired,
        game::Refusal::NumberRange { .. } => Code::NumberRange,
        game::Refusal::NumberOfAlternatives { .. } => Code::NumberOfAlternatives,
        game::Refusal::SameShape { .. } => Code::SameShape,
        game::Refusal::NotInTheRules => Code::NotInTheRules,
        game::Refusal::PassTooEarly => Code::PassTooEarly,
        game::Refusal::NothingToClaim => Code::NothingToClaim,
        game::Refusal::ClaimLapsed => Code::ClaimLapsed,
        game::Refusal::NoFive => Code::NoFive,
        game::Refusal::NoOffer => Code::NoOffer,
        game::Refusal::OfferStands => Code::OfferStands,
        game::Refusal::OfferTooSoon => Code::OfferTooSoon,
        game::Refusal::OfferWithMove => Code::OfferWithMove,
        game::Refusal::OfferInOpening => Code::OfferInOpening,
        game::Refusal::NothingToObject => Code::NothingToObject,
        game::Refusal::NothingAsked => Code::NothingAsked,
        game::Refusal::AskedAlready => Code::AskedAlready,
        game::Refusal::NothingToTakeBack => Code::NothingToTakeBack,
        game::Refusal::NotPaused => Code::NotPaused,
        game::Refusal::TooLateToAbort => Code::TooLateToAbort,
        game::Refusal::Halted => Code::Halted,
        game::Refusal::Sealing => Code::Sealing,
        game::Refusal::Adjourned => Code::Adjourned,
        game::Refusal::NotAdjourned => Code::NotAdjourned,
        game::Refusal::NothingToConfirm => Code::NothingToConfirm,
        game::Refusal::NothingToSplit => Code::NothingToSplit,
        game::Refusal::ClockShared => Code::ClockShared,
        game::Refusal::OverLimit { .. } => Code::OverLimit,
        game::Refusal::ExceedsTime => Code::ExceedsTime,
        game::Refusal::NeedsForce => Code::NeedsForce,
        game::Refusal::TooLate => Code::TooLate,
        game::Refusal::TooEarly { .. } => Code::TooEarly,
        game::Refusal::ReadyAlready => Code::ReadyAlready,
        game::Refusal::AlreadyLost => Code::AlreadyLost,
        game::Refusal::AskedTooSoon { .. } => Code::AskedTooSoon,
        game::Refusal::GaveEnough => Code::GaveEnough,
        game::Refusal::Suspended => Code::Suspended,
        game::Refusal::NotOver => Code::GameNotOver,
        game::Refusal::ResultConfirmed => Code::ResultConfirmed,
    }
}

/// A table as it stands after `next` records, of which the last happened at `at`.
pub fn snapshot(room: RoomId, next: u32, at: u64, table: &Table) -> Snapshot {
    let mut snapshot = Snapshot {
        room: room.to_string(),
        next,
        at,
        opened: table.opened().into(),
        seats: PerSeatForm::of(table.seats(), |person| person.as_ref().map(Into::into)),
        arbiters: table.bench().arbiters.iter().map(Into::into).collect(),
        board: table.board().map(|board| board.as_str().to_owned()),
        kept: table
            .opened()
            .bout
            .map(|_| PerSeatForm::of(&table.bench().kept, |person| person.as_ref().map(Into::into))),
        laid: PointForm::all(&table.game().laid()),
        moves: table.game().moves().iter().map(Into::into).collect(),
        acts: table.acts().map(Into::into).collect(),
        state: (&Standing::of(table)).into(),
        hash: String::new(),
    };
    snapshot.hash = fingerprint(&snapshot);
    snapshot
}

/// Sixteen hexadecimal digits that two rooms in the same state share.
fn fingerprint(snapshot: &Snapshot) -> String {
    use sha2::{Digest, Sha256};
    // A snapshot has no map with keys other than strings and no number JSON cannot write.
    let text = serde_json::to_vec(snapshot).unwrap_or_default();
    Sha256::digest(&text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A record and where the table stands after it.
pub fn happened(room: RoomId, recorded: &Recorded, standing: &Standing) -> Happened {
    Happened {
        room: room.to_string(),
        seq: recorded.seq,
        at: recorded.at.millis(),
        events: recorded.events.iter().filter_map(EventForm::of).collect(),
        state: standing.into(),
    }
}

/// The text of a message.
pub fn text(message: &ServerMessage) -> String {
    // As above: there is nothing in a message that JSON cannot write.
    serde_json::to_string(message).unwrap_or_default()
}

impl From<&Standing> for State {
    fn from(standing: &Standing) -> Self {
        let (rematch_offer, rematch) = match standing.rematch {
            Rematch::None => (None, None),
            Rematch::Offered(seat) => (Some(seat.into()), None),
            Rematch::Made(room) => (None, Some(room.to_string())),
        };
        Self {
            phase: standing.phase.into(),
            ply: standing.ply,
            black: standing.black.map(Into::into),
            owed: standing.owed.as_ref().map(|owed| OwedForm::of(owed, standing.board)),
            clock: standing.clock.as_ref().map(Into::into),
            shown: PointForm::all(&standing.shown),
            opening: standing.opening.map(Into::into),
            forbidden: standing.forbidden.iter().map(|(point, _)| (*point).into()).collect(),
            fouls: standing.forbidden.iter().map(|(_, foul)| (*foul).into()).collect(),
            draw_offer: standing
                .draw_offer
                .map(|offer| OfferForm { seat: offer.seat.into(), improper: offer.improper }),
            favour: standing
                .favour
                .map(|(seat, favour)| AskedForm { seat: seat.into(), favour: favour.into() }),
            paused: standing.is_paused,
            violations: PerSeatForm::of(&standing.violations, |number| *number),
            outcome: standing.outcome.as_ref().map(Into::into),
            earned: standing.earned.map(|earned| PerSeatForm::of(&earned, |score| (*score).into())),
            confirmation: standing.confirmation.as_ref().map(Into::into),
            disqualified: PerSeatForm::of(&standing.disqualified, |is_out| *is_out),
            match_half_points: standing.match_points.map(|points| PerSeatForm::of(&points, |points| *points)),
            rematch_offer,
            rematch,
            next_game: standing.next_game,
            opener: standing.opener.map(Into::into),
            halted: standing.is_halted,
            suspended: standing.is_suspended,
            stopped_since: standing.stopped_since.map(Moment::millis),
            colours: standing.choice.as_ref().map(Into::into),
            start: standing.start.map(Into::into),
            adjournment: standing
                .adjournment
                .as_ref()
                .zip(standing.owed.as_ref())
                .map(|(adjournment, owed)| AdjournmentForm::of(adjournment, owed.seat)),
            lot: standing.lot.map(|lot| seal::hex(&lot.0)),
        }
    }
}

impl From<journal::Phase> for Phase {
    fn from(phase: journal::Phase) -> Self {
        match phase {
            journal::Phase::Open => Self::Open,
            journal::Phase::Starting => Self::Starting,
            journal::Phase::Playing => Self::Playing,
            journal::Phase::Over => Self::Over,
        }
    }
}

impl From<&Opened> for OpenedForm {
    fn from(opened: &Opened) -> Self {
        Self {
            rules: (&opened.rules).into(),
            colours: opened.colours.into(),
            visibility: opened.visibility.into(),
            wall_ms: opened.wall.0,
            server: opened.server.clone(),
            previous: opened.previous.map(|room| room.to_string()),
            series: opened.series.as_ref().map(Into::into),
            arbitration: opened.arbitration.into(),
            board: opened.board.as_ref().map(|board| board.as_str().to_owned()),
            bout: opened.bout.map(Into::into),
            lot_digest: opened.lot.digest().to_string(),
        }
    }
}

impl From<&Move> for MoveForm {
    fn from(made: &Move) -> Self {
        Self {
            seat: made.seat.into(),
            deed: (&made.deed).into(),
            at: made.at.millis(),
            took_ms: made.took.millis(),
            lag_ms: made.lag.millis(),
        }
    }
}

impl OwedForm {
    /// What is owed on a board of this size.
    fn of(owed: &Owed, board: BoardSize) -> Self {
        let what = match owed.what {
            What::Stone { stone, zone } => {
                WhatForm::Stone { stone: stone.into(), zone: ZoneForm::of(zone, board) }
            }
            What::Choice(options) => {
                WhatForm::Choice { options: options.iter().map(|option| (*option).into()).collect() }
            }
            What::Announcement { most } => WhatForm::Announcement { most },
            What::Alternatives { number } => WhatForm::Alternatives { number },
            What::Keep => WhatForm::Keep {},
        };
        Self { seat: owed.seat.into(), what }
    }
}

impl From<&Clock> for ClockState {
    fn from(clock: &Clock) -> Self {
        let face = |seat: Seat| {
            let face = clock.face(seat);
            Face {
                stage: face.stage,
                left_ms: face.left.millis(),
                periods: face.periods,
                moves_left: face.moves_left(clock.control()),
                used_ms: face.used.millis(),
                fouls: face.fouls,
                lag_left_ms: clock.credit(seat).millis(),
            }
        };
        let running = clock.running().map(|running| Running {
            seat: running.seat.into(),
            since: running.since.millis(),
            free_left_ms: clock.free().millis(),
        });
        let absent = PerSeat::from_fn(|seat| clock.absent_since(seat).map(Moment::millis));
        Self {
            running,
            faces: PerSeatForm::of(&PerSeat::from_fn(face), |face| *face),
            shared_left_ms: clock.shared().map(Span::millis),
            absent: PerSeatForm::of(&absent, |since| *since),
        }
    }
}

impl From<&Act> for ActForm {
    fn from(act: &Act) -> Self {
        Self {
            at: act.at.millis(),
            after: u32::try_from(act.after).unwrap_or(u32::MAX),
            events: act.events.iter().filter_map(EventForm::of).collect(),
        }
    }
}

impl From<&ColourChoice> for ColourState {
    fn from(choice: &ColourChoice) -> Self {
        let owed = PerSeat::from_fn(|seat| choice.owed(seat));
        Self {
            method: choice.method.into(),
            tentative: choice.tentative.into(),
            until: choice.until.millis(),
            owed: PerSeatForm::of(&owed, |debt| debt.map(Into::into)),
            digests: PerSeatForm::of(&choice.digests, |digest| digest.map(|digest| digest.to_string())),
            numbers: PerSeatForm::of(&choice.numbers, |number| *number),
            call: choice.call.map(Into::into),
        }
    }
}

impl From<ColourDebt> for ColourDebtForm {
    fn from(debt: ColourDebt) -> Self {
        use ColourRightForm::{Black, White, YouChoose};
        match debt {
            ColourDebt::Commit => Self::Commit {},
            ColourDebt::Reveal => Self::Reveal {},
            ColourDebt::Call => Self::Call {},
            ColourDebt::Choose { can_pass: true } => Self::Choose { options: vec![Black, White, YouChoose] },
            ColourDebt::Choose { can_pass: false } => Self::Choose { options: vec![Black, White] },
        }
    }
}

impl From<&Confirmation> for ConfirmationState {
    fn from(confirmation: &Confirmation) -> Self {
        Self {
            confirmed: PerSeatForm::of(&confirmation.confirmed, |has| *has),
            disputed: PerSeatForm::of(&confirmation.disputed, |does| *does),
            until: confirmation.until.map(Moment::millis),
            settled: confirmation.settled.map(Into::into),
        }
    }
}

impl From<Start> for StartState {
    fn from(start: Start) -> Self {
        Self {
            at: start.at.millis(),
            late_at: start.late_at.millis(),
            present: PerSeatForm::of(&start.is_there, |is_there| *is_there),
        }
    }
}

impl AdjournmentForm {
    /// How far an adjournment is whose move is sealed by `seat`.
    fn of(adjournment: &Adjournment, seat: Seat) -> Self {
        let (stage, digest, sealed, confirmed, until) = match adjournment {
            Adjournment::Sealing => (AdjournmentStage::Sealing, None, None, PerSeat::default(), None),
            Adjournment::Sealed { digest } => {
                (AdjournmentStage::Sealed, Some(digest), None, PerSeat::default(), None)
            }
            Adjournment::Confirming { digest, sealed, confirmed, until } => {
                (AdjournmentStage::Confirming, Some(digest), Some(sealed), *confirmed, Some(until.millis()))
            }
        };
        Self {
            stage,
            seat: seat.into(),
            digest: digest.map(ToString::to_string),
            sealed: sealed.map(Into::into),
            confirmed: PerSeatForm::of(&confirmed, |has| *has),
            until,
        }
    }
}
