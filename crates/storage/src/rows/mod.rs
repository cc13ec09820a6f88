//! The rows of the database, and conversions from and to domain values.

mod account;
mod alarm;
mod columns;
pub mod encoding;
mod firing;
mod intervals;
mod keyed_row;
mod new_firings;
mod timer;

pub(crate) use account::{AccountRow, NewAccountRow};
pub(crate) use alarm::{AlarmRow, AlarmSettingsRow, NewAlarmRow};
pub(crate) use firing::{FiringRow, PlacedRow};
pub use keyed_row::KeyedRow;
pub(crate) use keyed_row::{moving, store_all};
pub(crate) use new_firings::{DuplicatePolicy, NewFirings};
pub(crate) use timer::{NewTimerRow, TimerRow, TimerStateRow};

use std::time::Instant;

use crate::{error::Error, log_throttle::LogThrottle};

/// The values of all readable rows. An unreadable row is left out and logged, so that the others stay usable. A row is
/// unreadable if its zone is missing from the time zone database, for example.
pub(crate) fn readable<Row, Value: TryFrom<Row, Error = Error>>(rows: Vec<Row>) -> impl Iterator<Item = Value> {
    rows.into_iter().filter_map(|row| Value::try_from(row).inspect_err(left_out).ok())
}

/// Logs that a row was left out. It is throttled, because each list with the row would log it again.
fn left_out(error: &Error) {
    static LINE: LogThrottle = LogThrottle::new();
    if let Some(more) = LINE.at(Instant::now()) {
        tracing::error!(%error, more, "an unreadable row was left out");
    }
}
