//! Who may use the database at the same time.
//!
//! Rings have priority over requests: during a claim or a read of the log, only a few requests may use the database. A
//! claim is several statements in sequence. If the database has fewer cores than concurrent requests, each of those
//! statements waits for a core behind the requests, and the ring is late by the sum of the waits.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The permits of one term: what waits for a primary that was replaced keeps those of its term.
#[derive(Debug, Clone)]
pub(crate) struct Permits {
    pub(crate) requests: Arc<Semaphore>,
    /// For tasks of the process.
    pub(crate) background: Arc<Semaphore>,
    /// For requests during rings.
    pub(crate) ring_priority: Arc<RingPriority>,
}

impl Permits {
    /// One permit for each connection, for requests and for background work.
    pub(crate) fn new(requests: u8, background: u8) -> Self {
        Self {
            requests: Arc::new(Semaphore::new(requests.into())),
            background: Arc::new(Semaphore::new(background.into())),
            ring_priority: RingPriority::new(requests),
        }
    }
}

/// During a ring, one in this many of the concurrent requests may use the database.
const ONE_IN: u8 = 3;

/// Tracks rings in progress, and limits requests during them.
#[derive(Debug)]
pub(crate) struct RingPriority {
    rings: AtomicUsize,
    requests_during_rings: Arc<Semaphore>,
}

impl RingPriority {
    /// For this many concurrent requests.
    pub(crate) fn new(requests: u8) -> Arc<Self> {
        let permits = (requests / ONE_IN).max(1);
        let requests_during_rings = Arc::new(Semaphore::new(permits.into()));
        Arc::new(Self { rings: AtomicUsize::new(0), requests_during_rings })
    }

    /// Begins work that a ring depends on; it ends when the returned value is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> RingGuard {
        self.rings.fetch_add(1, Ordering::Relaxed);
        RingGuard(Arc::clone(self))
    }

    /// Waits until a request may use the database: at once unless a ring is in progress. The caller keeps the permit
    /// until it is done.
    pub(crate) async fn admit_request(&self) -> Option<OwnedSemaphorePermit> {
        if self.rings.load(Ordering::Relaxed) == 0 {
            return None;
        }
        Arc::clone(&self.requests_during_rings).acquire_owned().await.ok()
    }
}

/// Work that a ring depends on, until it is dropped.
#[derive(Debug)]
pub(crate) struct RingGuard(Arc<RingPriority>);

impl Drop for RingGuard {
    fn drop(&mut self) {
        self.0.rings.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;

    /// Polls a new request once.
    fn poll_request(priority: &RingPriority) -> Poll<Option<OwnedSemaphorePermit>> {
        pin!(priority.admit_request()).poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn during_rings_only_a_third_of_the_requests_are_admitted() {
        let priority = RingPriority::new(10);
        assert!(matches!(poll_request(&priority), Poll::Ready(None)));
        let (one, other) = (priority.begin(), priority.begin());
        drop(other);
        let mut admitted: Vec<_> = (0..3).map(|_| poll_request(&priority)).collect();
        assert!(admitted.iter().all(|passed| matches!(passed, Poll::Ready(Some(_)))));
        assert!(poll_request(&priority).is_pending());
        admitted.pop();
        assert!(matches!(poll_request(&priority), Poll::Ready(Some(_))));
        drop(one);
        assert!(matches!(poll_request(&priority), Poll::Ready(None)));
    }

    #[test]
    fn at_least_one_request_is_always_admitted() {
        let priority = RingPriority::new(1);
        let _ring = priority.begin();
        assert!(matches!(poll_request(&priority), Poll::Ready(Some(_))));
    }
}
