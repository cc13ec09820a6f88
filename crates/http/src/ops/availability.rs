//! The state of this process for readiness, and where readiness is answered.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the server has started and is not stopping, and other conditions of `/readyz`.
#[derive(Debug, Default)]
pub(crate) struct Availability {
    is_open: AtomicBool,
    runs_scheduler: AtomicBool,
    is_for_operators: AtomicBool,
}

impl Availability {
    /// The process also runs the scheduler.
    pub(crate) fn run_scheduler(&self) {
        self.runs_scheduler.store(true, Ordering::Relaxed);
    }

    /// Operators have an address of their own, so the site's address does not answer `/readyz`.
    pub(crate) fn restrict_to_operators(&self) {
        self.is_for_operators.store(true, Ordering::Relaxed);
    }

    /// The server has started.
    pub(crate) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// The server is stopping.
    pub(crate) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Whether the server has started and is not stopping.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Whether this process runs the scheduler.
    pub(crate) fn runs_scheduler(&self) -> bool {
        self.runs_scheduler.load(Ordering::Relaxed)
    }

    /// Whether only operators may ask about readiness.
    pub(crate) fn is_for_operators(&self) -> bool {
        self.is_for_operators.load(Ordering::Relaxed)
    }
}
