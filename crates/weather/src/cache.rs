//! The cache of reports, and metrics: the calls to the provider, and where answers came from.

use std::{sync::Arc, time::Duration};

use cached::{Cached as _, LruCache};
use parking_lot::Mutex;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use tokio::time::Instant;

use crate::{cities::City, error::Failure, provider::Outcome, report::Report};

/// How long a report is served without asking the provider again.
pub(crate) const FRESH: Duration = Duration::from_hours(1);

/// How long a report is served if the provider fails.
pub(crate) const USABLE: Duration = Duration::from_hours(24);

/// A report as a caller gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct ServedReport {
    /// The report.
    pub report: Arc<Report>,
    /// How long it stays fresh; zero for a stale report that is served because the provider fails.
    pub fresh_for: Duration,
}

/// The latest report of each city. One report's age, measured by our own clock, decides both whether it is fresh and
/// whether it is usable.
pub(crate) struct Cache(Mutex<LruCache<String, CachedReport>>);

struct CachedReport {
    report: Arc<Report>,
    since: Instant,
}

impl Cache {
    /// A cache for this many cities.
    pub(crate) fn holding(cities: usize) -> Self {
        Self(Mutex::new(LruCache::new(cities.max(1))))
    }

    /// The city's report if it is fresh at `now`.
    pub(crate) fn fresh(&self, city: &City, now: Instant) -> Option<ServedReport> {
        self.within(FRESH, city, now)
    }

    /// The city's report if it may be served at `now` when the provider fails.
    pub(crate) fn usable(&self, city: &City, now: Instant) -> Option<ServedReport> {
        self.within(USABLE, city, now)
    }

    /// Stores a report that arrived at `now`.
    pub(crate) fn store(&self, city: &City, report: Report, now: Instant) {
        self.0.lock().cache_set(city.id.clone(), CachedReport { report: Arc::new(report), since: now });
    }

    fn within(&self, limit: Duration, city: &City, now: Instant) -> Option<ServedReport> {
        let mut reports = self.0.lock();
        let cached = reports.cache_get(&city.id)?;
        let age = now.saturating_duration_since(cached.since);
        // In whole seconds, as caches of clients count.
        let fresh_for = FRESH.saturating_sub(Duration::from_secs(age.as_secs()));
        (age < limit).then(|| ServedReport { report: Arc::clone(&cached.report), fresh_for })
    }
}

/// A label's value is a literal of the source, so that nothing a visitor sent can become one.
type MetricLabel = [(&'static str, &'static str); 1];

/// Where an answer came from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    /// A fresh report of the cache.
    Cache,
    /// The provider.
    Provider,
    /// A stale report, because the provider failed.
    Stale,
    /// No report.
    Nowhere,
}

/// The metrics. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct WeatherMetrics {
    calls: Family<MetricLabel, Counter>,
    answers: Family<MetricLabel, Counter>,
}

impl WeatherMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        for source in [Source::Cache, Source::Provider, Source::Stale, Source::Nowhere] {
            drop(self.answers.get_or_create(&source.label()));
        }
        drop(self.calls.get_or_create(&[("outcome", "ok")]));
        registry.register("weather_calls", "Calls to the weather provider, by outcome", self.calls.clone());
        registry.register(
            "weather_answers",
            "Requests for the weather, by source of the answer: cache, provider, stale (too old, but better \
             than none) or nowhere",
            self.answers.clone(),
        );
    }

    /// Counts a call that has ended.
    pub(crate) fn called(&self, outcome: &Outcome) {
        let outcome = outcome.as_ref().map_or_else(outcome_of, |_| "ok");
        self.calls.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// Counts an answer.
    pub(crate) fn answered(&self, source: Source) {
        self.answers.get_or_create(&source.label()).inc();
    }
}

impl Source {
    const fn label(self) -> MetricLabel {
        let source = match self {
            Self::Cache => "cache",
            Self::Provider => "provider",
            Self::Stale => "stale",
            Self::Nowhere => "nowhere",
        };
        [("source", source)]
    }
}

const fn outcome_of(failure: &Failure) -> &'static str {
    match failure {
        Failure::Slow => "slow",
        Failure::Unreachable(_) => "unreachable",
        Failure::Status(..) => "status",
        Failure::TooOften(_) => "too_often",
        Failure::QuotaUsedUp => "quota_used_up",
        Failure::KeyRefused => "key_refused",
        Failure::Unreadable(_) => "unreadable",
        Failure::Implausible(_) => "implausible",
        Failure::UnknownPlace => "unknown_place",
    }
}
