//! The feed: follows the log of firings and hands each to the streams that wait for it.

use std::{sync::Arc, time::Duration};

use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId},
};
use tokibako_storage::{Error, Storage, firings};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How many firings are read at once.
const STRETCH: u16 = 2_000;

/// How often the log is read even if nothing woke the feed.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);

/// How long to wait before the database is asked again after it failed.
const RETRY: Duration = Duration::from_millis(250);

/// Whoever waits for firings in this process: the open event streams.
pub trait Audience: Send + Sync + 'static {
    /// The browsers that listen now.
    fn browsers(&self) -> Vec<BrowserId>;

    /// Takes firings of those browsers, in the order of the log.
    fn deliver(&self, firings: Vec<Firing>);
}

/// A reader of the log with its place in it.
#[derive(Debug)]
pub struct Feed {
    storage: Storage,
    position: FiringId,
}

impl Feed {
    /// A feed that starts at the end of the log as it is now.
    ///
    /// It must be made before the first stream is admitted: what a stream has missed up to its own
    /// start it reads itself, and relies on the feed for the rest.
    pub async fn at_end(storage: Storage) -> Result<Self, Error> {
        let position = firings::latest(&storage).await?;
        Ok(Self { storage, position })
    }

    /// Delivers what the log has gained; says whether there was anything.
    pub async fn advance(&mut self, audience: &Arc<impl Audience>) -> Result<bool, Error> {
        let listeners = Arc::clone(audience);
        let browsers = move || listeners.browsers();
        let stretch = firings::stretch(&self.storage, self.position, browsers, STRETCH).await?;
        let has_moved = stretch.position != self.position;
        self.position = stretch.position;
        if !stretch.firings.is_empty() {
            audience.deliver(stretch.firings);
        }
        Ok(has_moved)
    }

    /// Delivers until `stop` is called.
    pub async fn run(self, audience: Arc<impl Audience>, stop: CancellationToken) {
        self.run_sleeping_at_most(LONGEST_SLEEP, audience, stop).await;
    }

    /// The same, looking at the log at least this often whether woken or not.
    pub async fn run_sleeping_at_most(
        mut self,
        longest: Duration,
        audience: Arc<impl Audience>,
        stop: CancellationToken,
    ) {
        let mut is_lost = false;
        while !stop.is_cancelled() {
            let pause = match self.advance(&audience).await {
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
