//! Metrics: the calls to the provider, and where answers came from.

use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use crate::{error::Failure, provider::Outcome};

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
        let outcome = outcome.as_ref().map_or_else(told, |_| "ok");
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

const fn told(failure: &Failure) -> &'static str {
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
