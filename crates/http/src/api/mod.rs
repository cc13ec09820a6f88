//! The API's endpoints, by noun.

pub(crate) mod accounts;
pub(crate) mod alarms;
pub(crate) mod browser;
pub(crate) mod channels;
pub(crate) mod cities;
pub(crate) mod days_off;
pub(crate) mod faults;
pub(crate) mod push;
pub(crate) mod rings;
pub(crate) mod rows;
pub(crate) mod time;
pub(crate) mod timers;
pub(crate) mod weather;
