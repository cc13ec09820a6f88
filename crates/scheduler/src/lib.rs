//! Sleeps until something is due, claims it and rings it.
//!
//! [`tick`](tick::tick) claims one batch. [`run`](run::run) sleeps until the next due instant and ticks. [`pushes`]
//! sends the messages that are queued for devices. [`retention`] deletes once a day what idle browsers own. Any number of processes may run these at the same time.

pub mod metrics;
pub mod pushes;
pub mod retention;
pub mod run;
pub mod tick;
pub mod zones;

mod backoff;
mod bisect;
mod herd;
mod purge;
mod statistics;
