//! One tick: a batch of what is due rings and moves on.

use std::time::Instant;

use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, firing::Kind, lateness::still_rings, timer::Timer};
use tokibako_storage::{
    Error, Storage,
    due::{self, Batch, Claimed, Next, Settled, Without},
};

use crate::{halving::claim_what_can_be, put_off::PutOff, turns::Turns};

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
    /// Rows that could not be rung and are tried again later.
    pub put_off: usize,
}

/// Claims what is due, batch after batch, and remembers which rows to leave alone and whose turn it is.
#[derive(Debug)]
pub struct Ticker {
    storage: Storage,
    put_off: PutOff,
    alarm_turns: Turns,
    timer_turns: Turns,
}

impl Ticker {
    /// A ticker that has seen nothing yet.
    #[must_use]
    pub fn new(storage: Storage) -> Self {
        Self { storage, put_off: PutOff::default(), alarm_turns: Turns::default(), timer_turns: Turns::default() }
    }

    /// Claims at most [`BATCH`] alarms and as many timers that are due at `now`, and as many again of browsers that wait
    /// for another to be served.
    pub async fn tick(&mut self, now: OffsetDateTime) -> Result<Ticked, Error> {
        let (next, _) = self.look(now).await?;
        self.claim(now, next, |_, _| {}).await
    }

    /// When the next of each kind is due that is not put off at `now`, and what the database's clock shows.
    pub(crate) async fn look(&mut self, now: OffsetDateTime) -> Result<(Next, OffsetDateTime), Error> {
        due::look(&self.storage, self.put_off.rows(now)).await
    }

    /// When what is put off is tried again.
    pub(crate) fn tries_again_at(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.put_off.next(now)
    }

    /// Tries everything again at once: the database was at fault.
    pub(crate) fn forget_failures(&mut self) {
        self.put_off.clear();
    }

    /// The same as [`tick`](Self::tick) where it is known when the next of each kind is due: a kind of which none is
    /// costs nothing. Each batch is told of once it is committed.
    pub(crate) async fn claim(
        &mut self,
        now: OffsetDateTime,
        next: Next,
        told: impl Fn(Kind, &Claimed) + Send + Sync,
    ) -> Result<Ticked, Error> {
        let Without { alarms, timers } = self.put_off.rows(now);
        let mut ticked = Ticked::default();
        if next.alarm.is_some_and(|due| due <= now) {
            let storage = self.storage.clone();
            let claim = move |batch| {
                let storage = storage.clone();
                async move { due::claim_alarms(&storage, now, batch, move |alarm| settle_alarm(alarm, now)).await }
            };
            let kind = KindOfRows { storage: &self.storage, kind: Kind::Alarm, now, without: alarms, told: &told };
            kind.claim(&mut self.alarm_turns, &mut self.put_off, &mut ticked, &claim).await?;
        }
        if next.timer.is_some_and(|due| due <= now) {
            let storage = self.storage.clone();
            let claim = move |batch| {
                let storage = storage.clone();
                async move { due::claim_timers(&storage, now, batch, move |timer| settle_timer(timer, now)).await }
            };
            let kind = KindOfRows { storage: &self.storage, kind: Kind::Timer, now, without: timers, told: &told };
            kind.claim(&mut self.timer_turns, &mut self.put_off, &mut ticked, &claim).await?;
        }
        Ok(ticked)
    }
}

/// Claims at most [`BATCH`] alarms and as many timers that are due at `now`.
pub async fn tick(storage: &Storage, now: OffsetDateTime) -> Result<Ticked, Error> {
    Ticker::new(storage.clone()).tick(now).await
}

/// What is due of one kind.
struct KindOfRows<'a, Told> {
    storage: &'a Storage,
    kind: Kind,
    now: OffsetDateTime,
    without: Vec<i64>,
    told: &'a Told,
}

impl<Told: Fn(Kind, &Claimed) + Send + Sync> KindOfRows<'_, Told> {
    /// Claims a batch; before it, where one browser crowds out the others, one of theirs.
    async fn claim<Claim, Outcome>(
        &self,
        turns: &mut Turns,
        put_off: &mut PutOff,
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
        if let Some(crowding) = turns.left_out(from) {
            let others = claim_what_can_be(self.storage, self.kind, self.now, oldest(crowding.to_vec()), claim).await?;
            turns.took_others(&others, BATCH, from, Instant::now());
            self.note(&others, put_off, ticked);
        }
        let any = claim_what_can_be(self.storage, self.kind, self.now, oldest(Vec::new()), claim).await?;
        turns.took(&any, BATCH);
        self.note(&any, put_off, ticked);
        Ok(())
    }

    fn note(&self, claimed: &Claimed, put_off: &mut PutOff, ticked: &mut Ticked) {
        (self.told)(self.kind, claimed);
        ticked.rings += claimed.rings;
        ticked.passed_over += claimed.passed_over;
        ticked.put_off += claimed.left.len();
        let news = claimed.left.iter().filter(|row| put_off.add(self.kind, **row, self.now)).count();
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
    Settled { after: timer.completed(), rings }
}
