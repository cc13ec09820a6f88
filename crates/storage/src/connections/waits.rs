//! Metrics of waiting for the database.

use std::time::Instant;

use prometheus_client::{
    metrics::{gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};

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
