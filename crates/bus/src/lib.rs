//! The bus (NATS): a transport of rings and hints between processes.
//!
//! Delivery is not guaranteed, and correctness does not depend on it: readers find what is missing in the log.

pub mod address;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tls;

mod connection;

pub use address::Addresses;
pub use connection::{Bus, BusEvent, Subscription};
pub use tls::Tls;
