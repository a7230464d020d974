//! What is recorded of a room: its events, their order, and the table they add up to. Pure.

mod event;
mod ids;

pub use event::{Cause, Colours, Event, Lot, Opened, Person, Recorded, Visibility, WallTime};
pub use ids::{BadCommandId, BadId, BadName, CommandId, Name, PersonId, RoomId};
