//! Instants of the model: milliseconds since the first ring is due, on two clocks.

use std::{sync::LazyLock, time::Duration};

use time::{OffsetDateTime, macros::datetime};
use tokio::time::Instant;

/// Milliseconds since the first ring is due.
pub(crate) type Millis = i64;

const FIRST_DUE: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);

/// How long before the first ring the monotonic clock starts: no state is older.
const DAY: Millis = 86_400_000;

static MONOTONIC_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// An instant of the system's clock, as the domain knows it.
pub(crate) fn system(at: Millis) -> OffsetDateTime {
    FIRST_DUE + time::Duration::milliseconds(at)
}

/// The opposite of [`system`].
pub(crate) fn millis(at: OffsetDateTime) -> Millis {
    of(at - FIRST_DUE)
}

/// The milliseconds of a duration.
pub(crate) fn of(duration: time::Duration) -> Millis {
    Millis::try_from(duration.whole_milliseconds()).unwrap_or(Millis::MAX)
}

/// An instant of the monotonic clock, as the sequencer knows it.
pub(crate) fn monotonic(at: Millis) -> Instant {
    *MONOTONIC_START + Duration::from_millis((at + DAY).unsigned_abs())
}

/// The opposite of [`monotonic`].
pub(crate) fn since_due(at: Instant) -> Millis {
    Millis::try_from((at - *MONOTONIC_START).as_millis()).unwrap_or(Millis::MAX) - DAY
}
