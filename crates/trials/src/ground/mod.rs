//! The environment of a trial: a temporary Postgres, servers to start and kill, and rows that are due.

pub(crate) mod browsers;
pub(crate) mod bus;
pub(crate) mod cpu;
pub(crate) mod database;
pub(crate) mod due;
pub(crate) mod link;
pub(crate) mod memory;
pub(crate) mod narrow_link;
pub(crate) mod nats_cluster;
pub(crate) mod network;
pub(crate) mod occurrence;
pub(crate) mod postgres;
pub(crate) mod pushed;
pub(crate) mod server;
pub(crate) mod small_disk;
pub(crate) mod spread;
