//! The queue of messages for devices and channels: stored with their cause, leased by a dispatcher, and deleted when of no use.

pub(crate) mod greeting;

mod expiry;
mod leases;
mod log_reader;
mod message;
mod outcome;
mod queue;
mod repeats;

pub(crate) use self::queue::answered;
pub use self::{
    expiry::{ExpiryReport, expire},
    leases::{Exclusions, Reach, Room, Selection, lease, next},
    log_reader::{LogRead, read_log},
    message::{LeasedMessage, MessageBody, Recipient, owner},
    outcome::{MessageOutcome, hasten, record, release},
    queue::{RingReceipt, heard, postpone},
};
