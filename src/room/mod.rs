//! A room: who sits, who watches, what was recorded, and the task around it.

pub mod message;
pub mod outbox;
