//! The entry to the database: which connections serve what, and what the parts of a process share.

mod access;

use std::{fmt, num::NonZeroU8, sync::Arc};

use ::time::OffsetDateTime;
use diesel::RunQueryDsl as _;
use prometheus_client::registry::Registry;
use tokibako_domain::{alarm::NewAlarm, browser_id::BrowserId, firing::NewFiring, timer::NewTimer};
use tokio::sync::{Semaphore, mpsc};
use uuid::Uuid;

use crate::{
    announcer::Announcer,
    batcher::{Batcher, WORKERS},
    clocks::Clocks,
    connections,
    error::Error,
    inbox::Inbox,
    open_streams::OpenStreams,
    outgoing::{Committed, Outgoing},
    pace::Pace,
    pool::Pool,
    precedence::Precedence,
    progress::Progress,
    session,
    wakeup::Wakeup,
};

/// Connections that requests share, unless configured.
pub(crate) const TURNS: NonZeroU8 = NonZeroU8::new(10).unwrap();

/// Connections for long lists and for moving or deleting very many rows, which wait only for each other.
const LANE: u8 = 1;

/// Connections beside those of requests, batchers and claimers, so that requests never delay a ring: one each for the
/// feed, for notifications and hints, for deletions, for pushes, and for everything else that a ring depends on.
const RINGING: u8 = 5;

/// How many connections a process uses for each kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// Requests.
    pub requests: NonZeroU8,
    /// Concurrent claims.
    pub claimers: NonZeroU8,
}

impl Default for Connections {
    fn default() -> Self {
        Self { requests: TURNS, claimers: NonZeroU8::MIN }
    }
}

/// The database, shared by all callers of a process. Clones share one pool.
#[derive(Clone)]
pub struct Storage {
    url: Arc<str>,
    pool: Pool,
    turns: Arc<Semaphore>,
    lane: Arc<Semaphore>,
    precedence: Arc<Precedence>,
    pub(crate) new_alarms: Arc<Batcher<NewAlarm>>,
    pub(crate) new_timers: Arc<Batcher<NewTimer>>,
    wakeup: Arc<Wakeup>,
    hints: Arc<Inbox>,
    outgoing: Arc<Outgoing>,
    open_streams: Arc<OpenStreams>,
    pace: Arc<Pace>,
    announcer: Arc<Announcer>,
    progress: Arc<Progress>,
    clocks: Clocks,
    claimers: NonZeroU8,
}

impl Storage {
    /// Creates a storage on the database at `url` (`postgres://…`, or libpq's `key=value` form).
    ///
    /// Connections are opened on demand, so the database may be away now and come later.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self::with_connections(url, Connections::default())
    }

    /// The same with other numbers of connections.
    #[must_use]
    pub fn with_connections(url: &str, Connections { requests, claimers }: Connections) -> Self {
        let url: Arc<str> = session::with_timeouts(url).into();
        let others = LANE + 2 * WORKERS + RINGING;
        let pool = Pool::new(&url, others.saturating_add(requests.get()).saturating_add(claimers.get()));
        let hints = Arc::<Inbox>::default();
        Self {
            turns: Arc::new(Semaphore::new(requests.get().into())),
            lane: Arc::new(Semaphore::new(LANE.into())),
            precedence: Precedence::over(requests.get()),
            new_alarms: Batcher::new(pool.clone()),
            new_timers: Batcher::new(pool.clone()),
            wakeup: Arc::default(),
            announcer: Announcer::new(pool.clone(), hints.process()),
            hints,
            outgoing: Arc::default(),
            open_streams: Arc::default(),
            pace: Arc::default(),
            claimers,
            pool,
            progress: Arc::default(),
            clocks: Clocks::default(),
            url,
        }
    }

    /// The wake-ups of this process's scheduler and feed.
    #[must_use]
    pub fn wakeup(&self) -> &Wakeup {
        &self.wakeup
    }

    /// How many claims of this process run concurrently.
    #[must_use]
    pub fn claimers(&self) -> NonZeroU8 {
        self.claimers
    }

    /// The progress of this process's scheduler.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The comparison of this node's clock with the database's.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Whether a write failed recently because the database has no space left. Reads still succeed meanwhile.
    #[must_use]
    pub fn is_short_of_room(&self) -> bool {
        self.pool.is_short_of_room()
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read(|conn| {
            diesel::sql_query("SELECT 1").execute(conn)?;
            Ok(())
        })
        .await
    }

    /// Registers the metrics of the connections and of waiting for one.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.pool.waits().register(registry);
        connections::register(&self.pool, registry);
        self.clocks.register(registry);
    }

    /// The URL of the database.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Something was written that is due at this instant: wakes the schedulers of all processes that need to know.
    pub(crate) fn written(&self, due: Option<OffsetDateTime>) {
        self.wakeup.due_at(due);
        if let Some(due) = due {
            self.announcer.announce(due);
        }
    }

    /// The wake-ups of this process, for a task that outlives the borrow of the storage.
    pub(crate) fn shared_wakeup(&self) -> Arc<Wakeup> {
        Arc::clone(&self.wakeup)
    }

    /// A receiver of everything this process commits to the log from now on, for publishing it. An earlier receiver
    /// gets nothing more.
    #[must_use]
    pub fn committed(&self) -> mpsc::Receiver<Arc<Committed>> {
        self.outgoing.for_others()
    }

    /// The same for a feed of this process. It is not woken for what it receives here, but for what other processes
    /// commit, and when this channel is full.
    #[must_use]
    pub fn committed_here(&self) -> mpsc::Receiver<Arc<Committed>> {
        self.outgoing.for_feed()
    }

    /// Sets the function that tells claims which devices are about to receive rings by a stream of this process. Pushes
    /// to those devices are queued for later.
    pub fn ask_of_streams(&self, devices: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync + 'static) {
        self.open_streams.known_by(devices);
    }

    /// The streams of this process.
    pub(crate) fn open_streams(&self) -> &Arc<OpenStreams> {
        &self.open_streams
    }

    /// Limits how often the database notifies other processes of what this one commits.
    #[must_use]
    pub fn pace(&self) -> &Arc<Pace> {
        &self.pace
    }

    /// The committed batches for the readers of this process.
    pub(crate) fn outgoing(&self) -> &Arc<Outgoing> {
        &self.outgoing
    }

    /// The hints from other processes.
    pub(crate) fn hints(&self) -> &Arc<Inbox> {
        &self.hints
    }
}

/// Hides the URL, which contains a password.
impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("wakeup", &self.wakeup).finish_non_exhaustive()
    }
}
