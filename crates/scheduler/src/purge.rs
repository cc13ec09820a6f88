//! Old rings leave the log, and old messages to devices the queue, whatever else is due.

use std::time::Duration;

use tokibako_domain::firing::REPLAY_WINDOW;
use tokibako_storage::{Storage, database_clock, firings, pushes};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How often.
const INTERVAL: Duration = Duration::from_mins(10);

/// Purges the log until `stop` is called. It goes by the database's clock.
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
    // Where nobody sends them, messages to devices lapse all the same.
    pushes::expire(storage, now).await?;
    firings::purge(storage, now - REPLAY_WINDOW).await
}
