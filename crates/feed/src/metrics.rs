//! Metrics of following the log.

use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use time::OffsetDateTime;

/// Buckets of how late a ring arrives, in seconds: from unnoticeable to too late to ring.
pub const LAG_BUCKETS: [f64; 14] =
    [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 60.0, 600.0];

#[derive(Debug, Clone)]
pub struct FeedMetrics {
    log_reads: Counter,
    gaps: Counter,
    bus_up: Gauge,
    bus_lag: Histogram,
}

impl Default for FeedMetrics {
    fn default() -> Self {
        Self {
            log_reads: Counter::default(),
            gaps: Counter::default(),
            bus_up: Gauge::default(),
            bus_lag: Histogram::new(LAG_BUCKETS),
        }
    }
}

impl FeedMetrics {
    pub fn register(&self, registry: &mut Registry) {
        let Self { log_reads, gaps, bus_up, bus_lag } = self;
        registry.register("log_reads", "Reads of the log for event streams", log_reads.clone());
        registry.register("bus_gaps", "Reads of the log because a batch did not arrive by the bus", gaps.clone());
        registry.register(
            "bus_followed",
            "1 while rings come by the bus, 0 while they are read from the log",
            bus_up.clone(),
        );
        registry.register_with_unit(
            "bus_lag",
            "Delay of a batch from its claim to its arrival by the bus",
            Unit::Seconds,
            bus_lag.clone(),
        );
    }

    pub fn log_reads(&self) -> u64 {
        self.log_reads.get()
    }

    /// How many times a batch was missing.
    pub fn gaps(&self) -> u64 {
        self.gaps.get()
    }

    pub fn is_bus_up(&self) -> bool {
        self.bus_up.get() != 0
    }

    pub(crate) fn read(&self) {
        self.log_reads.inc();
    }

    /// Counts a batch that did not come by the bus.
    pub(crate) fn gap(&self) {
        self.gaps.inc();
    }

    /// Sets whether rings come by the bus; returns the previous value.
    pub(crate) fn set_bus_up(&self, is_up: bool) -> bool {
        self.bus_up.set(is_up.into()) != 0
    }

    /// Records a batch that was claimed at `fired_at` and came by the bus at `now`.
    pub(crate) fn arrived(&self, fired_at: OffsetDateTime, now: OffsetDateTime) {
        self.bus_lag.observe((now - fired_at).as_seconds_f64().max(0.0));
    }
}
