//! The entry to the database: which connections serve what, and how long callers wait.

use std::{fmt, num::NonZeroU8, sync::Arc, time::Duration};

use ::time::OffsetDateTime;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _};
use prometheus_client::registry::Registry;
use tokibako_domain::{alarm::NewAlarm, browser_id::BrowserId, firing::NewFiring, timer::NewTimer};
use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore, mpsc, oneshot},
    task, time,
};
use uuid::Uuid;

use crate::{
    announcer::Announcer,
    batcher::{Batcher, WORKERS},
    clocks::Clocks,
    connections,
    error::Error,
    inbox::Inbox,
    insert::{Insert, NewRow},
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

/// How long a request waits for its turn.
const TURN: Duration = Duration::from_secs(2);

/// How long a request waits in total, its turn included; then the database counts as away.
const ANSWER: Duration = Duration::from_secs(5);

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

    /// The same for a feed. What it is given it is not woken for; it is where there is no room for more, and for what
    /// other processes commit.
    #[must_use]
    pub fn committed_here(&self) -> mpsc::Receiver<Arc<Committed>> {
        self.outgoing.for_feed()
    }

    /// From now on claims ask this which devices have streams here that are about to be given some rings: what is pushed to
    /// those is put off with the claim.
    pub fn ask_of_streams(&self, devices: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + Sync + 'static) {
        self.open_streams.known_by(devices);
    }

    /// The streams of this process.
    pub(crate) fn open_streams(&self) -> &Arc<OpenStreams> {
        &self.open_streams
    }

    /// How often other processes are notified of what this one commits.
    #[must_use]
    pub fn pace(&self) -> &Arc<Pace> {
        &self.pace
    }

    /// What is handed on at once.
    pub(crate) fn outgoing(&self) -> &Arc<Outgoing> {
        &self.outgoing
    }

    /// The hints from other processes.
    pub(crate) fn hints(&self) -> &Arc<Inbox> {
        &self.hints
    }

    /// Reads for a request: [`Error::Unavailable`] where that takes longer than [`ANSWER`].
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(&self.turns, TURN, move |conn, _| work(conn)).await
    }

    /// The same for one page of a long list.
    pub(crate) async fn read_in_lane<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(&self.lane, ANSWER, move |conn, _| work(conn)).await
    }

    /// Writes for a request, in one transaction. It is committed only if the caller still waits, so a write that was
    /// answered with "unavailable" does not happen afterwards.
    ///
    /// If a commit was sent but not confirmed in time, its outcome is unknown.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(&self.turns, TURN, move |conn, result| committed(conn, result, work)).await
    }

    /// The same for one step of a long operation.
    pub(crate) async fn write_in_lane<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(&self.lane, ANSWER, move |conn, result| committed(conn, result, work)).await
    }

    /// Inserts a row for a request, in one transaction with others. [`write`](Self::write) explains cancellation.
    pub(crate) async fn insert<New: NewRow>(
        &self,
        batcher: &Arc<Batcher<New>>,
        insert: Insert<New>,
    ) -> Result<New::Stored, Error> {
        in_time(batcher.insert(insert)).await
    }

    /// Runs a query that a ring depends on. It does not queue behind requests, and waits as long as the database takes.
    pub(crate) async fn ringing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let pool = self.pool.clone();
        let result = task::spawn_blocking(move || pool.run(work));
        result.await.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string())))
    }

    /// The same, and limits concurrent requests until it is done.
    pub(crate) async fn before_requests<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let rings = self.precedence.begin();
        self.ringing(move |conn| {
            let _rings = rings;
            work(conn)
        })
        .await
    }

    /// The same as [`ringing`](Self::ringing) with the deadline of a request.
    pub(crate) async fn probe<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        in_time(self.ringing(work)).await
    }

    /// Runs `work` when it gets one of these turns, within `patience`, if the caller still waits for the result then.
    async fn request<T: Send + 'static>(
        &self,
        turns: &Arc<Semaphore>,
        patience: Duration,
        work: impl FnOnce(&mut PgConnection, &ResultSender<T>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        in_time(async {
            let turn = self.turn(turns, patience).await?;
            let pool = self.pool.clone();
            let (sender, result) = oneshot::channel();
            task::spawn_blocking(move || {
                // A query that outlives its caller still uses a connection, so it keeps the turn.
                let _turn = turn;
                let result = pool.run(|conn| {
                    check_cancelled(&sender)?;
                    work(conn, &sender)
                });
                drop(sender.send(result));
            });
            result.await.unwrap_or_else(|_| Err(Error::Unavailable("the result of a query was lost".to_owned())))
        })
        .await
    }

    async fn turn(&self, turns: &Arc<Semaphore>, patience: Duration) -> Result<Turn, Error> {
        let _wait = self.pool.waits().begin();
        let turn = time::timeout(patience, async {
            let turn = Arc::clone(turns).acquire_owned().await?;
            Ok((turn, self.precedence.pass().await))
        });
        let turn = turn.await.map_err(|_| Error::Unavailable("all connections are busy".to_owned()))?;
        turn.map_err(|closed: AcquireError| Error::Unavailable(closed.to_string()))
    }
}

/// Hides the URL, which contains a password.
impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("wakeup", &self.wakeup).finish_non_exhaustive()
    }
}

/// The right of a request to use the database, and its permit to do so during a ring.
type Turn = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

/// The channel for the result of a request; closed once the caller has gone.
type ResultSender<T> = oneshot::Sender<Result<T, Error>>;

/// Fails if the caller no longer waits. A database that was frozen executes pending queries when it resumes, but by
/// then the caller has been told that nothing was done.
fn check_cancelled<T>(sender: &ResultSender<T>) -> Result<(), Error> {
    if sender.is_closed() { Err(Error::Cancelled) } else { Ok(()) }
}

/// Runs `work` in a transaction that is committed only if its caller still waits.
fn committed<T>(
    conn: &mut PgConnection,
    result: &ResultSender<T>,
    work: impl FnOnce(&mut PgConnection) -> Result<T, Error>,
) -> Result<T, Error> {
    conn.transaction(|conn| {
        let done = work(conn)?;
        check_cancelled(result)?;
        Ok(done)
    })
}

/// Waits for a result, but no longer than [`ANSWER`].
async fn in_time<T>(result: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    time::timeout(ANSWER, result).await.map_err(|_| Error::Unavailable("no answer in time".to_owned()))?
}
