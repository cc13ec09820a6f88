//! Writes to the database which browsers sent requests.

use std::time::Duration;

use tokibako_storage::{Storage, clock::Clock, upkeep::last_seen::LastSeen};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// How often they are written: many browsers in one statement.
const PAUSE: Duration = Duration::from_secs(10);

/// Writes until `stop` is cancelled, and once more after that.
pub(crate) async fn write_down(last_seen: LastSeen, storage: Storage, clock: Clock, stop: CancellationToken) {
    let mut is_lost = false;
    loop {
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(PAUSE) => {}
        }
        match last_seen.write(&storage, clock.precise_now()).await {
            Ok(_) => is_lost = false,
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
