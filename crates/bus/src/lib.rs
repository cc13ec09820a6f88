//! The bus: how rings reach other processes without each of them reading the log.
//!
//! Whoever has committed a batch to the log publishes a [`Message`] with it; once a second every scheduler publishes where
//! the log ends. The bus promises nothing, and nothing is believed because of it: each batch names the one before it in the
//! log, so that a reader knows what it lacks ([`Order`]), and reads that from the log.

pub mod address;
pub mod message;
pub mod order;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tls;

mod connection;
mod log;
mod ring;

pub use address::Addresses;
pub use connection::{Arrival, Bus, Incoming};
pub use message::{Batch, Message};
pub use order::{Grown, Mark, Order, Wants};
pub use tls::Tls;
