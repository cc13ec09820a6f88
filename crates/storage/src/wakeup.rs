//! Wake-ups: how a write or a claim, in this process or another, reaches the scheduler and the feed.
//!
//! A wake-up is a hint, never the truth: whoever is woken asks the database what there is. One that is
//! lost costs at most [`LONGEST_SLEEP`].

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    thread,
    time::Duration,
};

use diesel::{PgConnection, RunQueryDsl as _, connection::SimpleConnection as _, sql_query, sql_types};
use time::OffsetDateTime;
use tokio::sync::Notify;

use crate::{Storage, error::Error, pool};

/// How long a scheduler sleeps at most before it asks again what is due next.
pub const LONGEST_SLEEP: Duration = Duration::from_secs(15);

/// What is due within this of being written must be announced to the schedulers of other processes;
/// what is due later they find before they next fall asleep. The margin over [`LONGEST_SLEEP`] covers
/// clocks that differ.
const SOON: Duration = Duration::from_secs(20);

/// How often the listener looks for notifications: libpq offers no blocking wait through diesel.
const POLL: Duration = Duration::from_millis(20);

/// How long the listener waits before it connects again.
const RECONNECT: Duration = Duration::from_millis(250);

const DUE: &str = "tokibako_due";
const FIRED: &str = "tokibako_fired";

/// The bells of one process.
#[derive(Debug)]
pub struct Wakeup {
    due: Notify,
    fired: Notify,
    sleeping_until: AtomicI64,
}

impl Default for Wakeup {
    fn default() -> Self {
        Self { due: Notify::new(), fired: Notify::new(), sleeping_until: AtomicI64::new(i64::MAX) }
    }
}

impl Wakeup {
    /// Waits until something may be due earlier than the scheduler thinks.
    pub async fn due(&self) {
        self.due.notified().await;
    }

    /// Waits until the log of firings may have grown.
    pub async fn fired(&self) {
        self.fired.notified().await;
    }

    /// The scheduler of this process is awake: from now on every write wakes it.
    pub fn scheduler_is_awake(&self) {
        self.sleeping_until.store(i64::MAX, Ordering::SeqCst);
    }

    /// The scheduler of this process sleeps until `instant`: only what is due earlier wakes it.
    pub fn scheduler_sleeps_until(&self, instant: OffsetDateTime) {
        self.sleeping_until.store(milliseconds(instant), Ordering::SeqCst);
    }

    /// Whether the scheduler of this process sleeps until something is due.
    pub fn scheduler_is_asleep(&self) -> bool {
        self.sleeping_until.load(Ordering::SeqCst) != i64::MAX
    }

    /// Something was written that is due at `instant`.
    pub(crate) fn due_at(&self, instant: Option<OffsetDateTime>) {
        if instant.is_some_and(|instant| milliseconds(instant) < self.sleeping_until.load(Ordering::SeqCst)) {
            self.due.notify_one();
        }
    }

    /// Firings were appended to the log.
    pub(crate) fn fired_now(&self) {
        self.fired.notify_one();
    }
}

fn milliseconds(instant: OffsetDateTime) -> i64 {
    i64::try_from(instant.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

/// Whether schedulers in other processes must hear of what was written at `now`.
pub(crate) fn is_soon(due: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
    due.is_some_and(|due| due - now < SOON)
}

/// Tells the schedulers of all processes, once the transaction commits, that something is due soon.
pub(crate) fn notify_due(conn: &mut PgConnection) -> Result<(), Error> {
    Ok(conn.batch_execute(&format!("NOTIFY {DUE}"))?)
}

/// The same where it is due soon by the database's clock.
pub(crate) fn notify_if_soon(conn: &mut PgConnection, due: Option<OffsetDateTime>) -> Result<(), Error> {
    let Some(due) = due else { return Ok(()) };
    sql_query("SELECT pg_notify($1, '') WHERE $2 < now() + make_interval(secs => $3)")
        .bind::<sql_types::Text, _>(DUE)
        .bind::<sql_types::Timestamptz, _>(due)
        .bind::<sql_types::Double, _>(SOON.as_secs_f64())
        .execute(conn)?;
    Ok(())
}

/// Tells the feeds of all processes, once the transaction commits, that the log has grown.
pub(crate) fn notify_fired(conn: &mut PgConnection) -> Result<(), Error> {
    Ok(conn.batch_execute(&format!("NOTIFY {FIRED}"))?)
}

/// Listens for the notifications of other processes on a thread of its own, for as long as a clone of
/// `storage` lives elsewhere.
///
/// After every (re)connection both bells ring, because anything may have happened meanwhile.
pub fn listen(storage: &Storage) -> std::io::Result<()> {
    let url = storage.url().to_owned();
    let wakeup = Arc::downgrade(&storage.shared_wakeup());
    let listener = thread::Builder::new().name("listen".to_owned());
    listener.spawn(move || {
        let mut was_lost = false;
        while wakeup.strong_count() > 0 {
            let Ok(mut conn) = listening(&url) else {
                if !std::mem::replace(&mut was_lost, true) {
                    tracing::warn!("the notifications of other processes are lost until the database is back");
                }
                thread::sleep(RECONNECT);
                continue;
            };
            if std::mem::replace(&mut was_lost, false) {
                tracing::info!("the notifications of other processes arrive again");
            }
            if let Some(wakeup) = wakeup.upgrade() {
                wakeup.due.notify_one();
                wakeup.fired.notify_one();
            }
            while let Some(wakeup) = wakeup.upgrade() {
                if pass_on(&mut conn, &wakeup).is_err() {
                    break;
                }
                drop(wakeup);
                thread::sleep(POLL);
            }
        }
    })?;
    Ok(())
}

fn listening(url: &str) -> Result<PgConnection, Error> {
    let mut conn = pool::connect(url).map_err(|error| Error::Unavailable(error.to_string()))?;
    conn.batch_execute(&format!("LISTEN {DUE}; LISTEN {FIRED}"))?;
    Ok(conn)
}

/// Rings the bells for the notifications that have arrived.
fn pass_on(conn: &mut PgConnection, wakeup: &Wakeup) -> Result<(), Error> {
    for notification in conn.notifications_iter() {
        match notification?.channel.as_str() {
            DUE => wakeup.due.notify_one(),
            FIRED => wakeup.fired.notify_one(),
            _ => {}
        }
    }
    Ok(())
}
