//! Tells the schedulers of other processes that something was written which is due soon.
//!
//! This happens outside the transactions of the writes, and many writes are told of at once: those who commit a
//! notification do so one after the other in the whole cluster, with the wait for the disk. So a process that dies between
//! a write and this leaves it to be found within [`LONGEST_SLEEP`](crate::wakeup::LONGEST_SLEEP).

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use diesel::{RunQueryDsl as _, sql_query, sql_types};
use time::OffsetDateTime;
use tokio::{task, time::sleep};

use crate::{error::Error, pool::Pool};

/// The channel on which they hear of it.
pub(crate) const DUE: &str = "tokibako_due";

/// What is due within this of being written must be announced to the schedulers of other processes;
/// what is due later they find before they next fall asleep. The margin over
/// [`LONGEST_SLEEP`](crate::wakeup::LONGEST_SLEEP) covers clocks that differ.
const SOON: Duration = Duration::from_secs(20);

/// How far apart two announcements are. The first is made at once.
const APART: Duration = Duration::from_millis(10);

/// How long to wait before the database is asked again after it failed, and how often it is.
const RETRY: Duration = Duration::from_millis(250);
const ATTEMPTS: u8 = 40;

/// What is to be announced.
#[derive(Debug)]
pub(crate) struct Announcer {
    pool: Pool,
    /// What this process calls itself.
    sender: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// When the earliest of it is due.
    earliest: Option<OffsetDateTime>,
    /// Whether somebody announces it.
    is_announced: bool,
}

impl Announcer {
    /// One that has nothing to announce yet.
    pub(crate) fn new(pool: Pool, sender: String) -> Arc<Self> {
        Arc::new(Self { pool, sender, state: Mutex::default() })
    }

    /// Announces that something is due, if it is soon. Must be called within a runtime.
    pub(crate) fn announce(self: &Arc<Self>, due: OffsetDateTime) {
        let mut state = self.state();
        state.earliest = Some(state.earliest.map_or(due, |earliest| earliest.min(due)));
        if !std::mem::replace(&mut state.is_announced, true) {
            let turn = Turn { announcer: Arc::clone(self), is_done: false };
            tokio::spawn(turn.run());
        }
    }

    /// Tells the schedulers of all other processes that something is due, if it is soon by the database's clock.
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

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The one who announces; where it is dropped with its runtime, another may.
struct Turn {
    announcer: Arc<Announcer>,
    is_done: bool,
}

impl Turn {
    async fn run(mut self) {
        while let Some(due) = self.next() {
            for _ in 0..ATTEMPTS {
                match self.announcer.notify_if_soon(due).await {
                    Ok(()) => break,
                    Err(error) => tracing::debug!(%error, "other processes do not hear yet of what is due soon"),
                }
                sleep(RETRY).await;
            }
            sleep(APART).await;
        }
    }

    /// What is to be announced next. Where there is nothing, whoever writes something finds nobody who announces it.
    fn next(&mut self) -> Option<OffsetDateTime> {
        let mut state = self.announcer.state();
        let due = state.earliest.take();
        state.is_announced = due.is_some();
        self.is_done = due.is_none();
        due
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.is_done {
            self.announcer.state().is_announced = false;
        }
    }
}
