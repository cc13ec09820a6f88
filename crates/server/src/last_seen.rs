//! Writes to the database which browsers sent requests.

use std::time::Duration;

use time::OffsetDateTime;
use tokibako_storage::{Error, Storage, database_clock, last_seen::LastSeen};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// How often they are written: many browsers in one statement.
const PAUSE: Duration = Duration::from_secs(10);

/// Writes until `stop` is cancelled, and once more after that.
pub(crate) async fn write_down(last_seen: LastSeen, storage: Storage, stop: CancellationToken) {
    let mut is_lost = false;
    loop {
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(PAUSE) => {}
        }
        match write(&last_seen, &storage).await {
            Ok(()) => is_lost = false,
            Err(error) if !std::mem::replace(&mut is_lost, true) => {
                warn!(%error, "cannot record which browsers are here while the database fails");
            }
            Err(_) => {}
        }
        if stop.is_cancelled() {
            return;
        }
    }
}

/// Writes with the database's clock: a wrong clock could make a browser look idle, and it would be deleted. This also
/// compares this node's clock with the database's, also in processes without a scheduler.
async fn write(last_seen: &LastSeen, storage: &Storage) -> Result<(), Error> {
    let now = database_clock::compared(storage, OffsetDateTime::now_utc).await?;
    last_seen.write(storage, now).await.map(|_| ())
}
