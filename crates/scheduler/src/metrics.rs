//! Metrics of the scheduler: how many rows ring, and how late; of pushes, how many are sent, and what became of them.

use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use time::OffsetDateTime;
use tokibako_domain::{channel::Protocol, firing::Kind, push::REPLY_NAMES};
use tokibako_push::subscription::service_names;
use tokibako_storage::due::{ClaimReport, Phases};

use crate::statistics;

/// Buckets in seconds: from a lateness that nobody notices to the lateness at which rows no longer ring.
const LAGS: [f64; 14] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 60.0, 600.0];

/// Buckets in seconds: from a statement on cached pages to one that waits for a disk.
const PHASES: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

/// Label values are literals in the source code, so that no value can come from a request.
type MetricLabel = [(&'static str, &'static str); 1];

/// The metrics. Clones share them.
#[derive(Debug, Clone)]
pub struct ClaimMetrics {
    lag: Histogram,
    batches: Family<MetricLabel, Counter>,
    rows: Family<MetricLabel, Counter>,
    phases: Family<MetricLabel, Histogram, fn() -> Histogram>,
    missed: Family<MetricLabel, Counter>,
    deferred: Family<MetricLabel, Counter>,
    last_missed: Gauge,
    holds_back: Gauge,
    database: statistics::DatabaseMetrics,
}

impl Default for ClaimMetrics {
    fn default() -> Self {
        Self {
            lag: Histogram::new(LAGS),
            batches: Family::default(),
            rows: Family::default(),
            phases: Family::new_with_constructor(|| Histogram::new(PHASES)),
            missed: Family::default(),
            deferred: Family::default(),
            last_missed: Gauge::default(),
            holds_back: Gauge::default(),
            database: statistics::DatabaseMetrics::default(),
        }
    }
}

impl ClaimMetrics {
    pub fn register(&self, registry: &mut Registry) {
        for kind in [Kind::Alarm, Kind::Timer] {
            for family in [&self.batches, &self.rows, &self.missed, &self.deferred] {
                drop(family.get_or_create(&label(kind)));
            }
        }
        registry.register_with_unit(
            "fire_lag",
            "Delay of a ring from its due instant to its commit in the log",
            Unit::Seconds,
            self.lag.clone(),
        );
        registry.register("claim_batches", "Batches of due rows that were claimed", self.batches.clone());
        registry.register("claimed_rows", "Due rows that were claimed", self.rows.clone());
        for (phase, _) in Phases::default().named() {
            drop(self.phases.get_or_create(&[("phase", phase)]));
        }
        registry.register_with_unit(
            "claim_phase",
            "Duration of the phases of claims that took rows: take, settle, move_on, append, queue, commit",
            Unit::Seconds,
            self.phases.clone(),
        );
        registry.register(
            "missed_rows",
            "Due rows that did not ring because they were more than ten minutes late",
            self.missed.clone(),
        );
        registry.register_with_unit(
            "last_missed_timestamp",
            "When a due row last did not ring because it was more than ten minutes late, in seconds since 1970; 0 for never",
            Unit::Seconds,
            self.last_missed.clone(),
        );
        // The names of version 1.0.0, for one more version.
        registry.register("passed_over_rows", "The former name of missed_rows", self.missed.clone());
        registry.register_with_unit(
            "last_passed_over_timestamp",
            "The former name of last_missed_timestamp",
            Unit::Seconds,
            self.last_missed.clone(),
        );
        registry.register(
            "deferred_rows",
            "Due rows that could not ring because of their own values, and are retried",
            self.deferred.clone(),
        );
        registry.register(
            "retention_held_back",
            "Whether the daily sweep would delete so much that it waits for the operator",
            self.holds_back.clone(),
        );
        self.database.register(registry);
    }

    /// Sets whether the daily sweep waits for the operator.
    pub(crate) fn holds_back(&self, does: bool) {
        self.holds_back.set(does.into());
    }

    /// Whether the daily sweep waits for the operator.
    pub fn is_held_back(&self) -> bool {
        self.holds_back.get() != 0
    }

    pub(crate) fn database(&self) -> &statistics::DatabaseMetrics {
        &self.database
    }

    /// Counts a batch that was committed at `now`.
    pub(crate) fn claimed(&self, kind: Kind, claimed: &ClaimReport, now: OffsetDateTime) {
        let label = label(kind);
        let count = |family: &Family<MetricLabel, Counter>, number: usize| {
            family.get_or_create(&label).inc_by(u64::try_from(number).unwrap_or(u64::MAX));
        };
        count(&self.batches, 1);
        count(&self.rows, claimed.rows);
        if let Some(phases) = claimed.phases {
            for (phase, took) in phases.named() {
                self.phases.get_or_create(&[("phase", phase)]).observe(took.as_secs_f64());
            }
        }
        count(&self.missed, claimed.missed);
        if claimed.missed > 0 {
            self.last_missed.set(now.unix_timestamp());
        }
        count(&self.deferred, claimed.left.len());
        for due in &claimed.due {
            self.lag.observe((now - *due).as_seconds_f64().max(0.0));
        }
    }
}

const fn label(kind: Kind) -> MetricLabel {
    [("kind", kind.as_str())]
}

/// Buckets in seconds: from a ring that is sent at once to the longest time in which a ring is useful.
const PUSH_LAGS: [f64; 12] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 180.0, 600.0];

/// Label values are literals in the source code.
type PostLabel = [(&'static str, &'static str); 2];

/// The metrics. Clones share them.
#[derive(Debug, Clone)]
pub struct PushMetrics {
    posts: Family<PostLabel, Counter>,
    lag: Histogram,
    lapsed: Counter,
    untried: Counter,
}

impl Default for PushMetrics {
    fn default() -> Self {
        Self {
            posts: Family::default(),
            lag: Histogram::new(PUSH_LAGS),
            lapsed: Counter::default(),
            untried: Counter::default(),
        }
    }
}

impl PushMetrics {
    pub fn register(&self, registry: &mut Registry) {
        for service in service_names().into_iter().chain(Protocol::ALL.map(Protocol::as_str)) {
            for outcome in REPLY_NAMES {
                drop(self.posts.get_or_create(&[("service", service), ("outcome", outcome)]));
            }
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
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_batch_is_counted_with_the_lateness_of_each_ring() {
        let (mut registry, metrics) = (Registry::default(), ClaimMetrics::default());
        metrics.register(&mut registry);
        let due = vec![datetime!(2026-11-21 07:00 UTC), datetime!(2026-11-21 06:59:58 UTC)];
        let milliseconds = std::time::Duration::from_millis;
        let phases = Phases { take: milliseconds(2), append: milliseconds(70), ..Phases::default() };
        let claimed = ClaimReport {
            rows: 5,
            missed: 1,
            rings: 2,
            due,
            left: vec![7, 8],
            phases: Some(phases),
            ..ClaimReport::default()
        };
        metrics.claimed(Kind::Timer, &claimed, datetime!(2026-11-21 07:00:00.5 UTC));
        let mut told = String::new();
        text::encode(&mut told, &registry).unwrap();
        for line in [
            "claim_batches_total{kind=\"alarm\"} 0",
            "claim_batches_total{kind=\"timer\"} 1",
            "claimed_rows_total{kind=\"timer\"} 5",
            "missed_rows_total{kind=\"timer\"} 1",
            "passed_over_rows_total{kind=\"timer\"} 1",
            "deferred_rows_total{kind=\"timer\"} 2",
            "last_missed_timestamp_seconds 1795244400",
            "last_passed_over_timestamp_seconds 1795244400",
            "fire_lag_seconds_sum 3.0",
            "fire_lag_seconds_bucket{le=\"0.25\"} 0",
            "fire_lag_seconds_bucket{le=\"0.5\"} 1",
            "fire_lag_seconds_bucket{le=\"2.5\"} 2",
            "claim_phase_seconds_sum{phase=\"take\"} 0.002",
            "claim_phase_seconds_bucket{le=\"0.05\",phase=\"append\"} 0",
            "claim_phase_seconds_bucket{le=\"0.1\",phase=\"append\"} 1",
            "claim_phase_seconds_count{phase=\"commit\"} 1",
        ] {
            assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
        }
    }

    #[test]
    fn a_claim_that_found_no_rows_has_no_phases() {
        let (mut registry, metrics) = (Registry::default(), ClaimMetrics::default());
        metrics.register(&mut registry);
        metrics.claimed(Kind::Alarm, &ClaimReport::default(), datetime!(2026-11-21 07:00 UTC));
        let mut told = String::new();
        text::encode(&mut told, &registry).unwrap();
        for line in ["claim_batches_total{kind=\"alarm\"} 1", "claim_phase_seconds_count{phase=\"take\"} 0"] {
            assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
        }
    }

    #[test]
    fn posts_are_counted_by_service_and_outcome() {
        let (mut registry, metrics) = (Registry::default(), PushMetrics::default());
        metrics.register(&mut registry);
        metrics.posted("google", "accepted");
        metrics.lapsed(2);
        metrics.untried(1);
        metrics.accepted_after(time::Duration::milliseconds(20));
        let mut told = String::new();
        text::encode(&mut told, &registry).unwrap();
        for line in [
            "push_posts_total{service=\"google\",outcome=\"accepted\"} 1",
            "push_posts_total{service=\"other\",outcome=\"unreachable\"} 0",
            "push_lapsed_total 2",
            "push_untried_total 1",
            "push_lag_seconds_bucket{le=\"0.05\"} 1",
        ] {
            assert!(told.contains(line), "{line} in {told}");
        }
    }
}
