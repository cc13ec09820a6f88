//! Connections to the database: how they are opened, shared among requests and rings, and counted.

pub(crate) mod access;
pub mod database_name;
pub(crate) mod open;
pub(crate) mod pool;
pub(crate) mod prepared;
pub mod readiness;
pub(crate) mod ring_priority;
pub(crate) mod session;
pub(crate) mod shortage;
pub(crate) mod waits;
