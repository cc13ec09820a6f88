//! The feed: follows the log of firings and hands each to the open streams of its browser.

use std::time::Duration;

use tokibako_storage::{
    Error, Storage,
    firings::{self, Followed},
    pushes,
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::hub::Hub;

/// How many firings are read at once.
const BATCH: u16 = 2_000;

/// How often the log is read even if nothing woke the feed.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);

/// How long to wait before the database is asked again after it failed.
const RETRY: Duration = Duration::from_millis(250);

/// A reader of the log with its position in it.
#[derive(Debug)]
pub struct Feed {
    storage: Storage,
    hub: Hub,
    followed: Followed,
}

impl Feed {
    /// A feed for the streams of `hub` that starts at the end of the log as it is now.
    ///
    /// It must be made before the first stream is admitted: what a stream has missed up to its own
    /// start it reads itself, and relies on the feed for the rest.
    pub async fn at_end(storage: Storage, hub: Hub) -> Result<Self, Error> {
        let followed = firings::end(&storage).await?;
        Ok(Self { storage, hub, followed })
    }

    /// Delivers what the log has gained; returns whether there was anything.
    pub async fn advance(&mut self) -> Result<bool, Error> {
        let hub = self.hub.clone();
        let stretch = firings::stretch(&self.storage, self.followed, move || hub.browsers(), BATCH).await?;
        let has_moved = stretch.followed != self.followed;
        self.followed = stretch.followed;
        if stretch.is_another_log {
            tracing::warn!("the log of rings was restored without its end: all streams start anew and replay it");
            self.hub.start_anew();
        }
        let given = self.hub.deliver_to_devices(&stretch.firings);
        if !given.is_empty()
            && let Err(error) = pushes::postpone(&self.storage, given).await
        {
            // The devices are rung twice over then, of which the page silences one.
            tracing::debug!(%error, "pushes are not postponed for the pages that were given the rings");
        }
        Ok(has_moved)
    }

    /// Delivers until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        self.run_sleeping_at_most(LONGEST_SLEEP, stop).await;
    }

    /// The same, reading the log at least this often whether woken or not.
    pub async fn run_sleeping_at_most(mut self, longest: Duration, stop: CancellationToken) {
        let mut is_lost = false;
        while !stop.is_cancelled() {
            let pause = match self.advance().await {
                Ok(has_moved) => {
                    if std::mem::replace(&mut is_lost, false) {
                        tracing::info!("rings reach the event streams again");
                    }
                    if has_moved { Duration::ZERO } else { longest }
                }
                Err(error) => {
                    if !std::mem::replace(&mut is_lost, true) {
                        tracing::error!(%error, "no ring reaches an event stream while the database fails");
                    }
                    RETRY
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.storage.wakeup().fired(), if !is_lost => {}
                () = sleep(pause) => {}
            }
        }
    }
}
