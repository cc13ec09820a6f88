//! Group commit: rows that are inserted at about the same time are stored in one transaction.
//!
//! A commit waits for the disk, and each query wakes a thread and a backend of Postgres. A batch pays that cost once.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use diesel::{
    Connection as _, PgConnection,
    result::{DatabaseErrorKind, Error as DieselError},
};
use tokio::{sync::oneshot, task};

use crate::{
    error::Error,
    insert::{self, Insert, NewRow},
    metrics::Wait,
    pool::Pool,
};

/// The most rows of one batch.
const MAX_BATCH: usize = 64;

/// How many rows may be queued.
const QUEUE_CAPACITY: usize = 4_096;

/// The workers of a batcher. Each has a connection: while one waits for the disk, the other stores the next batch.
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

/// A row and the channel for its result. The channel is closed once the caller no longer waits.
struct Job<New: NewRow> {
    insert: Insert<New>,
    result: oneshot::Sender<Result<New::Stored, Error>>,
}

impl<New: NewRow> Batcher<New> {
    /// A batcher that uses at most [`WORKERS`] connections of `pool`.
    pub(crate) fn new(pool: Pool) -> Arc<Self> {
        Arc::new(Self { pool, queue: Mutex::new(Queue { jobs: VecDeque::new(), workers: 0 }) })
    }

    /// Inserts a row in one batch with other queued rows.
    ///
    /// If the caller stops waiting before the commit begins, the row is not stored.
    pub(crate) async fn insert(self: &Arc<Self>, insert: Insert<New>) -> Result<New::Stored, Error> {
        let (sender, result) = oneshot::channel();
        if let Some(worker) = self.enqueue(Job { insert, result: sender })? {
            task::spawn_blocking(move || worker.run());
        }
        result.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Adds a row to the queue; returns a worker that the caller must run, if fewer than [`WORKERS`] run.
    fn enqueue(self: &Arc<Self>, job: Job<New>) -> Result<Option<Worker<New>>, Error> {
        let mut queue = self.queue();
        if queue.jobs.len() >= QUEUE_CAPACITY {
            queue.jobs.retain(|(job, _)| job.is_awaited());
        }
        if queue.jobs.len() >= QUEUE_CAPACITY {
            return Err(Error::Unavailable("too many new rows are queued".to_owned()));
        }
        queue.jobs.push_back((job, self.pool.waits().begin()));
        if queue.workers >= WORKERS {
            return Ok(None);
        }
        queue.workers += 1;
        Ok(Some(Worker { batcher: Arc::clone(self), is_done: false }))
    }

    /// Stores a batch and sends each caller its result. If the database refuses the batch, each row is stored alone, so
    /// that a bad row fails only for its own caller.
    ///
    /// Another process or worker may store the key of a row between the search for the key and the insert. The second
    /// attempt finds that row.
    fn store(&self, batch: Vec<Job<New>>) {
        let attempt = || self.pool.run(|conn| conn.transaction(|conn| insert(conn, &batch)));
        let results = match attempt() {
            Err(Error::Database(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _))) => attempt(),
            results => results,
        };
        match results {
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

    /// Takes the oldest rows whose callers still wait. If there are none, the worker ends; the next row starts another
    /// one.
    fn next_batch(&mut self) -> Option<Vec<Job<New>>> {
        let mut queue = self.batcher.queue();
        let mut batch = Vec::new();
        while batch.len() < MAX_BATCH
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

/// A worker may panic, or its runtime may end before it has run. If it was the last one, no worker would store the
/// queued rows, so they fail.
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

    /// Sends the caller its result, if the caller still waits.
    fn finish(self, result: Result<New::Stored, Error>) {
        drop(self.result.send(result));
    }
}

/// Inserts rows, then deletes those whose callers no longer wait. A row with a key stays: its caller will retry with
/// the key, and the row may have existed before.
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
mod tests;
