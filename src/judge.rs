//! `tengen judge`: positions in, the verdicts on Black's moves out, one JSON line each (rulebook F-09).
//!
//! It reads lines like
//!
//! ```json
//! {"id": 1, "black": ["e8", "f8", "g8", "h8"], "white": ["d8"]}
//! ```
//!
//! and answers each with every empty point where Black's move under renju is not plainly legal, in the order of the
//! points: `{"id":1,"verdicts":{"i8":{"kind":"five","fours":0,"threes":0}}}`. A line that cannot be answered is named on
//! the error stream with its number, and the others are answered all the same. A blank line asks for nothing.
//!
//! Asked to explain, it adds to each verdict why: the rows, the fours with where their fifth stone may stand, and the
//! threes with the points that would complete them and the verdict on each.
//!
//! One thread cuts the input into chunks of whole lines, a few judge them, and the caller's writes the answers in the
//! order of the questions. Chunk number `n` goes to judge number `n` modulo their count and its answer is fetched from
//! there, so order costs nothing; every queue has a bound, so memory does too.

mod chunks;
mod question;
mod why;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::game::rules::Kind;
use chunks::{Chunk, Chunks, Line};
use question::{Question, Unreadable};

/// The longest line that is read; a full board takes less than 2 KiB.
pub const LINE_BYTES_MAX: usize = 16 * 1024;

/// The most threads that judge at the same time.
const JUDGES_MAX: usize = 8;

/// The chunks that may wait before each judge, and the answers behind it.
const WAITING_MAX: usize = 2;

/// How much is said of each point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The verdict.
    #[default]
    Verdict,
    /// Also why.
    Explained,
}

/// How a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Lines that got their verdicts.
    pub answered: u64,
    /// Lines that could not be answered.
    pub refused: u64,
}

impl Outcome {
    /// The exit code of the program: 1 if any line could not be answered.
    pub const fn exit_code(self) -> u8 {
        if self.refused == 0 { 0 } else { 1 }
    }
}

/// Judges the positions in `input` line by line.
///
/// # Errors
///
/// If the input cannot be read or an output cannot be written. Lines that cannot be answered are no such error; they
/// are counted in the [`Outcome`].
pub fn run(
    input: impl BufRead + Send,
    output: impl Write,
    errors: impl Write,
    detail: Detail,
) -> io::Result<Outcome> {
    let judges = thread::available_parallelism().map_or(1, usize::from).min(JUDGES_MAX);
    thread::scope(|scope| {
        let mut questions = Vec::new();
        let mut answers = Vec::new();
        for _ in 0..judges {
            let (question, asked) = sync_channel(WAITING_MAX);
            let (answer, answered) = sync_channel(WAITING_MAX);
            scope.spawn(move || judge(&asked, &answer, detail));
            questions.push(question);
            answers.push(answered);
        }
        let reader = scope.spawn(move || read(input, &questions));
        let outcome = write(&answers, output, errors);
        // The reader stops when nobody takes its chunks any more.
        drop(answers);
        let read = reader.join().unwrap_or_else(|_| Err(io::Error::other("the reader broke down")));
        outcome.and_then(|outcome| read.map(|()| outcome))
    })
}

/// Hands the chunks round. Ends early if a judge is gone, which happens only when the answers are not wanted.
fn read(input: impl BufRead, judges: &[SyncSender<Chunk>]) -> io::Result<()> {
    let mut chunks = Chunks::new(input);
    for judge in judges.iter().cycle() {
        let Some(chunk) = chunks.next()? else { break };
        if judge.send(chunk).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answers the chunks that are asked about.
fn judge(asked: &Receiver<Chunk>, answers: &SyncSender<Answer>, detail: Detail) {
    for chunk in asked {
        if answers.send(Answer::to(&chunk, detail)).is_err() {
            break;
        }
    }
}

/// Writes the answers in the order of the chunks.
fn write(judges: &[Receiver<Answer>], mut output: impl Write, mut errors: impl Write) -> io::Result<Outcome> {
    let mut outcome = Outcome::default();
    for judge in judges.iter().cycle() {
        // A judge without an answer is one whose turn never came again.
        let Ok(answer) = judge.recv() else { break };
        output.write_all(&answer.verdicts)?;
        output.flush()?;
        errors.write_all(answer.complaints.as_bytes())?;
        outcome.answered += answer.outcome.answered;
        outcome.refused += answer.outcome.refused;
    }
    errors.flush()?;
    Ok(outcome)
}

/// What is to be written about one chunk.
#[derive(Default)]
struct Answer {
    verdicts: Vec<u8>,
    complaints: String,
    outcome: Outcome,
}

impl Answer {
    fn to(chunk: &Chunk, detail: Detail) -> Self {
        let mut answer = Self::default();
        for (number, line) in chunk.lines() {
            let question = match line {
                Line::Blank => continue,
                Line::Whole(text) => Question::read(text),
                Line::TooLong => Err(Unreadable::TooLong),
            };
            match question {
                Ok(question) => {
                    answer.add_verdicts(&question, detail);
                    answer.outcome.answered += 1;
                }
                Err(complaint) => {
                    answer.complaints.push_str(&format!("line {number}: {complaint}\n"));
                    answer.outcome.refused += 1;
                }
            }
        }
        answer
    }

    /// The JSON is put together by hand, because nothing in it but the id needs care, and the id is kept as it came.
    fn add_verdicts(&mut self, question: &Question<'_>, detail: Detail) {
        let out = &mut self.verdicts;
        out.extend_from_slice(b"{\"id\":");
        out.extend_from_slice(question.id.as_bytes());
        out.extend_from_slice(b",\"verdicts\":{");
        let mut comma: &[u8] = b"";
        for (point, verdict) in question.position.scan() {
            out.extend_from_slice(comma);
            comma = b",";
            out.extend_from_slice(&[b'"', b'a' + point.column()]);
            push_number(out, point.row() + 1);
            out.extend_from_slice(b"\":{\"kind\":\"");
            out.extend_from_slice(word(verdict.kind).as_bytes());
            out.extend_from_slice(b"\",\"fours\":");
            push_number(out, verdict.fours);
            out.extend_from_slice(b",\"threes\":");
            push_number(out, verdict.threes);
            if detail == Detail::Explained {
                why::push(out, &question.position.explain(point));
            }
            out.push(b'}');
        }
        out.extend_from_slice(b"}}\n");
    }
}

/// Writes a number below 100.
fn push_number(out: &mut Vec<u8>, number: u8) {
    if number >= 10 {
        out.push(b'0' + number / 10);
    }
    out.push(b'0' + number % 10);
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Legal => "legal",
        Kind::Five => "five",
        Kind::Overline => "overline",
        Kind::FourFour => "four-four",
        Kind::ThreeThree => "three-three",
    }
}
