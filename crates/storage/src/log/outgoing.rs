//! Sends committed batches to other tasks of the process: to its feeds, and to the task that publishes on the bus.
//!
//! After the commit a claim sends its batch to the feed of its own process, together with the position of the batch
//! before it (`storage::log::outgoing`). If the batch directly follows the end of the feed, it is delivered without a
//! query. Otherwise it is buffered: another process may have committed in between, or another claimer may be slower to
//! send its batch. What is still missing after 20 ms is read from the log, as are the batches of other processes. The
//! channel holds 64 batches; if it is full, the feed is woken and reads the log. Only committed batches are sent, so a
//! stream that opens meanwhile finds them in the log.

use std::{sync::Arc, time::Instant};

use parking_lot::Mutex;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, Ring},
};
use tokio::sync::mpsc;

use super::position::{LogPosition, firing_id};

/// The capacity of each channel, in batches. A batch that does not fit is read from the log.
const CAPACITY: usize = 64;

/// A batch of the log that this process has committed.
#[derive(Debug, Clone, PartialEq)]
pub struct CommittedBatch {
    /// The end of the batch before it.
    pub previous: LogPosition,
    pub end: LogPosition,
    /// The rings, in the order of the log.
    pub rings: Vec<Ring>,
    pub at: Instant,
}

impl CommittedBatch {
    /// The firings of the browsers for which `listens` is true.
    pub fn firings(&self, listens: impl Fn(BrowserId) -> bool) -> Vec<Firing> {
        let offset = self.end.offset();
        let of_listeners = self.rings.iter().zip(0..).filter(|(ring, _)| listens(ring.subject.browser()));
        of_listeners.map(|(ring, index)| Firing { id: firing_id(offset, index), ring: ring.clone() }).collect()
    }
}

/// The channels for committed batches. Sending never waits: a batch is dropped if its channel is full.
#[derive(Debug, Default)]
pub(crate) struct Outgoing(Mutex<Readers>);

#[derive(Debug, Default)]
struct Readers {
    /// The task that publishes on the bus.
    publisher: Option<mpsc::Sender<Arc<CommittedBatch>>>,
    feeds: Vec<mpsc::Sender<Arc<CommittedBatch>>>,
}

impl Outgoing {
    /// Opens the channel to the task that publishes on the bus.
    pub(crate) fn for_publisher(&self) -> mpsc::Receiver<Arc<CommittedBatch>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.0.lock().publisher = Some(sender);
        receiver
    }

    /// Opens a channel to a feed of this process.
    pub(crate) fn for_feed(&self) -> mpsc::Receiver<Arc<CommittedBatch>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.0.lock().feeds.push(sender);
        receiver
    }

    /// Whether any channel is open.
    pub(crate) fn has_readers(&self) -> bool {
        let readers = self.0.lock();
        readers.publisher.iter().chain(&readers.feeds).any(|reader| !reader.is_closed())
    }

    /// Sends a batch that was just committed; returns whether all feeds of this process will receive it.
    pub(crate) fn send(&self, previous: LogPosition, end: LogPosition, rings: Vec<Ring>) -> bool {
        let batch = Arc::new(CommittedBatch { previous, end, rings, at: Instant::now() });
        let mut readers = self.0.lock();
        if let Some(publisher) = &readers.publisher {
            drop(publisher.try_send(Arc::clone(&batch)));
        }
        readers.feeds.retain(|feed| !feed.is_closed());
        let reached = readers.feeds.iter().filter(|feed| feed.try_send(Arc::clone(&batch)).is_ok()).count();
        reached > 0 && reached == readers.feeds.len()
    }
}
