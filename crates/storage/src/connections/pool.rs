//! A bounded pool of connections, which replaces broken ones.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{PgConnection, connection::SimpleConnection as _};

use crate::{
    connections::{session, shortage::Shortage, waits::Waits},
    error::Error,
};

/// How long a query waits for a connection.
const CONNECT: Duration = Duration::from_secs(1);

/// A connection that was idle for longer is tested before it is used.
const TRUSTED_IDLE: Duration = Duration::from_millis(500);

/// A pool of connections. Clones share it.
#[derive(Clone)]
pub(crate) struct Pool {
    connections: r2d2::Pool<Manager>,
    waits: Waits,
    shortage: Shortage,
}

impl Pool {
    /// At most `size` connections to `url`, opened on demand.
    pub(crate) fn new(url: &Arc<str>, size: u8) -> Self {
        let connections = r2d2::Pool::builder()
            .max_size(size.into())
            .min_idle(Some(size.min(2).into()))
            .connection_timeout(CONNECT)
            .test_on_check_out(true)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(Manager { url: Arc::clone(url) });
        Self { connections, waits: Waits::default(), shortage: Shortage::default() }
    }

    /// Runs `work` on a connection. Blocks.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&mut PgConnection) -> Result<T, Error>) -> Result<T, Error> {
        let mut pooled = self.connection()?;
        // Reset when `work` returns: after a panic the state of the session is unknown.
        pooled.is_lost = true;
        let answer = work(&mut pooled.session).map_err(|error| classify(error, &mut pooled.session));
        pooled.is_lost = answer.as_ref().is_err_and(Error::is_unavailable);
        pooled.last_used = Instant::now();
        if matches!(answer, Err(Error::OutOfRoom(_))) {
            self.shortage.record(pooled.last_used);
        }
        answer
    }

    /// The metrics of waiting for a connection, or for the permit to use one.
    pub(crate) fn waits(&self) -> &Waits {
        &self.waits
    }

    /// Whether a write failed recently because the database has no space left.
    pub(crate) fn is_out_of_space(&self) -> bool {
        self.shortage.is_recent(Instant::now())
    }

    /// How many connections are open, and how many of them are idle.
    pub(crate) fn connections(&self) -> (u32, u32) {
        let state = self.connections.state();
        (state.connections, state.idle_connections)
    }

    /// The largest number of connections.
    pub(crate) fn limit(&self) -> u32 {
        self.connections.max_size()
    }

    fn connection(&self) -> Result<r2d2::PooledConnection<Manager>, Error> {
        let _wait = self.waits.begin();
        self.connections.get().map_err(|error| Error::Unavailable(error.to_string()))
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
fn classify(error: Error, session: &mut PgConnection) -> Error {
    match error {
        Error::Database(cause) if session.batch_execute("SELECT 1").is_err() => Error::Unavailable(cause.to_string()),
        error => error,
    }
}

/// Opens connections for the pool and checks whether they still work.
struct Manager {
    url: Arc<str>,
}

/// A connection and its health.
struct Pooled {
    session: PgConnection,
    is_lost: bool,
    last_used: Instant,
}

impl r2d2::ManageConnection for Manager {
    type Connection = Pooled;
    type Error = diesel::ConnectionError;

    fn connect(&self) -> Result<Pooled, Self::Error> {
        Ok(Pooled { session: session::open(&self.url)?, is_lost: false, last_used: Instant::now() })
    }

    fn is_valid(&self, pooled: &mut Pooled) -> Result<(), Self::Error> {
        if pooled.last_used.elapsed() < TRUSTED_IDLE {
            return Ok(());
        }
        pooled.session.batch_execute("SELECT 1").map_err(diesel::ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, pooled: &mut Pooled) -> bool {
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
    fn a_cancelled_caller_costs_no_connection_but_a_broken_session_does() {
        let database = TestDatabase::create();
        let pool = Pool::new(&database.url().into(), 1);
        let before = session(&pool);
        assert!(matches!(pool.run(|_| Err::<(), _>(Error::Cancelled)), Err(Error::Cancelled)));
        assert_eq!(session(&pool), before);
        let broken = || Err::<(), _>(Error::Unavailable("broken".to_owned()));
        assert!(matches!(pool.run(|_| broken()), Err(Error::Unavailable(_))));
        assert_ne!(session(&pool), before);
    }
}
