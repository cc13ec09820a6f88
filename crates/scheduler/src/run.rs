//! The scheduler's life: sleep until something is due, tick, sleep again.

use std::time::{Duration, Instant};

use time::OffsetDateTime;
use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Error, Storage, firings, pushes, wakeup::LONGEST_SLEEP};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    Clock,
    metrics::Metrics,
    tick::{Ticked, Ticker},
};

/// How long to wait for a row that is due but that another scheduler is just claiming.
const CLAIMED_ELSEWHERE: Duration = Duration::from_millis(25);

/// How long to wait before the database is asked again after it failed; twice as long each time it fails again.
const RETRY: Duration = Duration::from_millis(250);

/// How long at most: what fell due meanwhile rings soon after the database is back.
const LONGEST_RETRY: Duration = Duration::from_secs(1);

/// How long to wait before the clocks are compared again that disagreed.
const CLOCKS_APART: Duration = Duration::from_secs(1);

/// After how long a database that says nothing counts as one that fails. It is waited for all the same.
const SILENCE: Duration = Duration::from_secs(5);

/// How often old firings are deleted, and after how long more where something is due all the time.
const PURGE_INTERVAL: Duration = Duration::from_mins(10);

/// Rings what is due, when it is due, until `stop` is called; a batch that was begun is finished.
///
/// Survives the database going away: it tries again until it is back, and rings then what is not too
/// late.
pub async fn run(storage: Storage, clock: Clock, metrics: Metrics, stop: CancellationToken) {
    run_sleeping_at_most(LONGEST_SLEEP, storage, clock, metrics, stop).await;
}

/// The same with another longest sleep. Where it is longer than [`LONGEST_SLEEP`], what other processes
/// write goes unnoticed for as long unless they notify.
pub async fn run_sleeping_at_most(
    longest: Duration,
    storage: Storage,
    clock: Clock,
    metrics: Metrics,
    stop: CancellationToken,
) {
    let mut life = Life {
        ticker: Ticker::new(storage.clone()),
        storage,
        clock,
        metrics,
        longest,
        purge_at: Instant::now(),
        is_lost: false,
        retry: RETRY,
    };
    while !stop.is_cancelled() {
        let pause = life.round().await;
        tokio::select! {
            () = stop.cancelled() => {}
            () = life.storage.wakeup().due(), if !life.is_lost => {}
            () = sleep(pause) => {}
        }
    }
}

struct Life {
    ticker: Ticker,
    storage: Storage,
    clock: Clock,
    metrics: Metrics,
    longest: Duration,
    /// When old firings are to be deleted next, by a clock that nobody sets.
    purge_at: Instant,
    is_lost: bool,
    retry: Duration,
}

impl Life {
    /// Rings a batch of what is due and says how long to sleep.
    async fn round(&mut self) -> Duration {
        self.storage.wakeup().scheduler_is_awake();
        if self.is_lost {
            // What could not be rung may have been the database's fault.
            self.ticker.clear_backoff();
        }
        match self.ring_or_say_so().await {
            Ok(pause) => {
                if std::mem::replace(&mut self.is_lost, false) {
                    tracing::info!("the scheduler rings again");
                }
                self.storage.progress().answered();
                self.retry = RETRY;
                pause
            }
            Err(error) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    tracing::error!(%error, "nothing rings while the database fails");
                }
                self.storage.progress().unanswered((self.clock)());
                let pause = self.retry;
                self.retry = (pause * 2).min(LONGEST_RETRY);
                pause
            }
        }
    }

    /// The same as [`ring`](Self::ring); says so where the database leaves it waiting.
    async fn ring_or_say_so(&mut self) -> Result<Duration, Error> {
        let (asked_at, storage) = ((self.clock)(), self.storage.clone());
        let mut ringing = std::pin::pin!(self.ring());
        tokio::select! {
            outcome = &mut ringing => return outcome,
            () = sleep(SILENCE) => {}
        }
        storage.progress().unanswered(asked_at);
        tracing::error!("nothing rings while the database says nothing");
        let outcome = ringing.await;
        if outcome.is_ok() {
            tracing::info!("the scheduler rings again");
        }
        outcome
    }

    async fn ring(&mut self) -> Result<Duration, Error> {
        let before = (self.clock)();
        let (next, database) = self.ticker.look(before).await?;
        let now = (self.clock)();
        if !self.storage.clocks().compare(before, database, now) {
            self.storage.progress().made();
            return Ok(CLOCKS_APART);
        }
        if next.earliest().is_none_or(|earliest| earliest > now) {
            self.storage.progress().made();
            self.purge_if_due_at(Instant::now(), database).await;
            let again = self.ticker.next_retry(now);
            return Ok(self.until(next.earliest().into_iter().chain(again).min()));
        }
        self.storage.progress().work_is_due(now);
        let told = |kind, claimed: &_| self.metrics.claimed(kind, claimed, (self.clock)());
        let ticked = self.ticker.claim(now, next, told).await?;
        if ticked.passed_over > 0 {
            tracing::warn!(count = ticked.passed_over, "passed over what was due more than ten minutes ago");
        }
        if ticked == Ticked::default() {
            return Ok(CLAIMED_ELSEWHERE);
        }
        self.storage.progress().made();
        if let Some(overdue) = Instant::now().checked_sub(PURGE_INTERVAL) {
            // Something is due all the time: the log must not grow for ever.
            self.purge_if_due_at(overdue, database).await;
        }
        Ok(Duration::ZERO)
    }

    /// How long to sleep where nothing is due before `earliest`.
    fn until(&self, earliest: Option<OffsetDateTime>) -> Duration {
        let Some(earliest) = earliest else { return self.longest };
        self.storage.wakeup().scheduler_sleeps_until(earliest);
        (earliest - (self.clock)()).max(time::Duration::ZERO).unsigned_abs().min(self.longest)
    }

    async fn purge_if_due_at(&mut self, instant: Instant, database: OffsetDateTime) {
        if instant < self.purge_at {
            return;
        }
        match firings::purge(&self.storage, database - REPLAY_WINDOW).await {
            // A batch a round: the rings that fall due meanwhile come first.
            Ok(firings::PURGE_BATCH..) => return,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "cannot delete old rings; trying again later"),
        }
        // Where nobody sends them, messages to devices lapse all the same.
        if let Err(error) = pushes::expire(&self.storage, database).await {
            tracing::warn!(%error, "cannot delete old messages to devices; trying again later");
        }
        self.purge_at = Instant::now() + PURGE_INTERVAL;
    }
}
