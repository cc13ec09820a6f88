//! The entry to the database: how its connections are divided, and the state that the parts of a process share.

use std::{fmt, num::NonZeroU8, sync::Arc};

use ::time::OffsetDateTime;
use prometheus_client::registry::Registry;
use tokio::sync::mpsc;

use crate::{
    connections::{
        pool::{Permits, Pool},
        primary::{Primary, TermValue},
        session,
    },
    log::append::{CommittedBatch, Outgoing},
    signals::{
        inbox::Inbox,
        wakeup::{Announcer, ClaimProgress, Pace, Wakeup},
    },
};

pub(crate) const REQUEST_CONNECTIONS: NonZeroU8 = NonZeroU8::new(10).unwrap();

/// Connections besides those of requests and claimers, so that neither requests nor other work delay a ring: one each for
/// the feed, for the search for the next due row, and for announcing it to other processes.
const RING_CONNECTIONS: u8 = 3;

/// Connections for work that nobody waits for at the screen: pushes, hints, deletions, readings of the clock.
pub(crate) const BACKGROUND_CONNECTIONS: u8 = 3;

/// How many connections a process uses for each kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolSizes {
    pub requests: NonZeroU8,
    pub claimers: NonZeroU8,
}

impl Default for PoolSizes {
    fn default() -> Self {
        Self { requests: REQUEST_CONNECTIONS, claimers: NonZeroU8::MIN }
    }
}

/// The database, shared by all callers of a process. Clones share one pool.
#[derive(Clone)]
pub struct Storage {
    pub(crate) pool: Pool,
    pub(crate) permits: Arc<TermValue<Permits>>,
    pub(crate) wakeup: Arc<Wakeup>,
    /// The hints from other processes.
    pub(crate) hints: Arc<Inbox>,
    /// The committed batches for the readers of this process.
    pub(crate) outgoing: Arc<Outgoing>,
    pub(crate) pace: Arc<Pace>,
    pub(crate) announcer: Arc<Announcer>,
    progress: Arc<ClaimProgress>,
    claimers: NonZeroU8,
}

impl Storage {
    /// Creates a storage on the database at `url` (`postgres://…`, or libpq's `key=value` form).
    ///
    /// Connections are opened on demand, so the database need not be available yet.
    pub fn new(url: &str) -> Self {
        Self::with_connections(url, PoolSizes::default())
    }

    pub fn with_connections(url: &str, PoolSizes { requests, claimers }: PoolSizes) -> Self {
        let primary = Primary::of(&session::with_timeouts(url));
        let others = RING_CONNECTIONS + BACKGROUND_CONNECTIONS;
        let pool =
            Pool::new(Arc::clone(&primary), others.saturating_add(requests.get()).saturating_add(claimers.get()));
        let hints = Arc::<Inbox>::default();
        Self {
            permits: Arc::new(TermValue::new(primary, move || Permits::new(requests.get(), BACKGROUND_CONNECTIONS))),
            wakeup: Arc::default(),
            announcer: Announcer::new(pool.clone(), hints.process()),
            hints,
            outgoing: Arc::default(),
            pace: Arc::default(),
            claimers,
            pool,
            progress: Arc::default(),
        }
    }

    /// The wake-ups of this process's scheduler and feed.
    pub fn wakeup(&self) -> &Wakeup {
        &self.wakeup
    }

    /// How many claims of this process run concurrently.
    pub fn claimers(&self) -> NonZeroU8 {
        self.claimers
    }

    pub fn progress(&self) -> &ClaimProgress {
        &self.progress
    }

    /// Whether a write failed recently because the database has no space left. Reads still succeed meanwhile.
    pub fn is_out_of_space(&self) -> bool {
        self.pool.is_out_of_space()
    }

    /// Registers the metrics of the connections and of waiting for one.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.pool.register_metrics(registry);
    }

    /// Wakes the schedulers of all processes that need to know of a row that was written and is due at this instant.
    pub(crate) fn written(&self, due: Option<OffsetDateTime>) {
        self.wakeup.due_at(due);
        if let Some(due) = due {
            self.announcer.announce(due);
        }
    }

    /// A receiver of all batches that this process commits from now on, to publish them on the bus. An earlier receiver
    /// gets no more batches.
    pub fn committed_for_bus(&self) -> mpsc::Receiver<Arc<CommittedBatch>> {
        self.outgoing.for_publisher()
    }

    /// A receiver of these batches for a feed of this process. The feed is not woken for these batches, only for those of other processes
    /// and if this channel is full.
    pub fn committed_for_feed(&self) -> mpsc::Receiver<Arc<CommittedBatch>> {
        self.outgoing.for_feed()
    }

    /// Limits how often the database notifies other processes of what this one commits.
    pub fn pace(&self) -> &Arc<Pace> {
        &self.pace
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("wakeup", &self.wakeup).finish_non_exhaustive()
    }
}
