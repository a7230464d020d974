//! One game of a bridge: waits until something is owed, has the engine think about it, checks what it says, and sends it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tracing::{info, warn};

use super::duty::{self, Duty};
use super::fairness;
use super::process::EngineError;
use super::speech::rule_bits;
use super::thinker::{Allowance, Shown, Swap2, Thinker};
use super::time::allowance;
use super::{OnIllegal, ServerTime, Settings};
use crate::client::{Answered, Client, Position, Table};
use crate::game::board::Stone;
use crate::game::opening::{Choice, OpeningRule};
use crate::game::point::Point;
use crate::game::ruleset::RuleSet;
use crate::journal::RoomId;
use crate::protocol::server::{AdjournmentStage, Phase};
use crate::protocol::{Action, Code};
use crate::spelling::{PointForm, SealedMoveForm, SeatForm};
use crate::timekeeper::Arrival;

/// How long a finished game is followed, in case the opponent wants another one.
const REMATCH_WITHIN: Duration = Duration::from_secs(30);
/// How often an action for one position is tried. The server closes the line after twenty.
const TRIES_MAX: u32 = 3;
/// How many alternatives for the fifth move are announced, where that is free.
const ANNOUNCED: u8 = 3;
/// The longest that a choice is thought about.
const CHOICE_WITHIN: Duration = Duration::from_secs(8);

/// A game, and all that it is played with.
pub(super) struct Game {
    pub(super) room: RoomId,
    pub(super) client: Client,
    pub(super) tables: watch::Receiver<Arc<Table>>,
    pub(super) answers: mpsc::Receiver<Answered>,
    pub(super) server_time: watch::Receiver<Option<ServerTime>>,
    pub(super) settings: Arc<Settings>,
    pub(super) thinker: Thinker,
    /// Stones that the engine has already decided on, and the number of the position that wants the first of them.
    pub(super) plan: (u16, VecDeque<Point>),
}

/// What a position asks; another one is another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    ply: u16,
    is_over: bool,
    is_paused: bool,
    adjournment: Option<AdjournmentStage>,
    is_rematch_offered: bool,
}

impl Question {
    fn of(position: &Position) -> Self {
        let state = &position.state;
        Self {
            ply: state.ply,
            is_over: state.phase == Phase::Over,
            is_paused: state.paused,
            adjournment: state.adjournment.as_ref().map(|adjournment| adjournment.stage),
            is_rematch_offered: state.rematch_offer.is_some(),
        }
    }
}

impl Game {
    /// Plays until the game is over and left. Gives the engine back, for another game.
    pub(super) async fn play(mut self) -> Thinker {
        if let Some((position, seat, rules)) = self.position() {
            let bits = rule_bits(&rules).unwrap_or_default();
            let opponent = match seat {
                SeatForm::A => position.seats.b.as_ref(),
                SeatForm::B => position.seats.a.as_ref(),
            };
            let opponent = opponent.map(|person| person.name.as_str());
            info!(room = %self.room, opponent, rules = bits, "a game");
            self.thinker.new_game(rules.board, bits).await;
        }
        let (mut asked, mut tries, mut claimed) = (None, 0, None);
        while let Some((position, seat, rules)) = self.position() {
            let question = Question::of(&position);
            if asked != Some(question) {
                (asked, tries) = (Some(question), 0);
            }
            let is_over = question.is_over;
            let may_claim = claimed != Some(question.ply);
            let wanted = duty::duty(&position, seat, &rules, may_claim).filter(|_| tries < TRIES_MAX);
            let Some((wanted, is_sealed)) = wanted else {
                if !self.wait(is_over).await {
                    break;
                }
                continue;
            };
            let mut tables = self.tables.clone();
            let decided = tokio::select! {
                decided = self.decide(&position, seat, &rules, wanted) => decided,
                // What the engine thinks about is no longer so.
                () = goes_on(&mut tables, question) => continue,
            };
            let decided = if is_sealed { seal(decided, question.ply) } else { decided };
            let is_claim = matches!(decided, Action::ClaimForbidden { .. });
            match self.act(decided).await {
                Some(Ok(())) if is_claim => claimed = Some(question.ply),
                // The table asks something else, or soon will.
                Some(Ok(()) | Err(Code::StalePly | Code::Paused | Code::Halted | Code::GameOver)) => {
                    tries = TRIES_MAX
                }
                Some(Err(code)) => {
                    tries += 1;
                    warn!(room = %self.room, ?code, "the server refuses what the bridge sent");
                    if tries == TRIES_MAX && !is_over {
                        warn!(room = %self.room, "nothing that the bridge sends is taken; the game is resigned");
                        self.act(Action::Resign {}).await;
                    }
                }
                None => break,
            }
        }
        let _ = self.client.leave(self.room);
        self.thinker
    }

    fn position(&mut self) -> Option<(Position, SeatForm, RuleSet)> {
        let table = self.tables.borrow_and_update().clone();
        let position = table.position.clone()?;
        let rules = RuleSet::try_from(position.opened.rules.clone()).ok()?;
        Some((position, table.you?, rules))
    }

    /// Waits until the table changes. False when that is of no interest any more.
    async fn wait(&mut self, is_over: bool) -> bool {
        let changed = self.tables.changed();
        if is_over {
            return matches!(timeout(REMATCH_WITHIN, changed).await, Ok(Ok(())));
        }
        changed.await.is_ok()
    }

    /// Sends an action and waits for its answer; none if the bridge ends.
    async fn act(&mut self, action: Action) -> Option<Result<(), Code>> {
        let id = self.client.act(self.room, action).ok()?;
        loop {
            let answered = self.answers.recv().await?;
            if answered.id == id {
                return Some(answered.result.map(|_| ()).map_err(|refused| refused.code));
            }
        }
    }

    async fn decide(&mut self, position: &Position, seat: SeatForm, rules: &RuleSet, wanted: Duty) -> Action {
        let ply = position.state.ply;
        let decided = match wanted {
            Duty::Stone { stone, zone } => self.stone(position, seat, rules, stone, zone.as_ref()).await,
            Duty::Choice(options) => self.choice(position, seat, rules, &options).await,
            Duty::Announce { most } => Ok(Action::Announce { ply, number: ANNOUNCED.min(most) }),
            Duty::Show { number } => self.show(position, seat, rules, number).await,
            Duty::Keep => self.keep(position, rules, self.time(position, seat)).await,
            Duty::Claim(point) => Ok(Action::ClaimForbidden { point: point.into() }),
            Duty::Confirm => Ok(Action::Confirm {}),
            Duty::Rematch => Ok(Action::AcceptRematch {}),
            Duty::NextGame => Ok(Action::NextGame {}),
        };
        decided.unwrap_or_else(|error| {
            warn!(room = %self.room, %error, "the engine does not play; the game is resigned");
            Action::Resign {}
        })
    }

    async fn stone(
        &mut self,
        position: &Position,
        seat: SeatForm,
        rules: &RuleSet,
        stone: Stone,
        zone: Option<&crate::spelling::ZoneForm>,
    ) -> Result<Action, EngineError> {
        let ply = position.state.ply;
        let board = duty::board(position, rules.board);
        let place = |point: Point| Action::Place { ply, point: point.into(), draw: false, five: false };
        let is_legal = |point: Point| duty::is_legal(&board, point, stone, zone, rules);
        if self.plan.0 == ply
            && let Some(point) = self.plan.1.pop_front()
            && is_legal(point)
        {
            self.plan.0 = ply + 1;
            return Ok(place(point));
        }
        let stones: Vec<(Point, Stone)> = position.stones().collect();
        let shown = Shown { stones: &stones, me: stone };
        if stones.is_empty()
            && rules.opening == OpeningRule::Swap2
            && let Some(Swap2::Stones(points)) = self.thinker.swap2(shown, self.time(position, seat)).await
            && points.iter().all(|point| is_legal(*point))
            && let Some((first, others)) = points.split_first()
        {
            self.plan = (ply + 1, others.to_vec().into());
            return Ok(place(*first));
        }
        for is_last in [false, true] {
            let point = self.thinker.best(shown, self.time(position, seat)).await?;
            if is_legal(point) {
                return Ok(place(point));
            }
            if zone.is_some() {
                // Engines know nothing of zones.
                let near = duty::nearest_legal(&board, point, stone, zone, rules);
                return near.map(place).ok_or(EngineError::Cannot("there is no legal point".to_owned()));
            }
            warn!(room = %self.room, %point, ?stone, "the engine's move is not legal");
            if is_last || self.settings.on_illegal == OnIllegal::Resign {
                break;
            }
            self.thinker.restart().await;
        }
        Err(EngineError::Cannot("its move is not legal".to_owned()))
    }

    async fn choice(
        &mut self,
        position: &Position,
        seat: SeatForm,
        rules: &RuleSet,
        options: &[Choice],
    ) -> Result<Action, EngineError> {
        let ply = position.state.ply;
        let choose = |choice: Choice| Action::Choose { ply, choice: choice.into() };
        if options.contains(&Choice::PlaceFifth) {
            return Ok(choose(Choice::PlaceFifth));
        }
        let stones: Vec<(Point, Stone)> = position.stones().collect();
        let next = if stones.len().is_multiple_of(2) { Stone::Black } else { Stone::White };
        let time = self.time(position, seat);
        if rules.opening == OpeningRule::Swap2 {
            let me = if stones.len() == 3 { Stone::White } else { next };
            match self.thinker.swap2(Shown { stones: &stones, me }, time).await {
                Some(Swap2::Swap) => return Ok(choose(Choice::Swap)),
                Some(Swap2::Stones(points)) => {
                    let choice = if points.len() == 2 { Choice::PlaceTwo } else { Choice::Stay };
                    if options.contains(&choice) {
                        self.plan = (ply + 1, points.into());
                        return Ok(choose(choice));
                    }
                }
                None => {}
            }
        }
        let until = Arrival::now().after(for_a_choice(time));
        let winner = fairness::winner(&mut self.thinker, &stones, next, rules, until).await?;
        let mine = if position.state.black == Some(seat) { Stone::Black } else { Stone::White };
        let swaps = winner.is_some_and(|winner| winner != mine) && options.contains(&Choice::Swap);
        Ok(choose(if swaps { Choice::Swap } else { Choice::Stay }))
    }

    async fn show(
        &mut self,
        position: &Position,
        seat: SeatForm,
        rules: &RuleSet,
        number: u8,
    ) -> Result<Action, EngineError> {
        let stones: Vec<(Point, Stone)> = position.stones().collect();
        let shown = Shown { stones: &stones, me: Stone::Black };
        let best = self.thinker.best(shown, self.time(position, seat)).await?;
        let points = duty::alternatives(position, best, number, rules);
        let points =
            points.ok_or_else(|| EngineError::Cannot("there are not so many alternatives".to_owned()))?;
        Ok(Action::Show { ply: position.state.ply, points: PointForm::all(&points) })
    }

    /// Keeps the alternative that is worst for Black.
    async fn keep(
        &mut self,
        position: &Position,
        rules: &RuleSet,
        time: Allowance,
    ) -> Result<Action, EngineError> {
        let shown = PointForm::read_all(&position.state.shown).unwrap_or_default();
        let each = for_a_choice(time) / u32::try_from(shown.len().max(1)).unwrap_or(1);
        let mut stones: Vec<(Point, Stone)> = position.stones().collect();
        let mut kept = shown.last().copied();
        for point in shown {
            stones.push((point, Stone::Black));
            let until = Arrival::now().after(each);
            let winner = fairness::winner(&mut self.thinker, &stones, Stone::White, rules, until).await?;
            stones.pop();
            match winner {
                Some(Stone::White) => {
                    kept = Some(point);
                    break;
                }
                None => kept = Some(point),
                Some(Stone::Black) => {}
            }
        }
        let kept = kept.ok_or_else(|| EngineError::Cannot("no alternatives are shown".to_owned()))?;
        Ok(Action::Keep { ply: position.state.ply, point: kept.into() })
    }

    fn time(&self, position: &Position, seat: SeatForm) -> Allowance {
        let origin = self.tables.borrow().origin;
        let server_time = *self.server_time.borrow();
        let now = match (server_time, origin) {
            (Some(server_time), Some(origin)) => {
                let now = i64::try_from(server_time.now(Arrival::now())).unwrap_or(i64::MAX);
                u64::try_from(now.saturating_sub(origin)).unwrap_or_default()
            }
            // The room's time stands still.
            (None, _) | (_, None) => position.at,
        };
        allowance(position, seat, now, self.settings.untimed_turn)
    }
}

/// How long a choice is thought about: a part of what is left.
fn for_a_choice(time: Allowance) -> Duration {
    let part = time.left.map_or(CHOICE_WITHIN, |left| left / 8);
    part.min(CHOICE_WITHIN)
}

/// Waits until a table asks something else.
async fn goes_on(tables: &mut watch::Receiver<Arc<Table>>, question: Question) {
    let is_other = |table: &Arc<Table>| {
        table.position.as_ref().is_some_and(|position| Question::of(position) != question)
    };
    if tables.wait_for(is_other).await.is_err() {
        // The bridge ends, and this task with it.
        std::future::pending().await
    }
}

/// The same as a sealed move; what cannot be sealed as it is.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of all that is done only answers to what is owed are sealed"
)]
fn seal(action: Action, ply: u16) -> Action {
    let sealed = match action {
        Action::Place { point, .. } => SealedMoveForm::Stone { point },
        Action::Choose { choice, .. } => SealedMoveForm::Choose { choice },
        Action::Announce { number, .. } => SealedMoveForm::Announce { number },
        Action::Show { points, .. } => SealedMoveForm::Show { points },
        Action::Keep { point, .. } => SealedMoveForm::Keep { point },
        other => return other,
    };
    Action::Seal { ply, sealed }
}
