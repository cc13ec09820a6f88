//! Rows, queries and the claim: the only crate with SQL.
//!
//! Public functions take a [`Storage`] and domain values and return domain values; row types are private. Every query
//! on a browser's rows has the browser in its `WHERE`.

pub mod accounts;
pub mod alarms;
pub mod browsers;
pub mod channels;
pub mod city_lists;
pub mod clock;
pub mod database_name;
pub mod devices;
pub mod due;
pub mod firings;
pub mod hints;
pub mod keyed;
pub mod last_seen;
pub mod log_throttle;
pub mod migrations;
pub mod notifications;
mod open_streams;
pub mod outgoing;
pub mod pace;
pub mod progress;
pub mod pushes;
pub mod readiness;
pub mod renewal;
pub mod retention;
pub mod rings;
pub mod server_keys;
pub mod sessions;
pub mod share;
pub mod statistics;
pub mod timers;
pub mod wakeup;
pub mod zones;

mod announcer;
mod connections;
mod error;
mod inbox;
mod locks;
mod metrics;
mod pool;
mod prepared;
mod ring_priority;
mod rows;
mod schema;
mod session;
mod shortage;
mod storage;
#[cfg(feature = "testing")]
pub mod testing;

pub use error::Error;
pub use storage::{Connections, Storage};
