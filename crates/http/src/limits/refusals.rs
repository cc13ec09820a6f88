//! Counters of refused requests, by the limit that they met.

use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use crate::metric_label::MetricLabel;

/// The counters of all limits. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Refusals(Family<MetricLabel, Counter>);

impl Refusals {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Requests refused because a limit was reached, by limit";
        registry.register("limit_refusals", help, self.0.clone());
    }

    pub(super) fn of(&self, limit: &'static str) -> Counter {
        self.0.get_or_create_owned(&[("limit", limit)])
    }
}
