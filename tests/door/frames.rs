//! Frames that break the rules, and what they are answered by.

use std::time::Duration;

use tengen::timekeeper::Arrival;
use tokio::time::timeout;

use crate::house::{BINARY, Client, ENDS, GOES_ON, Heard, House, PING, PONG, TEXT, TEXT_BEGINS, frame};

async fn closed_after(bytes: &[u8]) -> u16 {
    let house = House::open().await;
    let mut bystander = house.visit().await;
    let mut client = house.visit().await;
    // The server may hang up before it has taken everything.
    let _ = client.send(bytes).await;
    let code = client.hear_close().await;
    bystander.is_well().await;
    code
}

#[tokio::test]
async fn what_breaks_the_rules_is_closed_with_a_reason() {
    assert_eq!(closed_after(&frame(BINARY, b"\x01\x02")).await, 1003, "binary");
    assert_eq!(closed_after(&frame(TEXT, &[b' '; 8193])).await, 1009, "too large by one");
    assert_eq!(closed_after(&frame(TEXT, b"\xff\xfe")).await, 1007, "no UTF-8");
    assert_eq!(closed_after(&frame(TEXT, b"\xed\xa0\x80")).await, 1007, "a surrogate");
    assert_eq!(closed_after(&frame(0x83, b"")).await, 1002, "an unknown opcode");
    assert_eq!(closed_after(&frame(0xc1, b"{}")).await, 1002, "compressed, which was not agreed on");
    assert_eq!(closed_after(&frame(0x09, b"")).await, 1002, "a ping in pieces");
    assert_eq!(closed_after(&frame(GOES_ON, b"x")).await, 1002, "nothing to go on with");
    assert_eq!(closed_after(b"\x81\x02{}").await, 1002, "no mask");
    assert_eq!(closed_after(&frame(PING, &[0; 126])).await, 1002, "a large ping");
}

#[tokio::test]
async fn an_absurd_length_is_too_large_and_nothing_else() {
    let absurd = [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];
    assert_eq!(closed_after(&absurd).await, 1009);
    let large = [0x81, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(closed_after(&large).await, 1009);
}

#[tokio::test]
async fn pieces_make_a_message_up_to_the_same_bound() {
    let house = House::open().await;
    let mut client = house.visit().await;
    client.send(&frame(TEXT_BEGINS, br#"{"type":"#)).await.unwrap();
    client.send(&frame(PING, b"between")).await.unwrap();
    client.send(&frame(GOES_ON, b"")).await.unwrap();
    client.send(&frame(ENDS, br#""ping","n":5}"#)).await.unwrap();
    assert_eq!(client.hear().await, Heard::Pong);
    assert_eq!(client.hear_of("pong").await["n"], 5);
    let mut longest = br#"{"type":"ping","n":6"#.to_vec();
    longest.resize(8191, b' ');
    longest.push(b'}');
    client.send(&frame(TEXT, &longest)).await.unwrap();
    assert_eq!(client.hear_of("pong").await["n"], 6);

    client.send(&frame(TEXT_BEGINS, &[b' '; 8000])).await.unwrap();
    client.send(&frame(GOES_ON, &[b' '; 193])).await.unwrap();
    assert_eq!(client.hear_close().await, 1009);
}

#[tokio::test]
async fn a_message_that_does_not_end_is_closed() {
    let house = House::with(|config| config.session.message_within = Duration::from_millis(300)).await;
    let mut begun = house.visit().await;
    begun.send(&frame(TEXT_BEGINS, b"{")).await.unwrap();
    let mut cut = house.visit().await;
    cut.send(&frame(TEXT, b"{ }")[..5]).await.unwrap();
    let mut dripping = house.visit().await;
    let drip = async {
        dripping.send(&frame(TEXT_BEGINS, b"{")).await.unwrap();
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if dripping.send(&frame(GOES_ON, b" ")).await.is_err() {
                break;
            }
        }
        dripping.hear_close().await
    };
    let (begun, cut, dripping) = tokio::join!(begun.hear_close(), cut.hear_close(), drip);
    assert_eq!([begun, cut, dripping], [4030; 3]);
}

#[tokio::test]
async fn a_message_shredded_into_nothing_is_closed() {
    let shreds = [frame(TEXT_BEGINS, b""), frame(GOES_ON, b"").repeat(500)].concat();
    assert_eq!(closed_after(&shreds).await, 4029);
}

#[tokio::test]
async fn a_flood_of_pings_is_closed_at_once_and_takes_no_memory() {
    let house = House::open().await;
    let mut bystander = house.visit().await;
    let before = resident_bytes();
    let began = Arrival::now();
    let blob = frame(PING, &[b'p'; 125]).repeat(500);
    // Never reads.
    let mut client = house.visit().await;
    while client.send(&blob).await.is_ok() {
        assert!(Arrival::now().since(began) < Duration::from_secs(2), "still open");
    }
    assert!(resident_bytes() < before + 32 * 1024 * 1024);
    bystander.is_well().await;
}

#[tokio::test]
async fn a_few_control_frames_are_welcome_and_a_few_more_are_not() {
    let house = House::open().await;
    let mut client = house.visit().await;
    client.send(&[frame(PING, b"a"), frame(PONG, b"unasked")].concat().repeat(9)).await.unwrap();
    client.is_well().await;
    client.send(&frame(PONG, b"").repeat(12)).await.unwrap();
    assert_eq!(client.hear_close().await, 4029);
}

#[tokio::test]
async fn a_close_is_answered_by_a_close_and_the_end() {
    let house = House::open().await;
    let mut client = house.visit().await;
    client.send(&frame(0x88, &1000_u16.to_be_bytes())).await.unwrap();
    assert_eq!(client.hear_close().await, 1000);
    assert_eq!(client.hear().await, Heard::Gone);
}

#[tokio::test]
async fn who_answers_pings_stays_and_who_falls_silent_goes() {
    let house = House::with(|config| {
        config.session.ping_every = Duration::from_millis(100);
        config.session.silent_max = Duration::from_millis(400);
    })
    .await;
    let (mut lively, mut silent) = (house.visit().await, house.visit().await);
    let lives = async {
        // Answers the pings and says nothing else.
        let heard = timeout(Duration::from_millis(1200), lively.hear()).await;
        assert!(heard.is_err(), "{heard:?}");
    };
    let (code, ()) = tokio::join!(silent_until_closed(&mut silent), lives);
    assert_eq!(code, 4030);
}

/// Hears pings and answers none.
async fn silent_until_closed(client: &mut Client) -> u16 {
    loop {
        match timeout(Duration::from_secs(5), client.hear_anything()).await.expect("closed in time") {
            Heard::Closes(code) => return code,
            Heard::Ping(_) => {}
            other @ (Heard::Says(_) | Heard::Pong | Heard::Gone) => panic!("{other:?}"),
        }
    }
}

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}
