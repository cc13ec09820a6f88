//! Notifies the schedulers of other processes of a new row that is due soon.
//!
//! That happens outside the transactions of the writes, and once for many writes: in the whole cluster, transactions
//! with a notification commit one after the other, and each waits for the disk. If a process dies between a write and the
//! notification, the row is found within [`LONGEST_SLEEP`](crate::signals::wakeup::LONGEST_SLEEP).

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use diesel::{RunQueryDsl as _, sql_query, sql_types};
use parking_lot::Mutex;
use time::OffsetDateTime;
use tokio::{task, time::sleep};

use crate::{connections::pool::Pool, error::Error};

/// The notification channel.
pub(crate) const DUE: &str = "tokibako_due";

/// Rows that are due within this time must be announced; schedulers find later ones before they next fall asleep, so those
/// cost no query. The margin over [`LONGEST_SLEEP`](crate::signals::wakeup::LONGEST_SLEEP) covers clocks that differ.
const SOON: Duration = Duration::from_secs(20);

/// The interval between two notifications. The first is sent at once.
const APART: Duration = Duration::from_millis(10);

/// How long to wait after a failure of the database, and how often to retry.
const RETRY: Duration = Duration::from_millis(250);
const ATTEMPTS: u8 = 40;

/// Announces rows that are due soon, all of a moment together.
pub(crate) struct Announcer {
    pool: Pool,
    /// The id of this process in notifications.
    sender: String,
    /// Reads the clock of this process. Without one, all rows are announced.
    clock: OnceLock<Box<dyn Fn() -> OffsetDateTime + Send + Sync>>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether a row is to be announced.
    has_news: bool,
    /// Whether a task runs.
    is_running: bool,
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

    fn is_soon(&self, due: OffsetDateTime) -> bool {
        self.clock.get().is_none_or(|clock| due < clock() + SOON)
    }

    /// Announces a row that is due at `due`, if that is soon. Must be called within a runtime.
    pub(crate) fn announce(self: &Arc<Self>, due: OffsetDateTime) {
        if !self.is_soon(due) {
            return;
        }
        let mut state = self.state.lock();
        state.has_news = true;
        if !std::mem::replace(&mut state.is_running, true) {
            let task = AnnouncingTask { announcer: Arc::clone(self), is_done: false };
            tokio::spawn(task.run());
        }
    }

    /// Notifies the schedulers of all other processes.
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

/// The running task. If it is dropped with its runtime, the next row starts another task.
struct AnnouncingTask {
    announcer: Arc<Announcer>,
    is_done: bool,
}

impl AnnouncingTask {
    async fn run(mut self) {
        while self.has_more() {
            for _ in 0..ATTEMPTS {
                match self.announcer.notify().await {
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
    fn has_more(&mut self) -> bool {
        let mut state = self.announcer.state.lock();
        state.is_running = std::mem::take(&mut state.has_news);
        self.is_done = !state.is_running;
        state.is_running
    }
}

impl Drop for AnnouncingTask {
    fn drop(&mut self) {
        if !self.is_done {
            self.announcer.state.lock().is_running = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Storage, testing::sample::NOW};

    #[tokio::test]
    async fn only_rows_that_are_due_soon_cost_a_query() {
        let announcer = Announcer::new(Storage::new("postgres://nobody@127.0.0.1:1/none").pool, String::new());
        announcer.tell_by(|| NOW);
        let is_announced = |due| {
            announcer.announce(due);
            let state = announcer.state.lock();
            (state.has_news, state.is_running)
        };
        assert_eq!(is_announced(NOW + SOON), (false, false));
        assert_eq!(is_announced(NOW + time::Duration::weeks(1)), (false, false));
        assert_eq!(is_announced(NOW + SOON - Duration::from_millis(1)), (true, true));
    }
}
