//! Publishes on the bus the batches that this process has committed to the log, and heartbeats: where the log ends.
//!
//! This happens after the commit, and no claim waits for it. Readers find what was not published in the log.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokibako_bus::Bus;
use tokibako_storage::{
    Storage,
    log::{self, CommittedBatch, PACE},
};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_util::sync::CancellationToken;

use crate::message;

const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// The age at which a batch is no longer worth publishing: its readers have read it from the log.
const STALE: Duration = Duration::from_millis(500);

/// Publishes until `stop` is cancelled. Heartbeats are published if `heartbeats` is true.
pub async fn run(storage: Storage, bus: Bus, heartbeats: bool, stop: CancellationToken) {
    let committed = storage.committed_for_bus();
    let batches = publish_batches(&storage, committed, &bus);
    let heartbeats = async {
        if heartbeats {
            publish_heartbeats(&storage, &bus).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = batches => {}
        () = heartbeats => {}
        () = notify(&storage) => {}
    }
    // From now on each commit sends a notification. This one covers the commits that are in progress now.
    storage.pace().published(false);
    sleep(PACE).await;
    notify_if_owed(&storage).await;
}

/// Publishes committed batches until their channel closes.
async fn publish_batches(storage: &Storage, mut committed: mpsc::Receiver<Arc<CommittedBatch>>, bus: &Bus) {
    while let Some(batch) = committed.recv().await {
        let is_published = batch.at.elapsed() < STALE && bus.publish_ring(encode(&batch)).await;
        storage.pace().published(is_published);
    }
}

/// Notifies other processes of batches that were committed without a notification, until cancelled.
async fn notify(storage: &Storage) {
    loop {
        storage.pace().owed().await;
        sleep(PACE).await;
        notify_if_owed(storage).await;
    }
}

async fn notify_if_owed(storage: &Storage) {
    if storage.pace().clear(Instant::now())
        && let Err(error) = storage.notify_of_log().await
    {
        // A process that lacks a batch learns of it by the next heartbeat.
        tracing::debug!(%error, "other processes are not notified of the end of the log");
    }
}

pub fn encode(batch: &CommittedBatch) -> bytes::Bytes {
    message::encode_batch(batch.previous.into(), batch.end.into(), &batch.rings)
}

async fn publish_heartbeats(storage: &Storage, bus: &Bus) {
    let mut heartbeats = interval(HEARTBEAT_INTERVAL);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        heartbeats.tick().await;
        // The end comes from the database, not from the memory of this process: another process may have died between
        // its commit and its message.
        match log::end_for_heartbeats(storage).await {
            Ok(end) => {
                bus.publish_ring(message::encode_heartbeat(end.into())).await;
            }
            Err(error) => tracing::debug!(%error, "the end of the log cannot be read"),
        }
    }
}
