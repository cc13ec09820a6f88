//! The reports that are kept, and for how long.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use cached::{Cached as _, LruCache};
use tokio::time::Instant;

use crate::{cities::City, report::Report};

/// So long a report is as good as a new one.
pub(crate) const FRESH: Duration = Duration::from_hours(1);

/// So long it is better than none.
pub(crate) const USABLE: Duration = Duration::from_hours(24);

/// What a caller is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Served {
    /// The report.
    pub report: Arc<Report>,
    /// How long it stays fresh; zero where it is served for want of a newer one.
    pub fresh_for: Duration,
}

/// The latest report of each city. The ages are our own: of one report they decide both whether it is fresh and
/// whether it is better than none.
pub(crate) struct Cache(Mutex<LruCache<String, Kept>>);

struct Kept {
    report: Arc<Report>,
    since: Instant,
}

impl Cache {
    /// Has room for as many cities as there are.
    pub(crate) fn holding(cities: usize) -> Self {
        Self(Mutex::new(LruCache::new(cities.max(1))))
    }

    /// The city's report if it is fresh at `now`.
    pub(crate) fn fresh(&self, city: &City, now: Instant) -> Option<Served> {
        self.within(FRESH, city, now)
    }

    /// The city's report if it is better than none at `now`.
    pub(crate) fn usable(&self, city: &City, now: Instant) -> Option<Served> {
        self.within(USABLE, city, now)
    }

    /// Keeps a report that came at `now`.
    pub(crate) fn keep(&self, city: &City, report: Report, now: Instant) -> Served {
        let report = Arc::new(report);
        self.lock().cache_set(city.id.clone(), Kept { report: Arc::clone(&report), since: now });
        Served { report, fresh_for: FRESH }
    }

    fn within(&self, limit: Duration, city: &City, now: Instant) -> Option<Served> {
        let mut reports = self.lock();
        let kept = reports.cache_get(&city.id)?;
        let age = now.saturating_duration_since(kept.since);
        (age < limit).then(|| Served { report: Arc::clone(&kept.report), fresh_for: FRESH.saturating_sub(age) })
    }

    /// No work is done under the lock that could leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, LruCache<String, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
