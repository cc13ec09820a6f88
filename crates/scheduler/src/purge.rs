//! Deletes old rings from the log and old messages from the push queue, in parallel with the claims.

use std::time::Duration;

use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Storage, clock::Clock, log, pushes};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How often it runs.
const INTERVAL: Duration = Duration::from_mins(10);

/// Purges the log until `stop` is cancelled.
pub(crate) async fn run(storage: Storage, clock: Clock, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let pause = match purge(&storage, &clock).await {
            Ok(log::PURGE_BATCH..) => Duration::ZERO,
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

async fn purge(storage: &Storage, clock: &Clock) -> Result<usize, tokibako_storage::Error> {
    let now = clock.measure(storage).await?;
    // Messages expire even where no process sends them.
    pushes::expire(storage, now).await?;
    log::purge(storage, now - REPLAY_WINDOW).await
}
