//! The daily sweep: deletes what belongs to browsers that have not visited for long, and expired sessions.
//!
//! A clock that is wrong by a year must not delete everything. So the first sweep comes an hour after the start, and by the
//! database's clock. That may be wrong, too: if more than half of all are idle, a sweep deletes nothing and waits for the
//! operator. If it is less, but more than is normal for a day, such as the visitors of a press article a year later, it deletes
//! as many as are normal, the longest idle first, and the others on the next days.

use time::OffsetDateTime;
use tokibako_storage::{
    Error, Storage, browser_ids,
    clock::Clock,
    sessions,
    upkeep::{
        retention::{self, BATCH, DeletionReport},
        share::Share,
    },
};
use tokio_util::sync::CancellationToken;

use crate::{
    metrics::ClaimMetrics,
    periodic::{Progress, RETENTION},
};

/// What a sweep would delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// Browsers that have been idle for too long.
    pub browsers: Share,
    pub sessions: Share,
    /// Browsers last seen before this instant are idle; `None` if browsers are kept for ever.
    before: Option<OffsetDateTime>,
    now: OffsetDateTime,
}

impl Outlook {
    pub fn suggests_a_wrong_clock(&self) -> bool {
        self.browsers.suggests_a_wrong_clock() || self.sessions.suggests_a_wrong_clock()
    }
}

/// Sweeps an hour after the start and then daily, until `stop` is cancelled. Without `kept_for` it only deletes
/// sessions.
///
/// One process sweeps at a time; processes that sweep after it find little to delete.
pub async fn run(
    storage: Storage,
    clock: Clock,
    kept_for: Option<time::Duration>,
    metrics: ClaimMetrics,
    stop: CancellationToken,
) {
    let mut times = RETENTION.until(&stop);
    while times.next().await {
        times.record(sweep_with_care(&storage, &clock, kept_for, &metrics, &stop).await);
    }
}

async fn sweep_with_care(
    storage: &Storage,
    clock: &Clock,
    kept_for: Option<time::Duration>,
    metrics: &ClaimMetrics,
    stop: &CancellationToken,
) -> Result<Progress, Error> {
    let now = clock.measure(storage).await?;
    let outlook = outlook(storage, now, kept_for).await?;
    metrics.holds_back(outlook.suggests_a_wrong_clock());
    if outlook.suggests_a_wrong_clock() {
        let Outlook { browsers, sessions, .. } = outlook;
        tracing::error!(
            idle_browsers = browsers.over,
            browsers = browsers.all,
            ended_sessions = sessions.over,
            sessions = sessions.all,
            "nothing is deleted: so much at once suggests a wrong clock; if it is right, run `tokibako sweep --delete`"
        );
        return Ok(Progress::Complete);
    }
    let most = usize::try_from(outlook.browsers.most_a_day()).unwrap_or(usize::MAX);
    let DeletionReport { browsers, things, accounts } = sweep(storage, outlook, most, stop).await?;
    if browsers > 0 {
        let left = usize::try_from(outlook.browsers.over).unwrap_or(usize::MAX).saturating_sub(browsers);
        tracing::info!(browsers, things, accounts, left, "deleted the data of idle browsers");
    }
    Ok(Progress::Complete)
}

/// What a sweep at `now` would delete.
pub async fn outlook(
    storage: &Storage,
    now: OffsetDateTime,
    kept_for: Option<time::Duration>,
) -> Result<Outlook, Error> {
    let before = kept_for.and_then(|kept_for| now.checked_sub(kept_for));
    let sessions = sessions::ended(storage, now).await?;
    let browsers = match before {
        Some(before) => retention::idle(storage, before).await?,
        None => Share { over: 0, all: 0 },
    };
    Ok(Outlook { browsers, sessions, before, now })
}

/// Deletes expired sessions, and `most` of the idle browsers that `outlook` counted, in batches, the longest idle first.
pub async fn sweep(
    storage: &Storage,
    outlook: Outlook,
    most: usize,
    stop: &CancellationToken,
) -> Result<DeletionReport, Error> {
    sessions::purge(storage, outlook.now).await?;
    browser_ids::purge_renewed(storage, outlook.now).await?;
    let mut all = DeletionReport::default();
    let Some(before) = outlook.before else { return Ok(all) };
    while !stop.is_cancelled() && all.browsers < most {
        let room = u16::try_from(most - all.browsers).unwrap_or(u16::MAX);
        let batch = retention::forget(storage, before, BATCH.min(room)).await?;
        all.browsers += batch.browsers;
        all.things += batch.things;
        all.accounts += batch.accounts;
        if batch == DeletionReport::default() {
            break;
        }
    }
    Ok(all)
}
