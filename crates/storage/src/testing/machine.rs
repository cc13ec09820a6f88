//! Machines whose clocks are wrong.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use time::{Duration, OffsetDateTime};

use crate::clock::Clock;

/// A machine whose clock a test sets, also while it runs.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    seconds_ahead: Arc<AtomicI64>,
}

impl Machine {
    /// A machine whose clock is ahead of the database's.
    #[must_use]
    pub fn ahead_by(ahead: Duration) -> Self {
        let machine = Self::default();
        machine.set_ahead(ahead);
        machine
    }

    /// Sets the machine's clock.
    pub fn set_ahead(&self, ahead: Duration) {
        self.seconds_ahead.store(ahead.whole_seconds(), Ordering::SeqCst);
    }

    /// The clock of a process on this machine, before its first measurement.
    #[must_use]
    pub fn clock(&self) -> Clock {
        let ahead = Arc::clone(&self.seconds_ahead);
        Clock::simulated(move || OffsetDateTime::now_utc() + Duration::seconds(ahead.load(Ordering::SeqCst)))
    }
}

/// The clock of a machine that agrees with the database.
#[must_use]
pub fn right_clock() -> Clock {
    Machine::default().clock()
}
