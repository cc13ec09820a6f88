//! Rows, queries and the claim: the only crate with SQL.
//!
//! Public functions take a [`Storage`] and domain values and return domain values; row types are private. Every query
//! on a browser's rows has the browser in its `WHERE`.

pub mod accounts;
pub mod alarms;
pub mod browser_ids;
pub mod browser_lists;
pub mod browsers;
pub mod channels;
pub mod clock;
pub mod connections;
pub mod days_off;
pub mod devices;
pub mod due;
pub mod fair_semaphore;
pub mod faults;
pub mod log;
pub mod log_throttle;
pub mod migrations;
pub mod owned;
pub mod pushes;
pub mod rings;
pub mod server_keys;
pub mod sessions;
pub mod signals;
pub mod timers;
pub mod upkeep;

mod database;
mod error;
mod rows;
mod schema;
#[cfg(feature = "testing")]
pub mod testing;

pub use database::{PoolSizes, Storage};
pub use error::Error;
pub use rows::encoding;
