//! The queue of messages for devices and channels: stored with their cause, leased by a dispatcher, and deleted when of no use.

mod expiry;
mod leases;
pub(crate) mod log_reader;
mod message;
mod outcome;
mod transitions;

pub(crate) use self::transitions::answered;
pub use self::{
    expiry::{ExpiryReport, expire},
    leases::{Leased, Reach, Room, Selection, lease, next},
    log_reader::{LogRead, read_log},
    message::{LeasedMessage, MessageBody, MessageOutcome, Recipient, owner},
    outcome::{hasten, record, release},
    transitions::{RingReceipt, heard, postpone},
};
