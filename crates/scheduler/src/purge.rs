//! Deletes old rings from the log and old messages from the push queue, in parallel with the claims.

use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Error, Storage, clock::Clock, log, pushes};
use tokio_util::sync::CancellationToken;

use crate::periodic::{PURGE, Progress};

/// Purges the log until `stop` is cancelled.
pub(crate) async fn run(storage: Storage, clock: Clock, stop: CancellationToken) {
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
