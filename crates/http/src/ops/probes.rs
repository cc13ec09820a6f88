//! The operators' address, which answers while the server still starts.

use std::sync::{Arc, OnceLock};

use actix_web::{HttpResponse, web::Data};
use prometheus_client::{metrics::gauge::Gauge, registry::Registry};

use super::{
    health::{self, ReadinessCheck},
    version::Version,
};
use crate::error::Problem;

/// The state behind probes and metrics. Until [`open`](Self::open) is called, the server is alive but not ready: it may
/// be waiting for its database or migrating it. Clones share the state.
#[derive(Clone)]
pub struct Probes(Arc<State>);

struct State {
    version: Version,
    /// The metrics that exist from the start.
    first: Registry,
    is_ready: Gauge,
    server: OnceLock<(ReadinessCheck, Registry)>,
}

impl Probes {
    /// The probes of a server that is starting, with its first metrics. One of them is `is_ready`, which is updated
    /// whenever the metrics are read.
    #[must_use]
    pub fn new(version: Version, first: Registry, is_ready: Gauge) -> Self {
        Self(Arc::new(State { version, first, is_ready, server: OnceLock::new() }))
    }

    /// Uses this check and these additional metrics from now on.
    pub fn open(&self, check: ReadinessCheck, registry: Registry) {
        // Fails only if it was called before, which does not happen.
        let _ = self.0.server.set((check, registry));
    }

    pub(crate) fn version(&self) -> Version {
        self.0.version
    }

    /// Whether the server can serve.
    pub(crate) async fn readiness(&self) -> Result<(), Problem> {
        match self.0.server.get() {
            Some((check, _)) => check.run().await,
            None => Err(Problem::NotReady("the server is starting: its database is not ready yet")),
        }
    }

    /// Sets the metric of readiness.
    pub(crate) fn set_ready(&self, is_ready: bool) {
        self.0.is_ready.set(is_ready.into());
    }

    /// The registries that exist so far.
    pub(crate) fn registries(&self) -> impl Iterator<Item = &Registry> {
        [Some(&self.0.first), self.0.server.get().map(|(_, registry)| registry)].into_iter().flatten()
    }
}

/// Whether the server can serve; also answered while it starts.
pub(crate) async fn ready(probes: Data<Probes>) -> Result<HttpResponse, Problem> {
    probes.readiness().await?;
    health::well()
}
