//! The environment of a trial: a temporary Postgres, servers to start and kill, and rows that are due.

pub(crate) mod browsers;
pub(crate) mod clock;
pub(crate) mod database;
pub(crate) mod disk;
pub(crate) mod due;
pub(crate) mod link;
pub(crate) mod nats;
pub(crate) mod network;
pub(crate) mod occurrence;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod pushed;
pub(crate) mod server;
pub(crate) mod spread;
