//! Faults that `scripts/proof` plants in the server, to see that a test fails with each of them: something is not done on which
//! a promise of docs/proof.md rests, where they are listed.
//!
//! Only a build with the feature `faults` has them, and of those only the one that `TOKIBAKO_FAULT` names. In every other
//! build [`is_planted`] is a constant, and nothing is left of it.

/// Whether this process has the fault of this name.
#[cfg(feature = "faults")]
pub fn is_planted(name: &str) -> bool {
    static PLANTED: std::sync::LazyLock<Option<String>> =
        std::sync::LazyLock::new(|| std::env::var("TOKIBAKO_FAULT").ok());
    PLANTED.as_deref() == Some(name)
}

/// Whether this process has the fault of this name: never in this build.
#[cfg(not(feature = "faults"))]
pub const fn is_planted(_: &str) -> bool {
    false
}
