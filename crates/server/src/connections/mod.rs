//! Connections of clients: their number, and deadlines for idle ones.

mod activity;
mod metrics;
mod places;
mod refusal;
mod timed;

pub(crate) use activity::track;
pub(crate) use places::{Connections, Place};
pub(crate) use refusal::refuse;
pub(crate) use timed::Timed;
