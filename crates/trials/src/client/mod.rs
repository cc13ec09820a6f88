//! The clients: raw TCP on one thread, so that the server is measured and not its clients.

pub(crate) mod connection;
pub(crate) mod crowd;
mod inbox;
pub(crate) mod load;
pub(crate) mod metrics;
pub(crate) mod push_service;
pub(crate) mod reader;
pub(crate) mod request;
pub(crate) mod socket;
pub(crate) mod subscription;
