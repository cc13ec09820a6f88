//! The metrics of all crates in one registry, with the version that runs.

use prometheus_client::{metrics::info::Info, registry::Registry};
use tokibako_http::Components;
use tokibako_storage::Storage;

use crate::{config::Role, connections::Connections};

/// All metrics of a process of this role.
pub(crate) fn of(
    role: Role,
    storage: &Storage,
    components: &Components,
    connections: &Connections,
    scheduler: &tokibako_scheduler::metrics::Metrics,
    zones: &tokibako_scheduler::zones::Metrics,
) -> Registry {
    let mut registry = Registry::with_prefix("tokibako");
    let build = Info::new([("version", env!("CARGO_PKG_VERSION")), ("role", role.name())]);
    registry.register("build", "Which version runs here, and what it does", build);
    storage.register_metrics(&mut registry);
    zones.register(&mut registry);
    if role.serves() {
        components.register_metrics(&mut registry);
        connections.metrics().register(&mut registry);
    }
    if role.rings() {
        scheduler.register(&mut registry);
    }
    registry
}
