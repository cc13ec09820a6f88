//! The interface of a weather provider.

use std::sync::Arc;

use time::OffsetDateTime;

use crate::{cities::City, error::Failure, report::Report};

/// The result of a call: a report or a failure for each city, in their order, or one failure for all.
pub type Outcome = Result<Vec<Result<Report, Failure>>, Failure>;

/// A source of weather reports.
pub trait Provider: Send + Sync + 'static {
    /// How many cities one call can ask for.
    const CITIES_PER_CALL: usize;

    /// How many calls may be in progress at once.
    const MAX_CONCURRENT_CALLS: usize;

    /// Fetches the weather of `cities`, [`Self::CITIES_PER_CALL`] at most; `now` gives their local time.
    fn fetch(&self, cities: &[Arc<City>], now: OffsetDateTime) -> impl Future<Output = Outcome> + Send;
}
