//! A model of how a ring is claimed, logged, streamed, pushed and answered, small enough to visit all of its states.
//!
//! The rules are the server's own: `feed::BatchSequencer`, the domain's rules of alarms, answers, lateness, leases and
//! replies of push services. What the server does by SQL is written a second time, statement by statement. A test compares
//! what each operation leaves behind with a real Postgres. docs/proof.md says what the model leaves out.

mod action;
mod bounds;
mod choices;
#[cfg(test)]
mod compared;
mod database;
mod feed;
mod instants;
mod messages;
mod model;
mod properties;
mod pushes;
mod rows;
mod search;
mod simulate;
pub mod sizes;
mod steps;
mod transaction;
mod world;

pub use action::Action;
pub use bounds::{Bounds, Limits, Mutation};
pub use search::{SearchResult, search};
pub use simulate::{SimulationResult, simulate};
pub use transaction::Owner;
pub use world::World;
