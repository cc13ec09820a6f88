//! The queue of messages for devices and channels: stored with their cause, leased by a dispatcher, and deleted when of no use.

mod batch;
mod message;
mod outcome;
mod queue;
mod repeats;
mod taken;

pub use self::{
    batch::queue_due,
    message::{Due, Recipient, Taken},
    outcome::{Sent, expire, hasten, record, release},
    queue::{Heard, heard, postpone},
    taken::{Room, Which, Without, next, take},
};
pub(crate) use self::{batch::store as store_batch, queue::answered};
