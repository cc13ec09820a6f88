//! Rows as the database holds them, and their way to domain values and back.

mod alarm;
mod columns;
mod firing;
mod timer;

pub(crate) use alarm::{AlarmRow, AlarmSettingsRow, NewAlarmRow};
pub(crate) use firing::{FiringColumns, FiringRow, kind_name};
pub(crate) use timer::{NewTimerRow, TimerRow, TimerStateRow};
