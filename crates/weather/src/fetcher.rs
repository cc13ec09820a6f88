//! The task that makes all calls to the provider. It makes one call for several requests for a city, batches cities if
//! the provider supports that, and makes no calls while the breaker is open.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};

use time::OffsetDateTime;
use tokio::{
    sync::{mpsc, oneshot},
    task::{self, JoinSet},
    time::{Instant, sleep_until},
};
use tracing::{error, warn};

use crate::{
    breaker::Breaker,
    cache::{Cache, ServedReport},
    cities::City,
    error::Failure,
    metrics::WeatherMetrics,
    provider::{Outcome, Provider},
};

/// How long the first request waits for others that can share its call.
const BATCH_DELAY: Duration = Duration::from_millis(20);

/// How long a city is not fetched again after it failed although the call succeeded.
const FAILURE_MEMORY: Duration = Duration::from_mins(1);

/// A request for a city's weather, with the channel for its answer.
pub(crate) struct ReportRequest {
    pub(crate) city: Arc<City>,
    pub(crate) answer: oneshot::Sender<Result<ServedReport, Failure>>,
}

/// The queue of cities, the requests that wait for them, and the calls in progress.
pub(crate) struct Fetcher<P> {
    provider: Arc<P>,
    cache: Arc<Cache>,
    metrics: WeatherMetrics,
    clock: Arc<dyn Fn() -> OffsetDateTime + Send + Sync>,
    breaker: Breaker,
    /// Cities without a call so far.
    queue: VecDeque<Arc<City>>,
    /// When the queue may be processed.
    process_at: Instant,
    /// The waiting requests by city, queued or in progress.
    waiting: HashMap<String, Vec<oneshot::Sender<Result<ServedReport, Failure>>>>,
    /// Cities that failed although their call succeeded, and until when they are not fetched again.
    failed: HashMap<String, (Instant, Failure)>,
    /// Cities that are fetched in calls of their own, because a call for several of them could not be read: one of their
    /// reports makes the others' unreadable.
    alone: HashSet<String>,
    /// The city of such a call that could not be read either, if none has succeeded since.
    failed_alone: Option<String>,
}

impl<P: Provider> Fetcher<P> {
    pub(crate) fn new(
        provider: P,
        cache: Arc<Cache>,
        metrics: WeatherMetrics,
        clock: Arc<dyn Fn() -> OffsetDateTime + Send + Sync>,
    ) -> Self {
        Self {
            provider: Arc::new(provider),
            cache,
            metrics,
            clock,
            breaker: Breaker::default(),
            queue: VecDeque::new(),
            process_at: Instant::now(),
            waiting: HashMap::new(),
            failed: HashMap::new(),
            alone: HashSet::new(),
            failed_alone: None,
        }
    }

    /// Runs until all senders of requests are gone.
    pub(crate) async fn run(mut self, mut asks: mpsc::Receiver<ReportRequest>) {
        let mut calls = JoinSet::new();
        let mut in_progress = HashMap::<task::Id, Vec<Arc<City>>>::new();
        loop {
            let has_room = calls.len() < self.breaker.calls_at_once(P::MAX_CONCURRENT_CALLS);
            tokio::select! {
                ask = asks.recv() => match ask {
                    Some(ask) => self.receive(ask, Instant::now()),
                    None => return,
                },
                Some(ended) = calls.join_next_with_id() => {
                    let (id, outcome) = ended.unwrap_or_else(|failure| {
                        error!(%failure, "a call to the weather provider was interrupted");
                        (failure.id(), Err(Failure::Unreachable("the call was interrupted".to_owned())))
                    });
                    if let Some(cities) = in_progress.remove(&id) {
                        self.deliver(&cities, outcome, Instant::now());
                    }
                }
                () = sleep_until(self.process_at), if has_room && !self.queue.is_empty() => {
                    if let Some(cities) = self.next_batch() {
                        in_progress.insert(calls.spawn(self.call(cities.clone())).id(), cities);
                    }
                }
            }
        }
    }

    /// Answers a request at once if its answer is known, or queues the city.
    fn receive(&mut self, ask: ReportRequest, now: Instant) {
        let city = &ask.city;
        let known = match self.cache.fresh(city, now) {
            Some(fresh) => Some(Ok(fresh)),
            None => self.refusal(city, now).map(Err),
        };
        if let Some(known) = known {
            // Here and below, sending fails only if the caller no longer waits.
            let _ = ask.answer.send(known);
            return;
        }
        let waiting = self.waiting.entry(city.id.clone()).or_insert_with(|| {
            if self.queue.is_empty() {
                self.process_at = if P::CITIES_PER_CALL > 1 { now + BATCH_DELAY } else { now };
            }
            self.queue.push_back(Arc::clone(city));
            Vec::new()
        });
        waiting.push(ask.answer);
    }

    /// Why the city may not be fetched at `now`.
    fn refusal(&self, city: &City, now: Instant) -> Option<Failure> {
        let alone = self.failed.get(&city.id).filter(|(until, _)| now < *until).map(|(_, failure)| failure.clone());
        alone.or_else(|| self.breaker.holds_back(now))
    }

    /// The cities of the next call, without those whose callers no longer wait.
    fn next_batch(&mut self) -> Option<Vec<Arc<City>>> {
        let (mut cities, mut later) = (Vec::new(), VecDeque::new());
        while cities.len() < P::CITIES_PER_CALL {
            let Some(city) = self.queue.pop_front() else { break };
            let is_awaited = self.waiting.get(&city.id).is_some_and(|askers| askers.iter().any(|it| !it.is_closed()));
            if !is_awaited {
                self.waiting.remove(&city.id);
            } else if self.alone.contains(&city.id) {
                later.push_back(city);
            } else {
                cities.push(city);
            }
        }
        if cities.is_empty() {
            cities.extend(later.pop_front());
        }
        later.append(&mut self.queue);
        self.queue = later;
        (!cities.is_empty()).then_some(cities)
    }

    fn call(&self, cities: Vec<Arc<City>>) -> impl Future<Output = Outcome> + Send + 'static {
        let (provider, clock) = (Arc::clone(&self.provider), Arc::clone(&self.clock));
        async move { provider.fetch(&cities, clock()).await }
    }

    /// Delivers the reports and failures of a call to the waiting requests.
    fn deliver(&mut self, cities: &[Arc<City>], outcome: Outcome, now: Instant) {
        self.metrics.called(&outcome);
        match outcome {
            Ok(reports) => {
                self.breaker.succeeded();
                self.failed_alone = None;
                for (city, report) in cities.iter().zip(reports) {
                    let outcome = match report {
                        Ok(report) => {
                            self.failed.remove(&city.id);
                            self.alone.remove(&city.id);
                            Ok(self.cache.store(city, report, now))
                        }
                        Err(failure) => {
                            self.remember(city, &failure, now);
                            Err(failure)
                        }
                    };
                    self.answer(city, &outcome);
                }
            }
            Err(Failure::Unreadable(_)) if cities.len() > 1 => {
                self.alone.extend(cities.iter().map(|city| city.id.clone()));
                for city in cities.iter().rev() {
                    self.queue.push_front(Arc::clone(city));
                }
            }
            Err(failure @ Failure::Unreadable(_)) if self.is_one_of_a_kind(cities) => {
                for city in cities {
                    self.failed_alone = Some(city.id.clone());
                    self.remember(city, &failure, now);
                    self.answer(city, &Err(failure.clone()));
                }
            }
            Err(failure) => {
                self.breaker.failed(&failure, now);
                // The queued cities would fail for the same reason.
                let queued = self.queue.drain(..).collect::<Vec<_>>();
                for city in cities.iter().chain(&queued) {
                    self.answer(city, &Err(failure.clone()));
                }
            }
        }
    }

    /// Whether these are one city that is fetched in a call of its own, and no other one has failed so: that would be the
    /// provider's fault.
    fn is_one_of_a_kind(&self, cities: &[Arc<City>]) -> bool {
        let is_first = |city: &Arc<City>| self.failed_alone.as_ref().is_none_or(|failed| *failed == city.id);
        cities.iter().all(|city| self.alone.contains(&city.id) && is_first(city))
    }

    /// Remembers a city that failed although its call succeeded. Only the first of several failures in a row is logged.
    fn remember(&mut self, city: &City, failure: &Failure, now: Instant) {
        let earlier = self.failed.insert(city.id.clone(), (now + FAILURE_MEMORY, failure.clone()));
        if earlier.is_none() {
            warn!(city = %city.lookup, %failure, "the weather of a city is unavailable");
        }
    }

    fn answer(&mut self, city: &City, outcome: &Result<ServedReport, Failure>) {
        for asker in self.waiting.remove(&city.id).unwrap_or_default() {
            let _ = asker.send(outcome.clone());
        }
    }
}
