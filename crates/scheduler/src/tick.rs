//! One tick: claims a batch of due rows, rings them, and moves them to their next occurrence.
//!
//! The kinds are claimed independently. After a failure of a batch the next ones of its kind are half as large, down to a
//! single row, which is deferred if it fails by itself; with each success they grow again. A row that cannot ring has a backoff: one minute, doubled with each failure,
//! at most an hour, in the memory of the process. A process of another version may be able to ring it, and the database may
//! refuse every change to the row, even a record of its failure.

use std::collections::HashMap;

use time::{Duration, OffsetDateTime};
use tokibako_domain::{alarm::Alarm, firing::Kind, occurrence::still_rings, timer::Timer};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    due::{self, Batch, ClaimReport, Decision, ExcludedRows, NextDue},
};
use tokio::task::JoinSet;

use crate::backlog::Backlog;

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
            due::claim_alarms(&storage, now, batch, decide).await
        }
        Kind::Timer => {
            let decide =
                move |timer: Timer| Decision { rings: rings(timer.countdown.ends_at()), after: timer.after_ring(now) };
            due::claim_timers(&storage, now, batch, decide).await
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
}
