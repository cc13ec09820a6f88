//! The weather service that the server uses.

use std::{sync::Arc, time::Duration};

use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, timeout},
};

use crate::{
    cache::{Cache, ServedReport},
    cities::{Catalogue, City},
    error::Failure,
    fetcher::{Fetcher, ReportRequest},
    metrics::{Source, WeatherMetrics},
    provider::Provider,
};

/// How long a caller may wait, the queue included.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(5);

/// The most requests that can be answered in time. More are refused at once.
const MOST_ASKERS: usize = 4_096;

/// The weather of the catalogue's cities.
pub struct Weather {
    catalogue: Catalogue,
    cache: Arc<Cache>,
    metrics: WeatherMetrics,
    fetcher: mpsc::Sender<ReportRequest>,
}

impl Weather {
    /// Starts the task that calls `provider`; it ends when this value is dropped. `clock` gives the local time of
    /// reports.
    ///
    /// Must be called on a tokio runtime.
    #[must_use]
    pub fn start(
        catalogue: Catalogue,
        provider: impl Provider,
        clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static,
    ) -> Self {
        let cache = Arc::new(Cache::holding(catalogue.cities().len()));
        let metrics = WeatherMetrics::default();
        let (fetcher, asks) = mpsc::channel(MOST_ASKERS);
        tokio::spawn(Fetcher::new(provider, Arc::clone(&cache), metrics.clone(), Arc::new(clock)).run(asks));
        Self { catalogue, cache, metrics, fetcher }
    }

    /// Registers the metrics of calls and answers.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.metrics.register(registry);
    }

    /// The city of the catalogue with this name.
    #[must_use]
    pub fn city(&self, asked: &str) -> Option<&Arc<City>> {
        self.catalogue.find(asked)
    }

    /// The weather of a city: a fresh report, or a stale one if the provider fails. Takes five seconds at most.
    pub async fn of(&self, city: &Arc<City>) -> Result<ServedReport, Failure> {
        let (source, answer) = self.answer(city).await;
        self.metrics.answered(source);
        answer
    }

    async fn answer(&self, city: &Arc<City>) -> (Source, Result<ServedReport, Failure>) {
        if let Some(fresh) = self.cache.fresh(city, Instant::now()) {
            return (Source::Cache, Ok(fresh));
        }
        let failure = match timeout(TIMEOUT, self.ask(city)).await {
            Ok(Ok(served)) => return (Source::Provider, Ok(served)),
            Ok(Err(failure)) => failure,
            Err(_) => Failure::Slow,
        };
        match self.cache.usable(city, Instant::now()) {
            Some(stale) => (Source::Stale, Ok(stale)),
            None => (Source::Nowhere, Err(failure)),
        }
    }

    async fn ask(&self, city: &Arc<City>) -> Result<ServedReport, Failure> {
        let gone = || Failure::Unreachable("nobody makes calls any more".to_owned());
        let (answer, told) = oneshot::channel();
        let ask = ReportRequest { city: Arc::clone(city), answer };
        match self.fetcher.try_send(ask) {
            Ok(()) => told.await.unwrap_or_else(|_| Err(gone())),
            Err(mpsc::error::TrySendError::Full(_)) => Err(Failure::Slow),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(gone()),
        }
    }
}
