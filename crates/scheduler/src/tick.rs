//! One tick: claims a batch of due rows, rings them, and moves them to their next occurrence.
//!
//! The kinds are claimed independently. After a failure of a batch the next ones of its kind are half as large, down to a
//! single row, which is deferred if it fails by itself; with each success they grow again. A row that cannot ring has a backoff: one minute, doubled with each failure,
//! at most an hour, in the memory of the process. A process of another version may be able to ring it, and the database may
//! refuse every change to the row, even a record of its failure.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use time::{Duration, OffsetDateTime};
use tokibako_domain::{alarm::Alarm, firing::Kind, occurrence::still_rings, timer::Timer};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    due::{self, Batch, ClaimReport, Decision, ExcludedRows, NextDue, Scan},
};
use tokio::task::JoinSet;
use uuid::Uuid;

/// How many rows of a kind one transaction claims. It is small enough that the first of 10,000 rings are delivered
/// while the last are still claimed, and large enough that the cost per row is small.
pub const BATCH: u16 = 1_000;

/// How many batches of a backlog each claimer takes before the other kind is claimed and the database is asked for newly due
/// rows.
const BATCHES_PER_CLAIMER: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TickReport {
    pub rings: usize,
    pub missed: usize,
    /// Rows that could not be rung and are retried later.
    pub deferred: usize,
}

/// What one tick did, and why it failed if it did.
#[derive(Debug, Default)]
pub(crate) struct Ticked {
    pub(crate) report: TickReport,
    /// The last failure of a batch. The other kind was claimed nevertheless.
    pub(crate) failed: Option<Error>,
    /// Whether the next batches after the failure are smaller, so that they may succeed.
    pub(crate) is_smaller: bool,
}

/// Claims due rows in batches. Between batches it keeps rows in backoff and the scanned rows of backlogs.
#[derive(Debug)]
pub struct Ticker {
    storage: Storage,
    pub(crate) backoff: Backoff,
    alarms: Claims,
    timers: Claims,
}

/// What is known between the claims of one kind.
#[derive(Debug)]
struct Claims {
    backlog: Backlog,
    /// How many rows a batch has at most.
    size: u16,
}

impl Default for Claims {
    fn default() -> Self {
        Self { backlog: Backlog::default(), size: BATCH }
    }
}

impl Claims {
    /// Makes the next batches larger after a success.
    fn grow(&mut self) {
        self.size = self.size.saturating_mul(2).min(BATCH);
    }

    /// Makes the next batches smaller after a failure; returns whether they are.
    fn shrink(&mut self, failure: &Error) -> bool {
        let before = self.size;
        // If there is no room, a smaller batch has none either.
        if !matches!(failure, Error::OutOfRoom(_)) {
            self.size = (before / 2).max(1);
        }
        self.size < before
    }
}

impl Ticker {
    pub fn new(storage: Storage) -> Self {
        Self { storage, backoff: Backoff::default(), alarms: Claims::default(), timers: Claims::default() }
    }

    /// Claims alarms and timers that are due at `now`: a batch of each kind, or several batches of a backlog.
    pub async fn tick(&mut self, now: OffsetDateTime) -> Result<TickReport, Error> {
        let Ticked { report, failed, .. } =
            self.claim(now, NextDue { alarm: Some(now), timer: Some(now) }, |_, _| {}).await;
        failed.map_or(Ok(report), Err)
    }

    /// When the next row of each kind is due, apart from rows in backoff. Also measures the database's clock.
    pub(crate) async fn next(&mut self, clock: &Clock) -> Result<NextDue, Error> {
        due::next(&self.storage, clock, self.backoff.rows(clock.precise_now())).await
    }

    /// The kinds that are already known to have more rows due at `now`.
    pub(crate) fn known(&self, now: OffsetDateTime) -> NextDue {
        let due = |claims: &Claims| claims.backlog.is_due().then_some(now);
        NextDue { alarm: due(&self.alarms), timer: due(&self.timers) }
    }

    /// Like [`tick`](Self::tick), but does not query kinds that have no due rows according to `next`. Calls
    /// `on_batch` for each committed batch.
    pub(crate) async fn claim(
        &mut self,
        now: OffsetDateTime,
        next: NextDue,
        on_batch: impl Fn(Kind, &ClaimReport) + Send + Sync,
    ) -> Ticked {
        let ExcludedRows { alarms, timers } = self.backoff.rows(now);
        let mut ticked = Ticked::default();
        let kinds =
            [(Kind::Alarm, next.alarm, alarms, &mut self.alarms), (Kind::Timer, next.timer, timers, &mut self.timers)];
        for (kind, due, without, claims) in kinds {
            if due.is_none_or(|due| due > now) {
                claims.backlog.clear();
                continue;
            }
            let rows = DueRows { storage: &self.storage, kind, now, without, on_batch: &on_batch };
            if let Err(error) = rows.claim(claims, &mut self.backoff, &mut ticked.report).await {
                claims.backlog.clear();
                ticked.is_smaller |= claims.shrink(&error);
                ticked.failed = Some(error);
            }
        }
        ticked
    }
}

/// Claims at most [`BATCH`] alarms and as many timers that are due at `now`.
pub async fn tick(storage: &Storage, now: OffsetDateTime) -> Result<TickReport, Error> {
    Ticker::new(storage.clone()).tick(now).await
}

struct DueRows<'a, OnBatch> {
    storage: &'a Storage,
    kind: Kind,
    now: OffsetDateTime,
    without: Vec<i64>,
    on_batch: &'a OnBatch,
}

impl<OnBatch: Fn(Kind, &ClaimReport) + Send + Sync> DueRows<'_, OnBatch> {
    /// Claims a batch, or several of a backlog.
    async fn claim(&self, claims: &mut Claims, backoff: &mut Backoff, report: &mut TickReport) -> Result<(), Error> {
        if let Some(scan) = claims.backlog.scan(self.now, &self.without) {
            let found = due::scan(self.storage, self.kind, scan.clone()).await?;
            claims.backlog.found(&scan, &found);
            if let Some(scan) = claims.backlog.scan_of_others(&scan, found.len()) {
                claims.backlog.found(&scan, &due::scan(self.storage, self.kind, scan.clone()).await?);
            }
        }
        let claimers = usize::from(self.storage.claimers().get());
        let batches = claims.backlog.next(claimers * BATCHES_PER_CLAIMER, claims.size);
        if batches.is_empty() {
            let limit = claims.size;
            let oldest = Batch::Oldest { limit, without_rows: self.without.clone() };
            let any = claim_batch(self.storage.clone(), self.kind, oldest, self.now).await?;
            let is_full = any.rows >= usize::from(limit) || any.undecided > 0;
            // After a failure the next batch is the oldest again, and larger.
            claims.backlog.took_oldest(is_full && limit == BATCH);
            self.record(&any, claims, backoff, report);
            return Ok(());
        }
        let (claimed, failed) = self.claim_concurrently(claimers, batches).await;
        for claimed in &claimed {
            claims.backlog.took(claimed.rows, claimed.undecided);
            self.record(claimed, claims, backoff, report);
        }
        failed.map_or(Ok(()), Err)
    }

    fn record(&self, claimed: &ClaimReport, claims: &mut Claims, backoff: &mut Backoff, report: &mut TickReport) {
        (self.on_batch)(self.kind, claimed);
        if claimed.rows > claimed.left.len() {
            claims.grow();
        }
        report.rings += claimed.rings;
        report.missed += claimed.missed;
        report.deferred += claimed.left.len();
        let new_failures = claimed.left.iter().filter(|row| backoff.add(self.kind, **row, self.now)).count();
        if new_failures > 0 {
            let (kind, reason) = (self.kind.as_str(), claimed.reason.as_deref());
            tracing::error!(
                count = new_failures,
                kind,
                reason,
                "due rows cannot ring because of their own values: they are retried later"
            );
        }
    }

    /// Claims several batches concurrently. After a failure it starts no further ones and waits for those in progress.
    async fn claim_concurrently(&self, claimers: usize, batches: Vec<Batch>) -> (Vec<ClaimReport>, Option<Error>) {
        let (mut all, mut failed) = (Vec::new(), None);
        let (mut batches, mut running) = (batches.into_iter(), JoinSet::new());
        loop {
            while failed.is_none()
                && running.len() < claimers
                && let Some(batch) = batches.next()
            {
                running.spawn(claim_batch(self.storage.clone(), self.kind, batch, self.now));
            }
            let Some(ended) = running.join_next().await else { return (all, failed) };
            match ended.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string()))) {
                Ok(claimed) => all.push(claimed),
                Err(error) => drop(failed.get_or_insert(error)),
            }
        }
    }
}

/// Claims a batch: what is due by then moves on, and rings unless it is too late.
async fn claim_batch(storage: Storage, kind: Kind, batch: Batch, now: OffsetDateTime) -> Result<ClaimReport, Error> {
    let rings = move |due: Option<OffsetDateTime>| due.is_some_and(|due| still_rings(due, now));
    match kind {
        Kind::Alarm => {
            let decide = move |alarm: Alarm| Decision {
                rings: rings(alarm.arming.next_trigger()),
                after: alarm.after_ring(now),
            };
            due::claim(&storage, now, batch, decide).await
        }
        Kind::Timer => {
            let decide =
                move |timer: Timer| Decision { rings: rings(timer.countdown.ends_at()), after: timer.after_ring(now) };
            due::claim(&storage, now, batch, decide).await
        }
    }
}

/// The pause after the first failure.
const FIRST: Duration = Duration::MINUTE;

const LONGEST: Duration = Duration::HOUR;

/// How long a row's failures are remembered after its pause. Another failure within this time has a longer pause.
const MEMORY: Duration = Duration::minutes(10);

#[derive(Debug, Default)]
pub(crate) struct Backoff(HashMap<(Kind, i64), Entry>);

#[derive(Debug)]
struct Entry {
    until: OffsetDateTime,
    pause: Duration,
}

impl Backoff {
    /// Records that a row failed at `now`; returns whether that is its first failure.
    pub(crate) fn add(&mut self, kind: Kind, row: i64, now: OffsetDateTime) -> bool {
        let before = self.0.get(&(kind, row)).map(|entry| entry.pause);
        let pause = before.map_or(FIRST, |pause| pause.saturating_mul(2).min(LONGEST));
        self.0.insert((kind, row), Entry { until: now + pause, pause });
        before.is_none()
    }

    /// The rows that claims leave out at `now`. Drops failures that are older than [`MEMORY`].
    pub(crate) fn rows(&mut self, now: OffsetDateTime) -> ExcludedRows {
        self.0.retain(|_, entry| now < entry.until + MEMORY);
        let mut without = ExcludedRows::default();
        for ((kind, row), _) in self.0.iter().filter(|(_, entry)| now < entry.until) {
            match kind {
                Kind::Alarm => without.alarms.push(*row),
                Kind::Timer => without.timers.push(*row),
            }
        }
        without
    }

    /// When the next pause ends.
    pub(crate) fn next(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.0.values().map(|entry| entry.until).filter(|until| *until > now).min()
    }

    /// Ends all pauses and forgets all failures.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The most rows that one scan finds: a few megabytes.
const SCAN: u32 = 100_000;

/// The browsers that a scan for the rows of others leaves out, at most. With more, none of them has many rows in a whole scan.
const FEW: usize = 50_000;

/// How often a backlog is asked for rows that have become due.
const NEWCOMERS: Duration = Duration::milliseconds(250);

/// The backlog: more due rows of a kind than fit into one batch. Browsers take turns in it, so that nobody's row waits for all
/// rows of somebody else.
///
/// A full batch means that more rows may be due. From then on the scheduler does not query for each batch: Postgres
/// keeps the index entries of rows that have moved as long as any transaction may see them, and every query would walk
/// past all of those. Instead, one scan finds the ids of 100,000 rows with their browsers, and every quarter of a second
/// another one those that have become due since, so that each due row is read once. They are sorted in memory: first the
/// longest due row of each browser, then the second one of each, and so on; a browser whose first row becomes due meanwhile
/// is next. After a scan that was full of the rows of few browsers, another one finds those of all others.
/// `TOKIBAKO_CLAIMERS` claimers, each with its own connection, claim them a thousand at a time. A row that was changed meanwhile
/// is no longer due and is skipped, as is one that another process has locked. After four batches per claimer the other kind
/// gets its turn. Another process may do the same with the same rows, and loses one or two milliseconds for each batch that it
/// finds taken.
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

    fn left(backoff: &mut Backoff, minutes: i64) -> (Vec<i64>, Vec<i64>) {
        let ExcludedRows { alarms, timers } = backoff.rows(NOW + Duration::minutes(minutes));
        (alarms, timers)
    }

    #[test]
    fn a_failed_row_is_skipped_for_a_minute_then_longer_up_to_an_hour() {
        let mut backoff = Backoff::default();
        let mut now = NOW;
        for (nth, minutes) in [1, 2, 4, 8, 16, 32, 60, 60].into_iter().enumerate() {
            assert_eq!(backoff.add(Kind::Alarm, 7, now), nth == 0);
            let again = now + Duration::minutes(minutes);
            assert_eq!(backoff.next(now), Some(again));
            assert_eq!(backoff.rows(again - Duration::NANOSECOND).alarms, [7]);
            assert_eq!(backoff.rows(again), ExcludedRows::default());
            assert_eq!(backoff.next(again), None);
            now = again;
        }
    }

    #[test]
    fn kinds_are_distinguished_and_old_failures_are_forgotten() {
        let mut backoff = Backoff::default();
        assert!(backoff.add(Kind::Alarm, 7, NOW));
        assert!(backoff.add(Kind::Timer, 7, NOW));
        assert_eq!(left(&mut backoff, 0), (vec![7], vec![7]));
        assert_eq!(left(&mut backoff, 11), (vec![], vec![]));
        assert!(backoff.add(Kind::Alarm, 7, NOW + Duration::minutes(11)));
        backoff.clear();
        assert_eq!(left(&mut backoff, 11), (vec![], vec![]));
    }

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
