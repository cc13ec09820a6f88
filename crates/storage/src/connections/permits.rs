//! Who may use the database at the same time.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::ring_priority::RingPriority;

/// The permits of one term: what waits for a primary that was replaced keeps those of its term.
#[derive(Debug, Clone)]
pub(crate) struct Permits {
    /// For requests.
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
