//! Where the present comes from.

use std::{fmt, sync::Arc};

use time::OffsetDateTime;

/// Reads the present: by default the system's clock, in tests whatever they say. Clones read the same clock.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> OffsetDateTime + Send + Sync>);

impl Clock {
    /// A clock that asks `read` for the present.
    pub fn new(read: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The present to the millisecond, as everything stored and answered has it; read it once a request.
    pub(crate) fn now(&self) -> OffsetDateTime {
        self.precise_now().truncate_to_millisecond()
    }

    /// The present as precisely as the clock has it.
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
