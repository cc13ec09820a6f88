//! The weather of the catalogue's cities, fetched from a provider.
//!
//! A server starts it with a provider and asks it for cities:
//!
//! ```no_run
//! use time::OffsetDateTime;
//! use tokibako_weather::{Weather, cities::Catalogue, provider::{ProviderAddress, OpenMeteo}};
//!
//! # async fn ask() -> Result<(), Box<dyn std::error::Error>> {
//! let provider = OpenMeteo::new(ProviderAddress::of(OpenMeteo::ADDRESS)?, None)?;
//! let weather = Weather::new(Catalogue::built_in()?, provider, OffsetDateTime::now_utc);
//! if let Some(tokyo) = weather.city("Tokyo,Japan") {
//!     println!("{} °C", weather.of(tokyo).await?.report.current.celsius);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A report is fresh for an hour, and served for a day if the provider fails. One that is asked for and old is refreshed
//! (`refresh`): by one call even if several requests wait for it, in batches if the provider supports them, and by none
//! while the provider is down (`breaker`).

mod breaker;
pub mod cities;
pub mod provider;
mod refresh;
pub mod report;

use std::{pin::Pin, sync::Arc, time::Duration};

use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokio::time::{Instant, timeout};

use crate::{
    cities::{Catalogue, City},
    provider::Provider,
    refresh::{Cache, Refresher, Source, WeatherMetrics},
};

pub use crate::{
    refresh::ServedReport,
    report::{Failure, SetupError},
};

/// How long a caller may wait, the queue included.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(5);

/// A call, or the wait for one.
type Refreshing = Pin<Box<dyn Future<Output = Result<ServedReport, Failure>> + Send>>;

pub struct Weather {
    catalogue: Catalogue,
    cache: Arc<Cache>,
    metrics: WeatherMetrics,
    refresh: Box<dyn Fn(Arc<City>) -> Refreshing + Send + Sync>,
}

impl Weather {
    /// The weather that `provider` reports. `clock` gives the local time of reports.
    pub fn new(
        catalogue: Catalogue,
        provider: impl Provider,
        clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static,
    ) -> Self {
        let cache = Arc::new(Cache::holding(catalogue.cities().len()));
        let metrics = WeatherMetrics::default();
        let refresher = Arc::new(Refresher::new(provider, Arc::clone(&cache), metrics.clone(), Box::new(clock)));
        let refresh = Box::new(move |city| Box::pin(Arc::clone(&refresher).refresh(city)) as Refreshing);
        Self { catalogue, cache, metrics, refresh }
    }

    pub fn register_metrics(&self, registry: &mut Registry) {
        self.metrics.register(registry);
    }

    /// The city of the catalogue with this name.
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
        let failure = match timeout(TIMEOUT, (self.refresh)(Arc::clone(city))).await {
            Ok(Ok(served)) => return (Source::Provider, Ok(served)),
            Ok(Err(failure)) => failure,
            Err(_) => Failure::Slow,
        };
        match self.cache.usable(city, Instant::now()) {
            Some(stale) => (Source::Stale, Ok(stale)),
            None => (Source::Nowhere, Err(failure)),
        }
    }
}
