//! Once a day: what browsers left behind that have not been here for long is deleted, and sessions that have ended.

use std::time::Duration;

use time::OffsetDateTime;
use tokibako_storage::{
    Error, Storage,
    retention::{self, BATCH, Forgotten},
    sessions,
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Clock;

/// How long from one sweep to the next.
const INTERVAL: Duration = Duration::from_hours(24);

/// How long to wait before the next attempt after one that failed.
const RETRY: Duration = Duration::from_mins(10);

/// Sweeps at the start and then once a day, until `stop` is called. With no `kept_for` only ended sessions go.
///
/// Of several processes one deletes at a time; the others find little left.
pub async fn run(storage: Storage, clock: Clock, kept_for: Option<time::Duration>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let pause = match sweep(&storage, clock(), kept_for, &stop).await {
            Ok(Forgotten { browsers: 0, .. }) => INTERVAL,
            Ok(forgotten) => {
                let Forgotten { browsers, things, accounts } = forgotten;
                tracing::info!(browsers, things, accounts, "deleted what idle browsers had left behind");
                INTERVAL
            }
            Err(error) => {
                tracing::warn!(%error, "cannot delete yet what idle browsers left behind; trying again later");
                RETRY
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(pause) => {}
        }
    }
}

/// Deletes what belongs to browsers that were last here more than `kept_for` before `now`, batch after batch.
pub async fn sweep(
    storage: &Storage,
    now: OffsetDateTime,
    kept_for: Option<time::Duration>,
    stop: &CancellationToken,
) -> Result<Forgotten, Error> {
    sessions::purge(storage, now).await?;
    let mut all = Forgotten::default();
    let Some(before) = kept_for.and_then(|kept_for| now.checked_sub(kept_for)) else { return Ok(all) };
    retention::date_the_undated(storage).await?;
    while !stop.is_cancelled() {
        let batch = retention::forget(storage, before, BATCH).await?;
        all.browsers += batch.browsers;
        all.things += batch.things;
        all.accounts += batch.accounts;
        if batch.browsers < usize::from(BATCH) {
            break;
        }
    }
    Ok(all)
}
