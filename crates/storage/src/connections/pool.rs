//! A bounded pool of connections, which replaces broken ones; who may use the database at the same time, and metrics of
//! waiting for it. That a write found no space is remembered, so that readiness needs no query for it.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{PgConnection, connection::SimpleConnection as _};
use parking_lot::Mutex;
use prometheus_client::{
    metrics::{gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use tokio::sync::Semaphore;

use super::primary::{self, Primary, Term, TermValue};
use crate::{
    error::Error,
    fair_semaphore::{FairSemaphore, Key, PermitLimit},
};

/// How long a query waits for a connection.
const CONNECT: Duration = Duration::from_secs(1);

/// A connection that was idle for longer is tested before it is used.
const TRUSTED_IDLE: Duration = Duration::from_millis(500);

/// A pool of connections. Clones share it.
#[derive(Clone)]
pub(crate) struct Pool {
    pub(crate) primary: Arc<Primary>,
    connections: Arc<TermValue<r2d2::Pool<Manager>>>,
    /// The metrics of waiting for a connection, or for the permit to use one.
    pub(crate) waits: Waits,
    shortage: Shortage,
}

impl Pool {
    /// At most `size` connections to `primary`, opened on demand.
    pub(crate) fn new(primary: Arc<Primary>, size: u8) -> Self {
        let manager = Manager(Arc::clone(&primary));
        let connections = TermValue::new(Arc::clone(&primary), move || {
            r2d2::Pool::builder()
                .max_size(size.into())
                .min_idle(Some(size.min(2).into()))
                .connection_timeout(CONNECT)
                .test_on_check_out(true)
                .error_handler(Box::new(r2d2::NopErrorHandler))
                .build_unchecked(manager.clone())
        });
        Self { primary, connections: Arc::new(connections), waits: Waits::default(), shortage: Shortage::default() }
    }

    /// Runs `work` on a connection. Blocks. What a primary that was replaced has answered does not count.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&mut PgConnection) -> Result<T, Error>) -> Result<T, Error> {
        let mut pooled = self.connection()?;
        // Reset when `work` returns: after a panic the state of the connection is unknown.
        pooled.is_lost = true;
        let mut outcome = work(&mut pooled.connection).map_err(|error| classify(error, &mut pooled.connection));
        if pooled.term != self.primary.term() {
            outcome = Err(Error::Unavailable(primary::replaced().to_string()));
        }
        pooled.is_lost = outcome.as_ref().is_err_and(Error::is_unavailable);
        pooled.last_used = Instant::now();
        if matches!(outcome, Err(Error::OutOfRoom(_))) {
            self.shortage.record(pooled.last_used);
        }
        outcome
    }

    /// Whether a write failed recently because the database has no space left.
    pub(crate) fn is_out_of_space(&self) -> bool {
        self.shortage.is_recent(Instant::now())
    }

    pub(crate) fn register_metrics(&self, registry: &mut Registry) {
        registry.register(
            "database_pool_waiting",
            "Queries that wait for a permit or for a connection",
            self.waits.waiting.clone(),
        );
        registry.register_with_unit(
            "database_pool_wait",
            "Time that queries waited for a permit or for a connection",
            Unit::Seconds,
            self.waits.seconds.clone(),
        );
    }

    fn connection(&self) -> Result<r2d2::PooledConnection<Manager>, Error> {
        let _wait = self.waits.begin();
        self.connections.get().1.get().map_err(|error| Error::Unavailable(error.to_string()))
    }
}

/// Hides the URL, which contains a password.
impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

/// Turns an error into [`Error::Unavailable`] if the connection did not survive it: then the database went away (an
/// administrator ended the session, the server shut down), and the query was not wrong.
fn classify(error: Error, connection: &mut PgConnection) -> Error {
    match error {
        Error::Database(cause) if connection.batch_execute("SELECT 1").is_err() => {
            Error::Unavailable(cause.to_string())
        }
        error => error,
    }
}

/// Opens connections for the pool and checks whether they still work.
#[derive(Clone)]
struct Manager(Arc<Primary>);

struct PooledConnection {
    connection: PgConnection,
    term: Term,
    is_lost: bool,
    last_used: Instant,
}

impl r2d2::ManageConnection for Manager {
    type Connection = PooledConnection;
    type Error = diesel::ConnectionError;

    fn connect(&self) -> Result<PooledConnection, Self::Error> {
        let (connection, term) = self.0.open()?;
        Ok(PooledConnection { connection, term, is_lost: false, last_used: Instant::now() })
    }

    fn is_valid(&self, pooled: &mut PooledConnection) -> Result<(), Self::Error> {
        if pooled.term != self.0.term() {
            return Err(primary::replaced());
        }
        if pooled.last_used.elapsed() < TRUSTED_IDLE {
            return Ok(());
        }
        pooled.connection.batch_execute("SELECT 1").map_err(diesel::ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, pooled: &mut PooledConnection) -> bool {
        pooled.is_lost
    }
}

tokio::task_local! {
    static REQUESTER: Requester;
}

/// For whom a request uses the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Requester {
    /// Whose share of the permits it takes; `None` has no limit of its own.
    pub neighbour: Option<Key>,
    /// Whether it goes before others, such as the answer to a ring.
    pub is_urgent: bool,
}

/// The permits of one term: what waits for a primary that was replaced keeps those of its term.
#[derive(Clone)]
pub(crate) struct Permits {
    pub(crate) requests: Arc<FairSemaphore>,
    /// For tasks of the process.
    pub(crate) background: Arc<Semaphore>,
}

/// An address has one in this many of the permits, and during a ring one in this many of the requests may use the database.
const ONE_IN: u8 = 3;

impl Requester {
    /// Runs a request, whose queries are then for this requester.
    pub async fn scope<F: Future>(self, request: F) -> F::Output {
        REQUESTER.scope(self, request).await
    }

    pub(crate) fn current() -> Self {
        REQUESTER.try_with(|requester| *requester).unwrap_or_default()
    }
}

impl Permits {
    /// One permit for each connection, for requests and for background work.
    pub(crate) fn new(requests: u8, background: u8) -> Self {
        let one_in = |number: u8| usize::from((number / ONE_IN).max(1));
        let limit = PermitLimit { total: requests.into(), of_key: one_in(requests) };
        let during_rings = PermitLimit { total: one_in(requests), of_key: one_in(requests / ONE_IN) };
        Self {
            requests: FairSemaphore::new(limit, during_rings),
            background: Arc::new(Semaphore::new(background.into())),
        }
    }
}

/// Buckets in seconds: from no wait to longer than the timeout.
const WAITS: [f64; 9] = [0.000_1, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5];

/// Metrics of waiting for the database. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Waits {
    waiting: Gauge,
    seconds: Histogram,
}

/// A wait, which ends when this is dropped, successful or not.
pub(crate) struct Wait {
    waits: Waits,
    since: Instant,
}

impl Default for Waits {
    fn default() -> Self {
        Self { waiting: Gauge::default(), seconds: Histogram::new(WAITS) }
    }
}

impl Waits {
    pub(crate) fn begin(&self) -> Wait {
        self.waiting.inc();
        Wait { waits: self.clone(), since: Instant::now() }
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.waits.waiting.dec();
        self.waits.seconds.observe(self.since.elapsed().as_secs_f64());
    }
}

/// How long a failed write is remembered: reads still succeed meanwhile.
const REMEMBERED: Duration = Duration::from_secs(30);

/// When a write last failed for lack of space. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shortage(Arc<Mutex<Option<Instant>>>);

impl Shortage {
    pub(crate) fn record(&self, now: Instant) {
        *self.0.lock() = Some(now);
    }

    fn is_recent(&self, now: Instant) -> bool {
        let last = *self.0.lock();
        last.is_some_and(|last| now.saturating_duration_since(last) < REMEMBERED)
    }
}

#[cfg(test)]
mod tests {
    use diesel::{QueryableByName, RunQueryDsl as _, sql_query, sql_types::Integer};

    use crate::testing::TestDatabase;

    use super::*;

    #[derive(QueryableByName)]
    struct Session {
        #[diesel(sql_type = Integer)]
        pid: i32,
    }

    fn session(pool: &Pool) -> i32 {
        pool.run(|conn| Ok(sql_query("SELECT pg_backend_pid() AS pid").get_result::<Session>(conn)?.pid)).unwrap()
    }

    #[test]
    fn a_cancelled_caller_and_a_conflict_cost_no_connection_but_a_broken_session_does() {
        let database = TestDatabase::create();
        let pool = Pool::new(Primary::of(&database.url()), 1);
        let before = session(&pool);
        assert!(matches!(pool.run(|_| Err::<(), _>(Error::Cancelled)), Err(Error::Cancelled)));
        assert!(matches!(pool.run(|_| Err::<(), _>(Error::Conflict("another"))), Err(Error::Conflict(_))));
        assert_eq!(session(&pool), before);
        let broken = || Err::<(), _>(Error::Unavailable("broken".to_owned()));
        assert!(matches!(pool.run(|_| broken()), Err(Error::Unavailable(_))));
        assert_ne!(session(&pool), before);
    }

    #[test]
    fn what_a_primary_that_was_replaced_has_answered_does_not_count() {
        let database = TestDatabase::create();
        let pool = Pool::new(Primary::of(&database.url()), 1);
        let before = session(&pool);
        let late = pool.run(|_| {
            pool.primary.replace();
            Ok(())
        });
        assert!(matches!(late, Err(Error::Unavailable(_))));
        assert_ne!(session(&pool), before);
    }

    #[tokio::test]
    async fn queries_are_for_the_requester_of_their_task() {
        let requester = Requester { neighbour: Some(7), is_urgent: true };
        assert_eq!(requester.scope(async { Requester::current() }).await, requester);
        assert_eq!(Requester::current(), Requester::default());
    }

    #[tokio::test]
    async fn one_request_is_always_admitted() {
        let permits = Permits::new(1, 1);
        let _ring = permits.requests.narrow();
        permits.requests.acquire(Some(1), false).await.unwrap();
    }

    #[test]
    fn a_failed_write_counts_for_half_a_minute() {
        let (shortage, begin) = (Shortage::default(), Instant::now());
        assert!(!shortage.is_recent(begin));
        shortage.record(begin);
        assert!(shortage.is_recent(begin + REMEMBERED.saturating_sub(Duration::from_millis(1))));
        assert!(!shortage.is_recent(begin + REMEMBERED));
    }
}
