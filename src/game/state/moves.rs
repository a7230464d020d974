//! Moves and the steps of openings: what is owed, and only that (rulebook C, E, F-12, G).

use crate::game::board::{Board, Stone};
use crate::game::event::{Command, Deed, Event, Outcome, Reason, Refusal, Said};
use crate::game::moment::{Moment, Span};
use crate::game::opening::{Choice, FourStones, Opening, Owed, What, Zone};
use crate::game::point::Point;
use crate::game::rules::{self, Made};
use crate::game::ruleset::{Adjudication, Declaration, PassRule};
use crate::game::seat::Seat;
use crate::game::state::{Game, lost_by};

impl Game {
    pub(super) fn decide_move(
        &self,
        opening: &Opening,
        seat: Seat,
        command: Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_not_stopped()?;
        // On a full board that can still be claimed nobody owes anything.
        let owed = self.owed().ok_or(Refusal::NotOwed)?;
        if owed.seat != seat {
            return Err(Refusal::NotYourTurn);
        }
        match command {
            Command::Place { point, with, lag, .. } => {
                self.decide_place(opening, &owed, point, with, lag, now)
            }
            Command::Pass { with, lag, .. } => self.decide_pass(opening, &owed, with, lag, now),
            Command::Lay { points, number, lag, .. } => self.decide_lay(seat, &points, number, lag, now),
            Command::Choose { choice, lag, .. } => self.decide_choose(opening, &owed, choice, lag, now),
            Command::Announce { number, lag, .. } => self.decide_announce(opening, &owed, number, lag, now),
            Command::Show { points, lag, .. } => self.decide_show(opening, &owed, points, lag, now),
            Command::Keep { point, lag, .. } => self.decide_keep(opening, &owed, point, lag, now),
            Command::ClaimForbidden { .. }
            | Command::DeclareFive
            | Command::Resign
            | Command::OfferDraw { .. }
            | Command::AcceptDraw { .. }
            | Command::DeclineDraw { .. }
            | Command::Object { .. }
            | Command::AskTakeback { .. }
            | Command::AskPause { .. }
            | Command::Grant { .. }
            | Command::Deny { .. }
            | Command::Resume
            | Command::Abort
            | Command::Ready
            | Command::Confirm
            | Command::Abandon
            | Command::GiveTime
            | Command::ConfirmResult => Err(Refusal::NotOwed),
        }
    }

    fn decide_place(
        &self,
        opening: &Opening,
        owed: &Owed,
        point: Point,
        with: Said,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let What::Stone { stone, zone } = owed.what else {
            return Err(Refusal::NotOwed);
        };
        self.check_free(point, zone)?;
        let made = rules::made_by(&self.board, point, stone, self.rules.five, self.rules.forbidden);
        if let (Made::Foul(foul), Adjudication::Block) = (&made, self.rules.adjudication) {
            return Err(Refusal::ForbiddenPoint { foul: *foul });
        }
        if with.five && self.rules.declaration == Declaration::Declared && !matches!(made, Made::Five { .. })
        {
            return Err(Refusal::NoFive);
        }
        let (moved, after) = self.moved(opening, owed.seat, Deed::Stone { stone, point }, lag, now);
        let more = match self.outcome_of(owed.seat, stone, point, made, with) {
            Some(outcome) => Some(Event::Ended { outcome }),
            None => self.offer_with_move(owed.seat, with, after.is_settled())?,
        };
        Ok([moved].into_iter().chain(more).collect())
    }

    /// How the game ends by this stone, if it does. A five wins whatever else the stone makes (F-07, G-05), and is
    /// looked for before the board counts as full (G-13).
    fn outcome_of(&self, seat: Seat, stone: Stone, point: Point, made: Made, with: Said) -> Option<Outcome> {
        match (made, self.rules.declaration, self.rules.adjudication) {
            (Made::Five { line }, Declaration::Automatic, _) => {
                return Some(lost_by(seat.other(), Reason::Five { line }));
            }
            (Made::Five { line }, Declaration::Declared, _) if with.five => {
                return Some(lost_by(seat.other(), Reason::Five { line }));
            }
            (Made::Foul(foul), _, Adjudication::Auto) => {
                return Some(lost_by(seat, Reason::Forbidden { point, foul }));
            }
            (Made::Five { .. } | Made::Foul(_) | Made::Nothing, _, _) => {}
        }
        let mut board = self.board.clone();
        board.put(point, stone);
        let can_be_claimed = self.rules.adjudication.is_claimed() && self.rules.forbidden.binds(stone);
        let is_over = if board.is_full() { !can_be_claimed } else { self.is_stuck(&board, stone.other()) };
        is_over.then(|| self.drawn(Reason::FullBoard))
    }

    /// Whether every free point is refused to `stone`, which may not pass either.
    fn is_stuck(&self, board: &Board, stone: Stone) -> bool {
        self.rules.adjudication == Adjudication::Block
            && self.rules.pass == PassRule::Never
            && self.rules.forbidden.binds(stone)
            && rules::forbidden_points(board, stone, self.rules.forbidden).len()
                == board.free_points().count()
    }

    /// Several steps of one turn at once, as if they had come one by one.
    fn decide_lay(
        &self,
        seat: Seat,
        points: &[Point],
        number: Option<u8>,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let mut game = self.clone();
        let mut events = Vec::new();
        let numbers = number.into_iter().map(|number| Command::Announce { ply: 0, number, lag });
        let stones =
            points.iter().map(|point| Command::Place { ply: 0, point: *point, with: Said::NOTHING, lag });
        for step in stones.chain(numbers) {
            let opening =
                game.opening.clone().filter(|opening| !opening.is_settled()).ok_or(Refusal::NotOwed)?;
            for event in game.decide_move(&opening, seat, step, now)? {
                game.evolve(now, &event);
                events.push(event);
            }
        }
        match game.owed() {
            _ if events.is_empty() => Err(Refusal::NotOwed),
            Some(Owed { seat: by, what: What::Announcement { .. } }) if by == seat => {
                Err(Refusal::NumberRequired)
            }
            Some(_) | None => Ok(events),
        }
    }

    fn decide_choose(
        &self,
        opening: &Opening,
        owed: &Owed,
        choice: Choice,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match owed.what {
            What::Choice(options) if options.contains(&choice) => {
                Ok(vec![self.moved(opening, owed.seat, Deed::Chose(choice), lag, now).0])
            }
            What::Choice(_) => Err(Refusal::NotOffered),
            What::Stone { .. } | What::Announcement { .. } | What::Alternatives { .. } | What::Keep => {
                Err(Refusal::NotOwed)
            }
        }
    }

    fn decide_announce(
        &self,
        opening: &Opening,
        owed: &Owed,
        number: u8,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let What::Announcement { most } = owed.what else {
            return Err(Refusal::NotOwed);
        };
        if number == 0 || number > most {
            return Err(Refusal::NumberRange { most });
        }
        Ok(vec![self.moved(opening, owed.seat, Deed::Announced(number), lag, now).0])
    }

    fn decide_show(
        &self,
        opening: &Opening,
        owed: &Owed,
        points: Vec<Point>,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let What::Alternatives { number } = owed.what else {
            return Err(Refusal::NotOwed);
        };
        if points.len() != usize::from(number) {
            return Err(Refusal::NumberOfAlternatives { number });
        }
        for point in &points {
            self.check_free(*point, Zone::Anywhere)?;
        }
        if let Some((one, other)) = self.same_shapes(&points) {
            return Err(Refusal::SameShape { one, other });
        }
        Ok(vec![self.moved(opening, owed.seat, Deed::Showed(points), lag, now).0])
    }

    fn decide_keep(
        &self,
        opening: &Opening,
        owed: &Owed,
        point: Point,
        lag: Span,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        if owed.what != What::Keep {
            return Err(Refusal::NotOwed);
        }
        if !opening.shown().contains(&point) {
            return Err(Refusal::NotOffered);
        }
        Ok(vec![self.moved(opening, owed.seat, Deed::Kept(point), lag, now).0])
    }

    fn check_free(&self, point: Point, zone: Zone) -> Result<(), Refusal> {
        let size = self.board.size();
        if !size.contains(point) {
            return Err(Refusal::OffBoard { lines: size.lines() });
        }
        if !self.board.is_free(point) {
            return Err(Refusal::Occupied);
        }
        if !zone.contains(size, point) {
            return Err(Refusal::OutsideZone { zone });
        }
        Ok(())
    }

    /// Two of the points that make the same shape with the four stones that stand (C-08).
    fn same_shapes(&self, points: &[Point]) -> Option<(Point, Point)> {
        let mut stones = self.stones().map(|(point, _)| point);
        let [first, second, third, fourth] = [(); 4].map(|()| stones.next());
        let four = FourStones { black: [first?, third?], white: [second?, fourth?] };
        points.iter().enumerate().find_map(|(index, one)| {
            points[..index].iter().find(|other| four.are_same(*one, **other)).map(|other| (*other, *one))
        })
    }

    /// The event of a deed, and the opening after it. Network delay is given back to the deed that ends the turn.
    pub(super) fn moved(
        &self,
        opening: &Opening,
        seat: Seat,
        deed: Deed,
        lag: Span,
        now: Moment,
    ) -> (Event, Opening) {
        let mut after = opening.clone();
        after.apply(seat, &deed);
        let ends_turn = after.owed().seat != seat;
        let clock = self.clock().filter(|_| ends_turn);
        let lag = clock.map_or(Span::ZERO, |clock| clock.grant(seat, lag, now));
        (Event::Moved { seat, deed, lag }, after)
    }
}

impl Command {
    /// The position the command answers, if it depends on one.
    pub(super) const fn ply(&self) -> Option<u16> {
        match self {
            Self::Place { ply, .. }
            | Self::Pass { ply, .. }
            | Self::Lay { ply, .. }
            | Self::Choose { ply, .. }
            | Self::Announce { ply, .. }
            | Self::Show { ply, .. }
            | Self::Keep { ply, .. }
            | Self::OfferDraw { ply }
            | Self::AcceptDraw { ply }
            | Self::DeclineDraw { ply }
            | Self::Object { ply }
            | Self::AskTakeback { ply }
            | Self::AskPause { ply }
            | Self::Grant { ply }
            | Self::Deny { ply } => Some(*ply),
            Self::ClaimForbidden { .. }
            | Self::DeclareFive
            | Self::Resign
            | Self::Resume
            | Self::Abort
            | Self::Ready
            | Self::Confirm
            | Self::Abandon
            | Self::GiveTime
            | Self::ConfirmResult => None,
        }
    }
}

impl Command {
    /// The command with the network delay that was measured on its way; what a client says of it counts for nothing.
    #[must_use]
    pub fn measured(mut self, measured: Span) -> Self {
        match &mut self {
            Self::Place { lag, .. }
            | Self::Pass { lag, .. }
            | Self::Lay { lag, .. }
            | Self::Choose { lag, .. }
            | Self::Announce { lag, .. }
            | Self::Show { lag, .. }
            | Self::Keep { lag, .. } => *lag = measured,
            Self::ClaimForbidden { .. }
            | Self::DeclareFive
            | Self::Resign
            | Self::OfferDraw { .. }
            | Self::AcceptDraw { .. }
            | Self::DeclineDraw { .. }
            | Self::Object { .. }
            | Self::AskTakeback { .. }
            | Self::AskPause { .. }
            | Self::Grant { .. }
            | Self::Deny { .. }
            | Self::Resume
            | Self::Abort
            | Self::Ready
            | Self::Confirm
            | Self::Abandon
            | Self::GiveTime
            | Self::ConfirmResult => {}
        }
        self
    }
}

impl Deed {
    /// The stone that the deed put on the board.
    pub const fn stone(&self) -> Option<(Point, Stone)> {
        match self {
            Self::Stone { point, stone } => Some((*point, *stone)),
            Self::Kept(point) => Some((*point, Stone::Black)),
            Self::Pass | Self::ForcedPass | Self::Chose(_) | Self::Announced(_) | Self::Showed(_) => None,
        }
    }
}
