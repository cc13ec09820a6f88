//! Which due rows a claim takes, what becomes of them, and what it took.

use std::collections::HashMap;

use time::OffsetDateTime;
use tokibako_domain::browser_id::BrowserId;

use super::phases::Phases;

/// What the domain says of a row that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled<T> {
    /// The row from now on.
    pub after: T,
    /// Whether it rings, or is passed over because it is far too late.
    pub rings: bool,
}

/// Which of the due rows of a kind a claim takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch {
    /// The longest due.
    Oldest {
        /// How many at most.
        limit: u16,
        /// Rows to leave out.
        without_rows: Vec<i64>,
        /// Browsers whose rows to leave out.
        without_browsers: Vec<BrowserId>,
    },
    /// These rows.
    These(Vec<i64>),
}

impl Batch {
    /// The longest due, whatever they are, at most `limit` of them.
    #[must_use]
    pub const fn oldest(limit: u16) -> Self {
        Self::Oldest { limit, without_rows: Vec::new(), without_browsers: Vec::new() }
    }

    /// The same with no more than `most` rows.
    pub(super) fn at_most(mut self, most: u16) -> Self {
        match &mut self {
            Self::Oldest { limit, .. } => *limit = most.min(*limit),
            Self::These(rows) => rows.truncate(most.into()),
        }
        self
    }
}

/// What a claim took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claimed {
    /// Rows taken, whatever became of them.
    pub rows: usize,
    /// Rows that were far too late to ring.
    pub passed_over: usize,
    /// Rings appended to the log.
    pub rings: usize,
    /// For when what rang was due, also where the log had it already.
    pub due: Vec<OffsetDateTime>,
    /// How many of the rows are whose.
    pub owners: HashMap<BrowserId, usize>,
    /// Rows that this version cannot read, or whose rule panicked: they are due as before.
    pub left: Vec<i64>,
    /// Why the first of those was left.
    pub reason: Option<String>,
    /// How long each phase took, if the claim was one transaction and took any rows.
    pub phases: Option<Phases>,
}

impl Claimed {
    /// The rows that were left, as if the claim had taken no others.
    pub(super) fn left_alone(&self) -> Self {
        Self { rows: self.left.len(), left: self.left.clone(), reason: self.reason.clone(), ..Self::default() }
    }
}
