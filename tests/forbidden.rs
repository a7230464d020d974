//! The forbidden moves and the fives, held against labelled positions, the rulebook's examples, the reports of other
//! programs' users, a slow judge written from the definitions, and another implementation.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "forbidden/data.rs"]
mod data;
#[path = "forbidden/fives.rs"]
mod fives;
#[path = "forbidden/labelled.rs"]
mod labelled;
#[path = "forbidden/lessons.rs"]
mod lessons;
#[path = "forbidden/oracle.rs"]
mod oracle;
#[path = "forbidden/properties.rs"]
mod properties;
#[path = "forbidden/rulebook.rs"]
mod rulebook;
