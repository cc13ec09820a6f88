//! The source of the current time.

use std::{fmt, sync::Arc};

use time::OffsetDateTime;

/// Reads the current time: from the system's clock, or from a test. Clones read the same clock.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> OffsetDateTime + Send + Sync>);

impl Clock {
    /// A clock that calls `read`.
    pub fn new(read: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The current time in milliseconds, the precision of everything stored and answered. Read it once per request.
    pub(crate) fn now(&self) -> OffsetDateTime {
        self.precise_now().truncate_to_millisecond()
    }

    /// The current time with the full precision of the clock.
    pub(crate) fn precise_now(&self) -> OffsetDateTime {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new(OffsetDateTime::now_utc)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").finish_non_exhaustive()
    }
}
