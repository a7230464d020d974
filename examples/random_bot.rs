//! A whole bot: finds opponents by `pair`, or is challenged, and answers whatever is owed with something legal.
//!
//! ```sh
//! tengen token create Dicey --bot > dicey.token
//! cargo run --example random_bot -- ws://127.0.0.1:8015/ws dicey.token               # waits for challenges
//! cargo run --example random_bot -- ws://127.0.0.1:8015/ws dicey.token renju 10      # ten games by pairing
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Write;

use futures::stream::SplitSink;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Out = SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>;
type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

#[allow(dead_code, reason = "the tests play with the rest of this file")]
#[tokio::main]
async fn main() -> Anything<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, token_file, rest @ ..] = arguments.as_slice() else {
        return Err("write: random_bot URL TOKEN-FILE [PRESET [GAMES]]".into());
    };
    let token = std::fs::read_to_string(token_file)?;
    let games = rest.get(1).map_or(Ok(0), |games| games.parse())?;
    let played = play(url, token.trim(), rest.first().map(String::as_str), games).await?;
    writeln!(std::io::stdout(), "{played} games")?;
    Ok(())
}

/// Plays so many games and says how many those were; with 0, until the line breaks.
pub(crate) async fn play(url: &str, token: &str, preset: Option<&str>, games: u32) -> Anything<u32> {
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    request.headers_mut().insert("sec-websocket-protocol", "tengen.v1".parse()?);
    let (socket, _) = tokio_tungstenite::connect_async(request).await?;
    let (mut out, mut heard) = socket.split();
    let find = |number: u32| preset.map(|preset| json!({"type": "pair", "id": id(number), "preset": preset}));
    let presets = ["freestyle", "standard", "renju", "swap2", "rif", "taraguchi10"];
    let accepts =
        json!({"presets": presets, "boards": [15], "untimed": true, "games": 8, "opponents": "anybody"});
    send(&mut out, find(0).unwrap_or(json!({"type": "declare", "id": id(0), "accepts": accepts}))).await?;

    let (mut over, mut tables, mut number) = (0, BTreeMap::<String, Value>::new(), 1);
    while let Some(message) = heard.next().await {
        let Message::Text(text) = message? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        let room = message["room"].as_str().unwrap_or_default().to_owned();
        let you = tables.get(&room).cloned().unwrap_or_default();
        number += 1;
        match message["type"].as_str().unwrap_or_default() {
            "challenged" => {
                let challenge = &message["challenge"];
                send(&mut out, json!({"type": "answer_challenge", "id": id(number), "challenge": challenge, "accept": true}))
                    .await?;
            }
            // A bot is shown its games; it need not ask for them.
            "joined" => drop(tables.insert(room.clone(), message["you"].clone())),
            "snapshot" => {
                if let Some(action) = answer(&message, &you) {
                    send(&mut out, json!({"type": "act", "room": room, "id": id(number), "action": action}))
                        .await?;
                }
            }
            // The stones are in the snapshot; ask for one.
            "happened" if you.is_string() && message["state"]["owed"]["seat"] == you => {
                send(&mut out, json!({"type": "join", "room": room, "seen": null})).await?;
            }
            "refused" => match message["code"].as_str().unwrap_or_default() {
                "stale_ply" | "game_over" | "paused" | "halted" => {}
                // The shapes are for the server to know: show others.
                "same_shape" => send(&mut out, json!({"type": "join", "room": room, "seen": null})).await?,
                _ => return Err(format!("refused: {message}").into()),
            },
            "error" => return Err(format!("error: {message}").into()),
            _ => {}
        }
        if message["state"]["phase"] == "over" && tables.remove(&room).is_some() {
            over += 1;
            send(&mut out, json!({"type": "leave", "room": room})).await?;
            match find(number) {
                _ if over == games => return Ok(over),
                Some(pair) => send(&mut out, pair).await?,
                None => {}
            }
        }
    }
    Err(SocketError::ConnectionClosed.into())
}

async fn send(out: &mut Out, message: Value) -> Result<(), SocketError> {
    out.send(Message::text(message.to_string())).await
}

/// Something legal, if it is ours to answer.
fn answer(snapshot: &Value, you: &Value) -> Option<Value> {
    let state = &snapshot["state"];
    let owed = &state["owed"];
    if state["phase"] != "playing" || owed["seat"] != *you || state["paused"] == true {
        return None;
    }
    let (what, ply) = (&owed["what"], &state["ply"]);
    let stones = list(&snapshot["moves"]).iter().map(|made| &made["deed"]["point"]);
    let taken: BTreeSet<&str> = stones
        .chain(list(&snapshot["laid"]))
        .chain(list(&state["forbidden"]))
        .filter_map(Value::as_str)
        .collect();
    let size = u8::try_from(snapshot["opened"]["rules"]["board"].as_u64()?).ok()?;
    let names =
        (0..size).flat_map(|column| (1..=size).map(move |row| format!("{}{row}", char::from(b'a' + column))));
    let mut free: Vec<String> = names.filter(|name| !taken.contains(name.as_str())).collect();
    Some(match what["type"].as_str()? {
        "stone" => {
            free.retain(|name| what["zone"].is_null() || is_in(&what["zone"], name) == Some(true));
            json!({"type": "place", "ply": ply, "point": free.get(chance(free.len()))?})
        }
        "choice" => json!({"type": "choose", "ply": ply, "choice": any(&what["options"])}),
        "announcement" => {
            let most = usize::try_from(what["most"].as_u64()?).ok()?.min(5);
            json!({"type": "announce", "ply": ply, "number": 1 + chance(most)})
        }
        "alternatives" => {
            let number = usize::try_from(what["number"].as_u64()?).ok()?;
            let points: Vec<String> = (0..number).map(|_| free.swap_remove(chance(free.len()))).collect();
            json!({"type": "show", "ply": ply, "points": points})
        }
        _ => json!({"type": "keep", "ply": ply, "point": any(&state["shown"])}),
    })
}

/// Whether a point lies in a zone: inside its rectangle, or outside it.
fn is_in(zone: &Value, name: &str) -> Option<bool> {
    let place = |name: &str| Some((name.chars().next()?, name.get(1..)?.parse::<u8>().ok()?));
    let ((x, y), (left, low), (right, high)) =
        (place(name)?, place(zone["from"].as_str()?)?, place(zone["to"].as_str()?)?);
    let is_inside = (left..=right).contains(&x) && (low..=high).contains(&y);
    Some(zone["inside"] == is_inside)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn any(list: &Value) -> &Value {
    let count = list.as_array().map_or(0, Vec::len);
    &list[chance(count)]
}

/// A number below `count`.
fn chance(count: usize) -> usize {
    let mut bytes = [0; 8];
    // Whoever cannot be random plays the same, which is legal.
    let _ = getrandom::fill(&mut bytes);
    usize::from_le_bytes(bytes) % count.max(1)
}

/// A name that no other command of this bot has.
fn id(number: u32) -> String {
    format!("{number}-{}", chance(usize::MAX))
}
