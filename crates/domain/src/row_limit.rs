//! How many alarms, and how many timers, one browser may own.

use thiserror::Error;

/// The limit of alarms, and separately of timers, of one browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowLimit(u16);

/// A limit that is zero or greater than [`RowLimit::HIGHEST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("must be between 1 and 1000")]
pub struct RowLimitError;

impl RowLimit {
    /// The highest limit. No account gets more rows of a kind by a hand-over either.
    pub const HIGHEST: Self = Self(1_000);

    /// A limit from 1 to [`HIGHEST`](Self::HIGHEST).
    pub fn new(rows: u16) -> Result<Self, RowLimitError> {
        if (1..=Self::HIGHEST.0).contains(&rows) { Ok(Self(rows)) } else { Err(RowLimitError) }
    }

    /// Whether `rows` rows of a kind are within the limit.
    #[must_use]
    pub fn admits(self, rows: i64) -> bool {
        rows <= i64::from(self.0)
    }
}

impl Default for RowLimit {
    fn default() -> Self {
        Self(500)
    }
}
