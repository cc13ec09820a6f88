//! Metrics of the event streams: how many are open, why they end, how late rings are delivered.

use std::sync::Arc;

use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use time::OffsetDateTime;
use tokibako_domain::firing::Kind;
use tokibako_feed::LAG_BUCKETS;

use super::{hub::Interest, outbox::End};
use crate::metric_label::MetricLabel;

/// Metrics of all streams. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct StreamMetrics(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    open: Family<MetricLabel, Gauge>,
    closed: Family<MetricLabel, Counter>,
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
        registry.register("replays", "Event streams that reconnected with the id of their last ring", replays.clone());
        registry.register(
            "replayed_rings",
            "Rings that were replayed to event streams that reconnected",
            replayed.clone(),
        );
        registry.register_with_unit(
            "deliver_lag",
            "Delay of a ring from its due instant to its event stream, without replays",
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

const fn kind_label(interest: Interest) -> MetricLabel {
    let kind = match interest {
        Interest::Rings(kind) => kind.as_str(),
        Interest::Everything => "everything",
    };
    [("kind", kind)]
}

const fn reason_label(end: Option<End>) -> MetricLabel {
    let reason = match end {
        None => "left",
        Some(End::TooFarBehind) => "too_far_behind",
        Some(End::Stopping) => "stopping",
        Some(End::NoBrowser) => "no_browser",
        Some(End::AnotherLog) => "another_log",
    };
    [("reason", reason)]
}
