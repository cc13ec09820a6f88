//! The log of firings: the claim appends to it; the feed and reconnecting streams read it.
//!
//! A batch of firings is written without any lock, in its own block of ids. Its place in the log is assigned last, with
//! the commit, under one advisory lock. So places become visible in order, and a reader's position is the greatest
//! [`FiringId`](tokibako_domain::firing::FiringId) that it has seen: the place of a batch and the index in the batch.

mod append;
mod follow;
pub(crate) mod followed;
mod lookup;
pub(crate) mod places;
mod purge;
mod replay;
#[cfg(test)]
mod tests;

pub use self::{
    append::{LARGEST_BATCH, notify},
    follow::{Stretch, end, end_for_others, stretch},
    followed::Followed,
    lookup::REPLAY_BATCH,
    purge::{PURGE_BATCH, purge},
    replay::{Place, Replay, replay},
};
pub(crate) use self::{
    append::{append, place, placed_last, placing},
    lookup::{of_browser, one},
};
