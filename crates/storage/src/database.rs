//! The entry to the database: how its connections are divided, and the state that the parts of a process share.

use std::{fmt, io, num::NonZeroU8, sync::Arc, time::Duration};

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokio::{
    sync::{mpsc, oneshot},
    task,
    time::timeout,
};

use crate::{
    connections::{
        pool::{Permits, Pool, Requester},
        primary::{self, Primary, Term, TermValue},
    },
    error::Error,
    fair_semaphore::FairPermit,
    log::append::{CommittedBatch, FIRED, Outgoing, Pace},
    signals::{
        inbox::Inbox,
        wakeup::{self, Announcer, ClaimProgress, Wakeup},
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
        let primary = Primary::of(&primary::with_timeouts(url));
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

    pub fn register_metrics(&self, registry: &mut Registry) {
        self.pool.register_metrics(registry);
    }

    /// Listens for what other processes notify, as long as a clone of this exists.
    pub fn listen(&self) -> io::Result<()> {
        wakeup::listen(&self.pool.primary, &self.wakeup, &self.hints)
    }

    /// Notifies the feeds of all other processes of the end of the log.
    pub async fn notify_of_log(&self) -> Result<(), Error> {
        let sender = self.hints.process();
        let notify = format!("SELECT pg_notify('{FIRED}', '{sender} ' || max(place)) FROM batches");
        self.background(move |conn| Ok(conn.batch_execute(&notify)?)).await
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

/// How long a request waits for a permit to use the database.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a request waits in total, including for the permit. After that the database counts as unavailable.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

impl Storage {
    /// Reads for a request; [`Error::Unavailable`] if that takes longer than [`REQUEST_TIMEOUT`].
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(move |conn, _| work(conn)).await
    }

    /// Writes for a request, in one transaction. It is committed only if the caller still waits, so a write that was
    /// answered with "unavailable" does not happen afterwards.
    ///
    /// If a commit was sent but not confirmed in time, its outcome is unknown.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let write = move |conn: &mut PgConnection, result: &ResultSender<T>| {
            conn.transaction(|conn| {
                let done = work(conn)?;
                check_cancelled(result)?;
                Ok(done)
            })
        };
        self.request(write).await
    }

    /// Writes for a request in a transaction that `work` commits itself, after the check that it is given: whether the
    /// caller still waits.
    pub(crate) async fn write_and_commit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection, &dyn Fn() -> Result<(), Error>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(move |conn, result| work(conn, &|| check_cancelled(result))).await
    }

    /// Runs a query that a ring depends on. It waits for no other work, limits concurrent requests until it is done, and
    /// has no deadline.
    pub(crate) async fn ringing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (term, permits) = self.permits.get();
        self.within(term, self.blocking(permits.requests.narrow(), work)).await
    }

    /// Runs a query of a task of the process. It does not wait behind requests, and has no deadline.
    pub(crate) async fn background<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (term, permits) = self.permits.get();
        self.within(term, async {
            let permit = permits.background.acquire_owned().await;
            self.blocking(permit.map_err(|closed| Error::Unavailable(closed.to_string()))?, work).await
        })
        .await
    }

    /// Runs background work with the deadline of a request.
    pub(crate) async fn probe<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        in_time(self.background(work)).await
    }

    /// Runs `work`, and holds `permit` until it is done, even if its caller leaves.
    async fn blocking<T: Send + 'static>(
        &self,
        permit: impl Send + 'static,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let pool = self.pool.clone();
        let result = task::spawn_blocking(move || {
            let _permit = permit;
            pool.run(work)
        });
        result.await.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string())))
    }

    /// Waits for a result, but not beyond the term of the primary: a frozen one may never answer.
    async fn within<T>(&self, term: Term, result: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        tokio::select! {
            result = result => result,
            () = self.pool.primary.ended(term) => Err(Error::Unavailable(primary::replaced().to_string())),
        }
    }

    /// Runs `work` once a permit is free, if the caller still waits then.
    async fn request<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection, &ResultSender<T>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (term, permits) = self.permits.get();
        in_time(self.within(term, async {
            let permit = self.admitted(permits).await?;
            let pool = self.pool.clone();
            let (sender, result) = oneshot::channel();
            task::spawn_blocking(move || {
                // A query that outlives its caller still uses a connection, so it keeps the permit.
                let _permit = permit;
                let result = pool.run(|conn| {
                    check_cancelled(&sender)?;
                    work(conn, &sender)
                });
                drop(sender.send(result));
            });
            result.await.unwrap_or_else(|_| Err(Error::Unavailable("the result of a query was lost".to_owned())))
        }))
        .await
    }

    async fn admitted(&self, permits: Permits) -> Result<FairPermit, Error> {
        let _wait = self.pool.waits.begin();
        let Requester { neighbour, is_urgent } = Requester::current();
        let acquired = timeout(PERMIT_TIMEOUT, permits.requests.acquire(neighbour, is_urgent)).await;
        let acquired = acquired.map_err(|_| Error::Unavailable("all connections are busy".to_owned()))?;
        acquired.map_err(|closed| Error::Unavailable(closed.to_string()))
    }
}

/// The channel for the result of a request. It is closed once the caller no longer waits.
type ResultSender<T> = oneshot::Sender<Result<T, Error>>;

/// Fails if the caller no longer waits. A frozen database executes pending queries when it resumes, but by then the
/// caller has been told that nothing was done.
fn check_cancelled<T>(sender: &ResultSender<T>) -> Result<(), Error> {
    if sender.is_closed() { Err(Error::Cancelled) } else { Ok(()) }
}

/// Waits for a result, but no longer than [`REQUEST_TIMEOUT`].
async fn in_time<T>(result: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    timeout(REQUEST_TIMEOUT, result).await.map_err(|_| Error::Unavailable("no answer in time".to_owned()))?
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use super::*;
    use crate::{database::BACKGROUND_CONNECTIONS, testing::TestDatabase};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_frozen_primary_holds_nobody_once_it_was_replaced() {
        let database = TestDatabase::create();
        let storage = database.storage();
        let (thaw, thawed) = mpsc::channel::<()>();
        let (is_amid, amid) = mpsc::channel();
        let thawed = Arc::new(Mutex::new(thawed));
        let frozen = || {
            let (storage, is_amid, thawed) = (storage.clone(), is_amid.clone(), Arc::clone(&thawed));
            tokio::spawn(async move {
                let work = move |_: &mut PgConnection| {
                    is_amid.send(()).unwrap();
                    // The thread continues when the test drops the sender.
                    thawed.lock().unwrap().recv().unwrap_err();
                    Ok(())
                };
                storage.background(work).await
            })
        };
        let all: Vec<_> = (0..BACKGROUND_CONNECTIONS).map(|_| frozen()).collect();
        for _ in &all {
            amid.recv().unwrap();
        }
        storage.pool.primary.replace();
        for one in all {
            assert!(matches!(one.await.unwrap(), Err(Error::Unavailable(_))));
        }
        assert_eq!(storage.background(|_| Ok(7)).await.unwrap(), 7);
        drop(thaw);
    }
}
