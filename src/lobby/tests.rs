//! Which game is featured, and where somebody plays who is followed.

use super::{Change, Counts, Listing, Pursuit, featured};
use crate::game::ruleset::RuleSet;
use crate::game::seat::{PerSeat, Seat};
use crate::journal::{Colours, Person, PersonId, RoomId, Visibility, WallTime};
use crate::room::{Interest, Stage, Summary};

fn room(number: u8) -> RoomId {
    RoomId::from_entropy([number; 12])
}

fn person(number: u8) -> Person {
    let name = format!("Player {number}").parse().unwrap();
    Person { id: PersonId::from_entropy([number; 16]), name, is_bot: false }
}

/// A public game that runs; one of a larger number is newer.
fn playing(number: u8) -> Summary {
    Summary {
        room: room(number),
        stage: Stage::Playing,
        rules: RuleSet::freestyle(None),
        colours: Colours::Black(Seat::A),
        visibility: Visibility::Public,
        seats: PerSeat { a: Some(person(200)), b: Some(person(201)) },
        wall: WallTime(u64::from(number)),
        interest: Interest::default(),
        board: None,
    }
}

fn game(number: u8, watchers: u32, moves: u32) -> Summary {
    Summary { interest: Interest { watchers, moves, is_attended: true }, ..playing(number) }
}

fn deserted(number: u8, watchers: u32) -> Summary {
    Summary { interest: Interest { watchers, moves: 30, is_attended: false }, ..playing(number) }
}

fn after(shown: Option<u8>, games: &[Summary]) -> Option<RoomId> {
    featured(shown.map(room), games.iter())
}

#[test]
fn most_watchers_come_first_then_most_moves_then_the_oldest() {
    assert_eq!(after(None, &[]), None);
    assert_eq!(after(None, &[game(3, 0, 0), game(2, 1, 6), game(1, 2, 0)]), Some(room(1)));
    assert_eq!(after(None, &[game(3, 1, 0), game(2, 1, 12), game(1, 1, 6)]), Some(room(2)));
    assert_eq!(after(None, &[game(3, 0, 6), game(2, 0, 6), game(1, 0, 6)]), Some(room(1)));
}

#[test]
fn what_is_shown_stays_until_another_is_clearly_watched_more() {
    assert_eq!(after(Some(1), &[game(2, 2, 60), game(1, 0, 0)]), Some(room(1)), "two more are not enough");
    assert_eq!(after(Some(1), &[game(2, 3, 0), game(1, 0, 0)]), Some(room(2)));
    assert_eq!(after(Some(1), &[game(2, 19, 0), game(1, 10, 0)]), Some(room(1)), "not twice as many");
    assert_eq!(after(Some(1), &[game(2, 20, 0), game(1, 10, 0)]), Some(room(2)));
}

#[test]
fn a_game_that_ended_gives_the_place_to_the_best_one_left() {
    assert_eq!(after(Some(9), &[game(2, 0, 6), game(1, 0, 18)]), Some(room(1)));
    assert_eq!(after(Some(9), &[]), None);
}

#[test]
fn a_game_that_both_players_left_is_held_only_if_there_is_no_other() {
    assert_eq!(after(Some(1), &[game(2, 0, 0), deserted(1, 50)]), Some(room(2)));
    assert_eq!(after(Some(1), &[deserted(2, 70), deserted(1, 50)]), Some(room(1)));
    assert_eq!(after(None, &[deserted(2, 70)]), None);
}

fn with(number: u8, sitters: [u8; 2]) -> Summary {
    let mut game = playing(number);
    game.seats.a = Some(person(sitters[0]));
    game.seats.b = Some(person(sitters[1]));
    game
}

fn change(changed: Vec<Summary>, removed: &[u8]) -> Change {
    let removed = removed.iter().map(|number| room(*number)).collect();
    Change { changed, removed, counts: Counts::default(), people: 0, waited_in: Vec::new(), featured: None }
}

fn listing(games: Vec<Summary>) -> Listing {
    Listing { games, counts: Counts::default(), people: 0, waited_in: Vec::new(), featured: None }
}

#[test]
fn the_newest_running_game_of_a_person_is_where_they_play() {
    let waiting = Summary { stage: Stage::Waiting, ..with(4, [1, 2]) };
    let list = listing(vec![waiting, with(3, [2, 3]), with(2, [3, 1]), with(1, [1, 2])]);
    assert_eq!(Pursuit::new(person(1).id, &list, &[]).room(), Some(room(2)));
    assert_eq!(Pursuit::new(person(2).id, &list, &[]).room(), Some(room(3)));
    assert_eq!(Pursuit::new(person(9).id, &list, &[]).room(), None);
}

#[test]
fn whoever_follows_hears_of_the_next_game_and_of_the_end_of_the_last() {
    let mut pursuit = Pursuit::new(person(1).id, &listing(vec![with(1, [1, 2])]), &[]);
    assert!(!pursuit.note(&change(vec![with(2, [2, 3])], &[])), "others play elsewhere");
    assert!(!pursuit.note(&change(vec![with(1, [1, 2])], &[])), "the same game again");
    assert!(pursuit.note(&change(vec![with(5, [4, 1])], &[])));
    assert_eq!(pursuit.room(), Some(room(5)));
    assert!(!pursuit.note(&change(vec![], &[1])), "an older one ends");
    assert!(pursuit.note(&change(vec![], &[5])));
    assert_eq!(pursuit.room(), None);
}

#[test]
fn a_game_begun_in_the_same_breath_as_the_last_one_ended_is_one_step() {
    let mut pursuit = Pursuit::new(person(1).id, &listing(vec![with(1, [1, 2])]), &[]);
    assert!(pursuit.note(&change(vec![with(2, [2, 1])], &[1])));
    assert_eq!(pursuit.room(), Some(room(2)));
}

#[test]
fn of_two_games_the_other_is_left_when_the_newer_ends() {
    let mut pursuit = Pursuit::new(person(1).id, &listing(vec![with(2, [1, 3]), with(1, [1, 2])]), &[]);
    assert!(pursuit.note(&change(vec![], &[2])));
    assert_eq!(pursuit.room(), Some(room(1)));
}
