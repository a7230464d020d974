//! `tengen judge` as its callers see it: lines in, lines out, complaints, an exit code.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use serde_json::{Value, json};
use tengen::judge::{Detail, LINE_BYTES_MAX, Outcome, run};

#[test]
fn a_position_is_answered_with_every_point_that_is_not_plainly_legal() {
    let asked = r#"{"id":"h8","black":["e8","F8","g8","h9","H10","i9","j10"],"white":["b2"]}"#;
    let told = answers(asked);
    let expected = concat!(
        r#"{"id":"h8","verdicts":{"#,
        r#""g9":{"kind":"three-three","fours":0,"threes":2},"#,
        r#""h8":{"kind":"three-three","fours":1,"threes":2},"#,
        r#""i10":{"kind":"three-three","fours":0,"threes":2}"#,
        "}}\n",
    );
    assert_eq!(told, expected);
    assert_eq!(
        answers(r#"{"id": 1, "black": ["e8", "f8", "g8", "h8"], "white": ["d8"]}"#),
        "{\"id\":1,\"verdicts\":{\"i8\":{\"kind\":\"five\",\"fours\":0,\"threes\":0}}}\n"
    );
    assert_eq!(answers(r#"{"id":0,"black":[],"white":[]}"#), "{\"id\":0,\"verdicts\":{}}\n");
}

#[test]
fn the_labelled_positions_are_answered_as_they_are_labelled_and_in_their_order() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/forbidden-positions.jsonl"),
    );
    let labelled: Vec<Value> =
        text.unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let asked: String = labelled
        .iter()
        .map(|one| format!("{}\n", json!({ "id": one["id"], "black": one["black"], "white": one["white"] })))
        .collect();
    let told = answers(&asked);
    assert_eq!(told.lines().count(), 4000);
    for (line, mut label) in told.lines().zip(labelled) {
        for verdict in label["verdicts"].as_object_mut().unwrap().values_mut() {
            verdict.as_object_mut().unwrap().remove("kinds");
        }
        let told: Value = serde_json::from_str(line).unwrap();
        assert_eq!(told, json!({ "id": label["id"], "verdicts": label["verdicts"] }));
    }
}

#[test]
fn points_are_told_in_their_own_order() {
    let told = answers(r#"{"id":1,"black":["b9","c9","d9","e9","b10","c10","d10","e10"],"white":[]}"#);
    let places = ["\"a9\"", "\"a10\"", "\"f9\"", "\"f10\""].map(|point| told.find(point).unwrap());
    assert!(places.is_sorted(), "{told}");
}

#[test]
fn an_id_is_given_back_as_it_was_written() {
    for id in [r#""""#, r#""a\u00e9\n\"\\""#, "\"黒\"", "-1.50e3", "123456789012345678901234567890"] {
        let told = answers(&format!(r#" {{ "white": [], "id": {id} , "black": [] }} "#));
        assert_eq!(told, format!("{{\"id\":{id},\"verdicts\":{{}}}}\n"));
    }
}

#[test]
fn a_bad_line_is_named_with_what_was_wrong_and_what_would_be_right() {
    let form = r#"a line must be like {"id": 1, "black": ["h8"], "white": ["i9"]}"#;
    for (line, complaint) in [
        (r#"{"id":1,"black":["h8"],"white":["h8"]}"#, "two stones stand on h8; a point holds one stone"),
        (r#"{"id":1,"black":["h8","H8"],"white":[]}"#, "two stones stand on h8; a point holds one stone"),
        (r#"{"id":1,"black":["p1"],"white":[]}"#, "expected a point from \"a1\" to \"o15\""),
        (r#"{"id":1,"black":["a16"],"white":[]}"#, "expected a point from \"a1\" to \"o15\""),
        (r#"{"id":1,"black":["h08"],"white":[]}"#, "expected a point from \"a1\" to \"o15\""),
        (r#"{"id":1,"black":["h８"],"white":[]}"#, "expected a point from \"a1\" to \"o15\""),
        (r#"{"id":1,"black":[8],"white":[]}"#, "expected a point from \"a1\" to \"o15\""),
        (r#"{"id":1,"black":"h8","white":[]}"#, form),
        (r#"{"id":1,"black":["h8"]}"#, "missing field `white`"),
        (r#"{"black":["h8"],"white":[]}"#, "missing field `id`"),
        (r#"{"id":1,"id":2,"black":["h8"],"white":[]}"#, "duplicate field `id`"),
        (r#"{"id":1,"black":[],"white":[],"size":19}"#, "unknown field `size`"),
        (r#"{"id":null,"black":[],"white":[]}"#, "the id must be a string or a number"),
        (r#"{"id":[1],"black":[],"white":[]}"#, "the id must be a string or a number"),
        (r#"{"id":1,"black":["h8"],"white":[]"#, form),
        (r#"{"id":1,"black":[],"white":[]} {}"#, "trailing characters"),
        (r#"[1,[],[]]"#, "the line is no JSON object"),
        ("black h8", "the line is no JSON object"),
    ] {
        let (outcome, told, complaints) = judged(line.as_bytes());
        assert!(complaints.starts_with("line 1: ") && complaints.contains(complaint), "{line}: {complaints}");
        assert_eq!(complaints.lines().count(), 1, "{complaints}");
        assert_eq!((told.as_str(), outcome), ("", Outcome { answered: 0, refused: 1 }));
        assert_eq!(outcome.exit_code(), 1);
    }
}

#[test]
fn a_line_that_is_not_utf_8_is_refused() {
    let (outcome, told, complaints) = judged(b"{\"id\":\"\xff\",\"black\":[],\"white\":[]}\n");
    assert_eq!((told.as_str(), outcome.refused), ("", 1));
    assert!(complaints.starts_with("line 1: "));
}

#[test]
fn the_other_lines_are_answered_whatever_stands_between_them() {
    let mut asked = String::new();
    for number in 1..=5_000 {
        asked += &match number % 5 {
            0 => "\n".to_owned(),
            3 => "nonsense\r\n".to_owned(),
            _ => format!("{{\"id\":{number},\"black\":[\"h8\"],\"white\":[\"i9\"]}}\r\n"),
        };
    }
    let (outcome, told, complaints) = judged(asked.as_bytes());
    assert_eq!(outcome, Outcome { answered: 3_000, refused: 1_000 });
    assert_eq!(outcome.exit_code(), 1);
    let expected: String = (1..=5_000)
        .filter(|number| ![0, 3].contains(&(number % 5)))
        .map(|number| format!("{{\"id\":{number},\"verdicts\":{{}}}}\n"))
        .collect();
    assert!(told == expected, "an answer is missing or out of its order");
    let named: Vec<_> = complaints.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect();
    let expected: Vec<_> = (3..=5_000).step_by(5).map(|number| format!("line {number}")).collect();
    assert_eq!(named, expected);
}

#[test]
fn a_line_may_be_as_long_as_the_bound_and_no_longer() {
    let question = r#"{"id":1,"black":[],"white":[]}"#;
    let padded = |bytes: usize| format!("{question}{}", " ".repeat(bytes - question.len()));
    let (longest, too_long, endless) =
        (padded(LINE_BYTES_MAX), padded(LINE_BYTES_MAX + 1), padded(50 * LINE_BYTES_MAX));
    let asked = format!("{question}\n{longest}\n{too_long}\n{question}\n{endless}\n{longest}\n{question}");
    for bytes in [1, 1000, 1 << 20] {
        let (outcome, told, complaints) = judged_in_pieces(asked.as_bytes(), bytes);
        assert_eq!(outcome, Outcome { answered: 5, refused: 2 });
        assert_eq!(told.lines().count(), 5);
        let complaints: Vec<_> = complaints.lines().collect();
        assert!(complaints[0].starts_with("line 3: the line is longer than 16384 bytes"), "{complaints:?}");
        assert!(complaints[1].starts_with("line 5: the line is longer than 16384 bytes"), "{complaints:?}");
    }
}

#[test]
fn an_endless_line_is_not_kept() {
    let endless = io::repeat(b'x').take(256 << 20);
    let (mut told, mut complaints) = (Vec::new(), Vec::new());
    let outcome = run(BufReader::new(endless), &mut told, &mut complaints, Detail::Verdict).unwrap();
    assert_eq!((outcome.answered, outcome.refused, told.len()), (0, 1, 0));
}

#[test]
fn no_input_is_no_error() {
    assert_eq!(judged(b""), (Outcome::default(), String::new(), String::new()));
    assert_eq!(Outcome::default().exit_code(), 0);
}

/// Somebody who asks one question and waits for the answer before asking the next gets it.
#[test]
fn a_question_is_answered_before_the_next_is_asked() {
    let (mut questions, asked) = pipe();
    let (told, mut answers) = pipe();
    std::thread::scope(|scope| {
        let program = scope.spawn(move || run(BufReader::new(asked), told, io::sink(), Detail::Verdict));
        for number in 0..100 {
            writeln!(questions, "{{\"id\":{number},\"black\":[],\"white\":[]}}").unwrap();
            let expected = format!("{{\"id\":{number},\"verdicts\":{{}}}}\n");
            let mut answer = vec![0; expected.len()];
            answers.read_exact(&mut answer).unwrap();
            assert_eq!(String::from_utf8(answer).unwrap(), expected);
        }
        drop(questions);
        assert_eq!(program.join().unwrap().unwrap().answered, 100);
    });
}

#[test]
fn a_run_ends_when_nobody_reads_the_answers() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let question = "{\"id\":1,\"black\":[],\"white\":[]}\n".repeat(100_000);
    let error = run(question.as_bytes(), Closed, io::sink(), Detail::Verdict).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn an_input_that_breaks_is_an_error_after_what_came_before_is_answered() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let question = "{\"id\":1,\"black\":[],\"white\":[]}\n".repeat(10);
    let mut told = Vec::new();
    let input = BufReader::new(question.as_bytes().chain(Broken));
    let error = run(input, &mut told, io::sink(), Detail::Verdict).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    assert_eq!(told.iter().filter(|byte| **byte == b'\n').count(), 10);
}

/// The answers to lines of which none is bad.
fn answers(asked: &str) -> String {
    let (outcome, told, complaints) = judged(asked.as_bytes());
    assert_eq!((outcome.refused, complaints.as_str()), (0, ""));
    told
}

fn judged(asked: &[u8]) -> (Outcome, String, String) {
    judged_in_pieces(asked, asked.len())
}

/// The same with an input that gives at most so many bytes at once.
fn judged_in_pieces(asked: &[u8], bytes: usize) -> (Outcome, String, String) {
    struct Pieces<'a>(&'a [u8], usize);
    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.1.min(buffer.len());
            self.0.read(&mut buffer[..bytes])
        }
    }
    let (mut told, mut complaints) = (Vec::new(), Vec::new());
    let input = BufReader::with_capacity(1, Pieces(asked, bytes));
    let outcome = run(input, &mut told, &mut complaints, Detail::Verdict).unwrap();
    (outcome, String::from_utf8(told).unwrap(), String::from_utf8(complaints).unwrap())
}

fn pipe() -> (io::PipeWriter, io::PipeReader) {
    let (reader, writer) = io::pipe().unwrap();
    (writer, reader)
}

#[test]
fn asked_to_explain_it_says_which_stones_and_which_points_make_it_so() {
    let explained = |asked: &str| {
        let mut told = Vec::new();
        let outcome = run(asked.as_bytes(), &mut told, io::sink(), Detail::Explained).unwrap();
        assert_eq!(outcome.refused, 0);
        serde_json::from_slice::<Value>(&told).unwrap()
    };
    let told = explained(r#"{"id":1,"black":["d8","f8","g8","j8"],"white":[]}"#);
    assert_eq!(
        told["verdicts"]["h8"],
        json!({
            "kind": "four-four", "fours": 2, "threes": 0,
            "why": {
                "rows": [],
                "fours": [
                    { "stones": ["d8", "f8", "g8", "h8"], "fifths": ["e8"] },
                    { "stones": ["f8", "g8", "h8", "j8"], "fifths": ["i8"] },
                ],
                "threes": [],
            },
        })
    );
    // Lessons A5: a double-three one of whose completions makes six.
    let told = explained(r#"{"id":1,"black":["g9","h9","i7","h6"],"white":[]}"#);
    let why = &told["verdicts"]["h8"]["why"];
    assert_eq!(why["threes"].as_array().unwrap().len(), 2, "{why}");
    assert!(why["threes"][0]["completions"].as_array().unwrap().iter().all(|one| one["kind"] == "legal"));
}

#[test]
fn what_is_explained_is_what_is_judged() {
    use tengen::game::board::Stone;
    use tengen::game::point::{BoardSize, Point};
    use tengen::game::rules::Position;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/forbidden-positions.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut points = 0;
    for line in text.lines() {
        let label: Value = serde_json::from_str(line).unwrap();
        let mut position = Position::new(BoardSize::FIFTEEN);
        for (colour, stone) in [("black", Stone::Black), ("white", Stone::White)] {
            for name in label[colour].as_array().unwrap() {
                position.put(name.as_str().unwrap().parse().unwrap(), stone);
            }
        }
        let free: Vec<Point> = BoardSize::FIFTEEN.iter().filter(|point| position.is_free(*point)).collect();
        for point in free {
            let (verdict, why) = (position.verdict(point), position.explain(point));
            let threes = why.threes.iter().filter(|three| three.counts()).count();
            assert_eq!(why.kind, verdict.kind);
            assert_eq!(
                (why.fours.len(), threes),
                (usize::from(verdict.fours), usize::from(verdict.threes)),
                "{point} {line}"
            );
            points += 1;
        }
    }
    assert!(points > 500_000);
}
