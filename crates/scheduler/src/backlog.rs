//! The backlog: more due rows of a kind than fit into one batch. Browsers take turns in it, so that nobody's row waits for all
//! rows of somebody else.
//!
//! A full batch means that more rows may be due. From then on the scheduler does not query for each batch: Postgres
//! keeps the index entries of rows that have moved as long as any transaction may see them, and every query would walk
//! past all of those. Instead, one scan finds the ids of 100,000 rows with their browsers, and every quarter of a second
//! another one those that have become due since, so that each due row is read once. They are sorted in memory: first the
//! longest due row of each browser, then the second one of each, and so on; a browser whose first row becomes due meanwhile
//! is next. After a scan that was full of the rows of few browsers, another one finds those of all others. `TOKIBAKO_CLAIMERS` claimers, each with its own connection, claim them a thousand at a time. A row that was
//! changed meanwhile is no longer due and is skipped, as is one that another process has locked. After four batches per
//! claimer the other kind gets its turn. Another process may do the same with the same rows, and loses one or two
//! milliseconds for each batch that it finds taken.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use time::{Duration, OffsetDateTime};
use tokibako_storage::due::{Batch, Scan};
use uuid::Uuid;

/// The most rows that one scan finds: a few megabytes.
const SCAN: u32 = 100_000;

/// The browsers that a scan for the rows of others leaves out, at most. With more, none of them has many rows in a whole scan.
const FEW: usize = 50_000;

/// How often a backlog is asked for rows that have become due.
const NEWCOMERS: Duration = Duration::milliseconds(250);

/// The due rows of one kind that scans have found.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    /// The rows that are not claimed yet, by turn and then in the order in which they were found.
    rows: BinaryHeap<Reverse<(u32, u64, i64)>>,
    /// The turn of the next row of each browser that has any.
    turns: HashMap<Uuid, u32>,
    /// The turn of the row that was taken last.
    turn: u32,
    found: u64,
    /// Until when scans have found all rows that are due; `None` if nothing was scanned.
    scanned: Option<OffsetDateTime>,
    /// Whether more rows than those may be due.
    has_more: bool,
    /// Whether any row was claimed since the last whole scan.
    has_progress: bool,
}

impl Backlog {
    pub(crate) fn is_due(&self) -> bool {
        !self.rows.is_empty() || self.has_more
    }

    pub(crate) fn scan(&self, now: OffsetDateTime, without: &[i64]) -> Option<Scan> {
        let after = match self.scanned.filter(|_| !self.rows.is_empty()) {
            None => self.has_more.then_some(OffsetDateTime::UNIX_EPOCH),
            // A clock that was set back finds nothing new.
            Some(scanned) => (now - scanned >= NEWCOMERS && self.rows.len() < to_usize(SCAN)).then_some(scanned),
        }?;
        Some(Scan { after, until: now, without: without.to_vec(), without_browsers: Vec::new(), limit: SCAN })
    }

    /// The scan for the rows of browsers that none was found of, after one that was full of the rows of few: those of others may
    /// be behind them.
    pub(crate) fn scan_of_others(&self, scan: &Scan, found: usize) -> Option<Scan> {
        let are_few = self.turns.len() <= FEW;
        let without_browsers = || self.turns.keys().copied().collect();
        (found >= to_usize(SCAN) && are_few).then(|| Scan { without_browsers: without_browsers(), ..scan.clone() })
    }

    pub(crate) fn found(&mut self, scan: &Scan, rows: &[(i64, Uuid)]) {
        let is_full = rows.len() >= to_usize(SCAN);
        if self.rows.is_empty() {
            *self = Self { has_more: is_full, ..Self::default() };
        } else {
            self.has_more |= is_full;
        }
        self.scanned = Some(scan.until);
        for (row, browser) in rows {
            let next = self.turns.entry(*browser).or_default();
            let turn = self.turn.max(*next);
            *next = turn.saturating_add(1);
            self.rows.push(Reverse((turn, self.found, *row)));
            self.found += 1;
        }
    }

    /// Records a batch that was claimed without a scan, and whether more rows may be due.
    pub(crate) fn took_oldest(&mut self, has_more: bool) {
        self.has_more = has_more;
    }

    /// Takes the next `count` batches of at most `limit` rows each.
    pub(crate) fn next(&mut self, count: usize, limit: u16) -> Vec<Batch> {
        let mut batches = Vec::new();
        while batches.len() < count && !self.rows.is_empty() {
            let rows = std::iter::from_fn(|| self.rows.pop()).take(limit.into());
            batches.push(Batch::These(rows.map(|Reverse((turn, _, row))| (self.turn = turn, row).1).collect()));
        }
        batches
    }

    /// Records how many rows of scanned batches were claimed, and how many of them were given back. If no row of a whole
    /// scan could be claimed, other schedulers have locked them, and no scan is needed.
    pub(crate) fn took(&mut self, rows: usize, undecided: usize) {
        self.has_progress |= rows > 0;
        self.has_more |= undecided > 0;
        self.has_more &= self.has_progress || !self.rows.is_empty();
    }

    /// Forgets the scanned rows.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use tokibako_storage::testing::sample::NOW;

    use super::*;

    /// Adds these rows, each with its browser.
    fn find(backlog: &mut Backlog, now: OffsetDateTime, rows: impl IntoIterator<Item = (i64, u128)>) {
        let scan = backlog.scan(now, &[]).expect("there is something to find");
        let rows: Vec<_> = rows.into_iter().map(|(row, browser)| (row, Uuid::from_u128(browser))).collect();
        backlog.found(&scan, &rows);
    }

    fn known_to_be_one() -> Backlog {
        let mut backlog = Backlog::default();
        backlog.took_oldest(true);
        backlog
    }

    fn each_of_its_own(rows: std::ops::Range<i64>) -> impl Iterator<Item = (i64, u128)> {
        rows.zip(0..)
    }

    #[test]
    fn after_a_full_batch_scans_continue_until_one_is_not_full() {
        let mut backlog = Backlog::default();
        assert!(!backlog.is_due() && backlog.scan(NOW, &[]).is_none());
        backlog.took_oldest(true);
        assert!(backlog.is_due());
        find(&mut backlog, NOW, each_of_its_own(0..SCAN.into()));
        assert!(backlog.is_due() && backlog.scan(NOW, &[]).is_none());
        let batches = backlog.next(3, 1_000);
        assert_eq!((batches.len(), &batches[2]), (3, &Batch::These((2_000..3_000).collect())));
        backlog.took(3_000, 0);
        assert_eq!(backlog.next(usize::MAX, 1_000).len(), 97);
        assert_eq!(
            backlog.scan(NOW, &[9]).map(|scan| (scan.after, scan.without)),
            Some((OffsetDateTime::UNIX_EPOCH, vec![9]))
        );
        find(&mut backlog, NOW, each_of_its_own(7..9));
        assert_eq!(backlog.next(2, 1_000), [Batch::These(vec![7, 8])]);
        assert!(!backlog.is_due());
    }

    #[test]
    fn browsers_take_turns_and_a_newcomer_is_next() {
        let mut backlog = known_to_be_one();
        find(&mut backlog, NOW, [(1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)]);
        assert_eq!(backlog.next(1, 4), [Batch::These(vec![1, 5, 7, 2])]);
        let later = NOW + NEWCOMERS;
        assert_eq!(backlog.scan(later, &[]).map(|scan| (scan.after, scan.until)), Some((NOW, later)));
        find(&mut backlog, later, [(8, 1), (9, 4), (10, 4)]);
        assert_eq!(backlog.next(2, 3), [Batch::These(vec![6, 9, 3]), Batch::These(vec![10, 4, 8])]);
        assert!(!backlog.is_due());
    }

    #[test]
    fn a_scan_that_is_full_of_the_rows_of_few_browsers_is_followed_by_one_of_the_others() {
        let mut backlog = known_to_be_one();
        let scan = backlog.scan(NOW, &[9]).unwrap();
        let rows: Vec<_> = (0..i64::from(SCAN)).map(|row| (row, Uuid::from_u128(u128::from(row % 2 == 0)))).collect();
        backlog.found(&scan, &rows);
        let others = backlog.scan_of_others(&scan, rows.len()).unwrap();
        let mut left_out = others.without_browsers.clone();
        left_out.sort_unstable();
        assert_eq!(left_out, [0, 1].map(Uuid::from_u128));
        assert_eq!((others.until, others.without.clone(), others.limit), (NOW, vec![9], SCAN));
        let newcomer = i64::from(SCAN);
        backlog.found(&others, &[(newcomer, Uuid::from_u128(7))]);
        assert_eq!(backlog.next(1, 3), [Batch::These(vec![0, 1, newcomer])]);
        assert!(backlog.has_more);

        assert_eq!(backlog.scan_of_others(&others, 1), None);
        let mut backlog = known_to_be_one();
        find(&mut backlog, NOW, each_of_its_own(0..SCAN.into()));
        assert_eq!(backlog.scan_of_others(&scan, rows.len()), None);
    }

    #[test]
    fn rows_that_were_given_back_are_found_again() {
        let mut backlog = known_to_be_one();
        find(&mut backlog, NOW, each_of_its_own(0..5));
        backlog.next(1, 5);
        backlog.took(3, 2);
        assert!(backlog.is_due() && backlog.scan(NOW, &[]).is_some());
    }

    #[test]
    fn rows_locked_by_other_schedulers_do_not_cause_endless_scans() {
        let mut backlog = known_to_be_one();
        find(&mut backlog, NOW, each_of_its_own(0..SCAN.into()));
        backlog.next(99, 1_000);
        backlog.took(0, 0);
        assert!(backlog.is_due());
        backlog.next(1, 1_000);
        backlog.took(0, 0);
        assert!(!backlog.is_due());
    }
}
