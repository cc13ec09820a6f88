//! A cache of reports, refreshed with single flight: a request for a city that is being fetched waits for the same call.
//!
//! There is no task that owns the calls. Each request takes the lock of its city, then a permit for a call, and finds by
//! then either what another one has fetched or that it has to call. Where a call may ask for several cities, it asks for
//! those of all requests that wait for a permit. The call itself is a task, so that a caller that leaves does not cancel
//! it for the others.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use cached::{Cached as _, LruCache};
use parking_lot::Mutex;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use time::OffsetDateTime;
use tokio::{
    sync::{Mutex as AsyncMutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep},
};
use tracing::{error, warn};

use crate::{
    breaker::Breaker,
    cities::City,
    provider::{Outcome, Provider},
    report::{Failure, Report},
};

/// How long a request waits for others that can share its call.
const BATCH_DELAY: Duration = Duration::from_millis(20);

/// How long a city is not fetched again after it failed although the call succeeded.
const FAILURE_MEMORY: Duration = Duration::from_mins(1);

/// The calls to a provider, and what is known of it and of its cities.
pub(crate) struct Refresher<P> {
    provider: P,
    cache: Arc<Cache>,
    metrics: WeatherMetrics,
    clock: Box<dyn Fn() -> OffsetDateTime + Send + Sync>,
    /// The lock of each city that was asked for.
    flights: Mutex<HashMap<String, Arc<AsyncMutex<()>>>>,
    permits: Arc<Semaphore>,
    /// Held by the one call that is made after a failure, until a call succeeds.
    probe: Arc<AsyncMutex<()>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    breaker: Breaker,
    /// The cities whose requests wait for a permit.
    waiting: Vec<Arc<City>>,
    /// Cities that failed although their call succeeded, and until when they are not fetched again.
    failed: HashMap<String, (Instant, Failure)>,
    /// Cities that are fetched in calls of their own, because a call for several of them could not be read: one of their
    /// reports makes the others' unreadable.
    alone: HashSet<String>,
    /// The city of such a call that could not be read either, if none has succeeded since.
    failed_alone: Option<String>,
}

/// What a call holds until it has ended.
struct CallPermit {
    _probe: Option<OwnedMutexGuard<()>>,
    _permit: OwnedSemaphorePermit,
}

/// Removes a city from those that wait when its request has its result, or is dropped.
struct Waiting<'a>(&'a Mutex<State>, &'a City);

impl<P: Provider> Refresher<P> {
    pub(crate) fn new(
        provider: P,
        cache: Arc<Cache>,
        metrics: WeatherMetrics,
        clock: Box<dyn Fn() -> OffsetDateTime + Send + Sync>,
    ) -> Self {
        const { assert!(P::CITIES_PER_CALL == 1 || P::MAX_CONCURRENT_CALLS == 1, "a city would be in two calls") };
        Self {
            provider,
            cache,
            metrics,
            clock,
            flights: Mutex::default(),
            permits: Arc::new(Semaphore::new(P::MAX_CONCURRENT_CALLS)),
            probe: Arc::default(),
            state: Mutex::default(),
        }
    }

    /// A fresh report of a city, by a call unless somebody else has made one meanwhile.
    pub(crate) async fn refresh(self: Arc<Self>, city: Arc<City>) -> Result<ServedReport, Failure> {
        let flight = Arc::clone(self.flights.lock().entry(city.id.clone()).or_default());
        let mut flight = flight.lock_owned().await;
        if let Some(known) = self.known(&city) {
            return known;
        }
        let _waiting = Waiting::join(&self.state, &city);
        if P::CITIES_PER_CALL > 1 {
            sleep(BATCH_DELAY).await;
        }
        loop {
            let permit = self.permit().await?;
            if let Some(known) = self.known(&city) {
                return known;
            }
            let (this, cities) = (Arc::clone(&self), self.state.lock().batch(&city, P::CITIES_PER_CALL));
            let call = tokio::spawn(async move {
                let outcome = this.provider.fetch(&cities, (this.clock)()).await;
                this.record(&cities, outcome, Instant::now());
                drop(permit);
                flight
            });
            flight = call.await.map_err(|interruption| {
                error!(failure = %interruption, "a call to the weather provider was interrupted");
                let failure = Failure::Unreachable("the call was interrupted".to_owned());
                self.state.lock().breaker.failed(&failure, Instant::now());
                failure
            })?;
        }
    }

    /// The result for a city for which no call is needed, or may be made.
    fn known(&self, city: &City) -> Option<Result<ServedReport, Failure>> {
        let now = Instant::now();
        let fresh = self.cache.fresh(city, now).map(Ok);
        fresh.or_else(|| self.state.lock().refusal(city, now).map(Err))
    }

    /// Waits until a call may be made.
    async fn permit(&self) -> Result<CallPermit, Failure> {
        let is_well = || self.state.lock().breaker.is_well();
        loop {
            let probe = if is_well() { None } else { Some(Arc::clone(&self.probe).lock_owned().await) };
            let probe = probe.filter(|_| !is_well());
            let permit = Arc::clone(&self.permits).acquire_owned().await;
            let permit = permit.map_err(|_| Failure::Unreachable("nobody makes calls any more".to_owned()))?;
            // Otherwise a call has failed while this waited.
            if probe.is_some() || is_well() {
                return Ok(CallPermit { _probe: probe, _permit: permit });
            }
        }
    }

    fn record(&self, cities: &[Arc<City>], outcome: Outcome, now: Instant) {
        let outcome = outcome.and_then(|reports| match reports.len() {
            count if count == cities.len() => Ok(reports),
            count => Err(Failure::Unreadable(format!("it has {count} places for {}", cities.len()))),
        });
        self.metrics.called(&outcome);
        let state = &mut *self.state.lock();
        match outcome {
            Ok(reports) => {
                state.breaker.succeeded();
                state.failed_alone = None;
                for (city, report) in cities.iter().zip(reports) {
                    match report {
                        Ok(report) => {
                            state.failed.remove(&city.id);
                            state.alone.remove(&city.id);
                            self.cache.store(city, report, now);
                        }
                        Err(failure) => state.remember(city, failure, now),
                    }
                }
            }
            Err(Failure::Unreadable(_)) if cities.len() > 1 => {
                state.alone.extend(cities.iter().map(|city| city.id.clone()));
            }
            Err(failure @ Failure::Unreadable(_)) if state.is_one_of_a_kind(cities) => {
                for city in cities {
                    state.failed_alone = Some(city.id.clone());
                    state.remember(city, failure.clone(), now);
                }
            }
            // Requests that wait would fail for the same reason.
            Err(failure) => state.breaker.failed(&failure, now),
        }
    }
}

impl State {
    /// Why the city may not be fetched at `now`.
    fn refusal(&self, city: &City, now: Instant) -> Option<Failure> {
        let alone = self.failed.get(&city.id).filter(|(until, _)| now < *until).map(|(_, failure)| failure.clone());
        alone.or_else(|| self.breaker.holds_back(now))
    }

    /// The cities of a call for this one: with it others that wait, as many as one call can ask for.
    fn batch(&mut self, city: &Arc<City>, most: usize) -> Vec<Arc<City>> {
        let mut cities = vec![Arc::clone(city)];
        let is_alone = self.alone.contains(&city.id);
        let Self { waiting, alone, .. } = self;
        waiting.retain(|other| {
            let is_taken = !is_alone && cities.len() < most && other.id != city.id && !alone.contains(&other.id);
            if is_taken {
                cities.push(Arc::clone(other));
            }
            !is_taken && other.id != city.id
        });
        cities
    }

    /// Whether these are one city that is fetched in a call of its own, and no other one has failed so: that would be the
    /// provider's fault.
    fn is_one_of_a_kind(&self, cities: &[Arc<City>]) -> bool {
        let is_first = |city: &Arc<City>| self.failed_alone.as_ref().is_none_or(|failed| *failed == city.id);
        cities.iter().all(|city| self.alone.contains(&city.id) && is_first(city))
    }

    /// Remembers a city that failed although its call succeeded. Only the first of several failures in a row is logged.
    fn remember(&mut self, city: &City, failure: Failure, now: Instant) {
        if !self.failed.contains_key(&city.id) {
            warn!(city = %city.lookup, %failure, "the weather of a city is unavailable");
        }
        self.failed.insert(city.id.clone(), (now + FAILURE_MEMORY, failure));
    }
}

impl<'a> Waiting<'a> {
    fn join(state: &'a Mutex<State>, city: &'a Arc<City>) -> Self {
        state.lock().waiting.push(Arc::clone(city));
        Self(state, city)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let Self(state, city) = self;
        state.lock().waiting.retain(|waiting| waiting.id != city.id);
    }
}

/// How long a report is served without asking the provider again.
pub(crate) const FRESH: Duration = Duration::from_hours(1);

/// How long a report is served if the provider fails.
pub(crate) const USABLE: Duration = Duration::from_hours(24);

/// A report as a caller gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct ServedReport {
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
    pub(crate) fn holding(cities: usize) -> Self {
        Self(Mutex::new(LruCache::new(cities.max(1))))
    }

    pub(crate) fn fresh(&self, city: &City, now: Instant) -> Option<ServedReport> {
        self.within(FRESH, city, now)
    }

    /// The city's report if it may be served at `now` when the provider fails.
    pub(crate) fn usable(&self, city: &City, now: Instant) -> Option<ServedReport> {
        self.within(USABLE, city, now)
    }

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
    Provider,
    /// A stale report, because the provider failed.
    Stale,
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

    pub(crate) fn called(&self, outcome: &Outcome) {
        let outcome = outcome.as_ref().map_or_else(outcome_of, |_| "ok");
        self.calls.get_or_create(&[("outcome", outcome)]).inc();
    }

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
