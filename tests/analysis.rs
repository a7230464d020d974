//! The analysis board: games read with their variations, and positions judged with their reasons (rulebook F, G-01, C-02).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

mod common;

use common::{act, ms, point, put, room_id};
use serde_json::{Value, json};
use tengen::analysis::{BadQuestion, Question};
use tengen::game::point::{BoardSize, Point};
use tengen::game::ruleset::RuleSet;
use tengen::record::Record;
use tengen::record::import::{self, BadImport, Format, Known, Node};
use tengen::room::message::Action;

fn asked(five: &str, forbidden: &str, moves: &[&str]) -> Result<Question, BadQuestion> {
    let moves: Vec<Option<&str>> = moves.iter().map(|name| (*name != "--").then_some(*name)).collect();
    let text = json!({ "board": 15, "five": five, "forbidden": forbidden, "moves": moves }).to_string();
    Question::read(text.as_bytes())
}

fn told(five: &str, forbidden: &str, moves: &[&str]) -> Value {
    serde_json::to_value(asked(five, forbidden, moves).unwrap().answer()).unwrap()
}

/// Black's stones by turns with White's, which stand out of the way.
fn around<'a>(black: &[&'a str]) -> Vec<&'a str> {
    let white = ["a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1"];
    black.iter().zip(white).flat_map(|(black, white)| [*black, white]).collect()
}

#[test]
fn f02_f03_a_forbidden_point_is_told_with_the_lines_that_make_it_so() {
    // Lessons: a four on each side of one gap, and threes on two lines.
    let told_ = told("renju", "black", &around(&["d8", "f8", "g8", "j8"]));
    let h8 = told_["forbidden"].as_array().unwrap().iter().find(|one| one["point"] == "h8").unwrap();
    assert_eq!(
        *h8,
        json!({
            "point": "h8", "stone": "black", "foul": "four_four",
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
    let told = told("renju", "black", &around(&["h8", "i8", "j9", "j10"]));
    assert_eq!(told["to_move"], "black");
    let points: Vec<&str> =
        told["forbidden"].as_array().unwrap().iter().map(|one| one["point"].as_str().unwrap()).collect();
    let j8 = told["forbidden"].as_array().unwrap().iter().find(|one| one["point"] == "j8").unwrap();
    assert_eq!(j8["foul"], "three_three", "{points:?}");
    let stones: Vec<&Value> =
        j8["why"]["threes"].as_array().unwrap().iter().map(|three| &three["stones"]).collect();
    assert_eq!(stones, [&json!(["h8", "i8", "j8"]), &json!(["j8", "j9", "j10"])]);
    for three in j8["why"]["threes"].as_array().unwrap() {
        assert_eq!(three["counts"], true);
        assert!(three["completions"].as_array().unwrap().iter().all(|one| one["verdict"] == "legal"));
    }
}

#[test]
fn f01_f16_forbidden_points_are_told_whoever_is_to_move_and_only_where_rules_have_them() {
    let black = around(&["h8", "i8", "j9", "j10"]);
    let for_white = told("renju", "black", &[&black[..], &["h15"]].concat());
    assert_eq!(for_white["to_move"], "white");
    assert!(for_white["forbidden"].as_array().unwrap().iter().any(|one| one["point"] == "j8"));
    for (five, forbidden) in [("five_or_more", "nobody"), ("exactly_five", "nobody")] {
        assert_eq!(told(five, forbidden, &black)["forbidden"], json!([]));
    }
    // White's stones are bound where both are.
    let both = told("exactly_five", "both", &[&["o15"], &around(&["h8", "i8", "j9", "j10"])[..7]].concat());
    assert!(
        both["forbidden"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["point"] == "j8" && one["stone"] == "white")
    );
}

#[test]
fn g01_g02_what_the_last_stone_made_is_told() {
    let row = |length: usize| {
        let black: Vec<&str> = ["d8", "e8", "f8", "h8", "i8", "g8"][6 - length..].to_vec();
        let mut moves = around(&black);
        moves.pop();
        moves
    };
    let made =
        |five: &str, forbidden: &str, length| told(five, forbidden, &row(length))["last"]["made"].clone();
    let five = json!({ "type": "five", "line": ["e8", "f8", "g8", "h8", "i8"] });
    let six = json!(["d8", "e8", "f8", "g8", "h8", "i8"]);
    assert_eq!(made("renju", "black", 5), five);
    assert_eq!(made("exactly_five", "nobody", 5), five);
    assert_eq!(made("five_or_more", "nobody", 6), json!({ "type": "five", "line": six }));
    assert_eq!(made("exactly_five", "nobody", 6), json!({ "type": "overline", "line": six }));
    let foul = made("renju", "black", 6);
    assert_eq!(
        (&foul["type"], &foul["foul"], &foul["why"]["rows"]),
        (&json!("forbidden"), &json!("overline"), &json!([six]))
    );
    assert_eq!(told("renju", "black", &["h8"])["last"]["made"], json!({ "type": "nothing" }));
    assert_eq!(told("renju", "black", &[])["last"], Value::Null);
    assert_eq!(told("renju", "black", &["h8", "--"])["last"], Value::Null);
}

#[test]
fn b09_a_four_and_a_three_with_one_stone_are_a_four_three() {
    let last = |black: &[&str], white: &[&str]| {
        let mut moves: Vec<&str> =
            black.iter().zip(white).flat_map(|(black, white)| [*black, *white]).collect();
        moves.pop();
        let asked = asked("renju", "black", &moves).unwrap();
        let told = serde_json::to_value(asked.answer()).unwrap();
        assert_eq!(asked, self::asked("renju", "black", &moves).unwrap(), "nothing is changed by it");
        told["last"]["made"].clone()
    };
    let away = ["a1", "c1", "e1", "g1", "i1", "k1", "m1"];
    let made = last(&["e8", "f8", "g8", "h9", "h10", "h8"], &away);
    assert_eq!(made["type"], "four_three");
    assert_eq!(made["why"]["fours"][0]["stones"], json!(["e8", "f8", "g8", "h8"]));
    assert_eq!(made["why"]["threes"][0]["stones"], json!(["h8", "h9", "h10"]));
    // A four alone, and a three that White has stopped.
    assert_eq!(last(&["e8", "f8", "g8", "h8"], &away)["type"], "nothing");
    let stopped = ["h11", "c1", "e1", "g1", "i1", "k1"];
    assert_eq!(last(&["e8", "f8", "g8", "h9", "h10", "h8"], &stopped)["type"], "nothing");
}

#[test]
fn c02_the_opening_is_named_on_a_board_of_15_lines() {
    let told_ = told("renju", "black", &["h8", "h9", "i9", "a1"]);
    assert_eq!(told_["opening"]["code"], "D4");
    assert_eq!((&told_["opening"]["zh"], &told_["opening"]["ja"]), (&json!("花月"), &json!("花月")));
    assert_eq!(told("five_or_more", "nobody", &["h8", "i9", "j10"])["opening"]["code"], "I1");
    assert_eq!(told("renju", "black", &["h8", "a1", "j10"])["opening"], Value::Null);
    assert_eq!(told("renju", "black", &["h8", "--", "j10"])["opening"], Value::Null);
    let text = r#"{"board":19,"five":"five_or_more","forbidden":"nobody","moves":["h8","h9","i9"]}"#;
    assert!(
        serde_json::to_value(Question::read(text.as_bytes()).unwrap().answer()).unwrap()["opening"].is_null()
    );
}

#[test]
fn what_is_no_position_is_refused_in_words_with_the_move() {
    let error = |five: &str, forbidden: &str, moves: &[&str]| asked(five, forbidden, moves).unwrap_err();
    assert_eq!(error("renju", "black", &["h8", "p1"]), BadQuestion::Point(2));
    assert_eq!(error("renju", "black", &["h8", "i9", "h8"]), BadQuestion::Occupied(3));
    assert_eq!(error("renju", "black", &["--"; 401]), BadQuestion::Long);
    assert_eq!(error("five_or_more", "black", &[]).code(), "bad_rules");
    assert_eq!(error("six", "black", &[]).code(), "bad_question");
    for text in ["", "[]", "{}", r#"{"board":15,"five":"renju","forbidden":"black","moves":[],"x":1}"#] {
        let bad = Question::read(text.as_bytes()).unwrap_err();
        assert!(
            bad.code() == "bad_question" && bad.to_string().contains("a question is like"),
            "{text}: {bad}"
        );
    }
    let board = r#"{"board":17,"five":"five_or_more","forbidden":"nobody","moves":[]}"#;
    assert_eq!(Question::read(board.as_bytes()).unwrap_err(), BadQuestion::Board(17));
    assert_eq!(Question::of_points(15, "h8i9--j10").unwrap().moves().len(), 4);
    assert_eq!(Question::of_points(15, "h8é").unwrap_err(), BadQuestion::Point(2));
    assert_eq!(Question::of_points(16, "h8").unwrap_err(), BadQuestion::Board(16));
}

#[test]
fn variations_and_what_is_said_of_them_are_read() {
    let sgf = "(;GM[4]SZ[15]RU[Renju, 15x15]PB[Ann]PW[B\u{202e}o]C[A lesson]\n;B[hh]C[Tengen];W[hg]\n\
               (;B[jj]C[good]C[or so])(;B[ih];W[])(;B[jj]C[twice];W[aa]))";
    let read = import::sgf(sgf.as_bytes()).unwrap();
    assert_eq!((read.black.as_deref(), read.white.as_deref()), (Some("Ann"), Some("Bo")));
    assert_eq!((read.rules, read.comment.as_deref()), (Some(Known::Renju), Some("A lesson")));
    let node = |parent, name: &str, comment: Option<&str>| Node {
        parent,
        point: (name != "--").then(|| point(name)),
        comment: comment.map(str::to_owned),
    };
    assert_eq!(
        read.nodes,
        [
            node(None, "h8", Some("Tengen")),
            node(Some(0), "h9", None),
            node(Some(1), "j6", Some("good\nor so\ntwice")),
            node(Some(1), "i8", None),
            node(Some(3), "--", None),
            node(Some(2), "a15", None),
        ]
    );
    assert!(read.has_variations());
    assert_eq!(read.main_line(), ["h8", "h9", "j6", "a15"].map(|name| Some(point(name))));
}

#[test]
fn a_file_is_read_in_whichever_form_it_is_written() {
    let format = |text: &str| import::any(text.as_bytes()).map(|(format, read)| (format, read.nodes.len()));
    assert_eq!(format("\u{feff}\n(;B[hh])"), Ok((Format::Sgf, 1)));
    assert_eq!(format("said before (;B[hh](;W[aa])(;W[bb]))"), Ok((Format::Sgf, 3)));
    assert_eq!(format("Piskvorky 20x20, 11:11, 0\n8,8,0\n"), Ok((Format::Psq, 1)));
    assert_eq!(format("1.h8 2.i9"), Ok((Format::Text, 2)));
    assert_eq!(format(""), Ok((Format::Text, 0)));
    assert_eq!(import::any(b"\xffRenLib\xff\x03\x00").unwrap_err(), BadImport::Library);
}

#[test]
fn rules_and_players_are_read_where_they_are_said() {
    let mut room = common::running(RuleSet::renju(None));
    room.handle(act(0, "h8", Action::Play(put(0, "h8"))), ms(1000));
    let record = Record::of(room_id(), room.journal());
    for read in [import::sgf(record.sgf().as_bytes()), import::psq(record.psq().as_bytes())] {
        let read = read.unwrap();
        assert_eq!(read.rules, Some(Known::Renju));
        assert_eq!((read.black.as_deref(), read.white.as_deref()), (Some("Person 0"), Some("Person 1")));
    }
    let rules = |text: &str| import::sgf(format!("(;RU[{text}])").as_bytes()).unwrap().rules;
    assert_eq!(rules("Renju for both colours, 15x15"), Some(Known::RenjuForBoth));
    assert_eq!(rules("Standard gomoku, 15x15"), Some(Known::Standard));
    assert_eq!(rules("Freestyle gomoku, 20x20"), Some(Known::Freestyle));
    assert_eq!(rules("Chess"), None);
}

#[test]
fn a_game_with_too_many_variations_is_refused_and_a_deep_one_read() {
    let points: Vec<Point> = BoardSize::FIFTEEN.iter().collect();
    let written = |point: Point, colour: &str| {
        let letter = |number: u8| char::from(b'a' + number);
        format!(";{colour}[{}{}]", letter(point.column()), letter(14 - point.row()))
    };
    let mut bushy = String::from("(");
    for first in &points[..30] {
        bushy.push('(');
        bushy.push_str(&written(*first, "B"));
        for second in points.iter().filter(|second| *second != first).take(200) {
            bushy.push_str(&format!("({})", written(*second, "W")));
        }
        bushy.push(')');
    }
    bushy.push(')');
    let bushy = bushy.replacen('(', "(;", 1);
    assert!(bushy.len() < import::BYTES_MAX, "{}", bushy.len());
    assert_eq!(import::sgf(bushy.as_bytes()), Err(BadImport::Bushy));
    let deep = (0..30_000).map(|_| "(").collect::<String>();
    assert_eq!(import::sgf(format!("(;{deep}").as_bytes()), Err(BadImport::End("the game")));
    assert_eq!(
        import::sgf(format!("(;{}", ";B[];W[]".repeat(201)).as_bytes()),
        Err(BadImport::End("the game"))
    );
    assert_eq!(import::sgf(format!("(;{})", ";B[];W[]".repeat(201)).as_bytes()), Err(BadImport::Long));
}
