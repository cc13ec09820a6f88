//! Connections: a bounded pool, and the way from async callers to blocking queries and back.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, connection::SimpleConnection as _};
use tokio::{sync::Semaphore, task, time};

use crate::{error::Error, session, wakeup::Wakeup};

/// Connections that requests share. Writes wait for the disk, and those that wait together are written
/// together: 16 clients stored 2,500 alarms a second over 8 connections and 4,500 over 16.
const REQUEST_CONNECTIONS: u8 = 16;

/// Connections beyond those, so that a crowd of requests cannot hold up a ring.
const RINGING_CONNECTIONS: u8 = 2;

/// How long a request waits for its turn, and then for a connection.
const TURN: Duration = Duration::from_secs(2);
const CONNECT: Duration = Duration::from_secs(1);

/// How long a request waits in all; a database that hangs is as good as away.
const ANSWER: Duration = Duration::from_secs(5);

/// A connection that was idle for longer is asked for a sign of life before it is used.
const TRUSTED_IDLE: Duration = Duration::from_millis(500);

/// The door to the database. Clones share one pool.
#[derive(Clone)]
pub struct Storage {
    url: Arc<str>,
    pool: r2d2::Pool<Manager>,
    turns: Arc<Semaphore>,
    wakeup: Arc<Wakeup>,
}

impl Storage {
    /// A storage on the database at `url` (`postgres://…`, or libpq's `key=value` form).
    ///
    /// Connections are opened as they are needed: the database may be away now and come later.
    #[must_use]
    pub fn new(url: &str) -> Self {
        let url: Arc<str> = session::impatient(url).into();
        let pool = r2d2::Pool::builder()
            .max_size(u32::from(REQUEST_CONNECTIONS + RINGING_CONNECTIONS))
            .min_idle(Some(2))
            .connection_timeout(CONNECT)
            .test_on_check_out(true)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(Manager { url: Arc::clone(&url) });
        let turns = Arc::new(Semaphore::new(REQUEST_CONNECTIONS.into()));
        Self { url, pool, turns, wakeup: Arc::default() }
    }

    /// What wakes the scheduler and the feed of this process.
    #[must_use]
    pub fn wakeup(&self) -> &Wakeup {
        &self.wakeup
    }

    /// Asks the database for a sign of life.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read(|conn| {
            diesel::sql_query("SELECT 1").execute(conn)?;
            Ok(())
        })
        .await
    }

    /// Where the database is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The wake-ups of this process, to be kept beyond the borrow of the storage.
    pub(crate) fn shared_wakeup(&self) -> Arc<Wakeup> {
        Arc::clone(&self.wakeup)
    }

    /// Reads what somebody waits for: within [`ANSWER`], or [`Error::Unavailable`].
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(move |conn, _| work(conn)).await
    }

    /// Writes what somebody waits for, in one transaction, which is committed only if they still wait:
    /// whoever is told that nothing was done in time may do it again.
    ///
    /// What cannot be known is the fate of a commit that was sent and not answered in time.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.request(move |conn, asker| {
            conn.transaction(|conn| {
                let done = work(conn)?;
                asker.must_wait()?;
                Ok(done)
            })
        })
        .await
    }

    /// Runs `work` at a turn of its own, if somebody still waits for it then.
    async fn request<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection, &Asker) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let turn = time::timeout(TURN, Arc::clone(&self.turns).acquire_owned());
        let turn = turn.await.map_err(|_| Error::Unavailable("all connections are busy".to_owned()))?;
        let turn = turn.map_err(|closed| Error::Unavailable(closed.to_string()))?;
        let waiting = Waiting::default();
        let asker = waiting.asker();
        // The turn goes with the work: a query that outlives its asker still holds its connection.
        let work = move |conn: &mut PgConnection| {
            let _turn = turn;
            // The connection may have been long in coming.
            asker.must_wait()?;
            work(conn, &asker)
        };
        time::timeout(ANSWER, self.blocking(work))
            .await
            .map_err(|_| Error::Unavailable("no answer in time".to_owned()))?
    }

    /// Runs a query that a ring depends on: it takes no turn and waits for as long as the database does.
    pub(crate) async fn ringing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.blocking(work).await
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let pool = self.pool.clone();
        let answer = task::spawn_blocking(move || {
            let mut pooled = pool.get().map_err(|error| Error::Unavailable(error.to_string()))?;
            // Until the work says otherwise: if it panics, nobody knows what state the session is in.
            pooled.is_lost = true;
            let answer = work(&mut pooled.session).map_err(|error| told_apart(error, &mut pooled.session));
            pooled.is_lost = answer.as_ref().is_err_and(Error::is_unavailable);
            pooled.last_used = Instant::now();
            answer
        });
        answer.await.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string())))
    }
}

/// The address holds a password: `Debug` leaves it out.
impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("wakeup", &self.wakeup).finish_non_exhaustive()
    }
}

/// A wait for an answer; it ends when there is one, or when whoever asked gives up.
#[derive(Default)]
struct Waiting(Arc<AtomicBool>);

/// Whoever waits, as the thread that does their work sees them.
struct Asker(Arc<AtomicBool>);

impl Waiting {
    fn asker(&self) -> Asker {
        Asker(Arc::clone(&self.0))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Asker {
    /// Fails where nobody waits any more: a database that stood still lets queries through when it goes on,
    /// and whoever asked has been told that nothing was done.
    fn must_wait(&self) -> Result<(), Error> {
        if self.0.load(Ordering::SeqCst) {
            return Err(Error::Unavailable("nobody waits for the answer any more".to_owned()));
        }
        Ok(())
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
