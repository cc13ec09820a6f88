//! A bounded pool of connections, which replaces broken ones.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{PgConnection, connection::SimpleConnection as _};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::{MetricType, gauge::ConstGauge},
    registry::Registry,
};

use crate::{
    connections::{
        permits::Waits,
        primary::{self, Primary, Term, TermValue},
        shortage::Shortage,
    },
    error::Error,
};

/// How long a query waits for a connection.
const CONNECT: Duration = Duration::from_secs(1);

/// A connection that was idle for longer is tested before it is used.
const TRUSTED_IDLE: Duration = Duration::from_millis(500);

/// A pool of connections. Clones share it.
#[derive(Clone)]
pub(crate) struct Pool {
    primary: Arc<Primary>,
    connections: Arc<TermValue<r2d2::Pool<Manager>>>,
    waits: Waits,
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
        // Reset when `work` returns: after a panic the state of the session is unknown.
        pooled.is_lost = true;
        let mut answer = work(&mut pooled.session).map_err(|error| classify(error, &mut pooled.session));
        if pooled.term != self.primary.term() {
            answer = Err(Error::Unavailable(primary::replaced().to_string()));
        }
        pooled.is_lost = answer.as_ref().is_err_and(Error::is_unavailable);
        pooled.last_used = Instant::now();
        if matches!(answer, Err(Error::OutOfRoom(_))) {
            self.shortage.record(pooled.last_used);
        }
        answer
    }

    pub(crate) fn primary(&self) -> &Arc<Primary> {
        &self.primary
    }

    /// The metrics of waiting for a connection, or for the permit to use one.
    pub(crate) fn waits(&self) -> &Waits {
        &self.waits
    }

    /// Whether a write failed recently because the database has no space left.
    pub(crate) fn is_out_of_space(&self) -> bool {
        self.shortage.is_recent(Instant::now())
    }

    /// Registers the metrics of the connections and of waiting for one.
    pub(crate) fn register_metrics(&self, registry: &mut Registry) {
        self.waits.register(registry);
        registry.register_collector(Box::new(self.clone()));
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

/// The connections, counted when the metrics are read.
impl Collector for Pool {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let (_, pool) = self.connections.get();
        let state = pool.state();
        for (name, help, count) in [
            ("database_pool_connections", "Open connections to the database", state.connections),
            ("database_pool_idle", "Open connections to the database that nobody uses", state.idle_connections),
            ("database_pool_limit", "Connections to the database that may be open", pool.max_size()),
        ] {
            let encoder = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            ConstGauge::new(i64::from(count)).encode(encoder)?;
        }
        Ok(())
    }
}

/// Turns an error into [`Error::Unavailable`] if the connection did not survive it: then the database went away (an
/// administrator ended the session, the server shut down), and the query was not wrong.
fn classify(error: Error, session: &mut PgConnection) -> Error {
    match error {
        Error::Database(cause) if session.batch_execute("SELECT 1").is_err() => Error::Unavailable(cause.to_string()),
        error => error,
    }
}

/// Opens connections for the pool and checks whether they still work.
#[derive(Clone)]
struct Manager(Arc<Primary>);

/// A connection and its health.
struct PooledConnection {
    session: PgConnection,
    term: Term,
    is_lost: bool,
    last_used: Instant,
}

impl r2d2::ManageConnection for Manager {
    type Connection = PooledConnection;
    type Error = diesel::ConnectionError;

    fn connect(&self) -> Result<PooledConnection, Self::Error> {
        let (session, term) = self.0.open()?;
        Ok(PooledConnection { session, term, is_lost: false, last_used: Instant::now() })
    }

    fn is_valid(&self, pooled: &mut PooledConnection) -> Result<(), Self::Error> {
        if pooled.term != self.0.term() {
            return Err(primary::replaced());
        }
        if pooled.last_used.elapsed() < TRUSTED_IDLE {
            return Ok(());
        }
        pooled.session.batch_execute("SELECT 1").map_err(diesel::ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, pooled: &mut PooledConnection) -> bool {
        pooled.is_lost
    }
}

#[cfg(test)]
mod tests {
    use diesel::{QueryableByName, RunQueryDsl as _, sql_query, sql_types::Integer};

    use super::*;
    use crate::testing::TestDatabase;

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
            pool.primary().replace();
            Ok(())
        });
        assert!(matches!(late, Err(Error::Unavailable(_))));
        assert_ne!(session(&pool), before);
    }
}
