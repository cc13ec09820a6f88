//! What this process has committed to the log, for whoever tells other processes of it at once.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokibako_domain::firing::Ring;
use tokio::sync::mpsc;

use crate::firings::followed::Followed;

/// How many batches wait at most to be told of. Others read the rest in the log.
const CAPACITY: usize = 64;

/// A batch that was committed to the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Committed {
    /// The end of the batch before it.
    pub after: Followed,
    /// Its own end.
    pub end: Followed,
    /// All that rang, in the order of the log.
    pub rings: Vec<Ring>,
    /// When it was committed.
    pub at: Instant,
}

/// Where they are put. Nobody waits here for anything: a batch for which there is no room goes untold.
#[derive(Debug, Default)]
pub(crate) struct Outgoing(Mutex<Option<mpsc::Sender<Committed>>>);

impl Outgoing {
    /// From now on, what is committed.
    pub(crate) fn listen(&self) -> mpsc::Receiver<Committed> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        *self.sender() = Some(sender);
        receiver
    }

    /// Whether anybody tells of it.
    pub(crate) fn is_wanted(&self) -> bool {
        self.sender().as_ref().is_some_and(|sender| !sender.is_closed())
    }

    /// Takes a batch that was committed just now.
    pub(crate) fn put(&self, after: Followed, end: Followed, rings: Vec<Ring>) {
        if let Some(sender) = &*self.sender() {
            drop(sender.try_send(Committed { after, end, rings, at: Instant::now() }));
        }
    }

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn sender(&self) -> MutexGuard<'_, Option<mpsc::Sender<Committed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
