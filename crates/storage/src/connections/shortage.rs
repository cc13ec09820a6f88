//! Remembers in memory that the database had no space for a write. Readiness needs no query for that.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// How long a failed write is remembered: reads still succeed meanwhile.
const REMEMBERED: Duration = Duration::from_secs(30);

/// The messages of Postgres for class 53, insufficient resources: diesel does not expose the SQLSTATE.
const MESSAGES: [&str; 5] =
    ["No space left on device", "disk full", "Disk quota exceeded", "out of memory", "out of shared memory"];

/// When a write last failed for lack of space. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shortage(Arc<Mutex<Option<Instant>>>);

impl Shortage {
    /// Records that the database had no space for a write at `now`.
    pub(crate) fn record(&self, now: Instant) {
        *self.0.lock() = Some(now);
    }

    /// Whether a write failed recently.
    pub(crate) fn is_recent(&self, now: Instant) -> bool {
        let last = *self.0.lock();
        last.is_some_and(|last| now.saturating_duration_since(last) < REMEMBERED)
    }
}

/// Whether a message of Postgres reports a lack of resources. Only English messages are recognised.
pub(crate) fn is_reported_by(message: &str) -> bool {
    MESSAGES.iter().any(|known| message.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_counts_for_half_a_minute() {
        let (shortage, begin) = (Shortage::default(), Instant::now());
        assert!(!shortage.is_recent(begin));
        shortage.record(begin);
        assert!(shortage.is_recent(begin + REMEMBERED.saturating_sub(Duration::from_millis(1))));
        assert!(!shortage.is_recent(begin + REMEMBERED));
    }

    #[test]
    fn the_messages_of_postgres_are_recognised() {
        for message in [
            "could not extend file \"base/16384/16423\": No space left on device",
            "could not write to file \"pg_wal/xlogtemp.77\": No space left on device",
            "out of shared memory",
        ] {
            assert!(is_reported_by(message), "{message}");
        }
        assert!(!is_reported_by("new row for relation \"timers\" violates check constraint \"timers_check\""));
    }
}
