//! Messages to devices are sent: taken from the queue, posted side by side, and what came of them recorded.
//!
//! Any number of processes may send: each message is leased to one. What a killed process had taken, another one takes
//! half a minute later. The ring path waits for none of this.

mod breaker;
mod compose;
mod lanes;
mod metrics;
mod run;

pub use compose::{Composer, Post};
pub use metrics::Metrics;
pub use run::{Dispatcher, run};
