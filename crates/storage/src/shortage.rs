//! Remembers that the database had no room for a write, in memory: readiness reads it without a query.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// For how long a write that failed counts: what is read goes well all the while.
const REMEMBERED: Duration = Duration::from_secs(30);

/// What Postgres says where it has no room on the disk or in memory (class 53): diesel does not tell the SQLSTATE.
const MESSAGES: [&str; 5] =
    ["No space left on device", "disk full", "Disk quota exceeded", "out of memory", "out of shared memory"];

/// When a write last failed for want of room. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shortage(Arc<Mutex<Option<Instant>>>);

impl Shortage {
    /// Notes at `now` that the database had no room for a write.
    pub(crate) fn noted(&self, now: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// Whether a write failed so shortly before `now`.
    pub(crate) fn lasts(&self, now: Instant) -> bool {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| now.saturating_duration_since(last) < REMEMBERED)
    }
}

/// Whether a message of Postgres says that there is no room. In another language than English it is not recognised.
pub(crate) fn is_told_by(message: &str) -> bool {
    MESSAGES.iter().any(|known| message.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_failed_counts_for_half_a_minute() {
        let (shortage, begin) = (Shortage::default(), Instant::now());
        assert!(!shortage.lasts(begin));
        shortage.noted(begin);
        assert!(shortage.lasts(begin + REMEMBERED.saturating_sub(Duration::from_millis(1))));
        assert!(!shortage.lasts(begin + REMEMBERED));
    }

    #[test]
    fn postgres_words_for_no_room_are_known() {
        for message in [
            "could not extend file \"base/16384/16423\": No space left on device",
            "could not write to file \"pg_wal/xlogtemp.77\": No space left on device",
            "out of shared memory",
        ] {
            assert!(is_told_by(message), "{message}");
        }
        assert!(!is_told_by("new row for relation \"timers\" violates check constraint \"timers_check\""));
    }
}
