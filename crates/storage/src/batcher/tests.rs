//! The batcher when its queue is full, and when a worker panics or never runs.

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
        assert!(!rows.contains(&Self::Panics), "the row panics on purpose");
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

/// Starts to insert a row; returns a future of its result.
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
    for number in 0..QUEUE_CAPACITY {
        drop(begin(&batcher, Row::Harmless(i64::try_from(number).unwrap())).await);
    }
    assert_eq!(batcher.queue().jobs.len(), QUEUE_CAPACITY);
    let mut queued = vec![begin(&batcher, Row::Harmless(-1)).await];
    assert_eq!(batcher.queue().jobs.len(), 1);
    for _ in 1..QUEUE_CAPACITY {
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
