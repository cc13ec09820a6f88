//! The scheduler on a real database. One program, because linking takes longer than most of these tests.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod claims;
mod fairness;
mod interleavings;
mod life;
mod poison;
mod pushes;
mod retention;
mod zones;
