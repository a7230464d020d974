//! Clients that take their time. None of them may hold anything for long.

use std::time::Duration;

use tengen::timekeeper::Arrival;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::house::{House, TEXT, frame};
use crate::messages::create;

const SHORT: Duration = Duration::from_millis(300);

async fn impatient() -> House {
    House::with(|config| {
        config.server.first_byte_within = SHORT;
        config.server.headers_within = SHORT;
        config.server.plain_http_max = 3 * SHORT;
    })
    .await
}

/// How long the server keeps a connection on which `chunk` is sent again and again.
async fn kept(mut stream: TcpStream, chunk: &[u8]) -> Duration {
    let began = Arrival::now();
    let mut buffer = [0; 4096];
    loop {
        match timeout(Duration::from_millis(50), stream.read(&mut buffer)).await {
            Ok(Ok(0) | Err(_)) => return Arrival::now().since(began),
            Ok(Ok(_)) => {}
            Err(_) if stream.write_all(chunk).await.is_err() => return Arrival::now().since(began),
            Err(_) => assert!(Arrival::now().since(began) < Duration::from_secs(5), "kept for ever"),
        }
    }
}

#[tokio::test]
async fn a_connection_that_never_speaks_is_closed() {
    let house = impatient().await;
    let kept = kept(house.knock().await, b"").await;
    assert!((SHORT..3 * SHORT).contains(&kept), "{kept:?}");
}

#[tokio::test]
async fn dripping_headers_are_closed() {
    let house = impatient().await;
    let mut stream = house.knock().await;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    let kept = kept(stream, b"X").await;
    assert!((SHORT..5 * SHORT).contains(&kept), "{kept:?}");
}

#[tokio::test]
async fn an_idle_kept_alive_connection_is_closed() {
    let house = impatient().await;
    let mut stream = house.knock().await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let kept = kept(stream, b"").await;
    assert!((SHORT..5 * SHORT).contains(&kept), "{kept:?}");
}

#[tokio::test]
async fn a_body_that_never_comes_is_not_waited_for() {
    let house = impatient().await;
    let mut stream = house.knock().await;
    stream
        .write_all(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
        .await
        .unwrap();
    assert!(kept(stream, b"x").await < 6 * SHORT);
}

#[tokio::test]
async fn large_and_many_headers_are_refused() {
    let house = House::open().await;
    let large = format!("X-Large: {}", "x".repeat(9000));
    assert_eq!(house.ask("GET /", &[&large]).await.status, 431);
    assert_eq!(house.ask("GET /", &["X-Many: 1"; 70]).await.status, 431);
    assert_eq!(house.ask("GET /healthz", &["X-Many: 1"; 50]).await.status, 200);
}

#[tokio::test]
async fn a_client_that_never_reads_is_closed_and_harms_nobody() {
    let house = House::with(|config| {
        config.session.write_within = SHORT;
        config.session.messages_per_second = 100_000;
        config.session.messages_burst = 1_000_000;
    })
    .await;
    let mut bystander = house.visit().await;
    let mut client = house.visit().await;
    let room = create(&mut client, "c1").await;
    let join = format!(r#"{{"type":"join","room":"{room}","seen":null}}"#);
    let joins = frame(TEXT, join.as_bytes()).repeat(100);
    let began = Arrival::now();
    // Each is answered by a snapshot that nobody takes.
    while let Ok(Ok(())) = timeout(Duration::from_secs(5), client.send(&joins)).await {
        assert!(Arrival::now().since(began) < Duration::from_secs(60), "still open");
    }
    bystander.is_well().await;
    bystander.say(&join).await;
    bystander.hear_of("snapshot").await;
}
