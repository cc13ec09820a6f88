//! Writing down, now and then, which browsers were here.

use std::time::Duration;

use time::OffsetDateTime;
use tokibako_storage::{Storage, presence::Presence};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// How long a browser's visit waits to be written: many are one statement.
const PAUSE: Duration = Duration::from_secs(10);

/// Writes until `stop` is called, and once more then.
pub(crate) async fn write_down(presence: Presence, storage: Storage, stop: CancellationToken) {
    let mut is_lost = false;
    loop {
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(PAUSE) => {}
        }
        match presence.write(&storage, OffsetDateTime::now_utc()).await {
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
