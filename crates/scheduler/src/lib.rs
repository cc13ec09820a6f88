//! The loop that wakes, claims what is due and announces it.
//!
//! [`tick`](tick::tick) claims a batch and is all that tests need; [`run`](run::run) sleeps until the
//! next due instant and ticks; [`pushes`] sends what was queued for devices; [`publish`] tells other processes by the bus; [`retention`] deletes once a day what idle
//! browsers left behind. Any number of processes
//! may run either.

pub mod metrics;
pub mod publish;
pub mod pushes;
pub mod retention;
pub mod run;
pub mod tick;
pub mod zones;

mod backoff;
mod bisect;
mod fairness;
mod herd;
mod purge;
mod statistics;

/// Where the present comes from: the system's clock, or a test's.
pub type Clock = fn() -> time::OffsetDateTime;
