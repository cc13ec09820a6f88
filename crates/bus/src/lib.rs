//! The bus (NATS): sends rings to other processes, so that they do not have to read them from the log.
//!
//! A process that has committed a batch to the log publishes it as a [`Message`]. Once a second every scheduler
//! publishes a beat: where the log ends. Delivery is not guaranteed and correctness does not depend on it: each batch
//! names the batch before it, so a reader knows which ones it has not received ([`BatchSequencer`]) and reads those
//! from the log.

pub mod address;
pub mod message;
pub mod sequencer;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tls;

mod connection;
mod log;
mod ring;

pub use address::Addresses;
pub use connection::{Bus, BusEvent, Subscription};
pub use message::{Batch, Message};
pub use sequencer::{Action, BatchId, BatchSequencer, LogHint};
pub use tls::Tls;
