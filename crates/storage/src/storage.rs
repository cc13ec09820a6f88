//! The door to the database: who gets a connection, and how long anybody waits.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use diesel::{Connection as _, PgConnection, RunQueryDsl as _};
use prometheus_client::registry::Registry;
use tokibako_domain::{
    alarm::{Alarm, NewAlarm},
    browser_id::BrowserId,
    timer::{NewTimer, Timer},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task, time,
};

use crate::{
    clocks::Clocks,
    error::Error,
    pool::Pool,
    progress::Progress,
    session,
    together::{Together, Work},
    wakeup::Wakeup,
};

/// Connections that requests share in turns.
const TURNS: u8 = 10;

/// Connections of those who answer requests together: while one waits for the disk to have new rows, another gathers
/// the next crowd. Lists wait for no disk: two readers would halve their crowds and answer fewer of them.
pub(crate) const READERS: u8 = 1;
pub(crate) const WRITERS: u8 = 2;

/// Connections beyond those, so that a crowd of requests cannot hold up a ring: one for the scheduler, one for the
/// feed, one for the daily sweep.
const RINGING: u8 = 3;

/// How long a request waits for its turn.
const TURN: Duration = Duration::from_secs(2);

/// How long a request waits in all, for its turn too; a database that hangs is as good as away.
const ANSWER: Duration = Duration::from_secs(5);

/// The door to the database. Clones share one pool.
#[derive(Clone)]
pub struct Storage {
    url: Arc<str>,
    pool: Pool,
    turns: Arc<Semaphore>,
    pub(crate) lines: Lines,
    wakeup: Arc<Wakeup>,
    progress: Arc<Progress>,
    clocks: Clocks,
}

/// What is asked so often that it is answered together.
#[derive(Clone)]
pub(crate) struct Lines {
    pub(crate) alarm_lists: Arc<Together<BrowserId, Vec<Alarm>>>,
    pub(crate) timer_lists: Arc<Together<BrowserId, Vec<Timer>>>,
    pub(crate) new_alarms: Arc<Together<NewAlarm, Alarm>>,
    pub(crate) new_timers: Arc<Together<NewTimer, Timer>>,
}

impl Storage {
    /// A storage on the database at `url` (`postgres://…`, or libpq's `key=value` form).
    ///
    /// Connections are opened as they are needed: the database may be away now and come later.
    #[must_use]
    pub fn new(url: &str) -> Self {
        let url: Arc<str> = session::impatient(url).into();
        let lines = Lines {
            alarm_lists: Together::led_by(READERS),
            timer_lists: Together::led_by(READERS),
            new_alarms: Together::led_by(WRITERS),
            new_timers: Together::led_by(WRITERS),
        };
        Self {
            pool: Pool::new(&url, TURNS + 2 * READERS + 2 * WRITERS + RINGING),
            turns: Arc::new(Semaphore::new(TURNS.into())),
            wakeup: Arc::default(),
            progress: Arc::default(),
            clocks: Clocks::default(),
            url,
            lines,
        }
    }

    /// What wakes the scheduler and the feed of this process.
    #[must_use]
    pub fn wakeup(&self) -> &Wakeup {
        &self.wakeup
    }

    /// How the scheduler of this process gets on.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The clock of this node, held against the database's.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Asks the database for a sign of life.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read(|conn| {
            diesel::sql_query("SELECT 1").execute(conn)?;
            Ok(())
        })
        .await
    }

    /// Lets a registry tell of the connections and of who waits for one.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.pool.waits().register(&self.pool, registry);
        self.clocks.register(registry);
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

    /// The same as [`read`](Self::read), together with all who ask the like.
    pub(crate) async fn read_together<Question: Send + 'static, T: Send + 'static>(
        &self,
        line: &Arc<Together<Question, T>>,
        question: Question,
        work: Work<Question, T>,
    ) -> Result<T, Error> {
        in_time(line.read(&self.pool, question, work)).await
    }

    /// The same as [`write`](Self::write), together with all who ask the like.
    pub(crate) async fn write_together<Question: Send + 'static, T: Send + 'static>(
        &self,
        line: &Arc<Together<Question, T>>,
        question: Question,
        work: Work<Question, T>,
    ) -> Result<T, Error> {
        in_time(line.write(&self.pool, question, work)).await
    }

    /// Runs a query that a ring depends on: it takes no turn and waits for as long as the database does.
    pub(crate) async fn ringing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.blocking(work).await
    }

    /// Runs `work` at a turn of its own, if somebody still waits for it then.
    async fn request<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection, &Asker) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        in_time(async {
            let turn = self.turn().await?;
            let waiting = Waiting::default();
            let asker = waiting.asker();
            // The turn goes with the work: a query that outlives its asker still holds its connection.
            let work = move |conn: &mut PgConnection| {
                let _turn = turn;
                // The connection may have been long in coming.
                asker.must_wait()?;
                work(conn, &asker)
            };
            self.blocking(work).await
        })
        .await
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Error> {
        let _wait = self.pool.waits().begin();
        let turn = time::timeout(TURN, Arc::clone(&self.turns).acquire_owned());
        let turn = turn.await.map_err(|_| Error::Unavailable("all connections are busy".to_owned()))?;
        turn.map_err(|closed| Error::Unavailable(closed.to_string()))
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let pool = self.pool.clone();
        let answer = task::spawn_blocking(move || pool.run(work));
        answer.await.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string())))
    }
}

/// The address holds a password: `Debug` leaves it out.
impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").field("wakeup", &self.wakeup).finish_non_exhaustive()
    }
}

/// Waits for an answer, but no longer than [`ANSWER`].
async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    time::timeout(ANSWER, answer).await.map_err(|_| Error::Unavailable("no answer in time".to_owned()))?
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
        if self.0.load(Ordering::SeqCst) { Err(Error::nobody_waits()) } else { Ok(()) }
    }
}
