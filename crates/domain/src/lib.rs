//! What alarms, timers and firings are, and when they ring.
//!
//! Pure rules without IO, async code or serialisation. Nothing here reads a clock: functions that depend on the current
//! time take it as `now`.

pub mod account;
pub mod alarm;
pub mod answer;
pub mod browser_id;
pub mod channel;
pub mod cities;
pub mod day;
pub mod days_off;
pub mod firing;
pub mod intervals;
pub mod label;
pub mod lateness;
pub mod length;
mod names;
pub mod occurrence;
pub mod push;
pub mod repeat;
pub mod row_limit;
pub mod rule;
pub mod snooze;
pub mod sound;
pub mod time_of_day;
pub mod timer;
pub mod timer_order;
pub mod weekdays;
pub mod zone;
pub mod zone_database;
mod zone_rules;
