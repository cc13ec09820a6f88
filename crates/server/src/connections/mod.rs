//! Connections of clients: how many there may be, and how long one may do nothing.

mod activity;
mod metrics;
mod places;
mod refusal;
mod timed;

pub(crate) use activity::track;
pub(crate) use places::{Connections, Place};
pub(crate) use refusal::refuse;
pub(crate) use timed::Timed;
