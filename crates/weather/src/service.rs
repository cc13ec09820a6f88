//! The weather as the server asks for it.

use std::{sync::Arc, time::Duration};

use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, timeout},
};

use crate::{
    cache::{Cache, Served},
    cities::{Catalogue, City},
    desk::{Ask, Desk},
    error::Failure,
    metrics::{Metrics, Source},
    provider::Provider,
};

/// So long an answer may take, the wait for others' calls included.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// More askers than can wait in good time; beyond them it is refused at once.
const MOST_ASKERS: usize = 4_096;

/// The weather of the catalogue's cities.
pub struct Weather {
    catalogue: Catalogue,
    cache: Arc<Cache>,
    metrics: Metrics,
    desk: mpsc::Sender<Ask>,
}

impl Weather {
    /// Starts the calls to `provider`, which end with this value; `clock` tells the local time of reports.
    ///
    /// It runs on the runtime that it is called on.
    #[must_use]
    pub fn start(catalogue: Catalogue, provider: impl Provider, clock: fn() -> OffsetDateTime) -> Self {
        let cache = Arc::new(Cache::holding(catalogue.cities().len()));
        let metrics = Metrics::default();
        let (desk, asks) = mpsc::channel(MOST_ASKERS);
        tokio::spawn(Desk::new(provider, Arc::clone(&cache), metrics.clone(), clock).run(asks));
        Self { catalogue, cache, metrics, desk }
    }

    /// Lets a registry tell of the calls and of the answers.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.metrics.register(registry);
    }

    /// The city of the catalogue that this string stands for.
    #[must_use]
    pub fn city(&self, asked: &str) -> Option<&Arc<City>> {
        self.catalogue.find(asked)
    }

    /// The weather of a city: fresh, or where that fails as it last was, within five seconds.
    pub async fn of(&self, city: &Arc<City>) -> Result<Served, Failure> {
        let (source, answer) = self.answer(city).await;
        self.metrics.answered(source);
        answer
    }

    async fn answer(&self, city: &Arc<City>) -> (Source, Result<Served, Failure>) {
        if let Some(fresh) = self.cache.fresh(city, Instant::now()) {
            return (Source::Cache, Ok(fresh));
        }
        let failure = match timeout(PATIENCE, self.ask(city)).await {
            Ok(Ok(served)) => return (Source::Provider, Ok(served)),
            Ok(Err(failure)) => failure,
            Err(_) => Failure::Slow,
        };
        match self.cache.usable(city, Instant::now()) {
            Some(stale) => (Source::Stale, Ok(stale)),
            None => (Source::Nowhere, Err(failure)),
        }
    }

    async fn ask(&self, city: &Arc<City>) -> Result<Served, Failure> {
        let gone = || Failure::Unreachable("nobody makes calls any more".to_owned());
        let (answer, told) = oneshot::channel();
        let ask = Ask { city: Arc::clone(city), answer };
        match self.desk.try_send(ask) {
            Ok(()) => told.await.unwrap_or_else(|_| Err(gone())),
            Err(mpsc::error::TrySendError::Full(_)) => Err(Failure::Slow),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(gone()),
        }
    }
}
