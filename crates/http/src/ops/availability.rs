//! Whether this process is meant to serve.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the server has started and is not stopping, and whether it also runs the scheduler.
#[derive(Debug, Default)]
pub(crate) struct Availability {
    is_open: AtomicBool,
    runs_scheduler: bool,
}

impl Availability {
    /// Of a process that also runs the scheduler.
    pub(crate) fn of_scheduler() -> Self {
        Self { runs_scheduler: true, ..Self::default() }
    }

    /// The server has started.
    pub(crate) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// The server is about to stop.
    pub(crate) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Whether the server has started and is not stopping.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Whether this process runs the scheduler.
    pub(crate) fn runs_scheduler(&self) -> bool {
        self.runs_scheduler
    }
}
