//! Access to connections: requests queue for a turn and have a deadline, rings do neither.

use std::{sync::Arc, time::Duration};

use diesel::{Connection as _, PgConnection};
use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore, oneshot},
    task, time,
};

use super::Storage;
use crate::{
    batcher::Batcher,
    error::Error,
    insert::{Insert, NewRow},
};

/// How long a request waits for its turn.
const TURN: Duration = Duration::from_secs(2);

/// How long a request waits in total, its turn included; then the database counts as away.
const ANSWER: Duration = Duration::from_secs(5);

impl Storage {
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
