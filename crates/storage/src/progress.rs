//! Whether the scheduler of this process gets on: kept in memory, so that asking costs the database nothing.

use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

/// How the scheduler of this process gets on.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Option<OffsetDateTime>>);

impl Progress {
    /// Something is due at `now`, and was not claimed yet.
    pub fn waits(&self, now: OffsetDateTime) {
        self.since().get_or_insert(now);
    }

    /// Rows were claimed, or none is due.
    pub fn goes_on(&self) {
        *self.since() = None;
    }

    /// For how long something has been due at `now` while nothing was claimed.
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
        progress.waits(NOW);
        progress.waits(NOW + Duration::seconds(3));
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(5)), Duration::seconds(5));
        progress.goes_on();
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(9)), Duration::ZERO);
    }
}
