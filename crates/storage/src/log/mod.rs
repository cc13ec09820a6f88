//! The log of firings: the claim appends to it; the feed and reconnecting streams read it.
//!
//! A batch of firings is written without any lock, in its own block of ids. Its *place*, the sequence number in the
//! log, is assigned last, with the commit, under one advisory lock. So places become visible in order, and a reader's
//! position is the greatest [`FiringId`](tokibako_domain::firing::FiringId) that it has read: the place of a batch, and
//! the index in the batch.

mod append;
pub(crate) mod ids;
mod lookup;
pub(crate) mod outgoing;
mod page;
pub(crate) mod position;
mod purge;
mod replay;
#[cfg(test)]
mod tests;

pub(crate) use self::{
    append::{Appended, append, in_batch_transaction, last_batch_ends},
    lookup::{of_browser, one},
};
pub use self::{
    append::{LARGEST_BATCH, notify},
    lookup::REPLAY_BATCH,
    outgoing::Committed,
    page::{LogPage, end, end_for_beats, read_page},
    position::LogPosition,
    purge::{PURGE_BATCH, purge},
    replay::{Replay, ReplayFrom, replay},
};
