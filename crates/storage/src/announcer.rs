//! Tells the schedulers of other processes that something was written which is due soon.
//!
//! This happens outside the transactions of the writes, and many writes are told of at once: those who commit a
//! notification do so one after the other in the whole cluster, with the wait for the disk. So a process that dies between
//! a write and this leaves it to be found within [`LONGEST_SLEEP`](crate::wakeup::LONGEST_SLEEP).

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use time::OffsetDateTime;
use tokio::time::sleep;

use crate::{Storage, notifications};

/// How far apart two announcements are. The first is made at once.
const APART: Duration = Duration::from_millis(10);

/// How long to wait before the database is asked again after it failed, and how often it is.
const RETRY: Duration = Duration::from_millis(250);
const ATTEMPTS: u8 = 40;

/// What is to be announced.
#[derive(Debug, Default)]
pub(crate) struct Announcer(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// When the earliest of it is due.
    earliest: Option<OffsetDateTime>,
    /// Whether somebody announces it.
    is_announced: bool,
}

impl Announcer {
    /// Announces that something is due, if it is soon. Must be called within a runtime.
    pub(crate) fn announce(self: &Arc<Self>, storage: &Storage, due: OffsetDateTime) {
        let mut state = self.state();
        state.earliest = Some(state.earliest.map_or(due, |earliest| earliest.min(due)));
        if !std::mem::replace(&mut state.is_announced, true) {
            let (storage, turn) = (storage.clone(), Turn { announcer: Arc::clone(self), is_done: false });
            tokio::spawn(async move { turn.run(&storage).await });
        }
    }

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The one who announces; where it is dropped with its runtime, another may.
struct Turn {
    announcer: Arc<Announcer>,
    is_done: bool,
}

impl Turn {
    async fn run(mut self, storage: &Storage) {
        while let Some(due) = self.next() {
            for _ in 0..ATTEMPTS {
                match notifications::notify_if_soon(storage, due).await {
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
