//! Metrics of the pool: its connections, and how long work waits for one.

use std::time::Instant;

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::{
        MetricType,
        gauge::{ConstGauge, Gauge},
        histogram::Histogram,
    },
    registry::{Registry, Unit},
};

use crate::pool::Pool;

/// Buckets in seconds: from no wait at all to longer than any wait for a turn.
const WAITS: [f64; 9] = [0.000_1, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5];

/// Work that waits for the database. Clones share their counts.
#[derive(Debug, Clone)]
pub(crate) struct Waits {
    waiting: Gauge,
    seconds: Histogram,
}

/// One wait, which ends when this is dropped.
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
    /// Begins a wait.
    pub(crate) fn begin(&self) -> Wait {
        self.waiting.inc();
        Wait { waits: self.clone(), since: Instant::now() }
    }

    /// Registers the waits, and the connections of `pool`.
    pub(crate) fn register(&self, pool: &Pool, registry: &mut Registry) {
        registry.register(
            "database_pool_waiting",
            "Work that waits for its turn at the database, in a queue or for a connection",
            self.waiting.clone(),
        );
        registry.register_with_unit(
            "database_pool_wait",
            "How long work waited for its turn at the database or in a queue, and how long for a connection",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register_collector(Box::new(Connections(pool.clone())));
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.waits.waiting.dec();
        self.waits.seconds.observe(self.since.elapsed().as_secs_f64());
    }
}

/// The connections of a pool, counted at each scrape.
#[derive(Debug)]
struct Connections(Pool);

impl Collector for Connections {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let (open, idle) = self.0.connections();
        for (name, help, count) in [
            ("database_pool_connections", "Open connections to the database", open),
            ("database_pool_idle", "Open connections to the database that are not in use", idle),
            ("database_pool_limit", "Connections to the database that may be open", self.0.limit()),
        ] {
            let encoder = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            ConstGauge::new(i64::from(count)).encode(encoder)?;
        }
        Ok(())
    }
}
