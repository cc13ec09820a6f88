//! How late a ring may be.

use time::{Duration, OffsetDateTime};

/// How late a ring may be and still be useful (the server was down, or a laptop was closed).
pub const LATEST_RING: Duration = Duration::minutes(10);

/// How long a timer rings between two steps. The ring then ends.
pub const STEP_RINGS_FOR: Duration = Duration::seconds(10);

/// Whether what was due at `scheduled_for` still rings at `now`. More than [`LATEST_RING`] late it is missed.
pub fn still_rings(scheduled_for: OffsetDateTime, now: OffsetDateTime) -> bool {
    now - scheduled_for <= LATEST_RING
}

/// The latest due instant that is too late to ring at `now`. One that is due a nanosecond later [`still_rings`].
pub(crate) fn last_too_late(now: OffsetDateTime) -> OffsetDateTime {
    now - LATEST_RING - Duration::NANOSECOND
}
