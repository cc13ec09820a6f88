//! Tests of the binary from outside: its output, its processes, its rings.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod accounts;
mod backup;
mod bus;
mod bus_tls;
mod commands;
mod connections;
mod database_url;
mod embedded_postgres;
mod install;
mod ops;
mod process;
mod push;
mod restore;
mod ring;
mod secrets;
mod stopping;
mod streams;
mod time_zones;
mod watching;
mod weather;
