//! Wake-ups: how a write or a claim reaches the scheduler, the feed and the dispatcher of its own process, and those of other
//! processes by notifications of the database.
//!
//! A wake-up is only a hint: the task that it wakes queries the database. If one is lost, the task still queries the
//! database within [`LONGEST_SLEEP`].

use std::{
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    thread,
    time::Duration as StdDuration,
};

use diesel::{PgConnection, RunQueryDsl as _, connection::SimpleConnection as _, sql_query, sql_types};
use parking_lot::Mutex;
use time::{Duration, OffsetDateTime};
use tokio::{
    sync::Notify,
    task::{self, JoinHandle},
    time::sleep,
};

use super::inbox::{HINTS, Inbox};
use crate::{
    connections::{
        pool::Pool,
        primary::{Primary, Term},
    },
    error::Error,
    log::append::FIRED,
};

/// The longest sleep of a scheduler before it asks the database again what is due next.
pub const LONGEST_SLEEP: StdDuration = StdDuration::from_secs(15);

/// The wake-up signals of a process.
#[derive(Debug)]
pub struct Wakeup {
    due: Notify,
    fired: Notify,
    fired_to: AtomicI64,
    pushes: Notify,
    sleeping_until: AtomicI64,
}

/// What a wake-up says about the growth of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogGrowth {
    ToOffset(i64),
    Unknown,
}

/// Special values of `fired_to`: an unknown offset, and no wake-up.
const UNKNOWN: i64 = i64::MAX;
const NO_WAKE_UP: i64 = i64::MIN;

impl Default for Wakeup {
    fn default() -> Self {
        Self {
            due: Notify::new(),
            fired: Notify::new(),
            fired_to: AtomicI64::new(NO_WAKE_UP),
            pushes: Notify::new(),
            sleeping_until: AtomicI64::new(i64::MAX),
        }
    }
}

impl Wakeup {
    /// Waits until something may be due earlier than the scheduler expects.
    pub async fn due(&self) {
        self.due.notified().await;
    }

    /// Waits until the log of firings may have grown.
    pub async fn fired(&self) {
        self.fired.notified().await;
    }

    /// Waits until the log of firings may have grown; returns how far.
    pub async fn log_growth(&self) -> LogGrowth {
        loop {
            self.fired().await;
            match self.fired_to.swap(NO_WAKE_UP, Ordering::SeqCst) {
                // An earlier wake-up has covered this one.
                NO_WAKE_UP => {}
                UNKNOWN => return LogGrowth::Unknown,
                offset => return LogGrowth::ToOffset(offset),
            }
        }
    }

    /// Waits until there may be a message for a device.
    pub async fn pushes(&self) {
        self.pushes.notified().await;
    }

    /// Records that the scheduler of this process is awake: every write wakes it from now on.
    pub fn scheduler_is_awake(&self) {
        self.sleeping_until.store(i64::MAX, Ordering::SeqCst);
    }

    /// Records that the scheduler of this process sleeps until `instant`: only earlier rows wake it.
    pub fn scheduler_sleeps_until(&self, instant: OffsetDateTime) {
        self.sleeping_until.store(milliseconds(instant), Ordering::SeqCst);
    }

    /// Whether the scheduler of this process sleeps until something is due.
    #[cfg(feature = "testing")]
    pub fn scheduler_is_asleep(&self) -> bool {
        self.sleeping_until.load(Ordering::SeqCst) != i64::MAX
    }

    /// A row was written that is due at `instant`.
    pub(crate) fn due_at(&self, instant: Option<OffsetDateTime>) {
        if instant.is_some_and(|instant| milliseconds(instant) < self.sleeping_until.load(Ordering::SeqCst)) {
            self.due_now();
        }
    }

    pub(crate) fn due_now(&self) {
        self.due.notify_one();
    }

    /// Firings were appended to the log.
    pub(crate) fn fired_now(&self) {
        self.fired_to(UNKNOWN);
    }

    /// Firings were appended to the log, up to the batch at this offset.
    pub(crate) fn fired_to(&self, offset: i64) {
        self.fired_to.fetch_max(offset, Ordering::SeqCst);
        self.fired.notify_one();
        self.pushes_now();
    }

    /// This process has committed the batch at this offset. Its feed is woken unless it has already received the batch.
    pub(crate) fn committed(&self, offset: i64, feed_has_it: bool) {
        if feed_has_it {
            self.pushes_now();
        } else {
            self.fired_to(offset);
        }
    }

    pub(crate) fn pushes_now(&self) {
        self.pushes.notify_one();
    }
}

fn milliseconds(instant: OffsetDateTime) -> i64 {
    i64::try_from(instant.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

/// Since when due rows have waited without any claim, and since when the database has not answered.
#[derive(Debug, Default)]
pub struct ClaimProgress(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    due_since: Option<OffsetDateTime>,
    unanswered_since: Option<OffsetDateTime>,
}

impl ClaimProgress {
    /// Records that rows are due at `now` and not claimed yet.
    pub fn work_is_due(&self, now: OffsetDateTime) {
        self.0.lock().due_since.get_or_insert(now);
    }

    /// Records that rows were claimed, or that none is due.
    pub fn made(&self) {
        self.0.lock().due_since = None;
    }

    /// Records that the database refuses the scheduler or does not answer it at `now`: whether anything is due is
    /// unknown.
    pub fn unanswered(&self, now: OffsetDateTime) {
        self.0.lock().unanswered_since.get_or_insert(now);
    }

    /// Records that the database answers the scheduler.
    pub fn answered(&self) {
        self.0.lock().unanswered_since = None;
    }

    /// How long rows have been due without any claim.
    pub fn stalled_for(&self, now: OffsetDateTime) -> Duration {
        self.0.lock().due_since.map_or(Duration::ZERO, |since| now - since)
    }

    /// How long due rows have not rung, or may not have because the database does not answer.
    pub fn overdue(&self, now: OffsetDateTime) -> Duration {
        let State { due_since, unanswered_since } = *self.0.lock();
        let since = due_since.into_iter().chain(unanswered_since).min();
        since.map_or(Duration::ZERO, |since| (now - since).max(Duration::ZERO))
    }
}

/// The channel of notifications that a row is due soon.
const DUE: &str = "tokibako_due";

/// Rows that are due within this time must be announced; schedulers find later ones before they next fall asleep, so those
/// cost no query. The margin over [`LONGEST_SLEEP`] covers clocks that differ.
const SOON: StdDuration = StdDuration::from_secs(20);

/// The interval between two notifications. The first is sent at once.
const APART: StdDuration = StdDuration::from_millis(10);

/// How long to wait after a failure of the database, and how often to retry.
const RETRY: StdDuration = StdDuration::from_millis(250);
const ATTEMPTS: u8 = 40;

/// Announces rows that are due soon, all of a moment together.
pub(crate) struct Announcer {
    pool: Pool,
    /// The id of this process in notifications.
    sender: String,
    /// Reads the clock of this process. Without one, all rows are announced.
    clock: OnceLock<Box<dyn Fn() -> OffsetDateTime + Send + Sync>>,
    state: Mutex<Announcements>,
}

#[derive(Debug, Default)]
struct Announcements {
    has_news: bool,
    /// The task that announces; it ends once it has no more to do, or with its runtime.
    task: Option<JoinHandle<()>>,
}

impl Announcer {
    /// An announcer without anything to announce.
    pub(crate) fn new(pool: Pool, sender: String) -> Arc<Self> {
        Arc::new(Self { pool, sender, clock: OnceLock::new(), state: Mutex::default() })
    }

    /// Tells by this clock what is soon, unless it has one.
    pub(crate) fn tell_by(&self, clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static) {
        self.clock.get_or_init(|| Box::new(clock));
    }

    /// Announces a row that is due at `due`, if that is soon. Must be called within a runtime.
    pub(crate) fn announce(self: &Arc<Self>, due: OffsetDateTime) {
        if self.clock.get().is_some_and(|clock| due >= clock() + SOON) {
            return;
        }
        let mut state = self.state.lock();
        state.has_news = true;
        if state.task.as_ref().is_none_or(JoinHandle::is_finished) {
            state.task = Some(tokio::spawn(Arc::clone(self).run()));
        }
    }

    async fn run(self: Arc<Self>) {
        while self.has_more() {
            for _ in 0..ATTEMPTS {
                match self.notify().await {
                    Ok(()) => break,
                    Err(error) => {
                        tracing::debug!(%error, "other processes are not notified yet of rows that are due soon");
                    }
                }
                sleep(RETRY).await;
            }
            sleep(APART).await;
        }
    }

    /// Whether there is something to announce. If not, the task ends: the next write starts another one.
    fn has_more(&self) -> bool {
        let mut state = self.state.lock();
        let has_more = std::mem::take(&mut state.has_news);
        if !has_more {
            state.task = None;
        }
        has_more
    }

    async fn notify(&self) -> Result<(), Error> {
        let (pool, sender) = (self.pool.clone(), self.sender.clone());
        let notified = task::spawn_blocking(move || {
            pool.run(|conn| {
                let notify = sql_query("SELECT pg_notify($1, $2)").bind::<sql_types::Text, _>(DUE);
                notify.bind::<sql_types::Text, _>(sender).execute(conn)?;
                Ok(())
            })
        });
        notified.await.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string())))
    }
}

/// How often the listener polls for notifications, because diesel has no blocking wait.
const POLL_INTERVAL: StdDuration = StdDuration::from_millis(20);

/// How long the listener waits before it connects again.
const RECONNECT_DELAY: StdDuration = StdDuration::from_millis(250);

const PUSHES: &str = "tokibako_pushes";

/// Notifies all processes, when the transaction commits, of a new message for devices that is not about a new ring.
pub(crate) fn notify_pushes(conn: &mut PgConnection) -> Result<(), Error> {
    Ok(conn.batch_execute(&format!("NOTIFY {PUSHES}"))?)
}

/// Listens for notifications on a thread of its own, as long as another clone of `wakeup` exists. Another one watches for
/// a new primary.
///
/// After each connection it wakes the scheduler and the feed, because notifications may have been lost before.
pub(crate) fn listen(primary: &Arc<Primary>, wakeup: &Arc<Wakeup>, inbox: &Arc<Inbox>) -> io::Result<()> {
    let (primary, wakeup, inbox) = (Arc::clone(primary), Arc::downgrade(wakeup), Arc::clone(inbox));
    let watched = wakeup.clone();
    Arc::clone(&primary).watch(move || watched.strong_count() == 0)?;
    let listener = thread::Builder::new().name("listen".to_owned());
    listener.spawn(move || {
        let mut was_lost = false;
        while wakeup.strong_count() > 0 {
            let Ok((mut conn, term)) = listening(&primary) else {
                if !std::mem::replace(&mut was_lost, true) {
                    tracing::warn!("the connection to the database is lost: notifications of other processes are missed until it is back");
                }
                thread::sleep(RECONNECT_DELAY);
                continue;
            };
            if std::mem::replace(&mut was_lost, false) {
                tracing::info!("notifications of other processes arrive again");
            }
            if let Some(wakeup) = wakeup.upgrade() {
                wakeup.due_now();
                wakeup.fired_now();
            }
            while let Some(wakeup) = wakeup.upgrade() {
                if dispatch(&mut conn, &wakeup, &inbox).is_err() || primary.term() != term {
                    break;
                }
                drop(wakeup);
                thread::sleep(POLL_INTERVAL);
            }
        }
    })?;
    Ok(())
}

fn listening(primary: &Primary) -> Result<(PgConnection, Term), Error> {
    let (mut conn, term) = primary.open().map_err(|error| Error::Unavailable(error.to_string()))?;
    conn.batch_execute(&format!("LISTEN {DUE}; LISTEN {FIRED}; LISTEN {PUSHES}; LISTEN {HINTS}"))?;
    Ok((conn, term))
}

/// Sends a wake-up for each notification that was received, or stores its hints.
fn dispatch(conn: &mut PgConnection, wakeup: &Wakeup, inbox: &Inbox) -> Result<(), Error> {
    let process = inbox.process();
    for notification in conn.notifications_iter() {
        let notification = notification?;
        let (sender, offset) = notification.payload.split_once(' ').unwrap_or((&notification.payload, ""));
        match notification.channel.as_str() {
            // This process's own notification.
            DUE | FIRED if sender == process => {}
            DUE => wakeup.due_now(),
            FIRED => match offset.parse() {
                Ok(offset) => wakeup.fired_to(offset),
                // Servers of the previous version send no offset.
                Err(_) => wakeup.fired_now(),
            },
            PUSHES => wakeup.pushes_now(),
            HINTS => inbox.store(&notification.payload),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Storage, testing::sample::NOW};

    #[test]
    fn a_stall_lasts_from_the_first_look_that_finds_due_rows_to_the_next_claim() {
        let progress = ClaimProgress::default();
        assert_eq!(progress.stalled_for(NOW), Duration::ZERO);
        progress.work_is_due(NOW);
        progress.work_is_due(NOW + Duration::seconds(3));
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(5)), Duration::seconds(5));
        progress.made();
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(9)), Duration::ZERO);
    }

    #[test]
    fn rings_are_overdue_while_the_database_does_not_answer() {
        let (progress, at) = (ClaimProgress::default(), |seconds| NOW + Duration::seconds(seconds));
        assert_eq!(progress.overdue(NOW), Duration::ZERO);
        progress.unanswered(NOW);
        progress.unanswered(at(10));
        assert_eq!((progress.overdue(at(60)), progress.stalled_for(at(60))), (Duration::MINUTE, Duration::ZERO));
        progress.work_is_due(at(20));
        assert_eq!(progress.overdue(at(60)), Duration::MINUTE);
        progress.answered();
        assert_eq!(progress.overdue(at(60)), Duration::seconds(40));
        progress.made();
        assert_eq!(progress.overdue(at(60)), Duration::ZERO);
    }

    #[tokio::test]
    async fn only_rows_that_are_due_soon_cost_a_query() {
        let announcer = Announcer::new(Storage::new("postgres://nobody@127.0.0.1:1/none").pool, String::new());
        announcer.tell_by(|| NOW);
        let is_announced = |due| {
            announcer.announce(due);
            let state = announcer.state.lock();
            (state.has_news, state.task.is_some())
        };
        assert_eq!(is_announced(NOW + SOON), (false, false));
        assert_eq!(is_announced(NOW + time::Duration::weeks(1)), (false, false));
        assert_eq!(is_announced(NOW + SOON - StdDuration::from_millis(1)), (true, true));
    }
}
