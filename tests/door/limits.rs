//! How many, and how often.

use tengen::timekeeper::Arrival;

use crate::house::{Client, Heard, House, TEXT, frame};
use crate::messages::{act, create, join};

const PING: &str = r#"{"type":"ping","n":1}"#;

#[tokio::test]
async fn too_many_messages_are_turned_down_and_then_the_line_is_closed() {
    let house = House::open().await;
    let mut bystander = house.visit().await;
    let mut client = house.visit().await;
    client.send(&frame(TEXT, PING.as_bytes()).repeat(300)).await.unwrap();
    let (mut answered, mut turned_down) = (0, 0);
    let code = loop {
        match client.hear().await {
            Heard::Says(message) if message["type"] == "pong" => answered += 1,
            Heard::Says(message) => {
                assert_eq!(message["code"], "too_fast");
                turned_down += 1;
            }
            Heard::Closes(code) => break code,
            other @ (Heard::Ping(_) | Heard::Pong | Heard::Gone) => panic!("{other:?}"),
        }
    };
    assert_eq!(code, 4029);
    assert!((60..80).contains(&answered), "{answered}");
    assert!((40..50).contains(&turned_down), "{turned_down}");
    bystander.is_well().await;
}

#[tokio::test]
async fn e20_who_insists_on_refused_commands_loses_the_connection_and_not_the_game() {
    let house = House::open().await;
    let (ann, bob) = (house.token().await, house.token().await);
    let (mut host, mut guest) = (house.visit_as(&ann).await, house.visit_as(&bob).await);
    let room = create(&mut host, "open").await;
    join(&mut host, &room, "null").await;
    join(&mut guest, &room, "null").await;
    act(&mut guest, &room, "sit", r#"{"type":"sit"}"#).await;
    guest.hear_of("accepted").await;
    for number in 0..19 {
        act(&mut guest, &room, &format!("wrong-{number}"), r#"{"type":"place","ply":0,"point":"h8"}"#).await;
        assert_eq!(guest.hear_of("refused").await["code"], "not_your_turn");
    }
    // A move of the opponent makes another position, in which the count begins anew.
    act(&mut host, &room, "h8", r#"{"type":"place","ply":0,"point":"h8"}"#).await;
    host.hear_of("accepted").await;
    for number in 0..20 {
        act(&mut guest, &room, &format!("taken-{number}"), r#"{"type":"place","ply":1,"point":"h8"}"#).await;
        assert_eq!(guest.hear_of("refused").await["code"], "occupied");
    }
    assert_eq!(guest.hear_close().await, 4000);

    let mut again = house.visit_as(&bob).await;
    join(&mut again, &room, "null").await;
    act(&mut again, &room, "i9", r#"{"type":"place","ply":1,"point":"i9"}"#).await;
    again.hear_of("accepted").await;
    host.is_well().await;
}

/// How many of many messages of several connections are answered. Whoever is told to wait is told how long.
async fn answered(clients: &mut [Client], messages: usize) -> usize {
    let mut answered = 0;
    for client in clients.iter_mut() {
        client.send(&frame(TEXT, PING.as_bytes()).repeat(messages)).await.unwrap();
    }
    for client in clients {
        for _ in 0..messages {
            match client.hear().await {
                Heard::Says(message) if message["type"] == "pong" => answered += 1,
                Heard::Says(message) => {
                    assert_eq!(message["code"], "too_fast");
                    let wait = message["retry_after_ms"].as_u64().expect("how long to wait");
                    assert!((1..=1000).contains(&wait), "one at one a second: {wait}");
                }
                other @ (Heard::Ping(_) | Heard::Pong | Heard::Gone | Heard::Closes(_)) => {
                    panic!("{other:?}")
                }
            }
        }
    }
    answered
}

/// A house in which two connections have, together, 20 messages at once and one a second.
async fn slow_house() -> House {
    House::with(|config| {
        config.session.messages_per_second = 1;
        config.session.messages_burst = 20;
        config.session.connections_per_person = 2;
    })
    .await
}

#[tokio::test]
async fn the_connections_of_a_person_share_a_credit() {
    let (house, began) = (slow_house().await, Arrival::now());
    let token = house.token().await;
    let mut clients = [house.visit_as(&token).await, house.visit_as(&token).await];
    let answered = answered(&mut clients, 18).await as u64;
    let seconds = Arrival::now().since(began).as_secs();
    assert!((20..=21 + seconds).contains(&answered), "{answered} in {seconds} s");
    house.visit().await.is_well().await;
}

#[tokio::test]
async fn the_connections_of_an_address_share_a_credit_whoever_they_are() {
    let house = House::with(|config| {
        config.session.messages_per_second = 1;
        config.session.messages_burst = 20;
        config.server.connections_per_address = 4;
    })
    .await;
    let began = Arrival::now();
    let mut clients = [house.visit().await, house.visit().await, house.visit().await];
    // 40 at once, and two a second.
    let answered = answered(&mut clients, 19).await as u64;
    let seconds = Arrival::now().since(began).as_secs();
    assert!((40..=42 + 2 * seconds).contains(&answered), "{answered} in {seconds} s");
}

#[tokio::test]
async fn what_costs_more_is_done_less_often() {
    let (house, began) = (slow_house().await, Arrival::now());
    let mut client = house.visit().await;
    client.send(&frame(TEXT, br#"{"type":"watch_lobby"}"#).repeat(9)).await.unwrap();
    let mut lists = 0;
    for _ in 0..9 {
        let message = client.hear_of_any(&["lobby", "error"]).await;
        if message["type"] == "lobby" {
            lists += 1;
        } else {
            assert_eq!(message["code"], "too_fast");
        }
    }
    let seconds = Arrival::now().since(began).as_secs();
    assert!((5..=6 + seconds / 4).contains(&lists), "each takes four: {lists} in {seconds} s");
}

#[tokio::test]
async fn a_burst_is_forgiven() {
    let house = House::open().await;
    let mut client = house.visit().await;
    client.send(&frame(TEXT, PING.as_bytes()).repeat(70)).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    client.is_well().await;
}

#[tokio::test]
async fn a_person_has_eight_connections() {
    let house = House::open().await;
    let token = house.token().await;
    let mut clients = Vec::new();
    for _ in 0..8 {
        clients.push(house.visit_as(&token).await);
    }
    let bearer = format!("Authorization: Bearer {token}");
    let mut ninth = house.upgrade(&[&bearer]).await.unwrap();
    assert_eq!(ninth.hear_close().await, 4009);
    clients[0].is_well().await;

    clients.pop();
    let mut another = house.upgrade(&[&bearer]).await.unwrap();
    while another.hear().await == Heard::Closes(4009) {
        // The server may not have noticed yet that one has gone.
        another = house.upgrade(&[&bearer]).await.unwrap();
    }
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let house = House::with(|config| config.server.connections_per_address = 3).await;
    let token = house.token().await;
    let (_first, _second, third) =
        (house.visit_as(&token).await, house.visit_as(&token).await, house.visit_as(&token).await);
    let answer = house.ask("GET /healthz", &[]).await;
    assert_eq!((answer.status, answer.code().as_str()), (503, "too_many_connections"));
    assert!(answer.header("retry-after").is_some(), "{answer:?}");
    drop(third);
    while house.ask("GET /healthz", &[]).await.status == 503 {}
}

#[tokio::test]
async fn an_address_that_is_crowded_keeps_no_connection_that_only_fetches() {
    let house = House::with(|config| config.server.connections_per_address = 4).await;
    let token = house.token().await;
    let mut first = house.visit_as(&token).await;
    let closes = "connection: close";
    // The server may not have noticed yet that those who asked before have gone.
    while house.ask_and_stay("GET /healthz").await.contains(closes) {}
    let mut second = house.visit_as(&token).await;
    assert!(house.ask_and_stay("GET /healthz").await.contains(closes));
    first.is_well().await;
    second.is_well().await;
}

#[tokio::test]
async fn the_server_has_so_many_connections() {
    let house = House::with(|config| config.server.connections_max = 2).await;
    let (mut held, _idle) = (house.visit().await, house.knock().await);
    let answer = house.ask("GET /healthz", &[]).await;
    assert_eq!((answer.status, answer.code().as_str()), (503, "too_many_connections"));
    held.is_well().await;
}

#[tokio::test]
async fn behind_a_proxy_each_visitor_counts_for_itself() {
    let house = House::with(|config| {
        config.server.connections_per_address = 1;
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let bearer = format!("Authorization: Bearer {}", house.token().await);
    let (one, other) = ("X-Forwarded-For: 9.9.9.9, 198.51.100.1", "X-Forwarded-For: 198.51.100.2");
    let _first = house.upgrade(&[&bearer, one]).await.unwrap();
    let answer = house.upgrade(&[&bearer, one]).await.err().unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (503, "too_many_connections"));
    let _second = house.upgrade(&[&bearer, other]).await.unwrap();
}

#[tokio::test]
async fn a_connection_follows_so_many_rooms() {
    let house = House::with(|config| {
        config.session.rooms_max = 2;
        config.rooms.open_tables_max = 3;
    })
    .await;
    let mut client = house.visit().await;
    let mut rooms = Vec::new();
    for id in ["c1", "c2", "c3"] {
        rooms.push(create(&mut client, id).await);
    }
    for room in &rooms[..2] {
        join(&mut client, room, "null").await;
        client.hear_of("snapshot").await;
    }
    join(&mut client, &rooms[2], "null").await;
    assert_eq!(client.hear_of("error").await["code"], "too_many_rooms");
    join(&mut client, &rooms[0], "null").await;
    client.hear_of("snapshot").await;
    client.say(&format!(r#"{{"type":"leave","room":"{}"}}"#, rooms[0])).await;
    join(&mut client, &rooms[2], "null").await;
    client.hear_of("snapshot").await;
}
