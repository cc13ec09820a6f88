//! Tests of the scheduler on a real database. They are one binary, because linking takes longer than most of them.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod claims;
mod fairness;
mod interleavings;
mod life;
mod poison;
mod pushes;
mod retention;
mod wrong_clocks;
mod years;
mod zones;
