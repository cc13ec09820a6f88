//! The bus (NATS): sends rings to other processes, so that each of them does not have to read the log.
//!
//! A process that has committed a batch to the log publishes it as a [`Message`]. Once a second every scheduler
//! publishes where the log ends. Delivery is not guaranteed and correctness does not depend on it: each batch names the
//! batch before it, so a reader knows which ones it has not received ([`Order`]) and reads those from the log.

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
