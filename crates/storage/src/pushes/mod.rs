//! The queue of messages for devices: queued with their cause, leased by a dispatcher, and deleted when of no use.

mod outcome;
mod queue;
mod taken;

pub use self::{
    outcome::{Sent, expire, hasten, record, release},
    queue::{Heard, heard, postpone},
    taken::{Due, Room, Taken, Which, next, take},
};
pub(crate) use queue::{answered, queue_rings};
