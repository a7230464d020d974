use super::*;
use crate::game::ruleset::RuleSet;
use crate::protocol::server::{Happened, OpenedForm, Phase, Snapshot, State};
use crate::protocol::{Action, ColoursForm, SeenForm, VisibilityForm};
use crate::spelling::{ArbitrationForm, PerSeatForm};

#[test]
fn a_command_waits_until_its_room_is_joined() {
    let mut test = Test::connected();
    test.order(Order::Follow(room(1)));
    test.act("x");
    assert_eq!(test.sent(), [join(1, None)]);
    test.hear(joined(1, 7));
    assert_eq!(test.sent(), [resign("x")]);
    test.act("y");
    assert_eq!(test.sent(), [resign("y")]);
}

#[test]
fn after_a_lost_connection_rooms_are_joined_with_what_was_seen_and_unanswered_commands_are_sent_again() {
    let mut test = Test::following();
    test.hear(happened(3));
    test.act("answered");
    test.act("unanswered");
    test.create("table");
    assert_eq!(test.sent(), [resign("answered"), resign("unanswered"), create("table")]);
    test.hear(accepted("answered", 4));

    test.talk.lose_connection();
    test.act("while away");
    assert!(test.sent().is_empty(), "there is nowhere to send it");
    test.talk.welcome();
    assert_eq!(test.sent(), [create("table"), join(1, Some((7, 4)))]);
    test.hear(joined(1, 8));
    assert_eq!(test.sent(), [resign("unanswered"), resign("while away")]);
}

#[test]
fn when_the_server_joins_a_room_again_by_itself_unanswered_commands_are_sent_again_once() {
    let mut test = Test::following();
    test.act("x");
    test.sent();
    test.act("y");
    test.hear(joined(1, 8));
    assert_eq!(test.sent(), [resign("x"), resign("y")]);
    test.hear(accepted("x", 3));
    test.hear(joined(1, 9));
    assert_eq!(test.sent(), [resign("y")]);
}

#[test]
fn an_answer_is_handed_on_once() {
    let mut test = Test::following();
    test.act("x");
    test.sent();
    test.hear(joined(1, 8));
    test.sent();
    let news = test.hear(accepted("x", 3));
    let [News::Answered(answered)] = &news[..] else { panic!("{news:?}") };
    assert_eq!((answered.times, answered.room, &answered.result), (2, Some(room(1)), &Ok(Some(3))));
    assert!(test.hear(accepted("x", 3)).is_empty(), "what was sent twice is answered twice");
}

#[test]
fn after_a_gap_the_room_is_joined_once_with_what_was_seen() {
    let mut test = Test::following();
    assert_eq!(heard(&test.hear(happened(5))), [Heard::Gap]);
    assert_eq!(heard(&test.hear(happened(6))), [Heard::Gap]);
    assert_eq!(test.sent(), [join(1, Some((7, 3)))]);
    test.hear(joined(1, 7));
    let all: Vec<Heard> = (3..7).flat_map(|seq| heard(&test.hear(happened(seq)))).collect();
    assert_eq!(all, [Heard::Record; 4]);
    assert_eq!(heard(&test.hear(happened(6))), [Heard::Repeated]);
    assert!(test.sent().is_empty());
}

#[test]
fn what_is_not_answered_is_asked_again_in_time() {
    let mut test = Test::following();
    test.order(Order::Follow(room(2)));
    test.act("x");
    assert_eq!(test.sent(), [join(2, None), resign("x")]);
    assert_eq!(test.talk.due_at(), Some(test.now.after(ANSWER_WITHIN)));
    test.now = test.now.after(ANSWER_WITHIN);
    test.talk.ask_again(test.now);
    assert_eq!(test.sent(), [join(2, None), resign("x")]);
    test.hear(joined(2, 1));
    test.hear(accepted("x", 3));
    assert_eq!(test.talk.due_at(), None);
}

#[test]
fn a_command_that_the_server_could_not_look_at_is_sent_again_and_not_for_ever() {
    let mut test = Test::following();
    test.act("x");
    for times in 1..=TIMES_MAX {
        assert_eq!(test.sent(), [resign("x")]);
        let news = test.hear(refused("x", Code::Unavailable));
        assert_eq!(news.len(), usize::from(times == TIMES_MAX));
        test.now = test.now.after(AGAIN_AFTER);
        test.talk.ask_again(test.now);
    }
    assert!(test.sent().is_empty());
}

#[test]
fn a_room_that_is_not_joined_after_all_is_joined_before_its_command_is_sent_again() {
    let mut test = Test::following();
    test.act("x");
    test.sent();
    assert!(test.hear(refused("x", Code::NotJoined)).is_empty());
    test.now = test.now.after(AGAIN_AFTER);
    test.talk.ask_again(test.now);
    assert_eq!(test.sent(), [join(1, Some((7, 3)))]);
    test.hear(joined(1, 7));
    assert_eq!(test.sent(), [resign("x")]);
}

#[test]
fn a_room_that_does_not_exist_turns_its_commands_down() {
    let mut test = Test::connected();
    test.order(Order::Follow(room(1)));
    test.act("x");
    test.sent();
    let message = "there is no such room".to_owned();
    let news = test.hear(ServerMessage::Error {
        code: Code::UnknownRoom,
        message,
        room: Some(room(1).to_string()),
        retry_after_ms: None,
    });
    let [News::Answered(answered), News::Said { .. }] = &news[..] else { panic!("{news:?}") };
    assert_eq!(answered.result.as_ref().unwrap_err().code, Code::UnknownRoom);
    test.talk.welcome();
    assert!(test.sent().is_empty());
}

#[test]
fn what_is_kept_has_a_bound() {
    let mut test = Test::connected();
    for number in 0..COMMANDS_MAX {
        assert!(test.create(&format!("c{number}")).is_none());
    }
    let news = test.create("one too many");
    assert!(matches!(news, Some(News::Answered(Answered { result: Err(_), .. }))), "{news:?}");
    for number in 0..ROOMS_MAX {
        assert!(test.order(Order::Follow(room(u8::try_from(number).unwrap()))).is_none());
    }
    assert!(matches!(test.order(Order::Follow(room(200))), Some(News::Said { .. })));
}

struct Test {
    talk: Talk,
    now: Arrival,
}

impl Test {
    fn connected() -> Self {
        let mut talk = Talk::default();
        talk.welcome();
        Self { talk, now: Arrival::now() }
    }

    /// Connected, and room 1 was joined in epoch 7 and seen up to record 3.
    fn following() -> Self {
        let mut test = Self::connected();
        test.order(Order::Follow(room(1)));
        test.sent();
        test.hear(joined(1, 7));
        assert_eq!(heard(&test.hear(snapshot(3))), [Heard::Snapshot]);
        test
    }

    fn order(&mut self, order: Order) -> Option<News> {
        self.talk.take(order, self.now)
    }

    fn act(&mut self, id: &str) {
        let id = &id.replace(" ", "-");
        let (room, message) = (Some(room(1)), Box::new(resign(id)));
        self.order(Order::Command { id: id.parse().unwrap(), room, message });
    }

    fn create(&mut self, id: &str) -> Option<News> {
        let id: CommandId = id.replace(' ', "-").parse().unwrap();
        let message = Box::new(create(id.as_str()));
        self.order(Order::Command { id, room: None, message })
    }

    fn hear(&mut self, message: ServerMessage) -> Vec<News> {
        self.talk.hear(message, self.now)
    }

    fn sent(&mut self) -> Vec<ClientMessage> {
        std::iter::from_fn(|| self.talk.next(self.now)).collect()
    }
}

/// What the table made of it, where it was a room that said something.
fn heard(news: &[News]) -> Vec<Heard> {
    let heard =
        news.iter().filter_map(|news| if let News::Room { heard, .. } = news { Some(*heard) } else { None });
    heard.collect()
}

fn room(number: u8) -> RoomId {
    RoomId::from_entropy([number % 32, number / 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}

fn join(number: u8, seen: Option<(u64, u32)>) -> ClientMessage {
    let seen = seen.map(|(epoch, next)| SeenForm { epoch, next });
    ClientMessage::Join { room: room(number).to_string(), seen, glance: false }
}

fn resign(id: &str) -> ClientMessage {
    let id = id.replace(' ', "-");
    ClientMessage::Act { room: room(1).to_string(), id, action: Action::Resign {} }
}

fn create(id: &str) -> ClientMessage {
    ClientMessage::Create {
        id: id.to_owned(),
        rules: Box::new((&RuleSet::renju(None)).into()),
        clock: None,
        colours: ColoursForm::BlackA,
        visibility: VisibilityForm::Link,
        series: None,
        decider: None,
        start_at: None,
        arbitration: ArbitrationForm::None,
        board: None,
    }
}

fn joined(number: u8, epoch: u64) -> ServerMessage {
    ServerMessage::Joined { room: room(number).to_string(), epoch, you: None, origin: Some(0) }
}

fn accepted(id: &str, seq: u32) -> ServerMessage {
    let room = Some(room(1).to_string());
    ServerMessage::Accepted { id: id.to_owned(), room, seq: Some(seq), arbiter_key: None }
}

fn refused(id: &str, code: Code) -> ServerMessage {
    ServerMessage::Refused { id: id.to_owned(), room: None, code, message: String::new(), ply: None }
}

fn snapshot(next: u32) -> ServerMessage {
    ServerMessage::Snapshot(Box::new(Snapshot {
        room: room(1).to_string(),
        next,
        at: 0,
        opened: OpenedForm {
            rules: (&RuleSet::renju(None)).into(),
            colours: ColoursForm::BlackA,
            visibility: VisibilityForm::Link,
            wall_ms: 0,
            server: String::new(),
            previous: None,
            series: None,
            arbitration: ArbitrationForm::None,
            board: None,
            bout: None,
            lot_digest: String::new(),
        },
        arbiters: Vec::new(),
        kept: None,
        acts: Vec::new(),
        seats: PerSeatForm { a: None, b: None },
        board: None,
        laid: Vec::new(),
        moves: Vec::new(),
        state: state(),
        hash: String::new(),
    }))
}

fn happened(seq: u32) -> ServerMessage {
    let room = room(1).to_string();
    ServerMessage::Happened(Box::new(Happened { room, seq, at: 0, events: Vec::new(), state: state() }))
}

const fn state() -> State {
    State {
        phase: Phase::Playing,
        ply: 0,
        black: None,
        owed: None,
        clock: None,
        shown: Vec::new(),
        opening: None,
        forbidden: Vec::new(),
        fouls: Vec::new(),
        draw_offer: None,
        favour: None,
        paused: false,
        violations: PerSeatForm { a: 0, b: 0 },
        outcome: None,
        earned: None,
        confirmation: None,
        disqualified: PerSeatForm { a: false, b: false },
        match_half_points: None,
        rematch_offer: None,
        rematch: None,
        next_game: false,
        opener: None,
        halted: false,
        suspended: false,
        stopped_since: None,
        colours: None,
        start: None,
        adjournment: None,
        lot: None,
    }
}
