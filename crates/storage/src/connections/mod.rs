//! Connections to the database: how they are opened, shared among requests and rings, and counted.
//!
//! # A request waits for the database
//!
//! Queries run on blocking threads with one connection pool (`storage::database`). The listener for notifications has a
//! separate connection. The pool's connections:
//!
//! | connections | for |
//! | --- | --- |
//! | `TOKIBAKO_POOL`, 10 | requests, one connection each |
//! | `TOKIBAKO_CLAIMERS`, 2 | claims |
//! | 3 | one each for the feed, the search for the next due row, and its announcement to other processes |
//! | 3 | other tasks of the process: pushes, hints, deletions, readings of the clock |
//!
//! Requests take turns by address, which has a third of the permits at most; answers to rings go first. During a claim or a
//! read of the log, only a third of `TOKIBAKO_POOL` requests use the database
//! (`storage::connections::pool`). A claim is half a dozen statements in sequence; if more requests than the
//! database has cores run at the same time, each of those statements waits behind all of them.
//!
//! A request that gets no connection within two seconds, or no result within five, is answered with 503 and
//! `Retry-After`. A connection that was idle for half a second is tested before it is used, and a broken one is
//! replaced. The scheduler and the feed have no deadline: they retry until the database is back.
//!
//! A list is one query for one browser, which owns at most a thousand alarms and a thousand timers
//! (`domain::browser_id::RowLimit`). They are handed over, and deleted, in one transaction.
//!
//! Concurrent requests for the list of one browser do not share a query: a request that joined a query in progress
//! could miss a row that its browser has just stored.
//!
//! `TOKIBAKO_MAX_ALARMS` limits what a browser may own. The transaction that stores a row first locks its browser
//! (`storage::locks`), looks for a row with the request's key, and counts. So the limit holds however many processes
//! insert at once, a repeated request finds the row that the first one stored, and a browser that was handed over
//! meanwhile gets no row: the answer is 503. A hand-over at sign-in that would take an account beyond a thousand rows
//! of a kind is refused.
//!
//! A write that was answered with 503 is never committed later. It runs in a transaction (`Storage::write`), which is
//! committed only if the caller still waits; otherwise it is rolled back with `Error::Cancelled`, and the connection is
//! kept. So a statement that waited for a lock beyond the deadline, or that a frozen database executes when it
//! continues, leaves nothing behind. A timeout of Postgres would not be enough: a frozen backend starts counting when
//! it reads the statement, long after the answer. The outcome of a commit that was sent but not confirmed in time is
//! unknown; only the next list shows it.

pub mod diagnosis;
pub mod pool;
pub(crate) mod primary;
pub(crate) mod session;

use std::time::Duration;

use diesel::{Connection as _, PgConnection};
use tokio::{sync::oneshot, task, time};

use self::{
    pool::{Permits, Requester},
    primary::Term,
};
use crate::{Storage, error::Error, fair_semaphore::FairPermit};

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
        let acquired = time::timeout(PERMIT_TIMEOUT, permits.requests.acquire(neighbour, is_urgent)).await;
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
    time::timeout(REQUEST_TIMEOUT, result).await.map_err(|_| Error::Unavailable("no answer in time".to_owned()))?
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use crate::{database::BACKGROUND_CONNECTIONS, testing::TestDatabase};

    use super::*;

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
