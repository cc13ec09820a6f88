//! Queries of the periodic work: what is recorded, counted and deleted however quiet a site is.

pub mod backup;
pub mod last_seen;
pub mod retention;
pub mod share;
pub mod statistics;
pub mod zones;
