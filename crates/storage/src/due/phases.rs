//! The duration of each phase of a claim.

use std::time::{Duration, Instant};

/// The duration of each phase of a claim, without the wait for a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Phases {
    /// Beginning the transaction; locking and reading the rows.
    pub take: Duration,
    /// Deciding what happens to each row, without any query.
    pub settle: Duration,
    /// Moving the rows to their next occurrences.
    pub move_on: Duration,
    /// Appending the rings to the log.
    pub append: Duration,
    /// Storing that messages for devices have to be queued.
    pub queue: Duration,
    /// Giving the batch its place, under the lock of the log, and the commit.
    pub commit: Duration,
}

impl Phases {
    /// The phases with their names, in order.
    #[must_use]
    pub const fn named(&self) -> [(&'static str, Duration); 6] {
        [
            ("take", self.take),
            ("settle", self.settle),
            ("move_on", self.move_on),
            ("append", self.append),
            ("queue", self.queue),
            ("commit", self.commit),
        ]
    }
}

/// A stopwatch that is read at the end of each phase.
pub(super) struct Laps(Instant);

impl Laps {
    pub(super) fn begin() -> Self {
        Self(Instant::now())
    }

    /// The time since the last reading.
    pub(super) fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now.saturating_duration_since(std::mem::replace(&mut self.0, now))
    }
}
