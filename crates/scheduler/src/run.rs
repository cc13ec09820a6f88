//! The scheduler's loop: sleep until something is due, tick, sleep again.

use std::time::{Duration, Instant};

use time::OffsetDateTime;
use tokibako_storage::{Error, Storage, clock::Clock, log_throttle::LogThrottle, signals::wakeup::LONGEST_SLEEP};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    metrics::ClaimMetrics,
    periodic, statistics,
    tick::{TickReport, Ticked, Ticker},
};

/// How long to wait for a row that is due but that another scheduler is claiming.
const CLAIMED_ELSEWHERE: Duration = Duration::from_millis(25);

/// The first pause after a failure of the database; it doubles with each failure in a row.
const RETRY: Duration = Duration::from_millis(250);

/// The longest pause, so that rings come soon after the database is back.
const LONGEST_RETRY: Duration = Duration::from_secs(1);

/// After this long without an answer, the database is reported as failing. The query continues.
const NO_ANSWER: Duration = Duration::from_secs(5);

/// While a backlog is claimed, the database is asked for other due rows at this interval, or at [`QUERY_SHARE`] times the
/// duration of the last such query if that is longer. The query is slow after very many rows have moved.
const QUERY_INTERVAL: Duration = Duration::from_millis(250);
const QUERY_SHARE: u32 = 10;

/// Rings rows when they are due, until `stop` is cancelled. A batch in progress is completed.
///
/// If the database fails, it retries until the database is back, and then rings the rows that are not too late.
pub async fn run(storage: Storage, clock: Clock, metrics: ClaimMetrics, stop: CancellationToken) {
    let ticker = Ticker::new(storage.clone());
    run_sleeping_at_most(LONGEST_SLEEP, ticker, storage, clock, metrics, stop).await;
}

/// Rings rows with another longest sleep. If that is longer than [`LONGEST_SLEEP`], rows of other processes may ring late
/// unless those processes send notifications.
pub async fn run_sleeping_at_most(
    longest: Duration,
    ticker: Ticker,
    storage: Storage,
    clock: Clock,
    metrics: ClaimMetrics,
    stop: CancellationToken,
) {
    let purge = periodic::purge_log(storage.clone(), clock.clone(), stop.clone());
    let statistics = statistics::run(storage.clone(), metrics.database().clone(), stop.clone());
    let scheduler = Scheduler {
        ticker,
        storage,
        clock,
        metrics,
        longest,
        query_at: Instant::now(),
        is_failing: false,
        is_away: false,
        retry: RETRY,
        failures: LogThrottle::new(),
    };
    tokio::join!(purge, statistics, scheduler.run(stop));
}

struct Scheduler {
    ticker: Ticker,
    storage: Storage,
    clock: Clock,
    metrics: ClaimMetrics,
    longest: Duration,
    /// When to ask the database what is due although a backlog is known; monotonic.
    query_at: Instant,
    is_failing: bool,
    /// Whether the database did not say what is due when it was last asked.
    is_away: bool,
    retry: Duration,
    /// The log line about batches that failed while others did not.
    failures: LogThrottle,
}

impl Scheduler {
    async fn run(mut self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let pause = self.round().await;
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.storage.wakeup().due(), if !self.is_failing => {}
                () = sleep(pause) => {}
            }
        }
    }

    /// Rings a batch of due rows and returns how long to sleep.
    async fn round(&mut self) -> Duration {
        self.storage.wakeup().scheduler_is_awake();
        match self.ring_and_report().await {
            Ok(pause) => {
                if std::mem::replace(&mut self.is_failing, false) {
                    tracing::info!("rings are no longer delayed: the database answers");
                }
                self.storage.progress().answered();
                self.retry = RETRY;
                pause
            }
            Err(error) => {
                if !std::mem::replace(&mut self.is_failing, true) {
                    tracing::error!(%error, "rings are delayed: the database fails");
                }
                self.storage.progress().unanswered(self.clock.precise_now());
                let pause = self.retry;
                self.retry = (pause * 2).min(LONGEST_RETRY);
                pause
            }
        }
    }

    /// Like [`ring`](Self::ring), but reports a database that does not answer.
    async fn ring_and_report(&mut self) -> Result<Duration, Error> {
        let (asked_at, storage) = (self.clock.precise_now(), self.storage.clone());
        let mut ringing = std::pin::pin!(self.ring());
        tokio::select! {
            outcome = &mut ringing => return outcome,
            () = sleep(NO_ANSWER) => {}
        }
        storage.progress().unanswered(asked_at);
        tracing::error!("rings are delayed: the database does not answer");
        let outcome = ringing.await;
        if outcome.is_ok() {
            tracing::info!("rings are no longer delayed: the database answers");
        }
        outcome
    }

    async fn ring(&mut self) -> Result<Duration, Error> {
        let known = self.ticker.known(self.clock.precise_now());
        let asked_at = Instant::now();
        let next = if known.earliest().is_some() && asked_at < self.query_at {
            known
        } else {
            let next = self.ticker.next(&self.clock).await;
            if std::mem::replace(&mut self.is_away, next.is_err()) {
                // The database may have caused the failures of those rows.
                self.ticker.backoff.clear();
            }
            let next = next?;
            self.query_at = Instant::now() + QUERY_INTERVAL.max(asked_at.elapsed() * QUERY_SHARE);
            next
        };
        let now = self.clock.precise_now();
        if next.earliest().is_none_or(|earliest| earliest > now) {
            self.storage.progress().made();
            let again = self.ticker.backoff.next(now);
            return Ok(self.until(next.earliest().into_iter().chain(again).min()));
        }
        self.storage.progress().work_is_due(now);
        let on_batch = |kind, claimed: &_| self.metrics.claimed(kind, claimed, self.clock.precise_now());
        let Ticked { report, failed, is_smaller } = self.ticker.claim(now, next, on_batch).await;
        if report.missed > 0 {
            tracing::warn!(
                count = report.missed,
                "missed rows: they were due more than ten minutes ago, and did not ring"
            );
        }
        let is_progress = report != TickReport::default();
        if is_progress {
            self.storage.progress().made();
        }
        match failed {
            // The next round claims less, or the other kind again: it does not wait.
            Some(error) if is_progress || is_smaller => {
                if let Some(left_out) = self.failures.at(Instant::now()) {
                    tracing::warn!(%error, left_out, "a batch of due rows failed: the next one is smaller");
                }
                Ok(Duration::ZERO)
            }
            Some(error) => Err(error),
            None if is_progress || self.ticker.known(now).earliest().is_some() => Ok(Duration::ZERO),
            None => Ok(CLAIMED_ELSEWHERE),
        }
    }

    /// How long to sleep if nothing is due before `earliest`.
    fn until(&self, earliest: Option<OffsetDateTime>) -> Duration {
        let Some(earliest) = earliest else { return self.longest };
        self.storage.wakeup().scheduler_sleeps_until(earliest);
        (earliest - self.clock.precise_now()).max(time::Duration::ZERO).unsigned_abs().min(self.longest)
    }
}
