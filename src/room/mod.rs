//! A room: who sits, who watches, what was recorded, and the task around it.
//!
//! ```text
//!   Input, Moment ──> Room::handle ──> Effects        pure
//!                        ├ settle the time
//!                        ├ decide ──> events or a refusal
//!                        └ record ──> the table evolves
//!   task:  1. append what is to be kept, durably
//!          2. then tell
//! ```

mod company;
mod damage;
mod decide;
mod followers;
mod interruption;
mod keeping;
pub mod message;
mod news;
mod office;
pub mod outbox;
mod readouts;
mod reports;
mod state;
mod summary;
pub mod talk;
mod task;

pub use decide::{founding, founding_for, founding_of_two};
pub use news::TAIL_MAX;
pub use readouts::READOUT_STALE;
pub use reports::Reports;
pub use state::{Effect, REFUSALS_KEPT, Room};
pub use summary::{Interest, Stage, Summary};
pub use task::{Context, Ended, INBOX_BOUND, RoomGone, RoomHandle, WATCHERS_TOLD_EVERY, open};
