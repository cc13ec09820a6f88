//! Rings have priority over requests: during a claim or a read of the log, only few requests use the database.
//!
//! A claim is several statements in sequence. If the database has fewer cores than concurrent requests, each of those
//! statements waits for a core behind the requests, and the ring is late by the sum of the waits.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// During a ring, a third of the requests that may use the database at once may still do so.
const ONE_IN: u8 = 3;

/// Tracks rings in progress, and limits requests during them.
#[derive(Debug)]
pub(crate) struct Precedence {
    rings: AtomicUsize,
    beside: Arc<Semaphore>,
}

impl Precedence {
    /// For this many concurrent requests.
    pub(crate) fn over(requests: u8) -> Arc<Self> {
        let beside = (requests / ONE_IN).max(1);
        Arc::new(Self { rings: AtomicUsize::new(0), beside: Arc::new(Semaphore::new(beside.into())) })
    }

    /// Begins work that a ring depends on; it ends when the returned value is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> Rings {
        self.rings.fetch_add(1, Ordering::Relaxed);
        Rings(Arc::clone(self))
    }

    /// Waits until a request may use the database: at once unless a ring is in progress. The caller keeps the permit
    /// until it is done.
    pub(crate) async fn pass(&self) -> Option<OwnedSemaphorePermit> {
        if self.rings.load(Ordering::Relaxed) == 0 {
            return None;
        }
        Arc::clone(&self.beside).acquire_owned().await.ok()
    }
}

/// Work that a ring depends on.
#[derive(Debug)]
pub(crate) struct Rings(Arc<Precedence>);

impl Drop for Rings {
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

    /// The state of a request that has just asked.
    fn asked(precedence: &Precedence) -> Poll<Option<OwnedSemaphorePermit>> {
        pin!(precedence.pass()).poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn requests_are_unlimited_without_rings_and_a_third_of_them_pass_during_rings() {
        let precedence = Precedence::over(10);
        assert!(matches!(asked(&precedence), Poll::Ready(None)));
        let (one, other) = (precedence.begin(), precedence.begin());
        drop(other);
        let mut beside: Vec<_> = (0..3).map(|_| asked(&precedence)).collect();
        assert!(beside.iter().all(|passed| matches!(passed, Poll::Ready(Some(_)))));
        assert!(asked(&precedence).is_pending());
        beside.pop();
        assert!(matches!(asked(&precedence), Poll::Ready(Some(_))));
        drop(one);
        assert!(matches!(asked(&precedence), Poll::Ready(None)));
    }

    #[test]
    fn one_request_always_passes() {
        let precedence = Precedence::over(1);
        let _ring = precedence.begin();
        assert!(matches!(asked(&precedence), Poll::Ready(Some(_))));
    }
}
