//! Publishes on the bus what this process has committed to the log, and how far the log goes.
//!
//! It happens after the commit, and no claim waits for it. Whatever is not published is read from the log.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokibako_bus::{Bus, Mark, message};
use tokibako_storage::{
    Storage,
    firings::{self, Followed},
    outgoing::Committed,
    pace::APART,
};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_util::sync::CancellationToken;

/// How often a scheduler publishes a beat.
const BEAT: Duration = Duration::from_secs(1);

/// The age at which a batch is no longer worth publishing: its readers have read it from the log.
const STALE: Duration = Duration::from_millis(500);

/// Publishes until `stop` is cancelled. Beats are published if `beats` is true.
pub async fn run(storage: Storage, bus: Bus, beats: bool, stop: CancellationToken) {
    let committed = storage.committed();
    let batches = batches(&storage, committed, &bus);
    let beats = async {
        if beats {
            beat(&storage, &bus).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = batches => {}
        () = beats => {}
        () = notify(&storage) => {}
    }
    // From now on each commit notifies. This notifies of those that are being committed now.
    storage.pace().told(false);
    sleep(APART).await;
    notify_if_owed(&storage).await;
}

/// Publishes committed batches until their channel closes.
async fn batches(storage: &Storage, mut committed: mpsc::Receiver<Arc<Committed>>, bus: &Bus) {
    while let Some(batch) = committed.recv().await {
        let is_told = batch.at.elapsed() < STALE && bus.publish_ring(written(&batch)).await;
        storage.pace().told(is_told);
    }
}

/// Notifies other processes of batches that were committed without a notification, until cancelled.
async fn notify(storage: &Storage) {
    loop {
        storage.pace().owed().await;
        sleep(APART).await;
        notify_if_owed(storage).await;
    }
}

async fn notify_if_owed(storage: &Storage) {
    if storage.pace().settle(Instant::now())
        && let Err(error) = firings::notify(storage).await
    {
        // The next beat tells a process that lacks a batch.
        tracing::debug!(%error, "other processes are not notified of how far the log goes");
    }
}

/// Encodes a batch.
#[must_use]
pub fn written(batch: &Committed) -> bytes::Bytes {
    message::batch(mark(batch.after), mark(batch.end), &batch.rings)
}

async fn beat(storage: &Storage, bus: &Bus) {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        // Asks the database rather than this process's memory: another process may have died between its commit and its
        // message.
        match firings::end_for_others(storage).await {
            Ok(end) => {
                bus.publish_ring(message::beat(mark(end))).await;
            }
            Err(error) => tracing::debug!(%error, "the database does not say how far the log goes"),
        }
    }
}

fn mark(followed: Followed) -> Mark {
    Mark { place: followed.place(), fired_at: followed.fired_at }
}
