//! Metrics of pushes.

use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use tokibako_domain::{
    channel::Protocol,
    push::{DeviceState, REPLY_NAMES},
};
use tokibako_push::endpoint::service_names;

/// Buckets in seconds: from a ring that is sent at once to the longest time in which a ring is useful.
const LAGS: [f64; 12] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 180.0, 600.0];

/// Label values are literals in the source code.
type PostLabel = [(&'static str, &'static str); 2];
type StateLabel = [(&'static str, &'static str); 1];

/// The metrics. Clones share them.
#[derive(Debug, Clone)]
pub struct PushMetrics {
    posts: Family<PostLabel, Counter>,
    lag: Histogram,
    lapsed: Counter,
    untried: Counter,
    devices: Family<StateLabel, Gauge>,
}

impl Default for PushMetrics {
    fn default() -> Self {
        Self {
            posts: Family::default(),
            lag: Histogram::new(LAGS),
            lapsed: Counter::default(),
            untried: Counter::default(),
            devices: Family::default(),
        }
    }
}

impl PushMetrics {
    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        for service in service_names().into_iter().chain(Protocol::ALL.map(Protocol::as_str)) {
            for outcome in REPLY_NAMES.into_iter().chain([UNSENDABLE]) {
                drop(self.posts.get_or_create(&[("service", service), ("outcome", outcome)]));
            }
        }
        for state in DeviceState::ALL {
            drop(self.devices.get_or_create(&[("state", state.as_str())]));
        }
        registry.register(
            "push_posts",
            "Messages posted to push services and channels, by service and outcome",
            self.posts.clone(),
        );
        registry.register_with_unit(
            "push_lag",
            "Delay of a message from the instant at which it was due to its acceptance by the push service",
            Unit::Seconds,
            self.lag.clone(),
        );
        registry.register(
            "push_lapsed",
            "Messages that expired before a push service accepted them",
            self.lapsed.clone(),
        );
        registry.register(
            "push_untried",
            "Messages that expired before a process took them: none can send them, or none had room",
            self.untried.clone(),
        );
        registry.register("push_devices", "Devices with push, by state", self.devices.clone());
    }

    pub(super) fn posted(&self, service: &'static str, outcome: &'static str) {
        self.posts.get_or_create(&[("service", service), ("outcome", outcome)]).inc();
    }

    pub(super) fn accepted_after(&self, lag: time::Duration) {
        self.lag.observe(lag.as_seconds_f64().max(0.0));
    }

    pub(super) fn lapsed(&self, number: usize) {
        self.lapsed.inc_by(u64::try_from(number).unwrap_or(u64::MAX));
    }

    pub(super) fn untried(&self, number: usize) {
        self.untried.inc_by(u64::try_from(number).unwrap_or(u64::MAX));
    }

    pub(super) fn devices(&self, counts: &[(DeviceState, i64)]) {
        for state in DeviceState::ALL {
            let count = counts.iter().find(|(counted, _)| *counted == state).map_or(0, |(_, count)| *count);
            self.devices.get_or_create(&[("state", state.as_str())]).set(count);
        }
    }
}

/// The outcome, in [`PushMetrics::posted`], of a message that could not be encrypted or whose VAPID key was lost.
pub(super) const UNSENDABLE: &str = "unsendable";

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;

    use super::*;

    #[test]
    fn posts_are_counted_by_service_and_outcome() {
        let (mut registry, metrics) = (Registry::default(), PushMetrics::default());
        metrics.register(&mut registry);
        metrics.posted("google", "accepted");
        metrics.lapsed(2);
        metrics.untried(1);
        metrics.accepted_after(time::Duration::milliseconds(20));
        metrics.devices(&[(DeviceState::Active, 3)]);
        let mut told = String::new();
        text::encode(&mut told, &registry).unwrap();
        for line in [
            "push_posts_total{service=\"google\",outcome=\"accepted\"} 1",
            "push_posts_total{service=\"other\",outcome=\"unreachable\"} 0",
            "push_lapsed_total 2",
            "push_untried_total 1",
            "push_lag_seconds_bucket{le=\"0.05\"} 1",
            "push_devices{state=\"active\"} 3",
            "push_devices{state=\"failing\"} 0",
        ] {
            assert!(told.contains(line), "{line} in {told}");
        }
    }
}
