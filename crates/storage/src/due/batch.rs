//! Which due rows a claim takes, and its result.

use time::OffsetDateTime;

use super::phases::Phases;

/// The domain's decision on a due row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<T> {
    /// The row after the claim.
    pub after: T,
    /// Whether it rings. If not, it is passed over because it is far too late.
    pub rings: bool,
}

/// Which due rows of a kind a claim takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch {
    /// The longest due ones.
    Oldest {
        /// How many at most.
        limit: u16,
        /// Rows to leave out.
        without_rows: Vec<i64>,
    },
    /// The rows with these ids.
    These(Vec<i64>),
}

impl Batch {
    /// The longest due rows without exceptions, at most `limit` of them.
    #[must_use]
    pub const fn oldest(limit: u16) -> Self {
        Self::Oldest { limit, without_rows: Vec::new() }
    }

    /// Whether this is the longest due row alone: what a scheduler claims after larger batches have failed.
    pub(super) const fn is_one_row(&self) -> bool {
        matches!(self, Self::Oldest { limit: 1, .. })
    }

    /// The batch with at most `most` rows.
    pub(super) fn at_most(mut self, most: u16) -> Self {
        match &mut self {
            Self::Oldest { limit, .. } => *limit = most.min(*limit),
            Self::These(rows) => rows.truncate(most.into()),
        }
        self
    }
}

/// Which due rows of a kind to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Rows that were due at this instant or before are left out.
    pub after: OffsetDateTime,
    /// Rows that are due later are left out.
    pub until: OffsetDateTime,
    /// Rows to leave out.
    pub without: Vec<i64>,
    /// How many at most.
    pub limit: u32,
}

/// The result of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimReport {
    /// How many rows were taken and decided on.
    pub rows: usize,
    /// How many rows were far too late to ring.
    pub passed_over: usize,
    /// How many rings were appended to the log.
    pub rings: usize,
    /// The due instants of everything that rang, even if the log had the ring already.
    pub due: Vec<OffsetDateTime>,
    /// Rows at fault: this version cannot read them, their rule panicked, the database refuses them, or a claim of nothing
    /// else failed. They stay due.
    pub left: Vec<i64>,
    /// Why the first of those failed.
    pub reason: Option<String>,
    /// How many rows were taken and given back, because the decisions on the others had taken long. They stay due.
    pub undecided: usize,
    /// How long each phase took, if the claim was one transaction and took any rows.
    pub phases: Option<Phases>,
}

impl ClaimReport {
    /// A result with only the rows at fault, as if no others had been taken.
    pub(super) fn left_alone(&self) -> Self {
        Self { rows: self.left.len(), left: self.left.clone(), reason: self.reason.clone(), ..Self::default() }
    }

    /// Adds rows at fault.
    pub(super) fn leave(&mut self, rows: Vec<i64>, reason: String) {
        if !rows.is_empty() {
            self.reason.get_or_insert(reason);
            self.left.extend(rows);
        }
    }
}
