//! Metrics of the event streams: how many are open, why they end, how late rings are delivered.

use std::sync::Arc;

use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use time::OffsetDateTime;
use tokibako_domain::firing::Kind;

use super::{hub::Interest, outbox::End};
use crate::metric_label::Label;

/// Buckets in seconds: from unnoticeable to too late to ring.
const LAG_BUCKETS: [f64; 14] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 60.0, 600.0];

/// Metrics of all streams. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct StreamMetrics(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    open: Family<Label, Gauge>,
    closed: Family<Label, Counter>,
    replays: Counter,
    replayed: Counter,
    lag: Histogram,
}

impl Default for StreamMetrics {
    fn default() -> Self {
        Self(Arc::new(Counts {
            open: Family::default(),
            closed: Family::default(),
            replays: Counter::default(),
            replayed: Counter::default(),
            lag: Histogram::new(LAG_BUCKETS),
        }))
    }
}

impl StreamMetrics {
    /// Registers the metrics.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let Counts { open, closed, replays, replayed, lag } = &*self.0;
        for interest in [Interest::Rings(Kind::Alarm), Interest::Rings(Kind::Timer), Interest::Everything] {
            drop(open.get_or_create(&kind_label(interest)));
        }
        for end in [None, Some(End::TooFarBehind), Some(End::Stopping), Some(End::NoBrowser), Some(End::AnotherLog)] {
            drop(closed.get_or_create(&reason_label(end)));
        }
        registry.register("streams_open", "Event streams that are open", open.clone());
        registry.register(
            "streams_closed",
            "Event streams that have ended: the reader left, it was too far behind, its browser id has ended, the log was \
             restored, or the server stops",
            closed.clone(),
        );
        registry.register("replays", "Event streams that came back and named their place", replays.clone());
        registry.register("replayed_rings", "Rings that streams which came back had missed", replayed.clone());
        registry.register_with_unit(
            "deliver_lag",
            "How long after its due instant a ring was handed to a stream's connection; replays aside",
            Unit::Seconds,
            lag.clone(),
        );
    }

    /// Counts a stream that opens.
    pub(super) fn began(&self, interest: Interest) {
        self.0.open.get_or_create(&kind_label(interest)).inc();
    }

    /// Counts a stream that reconnects, and the rings that it missed.
    pub(super) fn replayed(&self, missed: usize) {
        self.0.replays.inc();
        self.0.replayed.inc_by(u64::try_from(missed).unwrap_or(u64::MAX));
    }

    /// Records a ring that was due at `due` and is delivered at `now`.
    pub(super) fn delivered(&self, due: OffsetDateTime, now: OffsetDateTime) {
        self.0.lag.observe((now - due).as_seconds_f64().max(0.0));
    }

    /// Counts a stream that ends; without an `end` the client closed it.
    pub(super) fn ended(&self, interest: Interest, end: Option<End>) {
        self.0.open.get_or_create(&kind_label(interest)).dec();
        self.0.closed.get_or_create(&reason_label(end)).inc();
    }
}

/// Metrics of the feed. Clones share them.
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
    /// Registers the metrics.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let Self { log_reads, gaps, bus_up, bus_lag } = self;
        registry.register("log_reads", "How often the log was read for the event streams", log_reads.clone());
        registry.register("bus_gaps", "Reads of the log because a batch did not come by the bus", gaps.clone());
        registry.register("bus_followed", "Whether rings come by the bus, or are read from the log", bus_up.clone());
        registry.register_with_unit(
            "bus_lag",
            "How long after it was claimed a batch came by the bus",
            Unit::Seconds,
            bus_lag.clone(),
        );
    }

    /// How many times the log was read.
    #[must_use]
    pub fn log_reads(&self) -> u64 {
        self.log_reads.get()
    }

    /// How many times a batch was missing.
    #[must_use]
    pub fn gaps(&self) -> u64 {
        self.gaps.get()
    }

    /// Whether rings come by the bus.
    #[must_use]
    pub fn is_bus_up(&self) -> bool {
        self.bus_up.get() != 0
    }

    /// Counts a read of the log.
    pub(super) fn read(&self) {
        self.log_reads.inc();
    }

    /// Counts a batch that did not come by the bus.
    pub(super) fn gap(&self) {
        self.gaps.inc();
    }

    /// Sets whether rings come by the bus; returns the previous value.
    pub(super) fn set_bus_up(&self, is_up: bool) -> bool {
        self.bus_up.set(is_up.into()) != 0
    }

    /// Records a batch that was claimed at `fired_at` and came by the bus at `now`.
    pub(super) fn arrived(&self, fired_at: OffsetDateTime, now: OffsetDateTime) {
        self.bus_lag.observe((now - fired_at).as_seconds_f64().max(0.0));
    }
}

const fn kind_label(interest: Interest) -> Label {
    let kind = match interest {
        Interest::Rings(kind) => kind.as_str(),
        Interest::Everything => "everything",
    };
    [("kind", kind)]
}

const fn reason_label(end: Option<End>) -> Label {
    let reason = match end {
        None => "left",
        Some(End::TooFarBehind) => "too_far_behind",
        Some(End::Stopping) => "stopping",
        Some(End::NoBrowser) => "no_browser",
        Some(End::AnotherLog) => "another_log",
    };
    [("reason", reason)]
}
