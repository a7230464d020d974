//! A competition as it is told.

use crate::competition::{
    Appeal, AppealState, Competition, Match, Meeting, Overturned, Referee, Round, Seating, Sums, sums,
};
use crate::hall::{Held, Ruled};
use crate::journal::{CompetitionId, PersonId, RoomId};
use crate::protocol::competition::{
    AppealForm, CompetitionView, EntrantView, MatchView, MeetingView, MemberView, OverturnedForm,
    RefereeForm, RoundView, RulingView, SumsForm, You,
};
use crate::spelling::PerSeatForm;

/// A competition as it is told to somebody.
pub(super) fn of(id: CompetitionId, held: &Held, you: Option<PersonId>) -> CompetitionView {
    let competition = &*held.competition;
    let settings = competition.settings();
    CompetitionView {
        competition: id.to_string(),
        next: held.next,
        title: settings.title.as_str().to_owned(),
        kind: settings.kind.into(),
        goal: settings.goal.into(),
        stages: settings.stages.iter().map(Into::into).collect(),
        first_move: settings.first_move.into(),
        open: !competition.is_closed(),
        chief: competition.chief().map(Into::into),
        referees: competition.referees().iter().map(referee).collect(),
        entrants: entrants(competition),
        rounds: competition.rounds().iter().map(|played| round(played, held)).collect(),
        appeals: competition.appeals().iter().map(appeal).collect(),
        overturned: competition.overturned().iter().map(overturned).collect(),
        you: you.map_or_else(You::default, |person| what_is(competition, person)),
    }
}

fn referee(referee: &Referee) -> RefereeForm {
    RefereeForm {
        name: referee.name.as_str().to_owned(),
        person: referee.person.as_ref().map(Into::into),
        dismissed: referee.dismissed.as_ref().map(|reason| reason.as_str().to_owned()),
    }
}

fn entrants(competition: &Competition) -> Vec<EntrantView> {
    let all = (1..).zip(&competition.settings().entrants).zip(sums(competition));
    let view = |((number, entrant), sum): ((u16, &crate::competition::Entrant), Sums)| {
        let member = |(member, name): (u8, &crate::journal::Name)| MemberView {
            name: name.as_str().to_owned(),
            person: competition.players().get(&Seating { entrant: number, member }).map(Into::into),
        };
        EntrantView {
            name: entrant.name.as_str().to_owned(),
            members: (1..).zip(&entrant.members).map(member).collect(),
            captain: entrant.captain,
            half_points: SumsForm { games: sum.games, matches: sum.matches, meetings: sum.meetings },
        }
    };
    all.map(view).collect()
}

fn round(round: &Round, held: &Held) -> RoundView {
    RoundView {
        session: round.session.as_ref().map(|session| session.as_str().to_owned()),
        start_at: round.start_at.map(|at| at.0),
        delayed: round.delayed,
        meetings: round.meetings.iter().map(|met| meeting(met, held)).collect(),
    }
}

fn meeting(meeting: &Meeting, held: &Held) -> MeetingView {
    let (games, matches, meetings) = meeting.half_points();
    let [games, matches, meetings] =
        [games, matches, meetings].map(|points| PerSeatForm::of(&points, |points| *points));
    let half_points = PerSeatForm {
        a: SumsForm { games: games.a, matches: matches.a, meetings: meetings.a },
        b: SumsForm { games: games.b, matches: matches.b, meetings: meetings.b },
    };
    MeetingView {
        entrants: PerSeatForm::of(&meeting.entrants, |number| *number),
        first: meeting.first.map(Into::into),
        half_points,
        matches: meeting.matches.iter().map(|bout| match_view(bout, held)).collect(),
    }
}

fn match_view(bout: &Match, held: &Held) -> MatchView {
    let room = bout.room();
    let live = room.and_then(|room| held.live.get(&room));
    let rooms = bout.games.iter().filter_map(|game| game.room);
    let rulings = rooms.filter_map(|room| Some((room, held.live.get(&room)?)));
    let rulings = rulings.flat_map(|(room, live)| live.rulings.iter().map(move |ruled| ruling(room, ruled)));
    MatchView {
        games: bout.games.iter().map(Into::into).collect(),
        half_points: PerSeatForm::of(&bout.points, |points| *points),
        over: bout.is_over,
        room: room.map(|room| room.to_string()),
        phase: live.map(|live| live.phase.into()),
        has_come: live.map_or(PerSeatForm { a: false, b: false }, |live| {
            PerSeatForm::of(&live.has_come, |has_come| *has_come)
        }),
        rulings: rulings.collect(),
    }
}

fn ruling(room: RoomId, ruled: &Ruled) -> RulingView {
    RulingView {
        room: room.to_string(),
        seq: ruled.seq,
        arbiter: (&ruled.arbiter).into(),
        reason: ruled.reason.as_str().to_owned(),
        ground: ruled.ground.into(),
    }
}

fn appeal(appeal: &Appeal) -> AppealForm {
    let (state, answer) = match &appeal.state {
        AppealState::Filed => ("filed", None),
        AppealState::FactsFinal => ("facts_final", None),
        AppealState::Answered { upheld: true, text } => ("upheld", Some(text)),
        AppealState::Answered { upheld: false, text } => ("rejected", Some(text)),
    };
    AppealForm {
        place: appeal.place.into(),
        by: (&appeal.by).into(),
        entrant: appeal.entrant,
        kind: appeal.kind.into(),
        text: appeal.text.as_str().to_owned(),
        state: state.to_owned(),
        answer: answer.map(|text| text.as_str().to_owned()),
    }
}

fn overturned(overturned: &Overturned) -> OverturnedForm {
    OverturnedForm {
        place: overturned.ruling.place.into(),
        room: overturned.ruling.room.to_string(),
        seq: overturned.ruling.seq,
        ground: overturned.ruling.ground.into(),
        reason: overturned.reason.as_str().to_owned(),
    }
}

fn what_is(competition: &Competition, person: PersonId) -> You {
    let seating = competition.seating_of(person);
    You {
        chief: competition.is_chief(person),
        referee: competition.referee_of(person),
        entrant: seating.map(|seating| seating.entrant),
        member: seating.map(|seating| seating.member),
        captain: seating.is_some_and(|seating| competition.is_captain(seating)),
    }
}
