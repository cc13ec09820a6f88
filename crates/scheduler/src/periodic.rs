//! Periodic work: how often, how soon after the start, and what happens after a failure, in one place; and the
//! shortest of it: recording who was here, and deleting old rings and messages.
//!
//! All of it goes by the database's clock, and deletes a limited number of rows in a statement. What could delete much at
//! once by a wrong clock begins an hour after the start, and asks `storage::upkeep::share` first.

use std::time::Duration;

use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Error, Storage, clock::Clock, log, pushes, upkeep::last_seen::LastSeen};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// Work that is repeated until the process stops.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Periodic {
    /// The pause before the first time.
    first_after: Duration,
    /// The pause after work that is complete.
    every: Duration,
    retry_after: Duration,
    /// What is logged of the first failure in a row.
    failure: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    Complete,
    Partial,
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

/// Deletes rings that are older than an hour from the log, and messages that expired where no process sends them.
pub(crate) const PURGE: Periodic = Periodic {
    first_after: Duration::ZERO,
    every: Duration::from_mins(10),
    retry_after: Duration::from_mins(10),
    failure: "old rings are not deleted: the database fails",
};

/// Deletes what belongs to idle browsers, and expired sessions.
pub(crate) const RETENTION: Periodic = Periodic {
    first_after: HOUR,
    every: Duration::from_hours(24),
    retry_after: Duration::from_mins(10),
    failure: "idle browsers are not deleted: the database fails",
};

/// Records the release of the time zones that this process uses.
pub(crate) const ZONES: Periodic = Periodic {
    first_after: Duration::ZERO,
    every: Duration::from_mins(10),
    retry_after: Duration::from_secs(30),
    failure: "releases of the time zones are not compared: the database fails",
};

pub(crate) const STATISTICS: Periodic = Periodic {
    first_after: Duration::ZERO,
    every: Duration::from_secs(15),
    retry_after: Duration::from_secs(15),
    failure: "statistics of the database are not updated: the database fails",
};

/// Deletes messages that expired while they waited.
pub(crate) const EXPIRY: Periodic = Periodic {
    first_after: Duration::ZERO,
    every: Duration::from_secs(30),
    retry_after: SECOND,
    failure: "expired pushes are not deleted: the database fails",
};

/// Deletes devices that never confirmed their subscription, or whose service has long refused messages.
pub(crate) const DEVICES: Periodic = Periodic {
    first_after: HOUR,
    every: HOUR,
    retry_after: MINUTE,
    failure: "dead devices are not deleted: the database fails",
};

/// Records which browsers sent requests; once more when the process stops.
pub(crate) const LAST_SEEN: Periodic = Periodic {
    first_after: Duration::from_secs(10),
    every: Duration::from_secs(10),
    retry_after: Duration::from_secs(10),
    failure: "visits of browsers are not recorded: the database fails",
};

impl Periodic {
    /// The times of this work until `stop` is cancelled.
    pub(crate) fn until(self, stop: &CancellationToken) -> Times<'_> {
        Times { work: self, stop, pause: self.first_after, is_failing: false }
    }
}

/// When periodic work is to be done: `while times.next().await { times.record(work().await) }`.
#[derive(Debug)]
pub(crate) struct Times<'a> {
    work: Periodic,
    stop: &'a CancellationToken,
    pause: Duration,
    is_failing: bool,
}

impl Times<'_> {
    /// Waits for the next time; `false` if the process stops.
    pub(crate) async fn next(&self) -> bool {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => false,
            () = sleep(self.pause) => true,
        }
    }

    /// Records the result of the work, which determines the next time.
    pub(crate) fn record(&mut self, result: Result<Progress, Error>) {
        let Periodic { every, retry_after, failure, .. } = self.work;
        let was_failing = std::mem::replace(&mut self.is_failing, result.is_err());
        self.pause = match result {
            Ok(Progress::Complete) => every,
            Ok(Progress::Partial) => Duration::ZERO,
            Err(error) => {
                if !was_failing {
                    tracing::warn!(%error, ?retry_after, "{failure}");
                }
                retry_after
            }
        };
    }
}

/// Writes until `stop` is cancelled, and once more after that.
pub async fn record_last_seen(last_seen: LastSeen, storage: Storage, clock: Clock, stop: CancellationToken) {
    let mut times = LAST_SEEN.until(&stop);
    while times.next().await {
        times.record(last_seen.write(&storage, clock.precise_now()).await.map(|_| Progress::Complete));
    }
    if let Err(error) = last_seen.write(&storage, clock.precise_now()).await {
        tracing::warn!(%error, "the last visits of browsers are not recorded: the database fails");
    }
}

pub(crate) async fn purge_log(storage: Storage, clock: Clock, stop: CancellationToken) {
    let mut times = PURGE.until(&stop);
    while times.next().await {
        times.record(purge(&storage, &clock).await);
    }
}

async fn purge(storage: &Storage, clock: &Clock) -> Result<Progress, Error> {
    let now = clock.measure(storage).await?;
    // Messages expire even where no process sends them.
    pushes::expire(storage, now).await?;
    let purged = log::purge(storage, now - REPLAY_WINDOW).await?;
    Ok(if purged >= log::PURGE_BATCH { Progress::Partial } else { Progress::Complete })
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    const WORK: Periodic = Periodic {
        first_after: Duration::from_secs(5),
        every: Duration::from_mins(1),
        retry_after: Duration::from_secs(7),
        failure: "nothing works",
    };

    #[tokio::test(start_paused = true)]
    async fn the_pause_depends_on_the_result() {
        let (started, stop) = (Instant::now(), CancellationToken::new());
        let mut times = WORK.until(&stop);
        let results = [Ok(Progress::Partial), Err(Error::NotFound), Ok(Progress::Complete), Ok(Progress::Complete)];
        let mut elapsed = Vec::new();
        for result in results {
            assert!(times.next().await);
            elapsed.push(started.elapsed().as_secs());
            times.record(result);
        }
        assert_eq!(elapsed, [5, 5, 12, 72]);
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_begins_after_the_stop() {
        let stop = CancellationToken::new();
        stop.cancel();
        assert!(!WORK.until(&stop).next().await);
    }
}
