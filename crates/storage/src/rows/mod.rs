//! Rows as the database holds them, and their way to domain values and back.

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

/// The values of the rows that can be read. One that cannot (its zone has gone from the database of
/// zones, say) is left out and logged: it must not lock up the rows beside it.
pub(crate) fn readable<Row, Value: TryFrom<Row, Error = Error>>(rows: Vec<Row>) -> impl Iterator<Item = Value> {
    rows.into_iter().filter_map(|row| Value::try_from(row).inspect_err(left_out).ok())
}

/// Says that a row was left out, which each list that has it would say again.
fn left_out(error: &Error) {
    static LINE: LogThrottle = LogThrottle::new();
    if let Some(more) = LINE.at(Instant::now()) {
        tracing::error!(%error, more, "an unreadable row was left out");
    }
}
