//! The channel of batches that this process has committed, for publishing them on the bus.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokibako_domain::firing::Ring;
use tokio::sync::mpsc;

use crate::firings::followed::Followed;

/// How many batches are queued. Beyond that they are dropped; readers find them in the log.
const CAPACITY: usize = 64;

/// A batch that was committed to the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Committed {
    /// The end of the batch before it.
    pub after: Followed,
    /// Its own end.
    pub end: Followed,
    /// Its rings, in the order of the log.
    pub rings: Vec<Ring>,
    /// When it was committed.
    pub at: Instant,
}

/// The sending side. It never blocks: if the queue is full, the batch is dropped.
#[derive(Debug, Default)]
pub(crate) struct Outgoing(Mutex<Option<mpsc::Sender<Committed>>>);

impl Outgoing {
    /// Returns a receiver of everything that is committed from now on.
    pub(crate) fn listen(&self) -> mpsc::Receiver<Committed> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        *self.sender() = Some(sender);
        receiver
    }

    /// Whether anybody receives.
    pub(crate) fn is_wanted(&self) -> bool {
        self.sender().as_ref().is_some_and(|sender| !sender.is_closed())
    }

    /// Sends a batch that was committed just now.
    pub(crate) fn put(&self, after: Followed, end: Followed, rings: Vec<Ring>) {
        if let Some(sender) = &*self.sender() {
            drop(sender.try_send(Committed { after, end, rings, at: Instant::now() }));
        }
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards a consistent value.
    fn sender(&self) -> MutexGuard<'_, Option<mpsc::Sender<Committed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
