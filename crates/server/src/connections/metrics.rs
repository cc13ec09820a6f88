//! Metrics of the connections, and log lines about failures.

use std::{io::ErrorKind, time::Instant};

use actix_http::error::DispatchError;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use tokibako_storage::log_throttle::LogThrottle;

/// Throttled, because in a flood each connection would log a line.
static REFUSALS: LogThrottle = LogThrottle::new();
static ENDS: LogThrottle = LogThrottle::new();

/// The values of the label.
const LIMITS: [&str; 2] = ["connections_of_address", "connections"];
const REASONS: [&str; 3] = ["silent", "unreadable", "unfinished"];

type MetricLabel = [(&'static str, &'static str); 1];

/// Metrics of the connections of a process. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionMetrics {
    open: Gauge,
    refused: Family<MetricLabel, Counter>,
    cut_off: Family<MetricLabel, Counter>,
}

impl ConnectionMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        // Start at zero, so that the first event counts as an increase.
        for limit in LIMITS {
            drop(self.refused.get_or_create(&[("limit", limit)]));
        }
        for reason in REASONS {
            drop(self.cut_off.get_or_create(&[("reason", reason)]));
        }
        registry.register("connections_open", "Connections of clients", self.open.clone());
        registry.register(
            "connections_refused",
            "Connections refused because a limit was reached, by limit",
            self.refused.clone(),
        );
        registry.register("connections_cut_off", "Connections closed by the server, by reason", self.cut_off.clone());
    }

    pub(super) fn opened(&self) {
        self.open.inc();
    }

    pub(super) fn closed(&self) {
        self.open.dec();
    }

    pub(super) fn refused(&self, limit: &'static str) {
        self.refused.get_or_create(&[("limit", limit)]).inc();
        if let Some(more) = REFUSALS.at(Instant::now()) {
            tracing::warn!(limit, more, "a connection was refused");
        }
    }

    /// Counts a connection that ended with an error, unless the client closed it.
    pub(crate) fn ended(&self, error: &DispatchError) {
        let reason = match error {
            DispatchError::Parse(_) => "unreadable",
            DispatchError::Io(error) if error.kind() == ErrorKind::TimedOut => "silent",
            DispatchError::Body(_) => "unfinished",
            _ => return,
        };
        self.cut_off.get_or_create(&[("reason", reason)]).inc();
        if let Some(more) = ENDS.at(Instant::now()) {
            tracing::info!(reason, more, "a connection was cut off");
        }
    }
}
