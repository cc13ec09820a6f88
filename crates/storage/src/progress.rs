//! The progress of this process's scheduler, in memory: readiness reads it without a query.

use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

/// Since when due rows have been waiting without any claim.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Option<OffsetDateTime>>);

impl Progress {
    /// Notes at `now` that rows are due and not claimed yet.
    pub fn work_is_due(&self, now: OffsetDateTime) {
        self.since().get_or_insert(now);
    }

    /// Notes that rows were claimed, or that none is due.
    pub fn made(&self) {
        *self.since() = None;
    }

    /// How long rows have been due at `now` without any claim.
    pub fn stalled_for(&self, now: OffsetDateTime) -> Duration {
        self.since().map_or(Duration::ZERO, |since| now - since)
    }

    fn since(&self) -> std::sync::MutexGuard<'_, Option<OffsetDateTime>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample::NOW;

    #[test]
    fn a_stall_lasts_from_the_first_look_that_finds_something_due_to_the_next_claim() {
        let progress = Progress::default();
        assert_eq!(progress.stalled_for(NOW), Duration::ZERO);
        progress.work_is_due(NOW);
        progress.work_is_due(NOW + Duration::seconds(3));
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(5)), Duration::seconds(5));
        progress.made();
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(9)), Duration::ZERO);
    }
}
