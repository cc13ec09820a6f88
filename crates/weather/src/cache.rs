//! The reports that are kept, and for how long.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

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

/// The latest report of each city; no larger than the catalogue.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<String, Kept>>);

struct Kept {
    report: Arc<Report>,
    since: Instant,
}

impl Cache {
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
        self.lock().insert(city.id.clone(), Kept { report: Arc::clone(&report), since: now });
        Served { report, fresh_for: FRESH }
    }

    fn within(&self, limit: Duration, city: &City, now: Instant) -> Option<Served> {
        let reports = self.lock();
        let kept = reports.get(&city.id)?;
        let age = now.saturating_duration_since(kept.since);
        (age < limit).then(|| Served { report: Arc::clone(&kept.report), fresh_for: FRESH.saturating_sub(age) })
    }

    /// No work is done under the lock that could leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
