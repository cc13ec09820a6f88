//! Who may use the database at the same time, and metrics of waiting for it.
//!
//! Requests share permits by turns (`storage::fair_semaphore`): an address, or an IPv6 network, has a third of them at most,
//! also while its requests wait for locks of rows. Answers to rings go first.
//!
//! Rings have priority over requests: during a claim or a read of the log, only a few further requests may use the database.
//! A claim is several statements in sequence. If the database has fewer cores than concurrent requests, each of those
//! statements waits for a core behind the requests, and the ring is late by the sum of the waits.

use std::{sync::Arc, time::Instant};

use prometheus_client::{
    metrics::{gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use tokio::sync::Semaphore;

use crate::fair_semaphore::{FairPermit, FairSemaphore, Key, Narrowing, PermitLimit};

tokio::task_local! {
    static REQUESTER: Requester;
}

/// For whom a request uses the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Requester {
    /// Whose share of the permits it takes; `None` has no limit of its own.
    pub neighbour: Option<Key>,
    /// Whether it goes before others, such as the answer to a ring.
    pub is_urgent: bool,
}

/// The permit of a request.
pub(crate) type RequestPermit = FairPermit;

/// Work that a ring depends on, until it is dropped.
pub(crate) type RingGuard = Narrowing;

/// The permits of one term: what waits for a primary that was replaced keeps those of its term.
#[derive(Debug, Clone)]
pub(crate) struct Permits {
    pub(crate) requests: Arc<FairSemaphore>,
    /// For tasks of the process.
    pub(crate) background: Arc<Semaphore>,
}

/// An address has one in this many of the permits, and during a ring one in this many of the requests may use the database.
const ONE_IN: u8 = 3;

impl Requester {
    /// Runs a request, whose queries are then for this requester.
    pub async fn scope<F: Future>(self, request: F) -> F::Output {
        REQUESTER.scope(self, request).await
    }

    /// The requester of the current task.
    pub(crate) fn current() -> Self {
        REQUESTER.try_with(|requester| *requester).unwrap_or_default()
    }
}

impl Permits {
    /// One permit for each connection, for requests and for background work.
    pub(crate) fn new(requests: u8, background: u8) -> Self {
        let one_in = |number: u8| usize::from((number / ONE_IN).max(1));
        let limit = PermitLimit { total: requests.into(), of_key: one_in(requests) };
        let during_rings = PermitLimit { total: one_in(requests), of_key: one_in(requests / ONE_IN) };
        Self {
            requests: FairSemaphore::new(limit, during_rings),
            background: Arc::new(Semaphore::new(background.into())),
        }
    }

    /// Begins work that a ring depends on.
    pub(crate) fn begin_ring(&self) -> RingGuard {
        self.requests.narrow()
    }
}

/// Buckets in seconds: from no wait to longer than the timeout.
const WAITS: [f64; 9] = [0.000_1, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5];

/// Metrics of waiting for the database. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Waits {
    waiting: Gauge,
    seconds: Histogram,
}

/// A wait, which ends when this is dropped, successful or not.
pub(crate) struct Wait {
    waits: Waits,
    since: Instant,
}

impl Default for Waits {
    fn default() -> Self {
        Self { waiting: Gauge::default(), seconds: Histogram::new(WAITS) }
    }
}

impl Waits {
    pub(crate) fn begin(&self) -> Wait {
        self.waiting.inc();
        Wait { waits: self.clone(), since: Instant::now() }
    }

    /// Registers the metrics of the waits.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register(
            "database_pool_waiting",
            "Queries that wait for a permit or for a connection",
            self.waiting.clone(),
        );
        registry.register_with_unit(
            "database_pool_wait",
            "Time that queries waited for a permit or for a connection",
            Unit::Seconds,
            self.seconds.clone(),
        );
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.waits.waiting.dec();
        self.waits.seconds.observe(self.since.elapsed().as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn queries_are_for_the_requester_of_their_task() {
        let requester = Requester { neighbour: Some(7), is_urgent: true };
        assert_eq!(requester.scope(async { Requester::current() }).await, requester);
        assert_eq!(Requester::current(), Requester::default());
    }

    #[tokio::test]
    async fn one_request_is_always_admitted() {
        let permits = Permits::new(1, 1);
        let _ring = permits.begin_ring();
        permits.requests.acquire(Some(1), false).await.unwrap();
    }
}
