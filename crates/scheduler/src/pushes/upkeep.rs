//! Deletes expired messages and dead devices, and counts devices.

use tokibako_storage::{Error, Storage, clock::Clock, devices, pushes, upkeep::share::Share};
use tokio_util::sync::CancellationToken;

use super::metrics::PushMetrics;
use crate::periodic::{DEVICE_COUNT, DEVICES, EXPIRY, Progress};

/// Does that until `stop` is cancelled.
pub(super) async fn run(storage: &Storage, clock: &Clock, metrics: &PushMetrics, stop: &CancellationToken) {
    let expiry = async {
        let mut times = EXPIRY.until(stop);
        while times.next().await {
            times.record(expire(storage, clock, metrics).await);
        }
    };
    let devices = async {
        let mut times = DEVICES.until(stop);
        while times.next().await {
            times.record(sweep(storage, clock).await);
        }
    };
    let counts = async {
        let mut times = DEVICE_COUNT.until(stop);
        while times.next().await {
            let counted = devices::by_state(storage).await.map(|counts| metrics.devices(&counts));
            times.record(counted.map(|()| Progress::Complete));
        }
    };
    tokio::join!(expiry, devices, counts);
}

async fn expire(storage: &Storage, clock: &Clock, metrics: &PushMetrics) -> Result<Progress, Error> {
    metrics.lapsed(pushes::expire(storage, clock.precise_now()).await?);
    Ok(Progress::Complete)
}

async fn sweep(storage: &Storage, clock: &Clock) -> Result<Progress, Error> {
    if let Some(Share { over, all }) = devices::sweep(storage, clock.precise_now()).await?.held_back {
        tracing::error!(
            failing = over,
            devices = all,
            "no failing device is deleted: so many at once suggest a wrong clock"
        );
    }
    Ok(Progress::Complete)
}
