//! Deletes old rings from the log and old messages from the push queue, in parallel with the claims.

use std::time::Duration;

use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Storage, database_clock, firings, pushes};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How often it runs.
const INTERVAL: Duration = Duration::from_mins(10);

/// Purges the log until `stop` is cancelled. The database's clock decides what is old.
pub(crate) async fn run(storage: Storage, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let pause = match purge(&storage).await {
            Ok(firings::PURGE_BATCH..) => Duration::ZERO,
            Ok(_) => INTERVAL,
            Err(error) => {
                tracing::warn!(%error, "cannot delete old rings; trying again later");
                INTERVAL
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(pause) => {}
        }
    }
}

async fn purge(storage: &Storage) -> Result<usize, tokibako_storage::Error> {
    let now = database_clock::now(storage).await?;
    // Messages expire even where no process sends them.
    pushes::expire(storage, now).await?;
    firings::purge(storage, now - REPLAY_WINDOW).await
}
