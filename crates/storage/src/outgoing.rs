//! What this process has committed to the log, for whoever hands it on at once: to its own streams, and to other processes.

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

/// How many batches wait at most for each who hands them on. The rest is read in the log.
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

impl Committed {
    /// The rings of those that `listens` knows, with their places.
    pub fn firings(&self, listens: impl Fn(BrowserId) -> bool) -> Vec<Firing> {
        let place = self.end.place();
        let of_listeners = self.rings.iter().zip(0..).filter(|(ring, _)| listens(ring.rung.browser()));
        of_listeners.map(|(ring, index)| Firing { id: at(place, index), ring: ring.clone() }).collect()
    }
}

/// Where they are put. Nobody waits here for anything: a batch for which there is no room is left out.
#[derive(Debug, Default)]
pub(crate) struct Outgoing(Mutex<Readers>);

#[derive(Debug, Default)]
struct Readers {
    /// Who tells other processes.
    teller: Option<mpsc::Sender<Arc<Committed>>>,
    /// The feeds of this process.
    feeds: Vec<mpsc::Sender<Arc<Committed>>>,
}

impl Outgoing {
    /// From now on, what is committed, for other processes.
    pub(crate) fn for_others(&self) -> mpsc::Receiver<Arc<Committed>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.readers().teller = Some(sender);
        receiver
    }

    /// The same for a feed of this process.
    pub(crate) fn for_feed(&self) -> mpsc::Receiver<Arc<Committed>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.readers().feeds.push(sender);
        receiver
    }

    /// Whether anybody hands on what is committed.
    pub(crate) fn is_wanted(&self) -> bool {
        let readers = self.readers();
        readers.teller.iter().chain(&readers.feeds).any(|reader| !reader.is_closed())
    }

    /// Whether anybody tells other processes of it.
    pub(crate) fn is_told(&self) -> bool {
        self.readers().teller.as_ref().is_some_and(|teller| !teller.is_closed())
    }

    /// Takes a batch that was committed just now; says whether the feeds of this process have it.
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
