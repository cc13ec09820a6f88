//! Group commit: rows that are inserted at about the same time are stored in one transaction.
//!
//! A commit waits for the disk, and each query wakes a thread and a backend of Postgres; a batch pays for both once.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use diesel::{Connection as _, PgConnection};
use tokio::{sync::oneshot, task};

use crate::{
    error::Error,
    insert::{self, Insert, NewRow},
    metrics::Wait,
    pool::Pool,
};

/// How many rows one statement inserts at most.
const BATCH: usize = 64;

/// How many rows may be queued.
const QUEUE: usize = 4_096;

/// The workers of a batcher, each with a connection: while one waits for the disk, the other fills the next batch.
pub(crate) const WORKERS: u8 = 2;

/// Inserts rows of one kind.
pub(crate) struct Batcher<New: NewRow> {
    pool: Pool,
    queue: Mutex<Queue<New>>,
}

struct Queue<New: NewRow> {
    jobs: VecDeque<(Job<New>, Wait)>,
    /// How many workers run or are about to run.
    workers: u8,
}

/// A row and the channel for its result. The channel is closed once the caller has gone.
struct Job<New: NewRow> {
    insert: Insert<New>,
    result: oneshot::Sender<Result<New::Stored, Error>>,
}

impl<New: NewRow> Batcher<New> {
    /// A batcher that uses [`WORKERS`] connections of `pool` at most.
    pub(crate) fn new(pool: Pool) -> Arc<Self> {
        Arc::new(Self { pool, queue: Mutex::new(Queue { jobs: VecDeque::new(), workers: 0 }) })
    }

    /// Inserts a row together with those that are queued.
    ///
    /// A caller that stops waiting leaves no row behind, unless the commit has begun by then.
    pub(crate) async fn insert(self: &Arc<Self>, insert: Insert<New>) -> Result<New::Stored, Error> {
        let (sender, result) = oneshot::channel();
        if let Some(worker) = self.enqueue(Job { insert, result: sender })? {
            task::spawn_blocking(move || worker.run());
        }
        result.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Adds to the queue; returns a worker to run where one more may.
    fn enqueue(self: &Arc<Self>, job: Job<New>) -> Result<Option<Worker<New>>, Error> {
        let mut queue = self.queue();
        if queue.jobs.len() >= QUEUE {
            queue.jobs.retain(|(job, _)| job.is_awaited());
        }
        if queue.jobs.len() >= QUEUE {
            return Err(Error::Unavailable("too many new rows are queued".to_owned()));
        }
        queue.jobs.push_back((job, self.pool.waits().begin()));
        if queue.workers >= WORKERS {
            return Ok(None);
        }
        queue.workers += 1;
        Ok(Some(Worker { batcher: Arc::clone(self), is_done: false }))
    }

    /// Stores a batch and sends each caller its result. If the database refuses the batch, each row is tried alone: one
    /// bad row fails for its own caller only.
    fn store(&self, batch: Vec<Job<New>>) {
        match self.pool.run(|conn| conn.transaction(|conn| insert(conn, &batch))) {
            Ok(results) => batch.into_iter().zip(results).for_each(|(job, result)| job.finish(result)),
            Err(Error::Unavailable(reason)) => {
                for job in batch {
                    job.finish(Err(Error::Unavailable(reason.clone())));
                }
            }
            Err(_) if batch.len() > 1 => batch.into_iter().for_each(|job| self.store(vec![job])),
            Err(error) => batch.into_iter().zip([error]).for_each(|(job, error)| job.finish(Err(error))),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<New>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker that is counted as running until it is dropped.
struct Worker<New: NewRow> {
    batcher: Arc<Batcher<New>>,
    is_done: bool,
}

impl<New: NewRow> Worker<New> {
    /// Stores batch after batch until the queue is empty; blocks.
    fn run(mut self) {
        while let Some(batch) = self.next_batch() {
            self.batcher.store(batch);
        }
    }

    /// Takes the oldest rows whose callers still wait. A worker that finds none has ended: the next row starts another
    /// one.
    fn next_batch(&mut self) -> Option<Vec<Job<New>>> {
        let mut queue = self.batcher.queue();
        let mut batch = Vec::new();
        while batch.len() < BATCH
            && let Some((job, _wait)) = queue.jobs.pop_front()
        {
            if job.is_awaited() {
                batch.push(job);
            }
        }
        if batch.is_empty() {
            queue.workers -= 1;
            self.is_done = true;
            return None;
        }
        Some(batch)
    }
}

/// A worker may panic, or its runtime may end before it has run. If it was the last one, the queued rows fail, because
/// nothing would store them.
impl<New: NewRow> Drop for Worker<New> {
    fn drop(&mut self) {
        if !self.is_done {
            let mut queue = self.batcher.queue();
            queue.workers -= 1;
            if queue.workers == 0 {
                queue.jobs.clear();
            }
        }
    }
}

impl<New: NewRow> Job<New> {
    /// Whether the caller still waits.
    fn is_awaited(&self) -> bool {
        !self.result.is_closed()
    }

    /// Sends the caller its result, unless the caller has gone.
    fn finish(self, result: Result<New::Stored, Error>) {
        drop(self.result.send(result));
    }
}

/// Inserts rows, then deletes those whose callers have gone meanwhile. A row with a key stays: its caller will retry
/// with the key, and the row may have existed before.
fn insert<New: NewRow>(conn: &mut PgConnection, jobs: &[Job<New>]) -> Result<Vec<Result<New::Stored, Error>>, Error> {
    let inserts: Vec<_> = jobs.iter().map(|job| &job.insert).collect();
    let results = insert::insert(conn, &inserts)?;
    let abandoned = jobs.iter().zip(&results).filter(|(job, _)| !job.is_awaited() && job.insert.key.is_none());
    let abandoned: Vec<_> = abandoned.filter_map(|(_, result)| result.as_ref().ok().map(New::id)).collect();
    if !abandoned.is_empty() {
        New::delete(conn, &abandoned)?;
    }
    Ok(results)
}

fn lost() -> Error {
    Error::Unavailable("the result of an insert was lost".to_owned())
}

#[cfg(test)]
mod tests {
    use std::{
        future::poll_fn,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use diesel::{RunQueryDsl as _, sql_query};
    use time::OffsetDateTime;
    use tokibako_domain::browser_id::BrowserId;
    use tokio::runtime;
    use uuid::Uuid;

    use super::*;
    use crate::testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, browser},
    };

    /// A test row that belongs to no table.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Row {
        Harmless(i64),
        /// Waits for the advisory lock 1.
        Blocked,
        Panics,
    }

    impl NewRow for Row {
        type Stored = Self;

        fn origin(&self) -> (BrowserId, OffsetDateTime) {
            (browser(1), NOW)
        }

        fn id(_: &Self) -> i64 {
            0
        }

        fn count(_: &mut PgConnection, _: &[Uuid]) -> Result<Vec<(Uuid, i64)>, Error> {
            Ok(Vec::new())
        }

        fn insert(conn: &mut PgConnection, new: &[(&Self, Option<Uuid>)]) -> Result<Vec<Self>, Error> {
            let rows: Vec<_> = new.iter().map(|(row, _)| **row).collect();
            if rows.contains(&Self::Blocked) {
                sql_query("SELECT pg_advisory_xact_lock(1)").execute(conn)?;
            }
            assert!(!rows.contains(&Self::Panics), "as it should");
            Ok(rows)
        }

        fn keyed(_: &mut PgConnection, _: BrowserId, _: Uuid) -> Result<Option<Self>, Error> {
            Ok(None)
        }

        fn delete(_: &mut PgConnection, _: &[i64]) -> Result<(), Error> {
            Ok(())
        }
    }

    fn batcher(database: &TestDatabase) -> Arc<Batcher<Row>> {
        Batcher::new(Pool::new(&database.url().into(), WORKERS))
    }

    async fn insert(batcher: &Arc<Batcher<Row>>, row: Row) -> Result<Row, Error> {
        batcher.insert(Insert { row, limit: None, key: None }).await
    }

    /// Begins to insert a row; returns a future of its result.
    async fn begin(batcher: &Arc<Batcher<Row>>, row: Row) -> impl Future<Output = Result<Row, Error>> {
        let batcher = Arc::clone(batcher);
        let mut inserting = Box::pin(async move { insert(&batcher, row).await });
        poll_fn(|cx| {
            assert!(inserting.as_mut().poll(cx).is_pending());
            Poll::Ready(())
        })
        .await;
        inserting
    }

    #[tokio::test]
    async fn rows_without_callers_free_space_in_a_full_queue() {
        let database = TestDatabase::create();
        let batcher = batcher(&database);
        let mut hold = Hold::of_number(&database, 1);
        let mut blocked = Vec::new();
        for worker in 1..=WORKERS {
            blocked.push(begin(&batcher, Row::Blocked).await);
            hold.until_waiting(worker.into()).await;
        }
        for number in 0..QUEUE {
            drop(begin(&batcher, Row::Harmless(i64::try_from(number).unwrap())).await);
        }
        assert_eq!(batcher.queue().jobs.len(), QUEUE);
        let mut queued = vec![begin(&batcher, Row::Harmless(-1)).await];
        assert_eq!(batcher.queue().jobs.len(), 1);
        for _ in 1..QUEUE {
            queued.push(begin(&batcher, Row::Harmless(-1)).await);
        }
        assert!(matches!(insert(&batcher, Row::Harmless(-2)).await, Err(Error::Unavailable(_))));
        drop(hold);
        for row in blocked {
            assert_eq!(row.await.unwrap(), Row::Blocked);
        }
        for row in queued {
            assert_eq!(row.await.unwrap(), Row::Harmless(-1));
        }
    }

    #[tokio::test]
    async fn a_worker_that_panics_is_replaced() {
        let database = TestDatabase::create();
        let batcher = batcher(&database);
        for _ in 0..=WORKERS {
            assert!(matches!(insert(&batcher, Row::Panics).await, Err(Error::Unavailable(_))));
        }
        assert_eq!(insert(&batcher, Row::Harmless(1)).await.unwrap(), Row::Harmless(1));
    }

    #[test]
    fn a_worker_that_never_runs_is_replaced() {
        let database = TestDatabase::create();
        let batcher = batcher(&database);
        let runtime = || runtime::Builder::new_current_thread().build().unwrap();
        let ended = runtime();
        let handle = ended.handle().clone();
        ended.shutdown_background();
        for _ in 0..=WORKERS {
            let _context = handle.enter();
            let mut inserting = pin!(insert(&batcher, Row::Harmless(1)));
            let result = inserting.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!(matches!(result, Poll::Ready(Err(Error::Unavailable(_)))));
        }
        assert_eq!(runtime().block_on(insert(&batcher, Row::Harmless(2))).unwrap(), Row::Harmless(2));
    }
}
