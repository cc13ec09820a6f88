//! Rings before requests: while something is claimed or read from the log, few requests use the database.
//!
//! A claim is several statements, one after the other. Where the cores of the database are fewer than the requests that
//! use it, each of these statements waits for its turn on a core behind all of them, and a ring is late by the sum.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// One in so many of the requests that may use the database may do so beside a ring.
const ONE_IN: u8 = 3;

/// Who has the database to himself.
#[derive(Debug)]
pub(crate) struct Precedence {
    rings: AtomicUsize,
    beside: Arc<Semaphore>,
}

impl Precedence {
    /// For so many requests at the same time.
    pub(crate) fn over(requests: u8) -> Arc<Self> {
        let beside = (requests / ONE_IN).max(1);
        Arc::new(Self { rings: AtomicUsize::new(0), beside: Arc::new(Semaphore::new(beside.into())) })
    }

    /// Begins what a ring waits for; it ends when the value is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> Rings {
        self.rings.fetch_add(1, Ordering::Relaxed);
        Rings(Arc::clone(self))
    }

    /// Waits until a request may use the database: at once, unless something rings. It keeps the permit until it is done.
    pub(crate) async fn pass(&self) -> Option<OwnedSemaphorePermit> {
        if self.rings.load(Ordering::Relaxed) == 0 {
            return None;
        }
        Arc::clone(&self.beside).acquire_owned().await.ok()
    }
}

/// What a ring waits for.
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

    /// What a request gets without waiting.
    fn asked(precedence: &Precedence) -> Poll<Option<OwnedSemaphorePermit>> {
        pin!(precedence.pass()).poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn requests_pass_freely_and_a_third_of_them_beside_rings() {
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
