//! The queue of messages for devices and channels: stored with their cause, leased by a dispatcher, and deleted when of no use.

pub(crate) mod greeting;

mod batch;
mod expiry;
mod leases;
mod message;
mod outcome;
mod queue;
mod repeats;

pub use self::{
    batch::queue_due,
    expiry::{ExpiryReport, expire},
    leases::{Exclusions, Reach, Room, Selection, lease, next},
    message::{LeasedMessage, MessageBody, Recipient, owner},
    outcome::{MessageOutcome, hasten, record, release},
    queue::{RingReceipt, heard, postpone},
};
pub(crate) use self::{batch::store as store_batch, queue::answered};
