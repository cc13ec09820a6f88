//! Passes committed batches on within the process: to its feed, and to the task that publishes them on the bus.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, Ring},
};
use tokio::sync::mpsc;

use crate::firings::{followed::Followed, places::at};

/// The capacity of each channel, in batches. What does not fit is read from the log.
const CAPACITY: usize = 64;

/// A batch of the log that this process has committed.
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

impl Committed {
    /// The firings of the browsers for which `listens` is true, with their places.
    pub fn firings(&self, listens: impl Fn(BrowserId) -> bool) -> Vec<Firing> {
        let place = self.end.place();
        let of_listeners = self.rings.iter().zip(0..).filter(|(ring, _)| listens(ring.rung.browser()));
        of_listeners.map(|(ring, index)| Firing { id: at(place, index), ring: ring.clone() }).collect()
    }
}

/// The channels for committed batches. Sending never waits: a batch is dropped if its channel is full.
#[derive(Debug, Default)]
pub(crate) struct Outgoing(Mutex<Readers>);

#[derive(Debug, Default)]
struct Readers {
    /// The task that publishes on the bus.
    teller: Option<mpsc::Sender<Arc<Committed>>>,
    /// The feeds of this process.
    feeds: Vec<mpsc::Sender<Arc<Committed>>>,
}

impl Outgoing {
    /// Opens the channel for the bus.
    pub(crate) fn for_others(&self) -> mpsc::Receiver<Arc<Committed>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.readers().teller = Some(sender);
        receiver
    }

    /// Opens a channel for a feed of this process.
    pub(crate) fn for_feed(&self) -> mpsc::Receiver<Arc<Committed>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.readers().feeds.push(sender);
        receiver
    }

    /// Whether any channel is open.
    pub(crate) fn is_wanted(&self) -> bool {
        let readers = self.readers();
        readers.teller.iter().chain(&readers.feeds).any(|reader| !reader.is_closed())
    }

    /// Whether the channel for the bus is open.
    pub(crate) fn is_told(&self) -> bool {
        self.readers().teller.as_ref().is_some_and(|teller| !teller.is_closed())
    }

    /// Sends a batch that was just committed. Returns whether all feeds of this process have received it.
    pub(crate) fn put(&self, after: Followed, end: Followed, rings: Vec<Ring>) -> bool {
        let batch = Arc::new(Committed { after, end, rings, at: Instant::now() });
        let mut readers = self.readers();
        if let Some(teller) = &readers.teller {
            drop(teller.try_send(Arc::clone(&batch)));
        }
        readers.feeds.retain(|feed| !feed.is_closed());
        let given = readers.feeds.iter().filter(|feed| feed.try_send(Arc::clone(&batch)).is_ok()).count();
        given > 0 && given == readers.feeds.len()
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards a consistent value.
    fn readers(&self) -> MutexGuard<'_, Readers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
