//! The scheduler's life: sleep until something is due, tick, sleep again.

use std::time::Duration;

use time::OffsetDateTime;
use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Error, Storage, due, firings, wakeup::LONGEST_SLEEP};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    Clock,
    metrics::Metrics,
    tick::{Ticked, claim},
};

/// How long to wait for a row that is due but that another scheduler is just claiming.
const CLAIMED_ELSEWHERE: Duration = Duration::from_millis(25);

/// How long to wait before the database is asked again after it failed.
const RETRY: Duration = Duration::from_millis(250);

/// How often old firings are deleted.
const PURGE_INTERVAL: time::Duration = time::Duration::minutes(10);

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
    let mut life = Life { storage, clock, metrics, longest, purged_at: OffsetDateTime::UNIX_EPOCH, is_lost: false };
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
    storage: Storage,
    clock: Clock,
    metrics: Metrics,
    longest: Duration,
    purged_at: OffsetDateTime,
    is_lost: bool,
}

impl Life {
    /// Rings a batch of what is due and says how long to sleep.
    async fn round(&mut self) -> Duration {
        self.storage.wakeup().scheduler_is_awake();
        match self.ring().await {
            Ok(pause) => {
                if std::mem::replace(&mut self.is_lost, false) {
                    tracing::info!("the scheduler rings again");
                }
                pause
            }
            Err(error) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    tracing::error!(%error, "nothing rings while the database fails");
                }
                RETRY
            }
        }
    }

    async fn ring(&mut self) -> Result<Duration, Error> {
        let next = due::next(&self.storage).await?;
        let now = (self.clock)();
        if next.earliest().is_none_or(|earliest| earliest > now) {
            self.purge_now_and_then().await;
            return Ok(self.until(next.earliest()));
        }
        let told = |kind, claimed: &_| self.metrics.claimed(kind, claimed, (self.clock)());
        let ticked = claim(&self.storage, now, next, told).await?;
        if ticked.passed_over > 0 {
            tracing::warn!(count = ticked.passed_over, "passed over what was due more than ten minutes ago");
        }
        Ok(if ticked == Ticked::default() { CLAIMED_ELSEWHERE } else { Duration::ZERO })
    }

    /// How long to sleep where nothing is due before `earliest`.
    fn until(&self, earliest: Option<OffsetDateTime>) -> Duration {
        let Some(earliest) = earliest else { return self.longest };
        self.storage.wakeup().scheduler_sleeps_until(earliest);
        (earliest - (self.clock)()).max(time::Duration::ZERO).unsigned_abs().min(self.longest)
    }

    async fn purge_now_and_then(&mut self) {
        let now = (self.clock)();
        if now - self.purged_at < PURGE_INTERVAL {
            return;
        }
        match firings::purge(&self.storage, now - REPLAY_WINDOW).await {
            // A batch a round: the rings that fall due meanwhile come first.
            Ok(firings::PURGE_BATCH..) => return,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "cannot delete old rings; trying again later"),
        }
        self.purged_at = now;
    }
}
