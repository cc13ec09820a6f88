//! Writes to the database which browsers sent requests.

use tokibako_storage::{Storage, clock::Clock, upkeep::last_seen::LastSeen};
use tokio_util::sync::CancellationToken;

use crate::periodic::{LAST_SEEN, Progress};

/// Writes until `stop` is cancelled, and once more after that.
pub async fn run(last_seen: LastSeen, storage: Storage, clock: Clock, stop: CancellationToken) {
    let mut times = LAST_SEEN.until(&stop);
    while times.next().await {
        times.record(last_seen.write(&storage, clock.precise_now()).await.map(|_| Progress::Complete));
    }
    if let Err(error) = last_seen.write(&storage, clock.precise_now()).await {
        tracing::warn!(%error, "the last visits of browsers are not recorded: the database fails");
    }
}
