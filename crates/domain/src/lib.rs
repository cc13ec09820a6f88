//! What an alarm, a timer and a firing are, and when the next ring is.
//!
//! Pure rules: no IO, no async, no serialisation, and never a look at the clock. Every function that
//! depends on the present takes it as `now`.

pub mod account;
pub mod alarm;
pub mod answer;
pub mod browser_id;
pub mod cities;
pub mod day;
pub mod firing;
pub mod intervals;
pub mod label;
pub mod lateness;
pub mod length;
pub mod occurrence;
pub mod push;
pub mod repeat;
pub mod snooze;
pub mod sound;
pub mod time_of_day;
pub mod timer;
pub mod timer_order;
pub mod weekdays;
pub mod zone;
pub mod zone_database;
mod zone_rules;
