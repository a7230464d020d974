//! Whatever a stranger sends, nothing breaks: the targets of the fuzzer with the seeds in the repository, and with some
//! thousand inputs that are made of them. `make fuzz` is the long form.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod targets;

use std::fs;
use std::path::Path;

use tengen::protocol::{self, Code};

/// How many inputs are made for each target, unless `INPUTS` says otherwise.
const INPUTS: usize = 3_000;
/// Longer inputs are cut.
const BYTES_MAX: usize = 16 * 1024;

/// What is put into inputs: pieces that mean something to one target or another.
const PIECES: [&[u8]; 43] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b",",
    b":",
    b"null",
    b"1e400",
    b"-1",
    b"\\ud800",
    b"\0",
    b"\xff",
    "天".as_bytes(),
    "\u{202e}".as_bytes(),
    b"65535",
    b"18446744073709551615",
    b"0.5",
    b" ",
    b"\n",
    b"(;B[hh]",
    b")",
    b";W[",
    b"]C[",
    b"SZ[19]",
    b"Piskvorky 15x15, 11:11, 0\n",
    b"8,8,0\n",
    b"h8",
    b"--",
    b"x",
    b"/40",
    b"99999h",
    b"shared ",
    b"free ",
    b" fouls 2",
    b" pass",
    b" read 1 2",
    b" split 9%",
    b"\x01\x80\0\0\0\0",
    b"\x89\xfd\0\0\0\0",
    b"\x88\x82\0\0\0\0\x03\xe8",
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
];

/// A small generator, so that a seed means the same everywhere (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(bound).unwrap()).unwrap()
    }

    /// Two places, the first not behind the second.
    fn span(&mut self, length: usize) -> std::ops::Range<usize> {
        let (one, other) = (self.below(length + 1), self.below(length + 1));
        one.min(other)..one.max(other)
    }
}

/// The seeds of a target: those of its own, and what else in the repository is of its kind.
fn seeds(name: &str, others: &[&str]) -> Vec<Vec<u8>> {
    let own = format!("tests/fuzz/seeds/{name}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = others.iter().copied().chain([own.as_str()]);
    let mut files: Vec<_> = folders
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let mut seeds: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    seeds.iter_mut().for_each(|seed| seed.truncate(BYTES_MAX));
    assert!(seeds.len() > 3, "{name}");
    seeds
}

/// One more way to spoil an input, or to make it more like another one.
fn change(random: &mut Random, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let span = random.span(input.len());
    match random.below(7) {
        0 => drop(input.drain(span)),
        1 => {
            let again = input[span.clone()].to_vec();
            input.splice(span.end..span.end, again);
        }
        2 => input.truncate(span.end),
        3 => {
            let other = &seeds[random.below(seeds.len())];
            let piece = other[random.span(other.len())].to_vec();
            input.splice(span, piece);
        }
        4 if !input.is_empty() => {
            let at = random.below(input.len());
            input[at] ^= 1 << random.below(8);
        }
        _ => {
            let piece = PIECES[random.below(PIECES.len())];
            let end = if random.below(2) == 0 { span.start } else { span.end.min(span.start + piece.len()) };
            input.splice(span.start..end, piece.iter().copied());
        }
    }
    input.truncate(BYTES_MAX);
}

fn feed(name: &str, target: fn(&[u8]), others: &[&str]) {
    let seeds = seeds(name, others);
    seeds.iter().for_each(|seed| target(seed));
    let inputs = std::env::var("INPUTS").map_or(INPUTS, |inputs| inputs.parse().unwrap());
    for number in 0..inputs {
        let mut random = Random(number as u64);
        let mut input = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(4) {
            change(&mut random, &mut input, &seeds);
        }
        let fed = std::panic::catch_unwind(|| target(&input));
        assert!(fed.is_ok(), "{name} broke by input {number}: {}", input.escape_ascii());
    }
}

#[test]
fn bytes_of_a_connection() {
    feed("wire", targets::wire, &[]);
}

#[test]
fn the_text_of_a_frame() {
    feed("message", targets::message, &["proto/examples/client", "proto/examples/bad"]);
}

#[test]
fn a_stored_journal() {
    feed("journal", targets::journal, &["tests/journals/v1"]);
}

#[test]
fn a_game_from_elsewhere() {
    feed("import", targets::import, &[]);
}

#[test]
fn a_clock_in_short_notation() {
    feed("clock", targets::clock, &[]);
}

#[test]
fn a_position_to_judge() {
    feed("question", targets::question, &[]);
}

#[test]
fn names_points_and_ids() {
    feed("text", targets::text, &["tests/fuzz/seeds/clock"]);
}

#[test]
fn bombs_of_json_are_turned_down_by_their_code() {
    let deep = |inner: &str| format!("{{\"type\":\"act\",\"room\":{}", inner.repeat(8_000));
    let cases = [
        (deep("["), Code::BadJson),
        (deep("{\"a\":"), Code::BadJson),
        (r#"{"type":"ping","n":1,"n":2}"#.to_owned(), Code::BadMessage),
        (r#"{"type":"ping","type":"ping","n":1}"#.to_owned(), Code::BadMessage),
        (r#"{"type":"ping","n":1e400}"#.to_owned(), Code::BadJson),
        (r#"{"type":"ping","n":18446744073709551616}"#.to_owned(), Code::BadMessage),
        (r#"{"type":"ping","n":-1}"#.to_owned(), Code::BadMessage),
        (r#"{"type":"rename","id":"r1","name":"\ud800"}"#.to_owned(), Code::BadJson),
        (r#"{"type":"ping","n":1,"lag":99}"#.to_owned(), Code::BadMessage),
        (format!(r#"{{"type":"ping","n":1}}{}"#, " {}"), Code::BadJson),
    ];
    for (text, code) in cases {
        let rejected = protocol::read(&text).expect_err(&text[..text.len().min(60)]);
        assert_eq!(rejected.code, code, "{}", rejected.message);
        assert!(rejected.message.chars().count() <= 200);
    }
}
