//! What every provider of weather reports has to do.

use std::sync::Arc;

use time::OffsetDateTime;

use crate::{cities::City, error::Failure, report::Report};

/// What a call gives: a report or a failure for each city asked for, in their order, or one failure for all.
pub type Outcome = Result<Vec<Result<Report, Failure>>, Failure>;

/// A source of weather reports.
pub trait Provider: Send + Sync + 'static {
    /// For how many places one call can ask.
    const PLACES_A_CALL: usize;

    /// How many calls may be under way at once.
    const CALLS_AT_ONCE: usize;

    /// Asks for the weather of `cities`, at most [`Self::PLACES_A_CALL`]; their local time is that of `now`.
    fn fetch(&self, cities: &[Arc<City>], now: OffsetDateTime) -> impl Future<Output = Outcome> + Send;
}
