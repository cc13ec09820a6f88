//! Messages to devices: queued with what they are about, taken by who sends them, and kept while they are of use.

mod outcome;
mod queue;
mod taken;

pub use self::{
    outcome::{Sent, expire, hasten, record, release},
    queue::{Heard, heard, postpone},
    taken::{Due, Room, Taken, Which, next, take},
};
pub(crate) use queue::{answered, queue_rings};
