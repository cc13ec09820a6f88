//! Rows as the database holds them, and their way to domain values and back.

mod account;
mod alarm;
mod columns;
mod firing;
mod timer;

pub(crate) use account::{AccountRow, NewAccountRow};
pub(crate) use alarm::{AlarmRow, AlarmSettingsRow, NewAlarmRow};
pub(crate) use firing::{FiringColumns, FiringRow};
pub(crate) use timer::{NewTimerRow, TimerRow, TimerStateRow};

use crate::error::Error;

/// The values of the rows that can be read. One that cannot (its zone has gone from the database of
/// zones, say) is left out and logged: it must not lock up the rows beside it.
pub(crate) fn readable<Row, Value: TryFrom<Row, Error = Error>>(rows: Vec<Row>) -> impl Iterator<Item = Value> {
    let values = rows.into_iter().map(Value::try_from);
    values.filter_map(|value| value.inspect_err(|error| tracing::error!(%error, "an unreadable row was left out")).ok())
}
