//! Connections: a bounded pool, and what is known of their health.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{PgConnection, connection::SimpleConnection as _};

use crate::{error::Error, metrics::Waits, session};

/// How long a query waits for a connection.
const CONNECT: Duration = Duration::from_secs(1);

/// A connection that was idle for longer is asked for a sign of life before it is used.
const TRUSTED_IDLE: Duration = Duration::from_millis(500);

/// So many connections; clones share them.
#[derive(Clone)]
pub(crate) struct Pool {
    connections: r2d2::Pool<Manager>,
    waits: Waits,
}

impl Pool {
    /// At most `size` connections to `url`, opened as they are needed.
    pub(crate) fn new(url: &Arc<str>, size: u8) -> Self {
        let connections = r2d2::Pool::builder()
            .max_size(size.into())
            .min_idle(Some(2))
            .connection_timeout(CONNECT)
            .test_on_check_out(true)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(Manager { url: Arc::clone(url) });
        Self { connections, waits: Waits::default() }
    }

    /// Runs `work` on a connection; blocks.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&mut PgConnection) -> Result<T, Error>) -> Result<T, Error> {
        let mut pooled = self.connection()?;
        // Until the work says otherwise: if it panics, nobody knows what state the session is in.
        pooled.is_lost = true;
        let answer = work(&mut pooled.session).map_err(|error| told_apart(error, &mut pooled.session));
        pooled.is_lost = answer.as_ref().is_err_and(Error::is_unavailable);
        pooled.last_used = Instant::now();
        answer
    }

    /// Who waits for a connection, or for the turn to do so.
    pub(crate) fn waits(&self) -> &Waits {
        &self.waits
    }

    /// How many connections are open, and how many of them idle.
    pub(crate) fn connections(&self) -> (u32, u32) {
        let state = self.connections.state();
        (state.connections, state.idle_connections)
    }

    /// How many connections there may be.
    pub(crate) fn limit(&self) -> u32 {
        self.connections.max_size()
    }

    fn connection(&self) -> Result<r2d2::PooledConnection<Manager>, Error> {
        let _wait = self.waits.begin();
        self.connections.get().map_err(|error| Error::Unavailable(error.to_string()))
    }
}

/// The address holds a password: `Debug` leaves it out.
impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

/// A refusal that the connection does not survive (an administrator ends the session, the server
/// shuts down) says that the database went away, not that the query was wrong.
fn told_apart(error: Error, session: &mut PgConnection) -> Error {
    match error {
        Error::Database(cause) if session.batch_execute("SELECT 1").is_err() => Error::Unavailable(cause.to_string()),
        error => error,
    }
}

/// Opens connections for the pool and judges whether they still serve.
struct Manager {
    url: Arc<str>,
}

/// A connection and what is known of its health.
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
