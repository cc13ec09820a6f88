//! Notifies the schedulers of other processes of a new row that is due soon.
//!
//! That happens outside the transactions of the writes, and once for many writes: in the whole cluster, transactions
//! with a notification commit one after the other, and each waits for the disk. If a process dies between a write and the
//! notification, the row is found within [`LONGEST_SLEEP`](crate::signals::wakeup::LONGEST_SLEEP).

use std::{sync::Arc, time::Duration};

use diesel::{RunQueryDsl as _, sql_query, sql_types};
use parking_lot::Mutex;
use time::OffsetDateTime;
use tokio::{task, time::sleep};

use crate::{connections::pool::Pool, error::Error};

/// The notification channel.
pub(crate) const DUE: &str = "tokibako_due";

/// Rows that are due within this time must be announced; schedulers find later ones before they next fall asleep. The
/// margin over [`LONGEST_SLEEP`](crate::signals::wakeup::LONGEST_SLEEP) covers clocks that differ.
const SOON: Duration = Duration::from_secs(20);

/// The interval between two notifications. The first is sent at once.
const APART: Duration = Duration::from_millis(10);

/// How long to wait after a failure of the database, and how often to retry.
const RETRY: Duration = Duration::from_millis(250);
const ATTEMPTS: u8 = 40;

/// Collects due instants, and announces the earliest.
#[derive(Debug)]
pub(crate) struct Announcer {
    pool: Pool,
    /// The id of this process in notifications.
    sender: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The earliest due instant to announce.
    earliest: Option<OffsetDateTime>,
    /// Whether a task runs.
    is_running: bool,
}

impl Announcer {
    /// An announcer without anything to announce.
    pub(crate) fn new(pool: Pool, sender: String) -> Arc<Self> {
        Arc::new(Self { pool, sender, state: Mutex::default() })
    }

    /// Announces a row that is due at `due`, if that is soon. Must be called within a runtime.
    pub(crate) fn announce(self: &Arc<Self>, due: OffsetDateTime) {
        let mut state = self.state.lock();
        state.earliest = Some(state.earliest.map_or(due, |earliest| earliest.min(due)));
        if !std::mem::replace(&mut state.is_running, true) {
            let task = AnnouncingTask { announcer: Arc::clone(self), is_done: false };
            tokio::spawn(task.run());
        }
    }

    /// Notifies the schedulers of all other processes if `due` is soon by the database's clock.
    async fn notify_if_soon(&self, due: OffsetDateTime) -> Result<(), Error> {
        let (pool, sender) = (self.pool.clone(), self.sender.clone());
        let notified = task::spawn_blocking(move || {
            pool.run(|conn| {
                sql_query("SELECT pg_notify($1, $2) WHERE $3 < now() + make_interval(secs => $4)")
                    .bind::<sql_types::Text, _>(DUE)
                    .bind::<sql_types::Text, _>(sender)
                    .bind::<sql_types::Timestamptz, _>(due)
                    .bind::<sql_types::Double, _>(SOON.as_secs_f64())
                    .execute(conn)?;
                Ok(())
            })
        });
        notified.await.unwrap_or_else(|stopped| Err(Error::Unavailable(stopped.to_string())))
    }
}

/// The running task. If it is dropped with its runtime, the next row starts another task.
struct AnnouncingTask {
    announcer: Arc<Announcer>,
    is_done: bool,
}

impl AnnouncingTask {
    async fn run(mut self) {
        while let Some(due) = self.next() {
            for _ in 0..ATTEMPTS {
                match self.announcer.notify_if_soon(due).await {
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

    /// The next instant to announce. `None` ends the task: the next write starts another one.
    fn next(&mut self) -> Option<OffsetDateTime> {
        let mut state = self.announcer.state.lock();
        let due = state.earliest.take();
        state.is_running = due.is_some();
        self.is_done = due.is_none();
        due
    }
}

impl Drop for AnnouncingTask {
    fn drop(&mut self) {
        if !self.is_done {
            self.announcer.state.lock().is_running = false;
        }
    }
}
