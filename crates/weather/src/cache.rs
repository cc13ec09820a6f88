//! The cache of reports.

use std::{sync::Arc, time::Duration};

use cached::{Cached as _, LruCache};
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::{cities::City, report::Report};

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
    pub(crate) fn store(&self, city: &City, report: Report, now: Instant) -> ServedReport {
        let report = Arc::new(report);
        self.0.lock().cache_set(city.id.clone(), CachedReport { report: Arc::clone(&report), since: now });
        ServedReport { report, fresh_for: FRESH }
    }

    fn within(&self, limit: Duration, city: &City, now: Instant) -> Option<ServedReport> {
        let mut reports = self.0.lock();
        let kept = reports.cache_get(&city.id)?;
        let age = now.saturating_duration_since(kept.since);
        (age < limit).then(|| ServedReport { report: Arc::clone(&kept.report), fresh_for: FRESH.saturating_sub(age) })
    }
}
