//! A herd: more due rows of a kind than fit into one batch.
//!
//! A full batch means that more rows may be due. From then on the scheduler does not query for each batch: Postgres
//! keeps the index entries of rows that have moved as long as any transaction may see them, and every query would walk
//! past all of those. Instead, one scan finds the ids of 20,000 rows (`scheduler::herd`). `TOKIBAKO_CLAIMERS` claimers,
//! each with its own connection, claim them a thousand at a time. A row that was changed meanwhile is no longer due and
//! is skipped, as is one that another process has locked. After four batches per claimer the other kind gets its turn,
//! and about every quarter of a second the scheduler asks what else is due. Another process may do the same with the
//! same rows, and loses one or two milliseconds for each batch that it finds taken.

use std::collections::VecDeque;

use tokibako_storage::due::Batch;

/// The most rows that one scan finds.
pub(crate) const SCAN: u16 = 20_000;

/// The due rows of one kind that a scan has found.
#[derive(Debug, Default)]
pub(crate) struct Herd {
    /// The rows of the last scan that are not claimed yet, the longest due first.
    rows: VecDeque<i64>,
    /// Whether more rows than those may be due.
    has_more: bool,
    /// Whether any row was claimed since the last scan.
    has_progress: bool,
}

impl Herd {
    /// Whether rows are known to be due.
    pub(crate) fn is_due(&self) -> bool {
        !self.rows.is_empty() || self.has_more
    }

    /// Whether the next batch needs a scan.
    pub(crate) fn needs_scan(&self) -> bool {
        self.rows.is_empty() && self.has_more
    }

    /// Stores the result of a scan.
    pub(crate) fn found(&mut self, rows: Vec<i64>) {
        *self = Self { has_more: rows.len() >= usize::from(SCAN), rows: rows.into(), has_progress: false };
    }

    /// Records a batch that was claimed without a scan. If it was full, more rows may be due.
    pub(crate) fn took_oldest(&mut self, is_full: bool) {
        self.has_more = is_full;
    }

    /// Takes the next `count` batches of at most `limit` rows each.
    pub(crate) fn next(&mut self, count: usize, limit: u16) -> Vec<Batch> {
        let limit = usize::from(limit);
        let mut batches = Vec::new();
        while batches.len() < count && !self.rows.is_empty() {
            batches.push(Batch::These(self.rows.drain(..limit.min(self.rows.len())).collect()));
        }
        batches
    }

    /// Records how many rows of scanned batches were claimed. If no row of a whole scan could be claimed, other
    /// schedulers have locked them, and no scan is needed.
    pub(crate) fn took(&mut self, rows: usize) {
        self.has_progress |= rows > 0;
        self.has_more &= self.has_progress || !self.rows.is_empty();
    }

    /// Forgets the scanned rows.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(count: u16) -> Herd {
        let mut herd = Herd::default();
        herd.found((0..count.into()).collect());
        herd
    }

    #[test]
    fn after_a_full_batch_scans_continue_until_one_is_not_full() {
        let mut herd = Herd::default();
        assert!(!herd.is_due());
        herd.took_oldest(true);
        assert!(herd.is_due() && herd.needs_scan());
        herd.found((0..SCAN.into()).collect());
        assert!(herd.is_due() && !herd.needs_scan());
        let batches = herd.next(3, 1_000);
        assert_eq!((batches.len(), &batches[2]), (3, &Batch::These((2_000..3_000).collect())));
        herd.took(3_000);
        assert_eq!(herd.next(usize::MAX, 1_000).len(), 17);
        assert!(herd.needs_scan());
        herd.found(vec![7, 8]);
        assert_eq!(herd.next(2, 1_000), [Batch::These(vec![7, 8])]);
        assert!(!herd.is_due());
    }

    #[test]
    fn rows_locked_by_other_schedulers_do_not_cause_endless_scans() {
        let mut herd = scanned(SCAN);
        herd.next(19, 1_000);
        herd.took(0);
        assert!(herd.is_due());
        herd.next(1, 1_000);
        herd.took(0);
        assert!(!herd.is_due());
    }
}
