//! Backoff for due rows that cannot be rung: one minute, doubled with each failure, at most an hour.
//!
//! The state is in memory, per process, for two reasons. A process of another version may be able to ring a row that
//! this version cannot read. And the database may refuse every change to the row, even a record of its failure.

use std::collections::HashMap;

use time::{Duration, OffsetDateTime};
use tokibako_domain::firing::Kind;
use tokibako_storage::due::ExcludedRows;

/// The pause after the first failure.
const FIRST: Duration = Duration::MINUTE;

/// The longest pause.
const LONGEST: Duration = Duration::HOUR;

/// How long a row's failures are remembered after its pause. Another failure within this time has a longer pause.
const MEMORY: Duration = Duration::minutes(10);

/// The rows in backoff.
#[derive(Debug, Default)]
pub(crate) struct Backoff(HashMap<(Kind, i64), Entry>);

#[derive(Debug)]
struct Entry {
    until: OffsetDateTime,
    pause: Duration,
}

impl Backoff {
    /// Records that a row failed at `now`; returns whether that is its first failure.
    pub(crate) fn add(&mut self, kind: Kind, row: i64, now: OffsetDateTime) -> bool {
        let before = self.0.get(&(kind, row)).map(|entry| entry.pause);
        let pause = before.map_or(FIRST, |pause| pause.saturating_mul(2).min(LONGEST));
        self.0.insert((kind, row), Entry { until: now + pause, pause });
        before.is_none()
    }

    /// The rows that claims leave out at `now`. Drops failures that are older than [`MEMORY`].
    pub(crate) fn rows(&mut self, now: OffsetDateTime) -> ExcludedRows {
        self.0.retain(|_, entry| now < entry.until + MEMORY);
        let mut without = ExcludedRows::default();
        for ((kind, row), _) in self.0.iter().filter(|(_, entry)| now < entry.until) {
            match kind {
                Kind::Alarm => without.alarms.push(*row),
                Kind::Timer => without.timers.push(*row),
            }
        }
        without
    }

    /// When the next pause ends.
    pub(crate) fn next(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.0.values().map(|entry| entry.until).filter(|until| *until > now).min()
    }

    /// Ends all pauses and forgets all failures.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use tokibako_storage::testing::sample::NOW;

    use super::*;

    fn left(backoff: &mut Backoff, minutes: i64) -> (Vec<i64>, Vec<i64>) {
        let ExcludedRows { alarms, timers } = backoff.rows(NOW + Duration::minutes(minutes));
        (alarms, timers)
    }

    #[test]
    fn a_failed_row_is_skipped_for_a_minute_then_longer_up_to_an_hour() {
        let mut backoff = Backoff::default();
        let mut now = NOW;
        for (nth, minutes) in [1, 2, 4, 8, 16, 32, 60, 60].into_iter().enumerate() {
            assert_eq!(backoff.add(Kind::Alarm, 7, now), nth == 0);
            let again = now + Duration::minutes(minutes);
            assert_eq!(backoff.next(now), Some(again));
            assert_eq!(backoff.rows(again - Duration::NANOSECOND).alarms, [7]);
            assert_eq!(backoff.rows(again), ExcludedRows::default());
            assert_eq!(backoff.next(again), None);
            now = again;
        }
    }

    #[test]
    fn kinds_are_distinguished_and_old_failures_are_forgotten() {
        let mut backoff = Backoff::default();
        assert!(backoff.add(Kind::Alarm, 7, NOW));
        assert!(backoff.add(Kind::Timer, 7, NOW));
        assert_eq!(left(&mut backoff, 0), (vec![7], vec![7]));
        assert_eq!(left(&mut backoff, 11), (vec![], vec![]));
        assert!(backoff.add(Kind::Alarm, 7, NOW + Duration::minutes(11)));
        backoff.clear();
        assert_eq!(left(&mut backoff, 11), (vec![], vec![]));
    }
}
