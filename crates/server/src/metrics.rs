//! The registry of all crates' metrics, with the running version.
//!
//! # What is counted
//!
//! Each crate with metrics has a file `metrics.rs`, with values of `prometheus-client`, and registers them in the
//! `Registry` that `server` creates; `http::ops` serves it on the operators' address. Metrics are created without a
//! registry, so a test can read those of the one `Storage` or `Weather` that it created. `domain` has none. A counter
//! is an atomic; a histogram is locked while a value is added. A label's value is a `&'static str`, so that the
//! compiler keeps out ids and visitors' input.
//!
//! A claim reads a clock at the end of each of its phases and returns the durations (`due::Phases`). The size of the
//! log and the number of dead rows come from Postgres's own statistics, every 15 seconds, by a query that has no
//! priority over requests (`storage::upkeep::statistics`). `config/grafana-dashboard.json` and `config/alerts.yml` may
//! only use metrics that a server has; `crates/server/tests/binary/watching.rs` checks that.

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::{
        MetricType,
        gauge::{ConstGauge, Gauge},
        info::Info,
    },
    registry::{Registry, Unit},
};
use tokibako_http::Components;
use tokibako_scheduler::{metrics::ClaimMetrics, pushes::PushMetrics};
use tokibako_storage::{Storage, clock::Clock};

use crate::{config::Role, connections::Connections, process_metrics::Process, version::VERSION};

const PREFIX: &str = "tokibako";

/// The metrics that a process of this role has from the beginning of its start. The handler of `/readyz` updates
/// `is_ready`.
pub(crate) fn of_start(role: Role, is_ready: &Gauge) -> Registry {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Process::started_now()));
    let ours = registry.sub_registry_with_prefix(PREFIX);
    let commit = VERSION.commit.unwrap_or("unknown");
    let build = Info::new([("version", VERSION.number), ("commit", commit), ("role", role.name())]);
    ours.register("build", "Version, commit and role of this process", build);
    ours.register("ready", "Whether the server can serve, as /readyz says", is_ready.clone());
    registry
}

/// All other metrics of a process of this role.
pub(crate) fn of(
    role: Role,
    storage: &Storage,
    clock: &Clock,
    components: &Components,
    connections: &Connections,
    claims: &ClaimMetrics,
    pushes: &PushMetrics,
) -> Registry {
    let mut registry = Registry::with_prefix(PREFIX);
    storage.register_metrics(&mut registry);
    clock.register_metrics(&mut registry);
    if role.serves() {
        components.register_metrics(&mut registry);
        connections.metrics().register(&mut registry);
    }
    if role.rings() {
        claims.register(&mut registry);
        pushes.register(&mut registry);
        registry.register_collector(Box::new(Overdue(storage.clone(), clock.clone())));
    }
    registry
}

/// How long due rows have not rung, computed when the registry is read.
#[derive(Debug)]
struct Overdue(Storage, Clock);

impl Collector for Overdue {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let overdue = self.0.progress().overdue(self.1.precise_now());
        let help =
            "For how long due rows have waited without any claim, or the database has not answered the scheduler";
        let encoder = encoder.encode_descriptor("overdue", help, Some(&Unit::Seconds), MetricType::Gauge)?;
        ConstGauge::new(overdue.as_seconds_f64()).encode(encoder)
    }
}
