//! The dispatcher of pushes: takes messages from the queue, posts them concurrently, and records the outcomes.
//!
//! Any number of processes may send, because a process takes a lease on each message. If it is killed, another process
//! takes its messages half a minute later. Claims of rings do not wait for pushes.

mod allowance;
mod breaker;
mod compose;
mod lanes;
mod metrics;
mod run;
mod throttle;

pub use compose::{Composer, Post};
pub use metrics::Metrics;
pub use run::{Dispatcher, run};
