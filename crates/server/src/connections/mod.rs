//! Connections of clients: their number, and deadlines for idle ones.

mod activity;
mod metrics;
mod permits;
mod refusal;
mod timed_socket;

pub(crate) use activity::track;
pub(crate) use permits::{ConnectionPermit, Connections};
pub(crate) use refusal::refuse;
pub(crate) use timed_socket::TimedSocket;
