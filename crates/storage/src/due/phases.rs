//! How long the parts of a claim take, one after the other.

use std::time::{Duration, Instant};

/// How long each phase of a claim took, waiting for a connection aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Phases {
    /// To begin the transaction, and to lock and read the rows.
    pub take: Duration,
    /// To decide what becomes of them, which asks the database nothing.
    pub settle: Duration,
    /// To move the rows on.
    pub move_on: Duration,
    /// To queue what is pushed to devices.
    pub queue: Duration,
    /// To append the rings to the log.
    pub append: Duration,
    /// To give the batch its place, under the lock of the log, and to commit.
    pub commit: Duration,
}

impl Phases {
    /// Each phase with its name, in their order.
    #[must_use]
    pub const fn named(&self) -> [(&'static str, Duration); 6] {
        [
            ("take", self.take),
            ("settle", self.settle),
            ("move_on", self.move_on),
            ("queue", self.queue),
            ("append", self.append),
            ("commit", self.commit),
        ]
    }
}

/// A clock that is read at the end of each phase.
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
