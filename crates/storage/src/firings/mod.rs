//! The log of firings: appended to by the claim, read by the feed and by streams that come back.
//!
//! A batch of firings is written without any lock, in a block of ids of its own. Its place in the log is taken last, with
//! the commit, under one advisory lock: so places become visible in order, and a reader keeps its place as the greatest
//! [`FiringId`](tokibako_domain::firing::FiringId) it has seen, the place of a batch and the index of a ring within it.

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
