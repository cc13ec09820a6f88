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
pub mod lateness;
pub mod length;
mod names;
pub mod occurrence;
pub mod push;
pub mod repeat;
pub mod ring_settings;
pub mod rule;
pub mod timer;
pub mod timer_order;
pub mod zone;
