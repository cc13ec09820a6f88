//! Compares this node's clock with the database's.
//!
//! All nodes share the database, so its clock is the reference. A node whose clock differs too much claims nothing and
//! deletes nothing: it would ring at the wrong time and delete data too early.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use prometheus_client::{
    metrics::gauge::Gauge,
    registry::{Registry, Unit},
};
use time::{Duration, OffsetDateTime};

/// The largest difference that is allowed.
pub const MOST_APART: Duration = Duration::seconds(30);

/// The result of the last comparison. Clones share it.
#[derive(Clone, Default)]
pub struct Clocks {
    are_apart: Arc<AtomicBool>,
    apart: Gauge<f64, AtomicU64>,
}

impl Clocks {
    /// Compares this node's clock, read `before` and `after` the query, with the database's reading; returns whether they
    /// agree.
    ///
    /// A slow answer is no difference: the database may have read its clock at any instant between the two readings.
    pub fn compare(&self, before: OffsetDateTime, database: OffsetDateTime, after: OffsetDateTime) -> bool {
        let (first, last) = (before.min(after), before.max(after));
        let apart = if database < first {
            first - database
        } else if database > last {
            last - database
        } else {
            Duration::ZERO
        };
        self.apart.set(apart.as_seconds_f64());
        let are_apart = apart.abs() > MOST_APART;
        let were_apart = self.are_apart.swap(are_apart, Ordering::Relaxed);
        if are_apart && !were_apart {
            let seconds = apart.whole_seconds();
            tracing::error!(
                seconds,
                "this node's clock is not the database's: it rings and deletes nothing until they agree"
            );
        } else if were_apart && !are_apart {
            tracing::info!("this node's clock is the database's again");
        }
        !are_apart
    }

    /// Whether the clocks were too far apart at the last comparison.
    #[must_use]
    pub fn are_apart(&self) -> bool {
        self.are_apart.load(Ordering::Relaxed)
    }

    /// Registers the difference as a metric.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "clock_ahead",
            "How far this node's clock is ahead of the database's; below zero where it is behind",
            Unit::Seconds,
            self.apart.clone(),
        );
    }
}

impl fmt::Debug for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clocks").field("are_apart", &self.are_apart()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;
    use time::ext::NumericalDuration as _;

    use super::*;
    use crate::testing::sample::NOW;

    #[test]
    fn clocks_agree_up_to_half_a_minute() {
        let clocks = Clocks::default();
        for (apart, agree) in [(0, true), (30, true), (31, false), (-30, true), (-31, false), (400 * 86_400, false)] {
            assert_eq!(clocks.compare(NOW + apart.seconds(), NOW, NOW + apart.seconds()), agree, "{apart}");
            assert_eq!(clocks.are_apart(), !agree);
        }
    }

    #[test]
    fn a_slow_answer_is_no_difference() {
        let clocks = Clocks::default();
        assert!(clocks.compare(NOW, NOW + 50.seconds(), NOW + 60.seconds()));
        assert!(clocks.compare(NOW, NOW, NOW + 1.hours()));
        assert!(!clocks.compare(NOW, NOW - 31.seconds(), NOW + 1.hours()));
        assert!(!clocks.compare(NOW, NOW + 1.hours() + 31.seconds(), NOW + 1.hours()));
    }

    #[test]
    fn the_difference_is_a_metric() {
        let (mut registry, clocks) = (Registry::default(), Clocks::default());
        clocks.register(&mut registry);
        clocks.compare(NOW - 90.seconds(), NOW, NOW - 89.seconds());
        let mut told = String::new();
        text::encode(&mut told, &registry).unwrap();
        assert!(told.lines().any(|line| line == "clock_ahead_seconds -89.0"), "{told}");
    }
}
