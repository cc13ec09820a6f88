//! Rows that were due and could not be rung: each is left alone for a minute, then longer, up to an hour.
//!
//! Each process remembers its own. One of another version may ring at once what this one cannot read, and a database
//! that refuses to change a row is not asked to note that on it.

use std::collections::HashMap;

use time::{Duration, OffsetDateTime};
use tokibako_domain::firing::Kind;
use tokibako_storage::due::Without;

/// How long a row is left alone at first; twice as long each time after that.
const FIRST: Duration = Duration::MINUTE;

/// How long at most.
const LONGEST: Duration = Duration::HOUR;

/// For how long after its time a row may still be tried before its failures are forgotten.
const MEMORY: Duration = Duration::minutes(10);

/// The rows that are left alone.
#[derive(Debug, Default)]
pub(crate) struct PutOff(HashMap<(Kind, i64), Entry>);

#[derive(Debug)]
struct Entry {
    until: OffsetDateTime,
    pause: Duration,
}

impl PutOff {
    /// Leaves a row alone that could not be rung at `now`; says whether that is news.
    pub(crate) fn add(&mut self, kind: Kind, row: i64, now: OffsetDateTime) -> bool {
        let before = self.0.get(&(kind, row)).map(|entry| entry.pause);
        let pause = before.map_or(FIRST, |pause| pause.saturating_mul(2).min(LONGEST));
        self.0.insert((kind, row), Entry { until: now + pause, pause });
        before.is_none()
    }

    /// The rows that are left alone at `now`. Those whose time has come are not among them; how often they failed is
    /// remembered for a while.
    pub(crate) fn rows(&mut self, now: OffsetDateTime) -> Without {
        self.0.retain(|_, entry| now < entry.until + MEMORY);
        let mut without = Without::default();
        for ((kind, row), _) in self.0.iter().filter(|(_, entry)| now < entry.until) {
            match kind {
                Kind::Alarm => without.alarms.push(*row),
                Kind::Timer => without.timers.push(*row),
            }
        }
        without
    }

    /// When the next of them is to be tried again.
    pub(crate) fn next(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.0.values().map(|entry| entry.until).filter(|until| *until > now).min()
    }

    /// Forgets all: what failed may have been the database's fault.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use tokibako_storage::testing::sample::NOW;

    use super::*;

    fn left(put_off: &mut PutOff, minutes: i64) -> (Vec<i64>, Vec<i64>) {
        let Without { alarms, timers } = put_off.rows(NOW + Duration::minutes(minutes));
        (alarms, timers)
    }

    #[test]
    fn a_row_is_left_alone_for_a_minute_then_longer_up_to_an_hour() {
        let mut put_off = PutOff::default();
        let mut now = NOW;
        for (nth, minutes) in [1, 2, 4, 8, 16, 32, 60, 60].into_iter().enumerate() {
            assert_eq!(put_off.add(Kind::Alarm, 7, now), nth == 0);
            let again = now + Duration::minutes(minutes);
            assert_eq!(put_off.next(now), Some(again));
            assert_eq!(put_off.rows(again - Duration::NANOSECOND).alarms, [7]);
            assert_eq!(put_off.rows(again), Without::default());
            assert_eq!(put_off.next(again), None);
            now = again;
        }
    }

    #[test]
    fn kinds_are_told_apart_and_failures_of_long_ago_are_forgotten() {
        let mut put_off = PutOff::default();
        assert!(put_off.add(Kind::Alarm, 7, NOW));
        assert!(put_off.add(Kind::Timer, 7, NOW));
        assert_eq!(left(&mut put_off, 0), (vec![7], vec![7]));
        assert_eq!(left(&mut put_off, 11), (vec![], vec![]));
        assert!(put_off.add(Kind::Alarm, 7, NOW + Duration::minutes(11)));
        put_off.clear();
        assert_eq!(left(&mut put_off, 11), (vec![], vec![]));
    }
}
