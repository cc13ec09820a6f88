//! The rows of the database, and conversions from and to domain values.

mod account;
mod alarm;
mod columns;
mod firing;
mod intervals;
mod timer;

pub(crate) use account::{AccountRow, NewAccountRow};
pub(crate) use alarm::{AlarmRow, AlarmSettingsRow, NewAlarmRow};
pub(crate) use firing::{FiringColumns, FiringRow, PlacedRow};
pub(crate) use timer::{NewTimerRow, TimerRow, TimerStateRow};

use std::time::Instant;

use crate::{error::Error, log_throttle::LogThrottle};

/// The values of all readable rows. An unreadable one (its zone is missing from the time zone database, say) is left
/// out and logged, so that the rows beside it stay usable.
pub(crate) fn readable<Row, Value: TryFrom<Row, Error = Error>>(rows: Vec<Row>) -> impl Iterator<Item = Value> {
    rows.into_iter().filter_map(|row| Value::try_from(row).inspect_err(left_out).ok())
}

/// Logs that a row was left out; throttled, because each list with that row would log it again.
fn left_out(error: &Error) {
    static LINE: LogThrottle = LogThrottle::new();
    if let Some(more) = LINE.at(Instant::now()) {
        tracing::error!(%error, more, "an unreadable row was left out");
    }
}
