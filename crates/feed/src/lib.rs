//! The way of a ring, from the commit of its batch to the streams of all processes.
//!
//! A claim logs a batch of rings. The [`Feed`] of each process that serves streams follows the log: it receives the
//! batches of its own process directly, those of others by the bus as a [`Message`] if there is one ([`publish`]), and
//! reads from the log what did not arrive. The [`BatchSequencer`] knows what is missing, because each batch names the
//! batch before it. The feed passes rings on to its [`Listeners`], in the order of the log.

pub mod message;
pub mod publish;
pub mod sequencer;

mod feed;
mod metrics;

pub use crate::{
    feed::{Feed, Listeners, StreamDelivery},
    message::{Batch, Message},
    metrics::{FeedMetrics, LAG_BUCKETS},
    sequencer::{Action, BatchId, BatchSequencer},
};
pub use tokibako_storage::signals::wakeup::LogGrowth;
