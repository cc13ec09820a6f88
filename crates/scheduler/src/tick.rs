//! One tick: a batch of what is due rings and moves on.

use std::time::Instant;

use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, firing::Kind, lateness::still_rings, timer::Timer};
use tokibako_storage::{
    Error, Storage,
    due::{self, Batch, Claimed, Next, Settled, Without},
};

use crate::{backoff::Backoff, bisect::claim_or_bisect, fairness::Fairness};

/// How many rows of a kind one transaction claims. Small enough that the first of ten thousand are on
/// their way while the last are still being claimed, large enough that the statements weigh little.
pub const BATCH: u16 = 1_000;

/// What one tick did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ticked {
    /// Rings appended to the log.
    pub rings: usize,
    /// Rows that were too late to ring and were passed over.
    pub passed_over: usize,
    /// Rows that could not be rung and are retried later.
    pub deferred: usize,
}

/// Claims due rows in batches. Keeps the state between batches: rows in backoff, and browsers that crowd out others.
#[derive(Debug)]
pub struct Ticker {
    storage: Storage,
    backoff: Backoff,
    alarm_fairness: Fairness,
    timer_fairness: Fairness,
}

impl Ticker {
    /// A ticker without any state yet.
    #[must_use]
    pub fn new(storage: Storage) -> Self {
        Self {
            storage,
            backoff: Backoff::default(),
            alarm_fairness: Fairness::default(),
            timer_fairness: Fairness::default(),
        }
    }

    /// Claims alarms and timers that are due at `now`: one batch of each kind. Where one browser crowds out the others, it
    /// first claims a batch of theirs.
    pub async fn tick(&mut self, now: OffsetDateTime) -> Result<Ticked, Error> {
        let (next, _) = self.look(now).await?;
        self.claim(now, next, |_, _| {}).await
    }

    /// When the next row of each kind is due, without rows in backoff, and the database's time.
    pub(crate) async fn look(&mut self, now: OffsetDateTime) -> Result<(Next, OffsetDateTime), Error> {
        due::look(&self.storage, self.backoff.rows(now)).await
    }

    /// When the next row leaves its backoff.
    pub(crate) fn next_retry(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.backoff.next(now)
    }

    /// Ends all backoffs: the database may have been at fault.
    pub(crate) fn clear_backoff(&mut self) {
        self.backoff.clear();
    }

    /// The same as [`tick`](Self::tick) with `next` known: a kind without due rows costs no query. Calls `told` for each
    /// committed batch.
    pub(crate) async fn claim(
        &mut self,
        now: OffsetDateTime,
        next: Next,
        told: impl Fn(Kind, &Claimed) + Send + Sync,
    ) -> Result<Ticked, Error> {
        let Without { alarms, timers } = self.backoff.rows(now);
        let mut ticked = Ticked::default();
        if next.alarm.is_some_and(|due| due <= now) {
            let storage = self.storage.clone();
            let claim = move |batch| {
                let storage = storage.clone();
                async move { due::claim_alarms(&storage, now, batch, move |alarm| settle_alarm(alarm, now)).await }
            };
            let kind = KindOfRows { storage: &self.storage, kind: Kind::Alarm, now, without: alarms, told: &told };
            kind.claim(&mut self.alarm_fairness, &mut self.backoff, &mut ticked, &claim).await?;
        }
        if next.timer.is_some_and(|due| due <= now) {
            let storage = self.storage.clone();
            let claim = move |batch| {
                let storage = storage.clone();
                async move { due::claim_timers(&storage, now, batch, move |timer| settle_timer(timer, now)).await }
            };
            let kind = KindOfRows { storage: &self.storage, kind: Kind::Timer, now, without: timers, told: &told };
            kind.claim(&mut self.timer_fairness, &mut self.backoff, &mut ticked, &claim).await?;
        }
        Ok(ticked)
    }
}

/// Claims at most [`BATCH`] alarms and as many timers that are due at `now`.
pub async fn tick(storage: &Storage, now: OffsetDateTime) -> Result<Ticked, Error> {
    Ticker::new(storage.clone()).tick(now).await
}

/// The due rows of one kind.
struct KindOfRows<'a, Told> {
    storage: &'a Storage,
    kind: Kind,
    now: OffsetDateTime,
    without: Vec<i64>,
    told: &'a Told,
}

impl<Told: Fn(Kind, &Claimed) + Send + Sync> KindOfRows<'_, Told> {
    /// Claims a batch. Where one browser crowds out the others, it claims a batch of theirs first, and only that one if
    /// it is full.
    async fn claim<Claim, Outcome>(
        &self,
        fairness: &mut Fairness,
        backoff: &mut Backoff,
        ticked: &mut Ticked,
        claim: &Claim,
    ) -> Result<(), Error>
    where
        Claim: Fn(Batch) -> Outcome + Send + Sync,
        Outcome: Future<Output = Result<Claimed, Error>> + Send,
    {
        let oldest =
            |without_browsers| Batch::Oldest { limit: BATCH, without_rows: self.without.clone(), without_browsers };
        let from = Instant::now();
        if let Some(crowding) = fairness.left_out(from) {
            let others = claim_or_bisect(self.storage, self.kind, self.now, oldest(crowding.to_vec()), claim).await?;
            let has_more = fairness.took_others(&others, BATCH, from, Instant::now());
            self.note(&others, backoff, ticked);
            if has_more {
                return Ok(());
            }
        }
        let any = claim_or_bisect(self.storage, self.kind, self.now, oldest(Vec::new()), claim).await?;
        fairness.took(&any, BATCH);
        self.note(&any, backoff, ticked);
        Ok(())
    }

    fn note(&self, claimed: &Claimed, backoff: &mut Backoff, ticked: &mut Ticked) {
        (self.told)(self.kind, claimed);
        ticked.rings += claimed.rings;
        ticked.passed_over += claimed.passed_over;
        ticked.deferred += claimed.left.len();
        let news = claimed.left.iter().filter(|row| backoff.add(self.kind, **row, self.now)).count();
        if news > 0 {
            let (kind, reason) = (self.kind.as_str(), claimed.reason.as_deref());
            tracing::error!(count = news, kind, reason, "rows that are due cannot be rung: they are tried again later");
        }
    }
}

fn settle_alarm(alarm: Alarm, now: OffsetDateTime) -> Settled<Alarm> {
    let rings = alarm.arming.next_trigger().is_some_and(|due| still_rings(due, now));
    Settled { after: alarm.rung(now), rings }
}

fn settle_timer(timer: Timer, now: OffsetDateTime) -> Settled<Timer> {
    let rings = timer.countdown.ends_at().is_some_and(|due| still_rings(due, now));
    Settled { after: timer.rung(now), rings }
}
