//! How late a ring may be.

use time::{Duration, OffsetDateTime};

/// How late a ring may be and still be worth hearing (a server that was down, a lid that was shut).
pub const LATEST_RING: Duration = Duration::minutes(10);

/// How long the ring between two steps of a timer lasts: it ends by itself.
pub const STEP_RINGS_FOR: Duration = Duration::seconds(10);

/// Whether what was due at `scheduled_for` still rings at `now`: at most [`LATEST_RING`] late, else it is
/// passed over.
#[must_use]
pub fn still_rings(scheduled_for: OffsetDateTime, now: OffsetDateTime) -> bool {
    now - scheduled_for <= LATEST_RING
}

/// The last instant whose rings are passed over at `now`; a nanosecond later [`still_rings`].
pub(crate) fn last_too_late(now: OffsetDateTime) -> OffsetDateTime {
    now - LATEST_RING - Duration::NANOSECOND
}
