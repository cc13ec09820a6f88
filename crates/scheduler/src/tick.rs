//! One tick: claims a batch of due rows, rings them, and moves them to their next occurrence.

use std::{fmt, sync::Arc};

use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    browser_id::BrowserId,
    firing::{Kind, NewFiring},
    lateness::still_rings,
    timer::Timer,
};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    due::{self, Batch, ClaimReport, Decision, ExcludedRows, NextDue},
};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    backoff::Backoff,
    bisect::claim_or_bisect,
    herd::{Herd, SCAN},
};

/// How many rows of a kind one transaction claims. It is small enough that the first of 10,000 rings are delivered
/// while the last are still claimed, and large enough that the cost per row is small.
pub const BATCH: u16 = 1_000;

/// How many batches of a herd each claimer takes before the other kind is claimed and the database is asked for newly due
/// rows.
const BATCHES_PER_CLAIMER: usize = 4;

/// What one tick did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TickReport {
    /// Rings that were appended to the log.
    pub rings: usize,
    /// Rows that were too late to ring and were passed over.
    pub passed_over: usize,
    /// Rows that could not be rung and are retried later.
    pub deferred: usize,
}

/// Claims due rows in batches. Between batches it keeps rows in backoff and the scanned rows of herds.
pub struct Ticker {
    storage: Storage,
    open_streams: OpenStreams,
    backoff: Backoff,
    alarms: Herd,
    timers: Herd,
}

/// Returns the devices whose streams in this process are about to receive some of these rings.
pub type OpenStreams = Arc<dyn Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync>;

impl fmt::Debug for Ticker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { storage, backoff, alarms, timers, .. } = self;
        let mut ticker = f.debug_struct("Ticker");
        ticker.field("storage", storage).field("backoff", backoff).field("alarms", alarms).field("timers", timers);
        ticker.finish_non_exhaustive()
    }
}

impl Ticker {
    /// A ticker with empty state, for a process without streams.
    #[must_use]
    pub fn new(storage: Storage) -> Self {
        Self::with_streams(storage, Arc::new(|_| Vec::new()))
    }

    /// A ticker with empty state, for a process with these streams.
    #[must_use]
    pub fn with_streams(storage: Storage, open_streams: OpenStreams) -> Self {
        Self { storage, open_streams, backoff: Backoff::default(), alarms: Herd::default(), timers: Herd::default() }
    }

    /// Claims alarms and timers that are due at `now`: a batch of each kind, or several batches of a herd.
    pub async fn tick(&mut self, now: OffsetDateTime) -> Result<TickReport, Error> {
        self.claim(now, NextDue { alarm: Some(now), timer: Some(now) }, |_, _| {}).await
    }

    /// When the next row of each kind is due, apart from rows in backoff. Also measures the database's clock.
    pub(crate) async fn next(&mut self, clock: &Clock) -> Result<NextDue, Error> {
        due::next(&self.storage, clock, self.backoff.rows(clock.precise_now())).await
    }

    /// The kinds that are already known to have more rows due at `now`.
    pub(crate) fn known(&self, now: OffsetDateTime) -> NextDue {
        let due = |herd: &Herd| herd.is_due().then_some(now);
        NextDue { alarm: due(&self.alarms), timer: due(&self.timers) }
    }

    /// When the first row leaves its backoff.
    pub(crate) fn next_retry(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.backoff.next(now)
    }

    /// Ends all backoffs, because the database may have caused the failures.
    pub(crate) fn clear_backoff(&mut self) {
        self.backoff.clear();
    }

    /// Like [`tick`](Self::tick), but does not query kinds that have no due rows according to `next`. Calls
    /// `on_batch` for each committed batch.
    pub(crate) async fn claim(
        &mut self,
        now: OffsetDateTime,
        next: NextDue,
        on_batch: impl Fn(Kind, &ClaimReport) + Send + Sync,
    ) -> Result<TickReport, Error> {
        let ExcludedRows { alarms, timers } = self.backoff.rows(now);
        let mut report = TickReport::default();
        let kinds =
            [(Kind::Alarm, next.alarm, alarms, &mut self.alarms), (Kind::Timer, next.timer, timers, &mut self.timers)];
        for (kind, due, without, herd) in kinds {
            if due.is_none_or(|due| due > now) {
                herd.clear();
                continue;
            }
            let (storage, open_streams) = (self.storage.clone(), Arc::clone(&self.open_streams));
            let claim = move |batch| {
                let (storage, open_streams) = (storage.clone(), Arc::clone(&open_streams));
                let streaming = move |rings: &[NewFiring]| open_streams(rings);
                let decide_alarm = move |alarm| decide_alarm(alarm, now);
                let decide_timer = move |timer| decide_timer(timer, now);
                async move {
                    match kind {
                        Kind::Alarm => due::claim_alarms(&storage, now, batch, decide_alarm, streaming).await,
                        Kind::Timer => due::claim_timers(&storage, now, batch, decide_timer, streaming).await,
                    }
                }
            };
            let rows = DueRows { storage: &self.storage, kind, now, without, on_batch: &on_batch };
            rows.claim(herd, &mut self.backoff, &mut report, &claim).await?;
        }
        Ok(report)
    }
}

/// Claims at most [`BATCH`] alarms and as many timers that are due at `now`.
pub async fn tick(storage: &Storage, now: OffsetDateTime) -> Result<TickReport, Error> {
    Ticker::new(storage.clone()).tick(now).await
}

/// The due rows of one kind.
struct DueRows<'a, OnBatch> {
    storage: &'a Storage,
    kind: Kind,
    now: OffsetDateTime,
    without: Vec<i64>,
    on_batch: &'a OnBatch,
}

impl<OnBatch: Fn(Kind, &ClaimReport) + Send + Sync> DueRows<'_, OnBatch> {
    /// Claims a batch, or several of a herd.
    async fn claim<Claim, Outcome>(
        &self,
        herd: &mut Herd,
        backoff: &mut Backoff,
        report: &mut TickReport,
        claim: &Claim,
    ) -> Result<(), Error>
    where
        Claim: Fn(Batch) -> Outcome + Clone + Send + Sync + 'static,
        Outcome: Future<Output = Result<ClaimReport, Error>> + Send,
    {
        let oldest = |limit| Batch::Oldest { limit, without_rows: self.without.clone() };
        if herd.needs_scan() {
            let all = oldest(SCAN);
            herd.found(due::rows(self.storage, self.kind, self.now, all).await?);
        }
        let claimers = usize::from(self.storage.claimers().get());
        let batches = herd.next(claimers * BATCHES_PER_CLAIMER, BATCH);
        if batches.is_empty() {
            let any = oldest(BATCH);
            let any = claim_or_bisect(self.storage, self.kind, self.now, any, claim).await?;
            herd.took_oldest(any.rows >= usize::from(BATCH));
            self.record(&any, backoff, report);
            return Ok(());
        }
        let (claimed, failed) = self.claim_concurrently(claimers, batches, claim).await;
        herd.took(claimed.iter().map(|claimed| claimed.rows).sum());
        for claimed in &claimed {
            self.record(claimed, backoff, report);
        }
        match failed {
            Some(error) => {
                herd.clear();
                Err(error)
            }
            None => Ok(()),
        }
    }

    /// Claims several batches concurrently. After a failure it starts no further ones and waits for those in progress.
    async fn claim_concurrently<Claim, Outcome>(
        &self,
        claimers: usize,
        batches: Vec<Batch>,
        claim: &Claim,
    ) -> (Vec<ClaimReport>, Option<Error>)
    where
        Claim: Fn(Batch) -> Outcome + Clone + Send + Sync + 'static,
        Outcome: Future<Output = Result<ClaimReport, Error>> + Send,
    {
        let (mut all, mut failed) = (Vec::new(), None);
        let (mut batches, mut running) = (batches.into_iter(), JoinSet::new());
        loop {
            while failed.is_none()
                && running.len() < claimers
                && let Some(batch) = batches.next()
            {
                let (storage, kind, now, claim) = (self.storage.clone(), self.kind, self.now, claim.clone());
                running.spawn(async move { claim_or_bisect(&storage, kind, now, batch, &claim).await });
            }
            let Some(ended) = running.join_next().await else { return (all, failed) };
            match ended.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string()))) {
                Ok(claimed) => all.push(claimed),
                Err(error) => drop(failed.get_or_insert(error)),
            }
        }
    }

    fn record(&self, claimed: &ClaimReport, backoff: &mut Backoff, report: &mut TickReport) {
        (self.on_batch)(self.kind, claimed);
        report.rings += claimed.rings;
        report.passed_over += claimed.passed_over;
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
}

fn decide_alarm(alarm: Alarm, now: OffsetDateTime) -> Decision<Alarm> {
    let rings = alarm.arming.next_trigger().is_some_and(|due| still_rings(due, now));
    Decision { after: alarm.after_ring(now), rings }
}

fn decide_timer(timer: Timer, now: OffsetDateTime) -> Decision<Timer> {
    let rings = timer.countdown.ends_at().is_some_and(|due| still_rings(due, now));
    Decision { after: timer.after_ring(now), rings }
}
