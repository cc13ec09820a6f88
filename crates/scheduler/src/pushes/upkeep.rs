//! Deletes expired messages and dead devices.

use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    devices,
    pushes::{self, ExpiryReport},
    upkeep::share::Share,
};
use tokio_util::sync::CancellationToken;

use crate::{
    metrics::PushMetrics,
    periodic::{DEVICES, EXPIRY, Progress},
};

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
    tokio::join!(expiry, devices);
}

async fn expire(storage: &Storage, clock: &Clock, metrics: &PushMetrics) -> Result<Progress, Error> {
    let ExpiryReport { unsent, untried } = pushes::expire(storage, clock.precise_now()).await?;
    metrics.lapsed(unsent);
    metrics.untried(untried);
    if untried > 0 {
        tracing::warn!(
            count = untried,
            "messages to devices or channels expired before a process took them: no process can send them (its keys, \
             services, hosts or languages are others), or none had room"
        );
    }
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
