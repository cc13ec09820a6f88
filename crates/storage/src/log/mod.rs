//! The log of firings: the claim appends to it; the feed and reconnecting streams read it.
//!
//! # Why a position in the log is one number
//!
//! If positions were ids that transactions take before they commit, a reader that keeps the greatest id would skip a
//! smaller one that becomes visible later. So a batch of firings has two numbers. Its *block* is drawn when its rows
//! are written, without any lock; the id of a firing is the block and the index in it. Its *offset* is a row of
//! `batches`, written under an advisory lock that is held until the commit. So offsets become visible in order, and
//! "everything after offset 4711" is well defined. The lock, the offset, the notification and the commit are one message
//! to the database, so nobody waits for a sender that is slow, frozen or cut off. The claims themselves run
//! concurrently.
//!
//! A reader's position, and the id of a firing in streams
//! ([`FiringId`](tokibako_domain::firing::FiringId)), is the offset of its batch (40 bits) and the
//! index in it (12 bits).
//!
//! When a log is restored without its end, the same offsets are given to other batches. The feed remembers when its last
//! batch was logged. If the log has another batch at that offset, or ends before it, all streams are ended and replay.
//! Clients never see the position: the id of an event is that of the ring (`a42-1795244400000`), which reveals nothing
//! about other browsers.

pub(crate) mod append;
mod page;
pub(crate) mod position;
mod purge;
#[cfg(test)]
mod tests;

pub use self::{
    append::{CommittedBatch, LARGEST_BATCH, PACE, Pace},
    page::{LogPage, REPLAY_BATCH, Replay, ReplayFrom, end, end_for_heartbeats, read_page, replay},
    position::{LogPosition, firing_id},
    purge::{PURGE_BATCH, purge},
};
pub(crate) use self::{
    append::{DuplicatePolicy, LogAppend, append, in_batch_transaction, last_batch_ends},
    page::{of_browser, one},
};
