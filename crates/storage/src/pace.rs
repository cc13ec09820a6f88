//! How often other processes are notified by the database that the log has grown, where they hear of it by the bus as well.
//!
//! A notification wakes every session that listens, to whatever: with a herd of batches and many processes that is most of
//! what they cost the database. It tells whoever follows the bus of a batch that was lost there; for that it need not be
//! one for each batch.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

/// How far apart two notifications are while batches go by the bus. The first is sent with its batch.
pub const APART: Duration = Duration::from_millis(100);

/// What this process owes those whom it has not notified yet.
#[derive(Debug, Default)]
pub struct Pace {
    state: Mutex<State>,
    owed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Whether what is committed goes by the bus.
    is_told: bool,
    /// When a batch was last notified of with its commit, or instead of that.
    notified_at: Option<Instant>,
    is_owed: bool,
}

impl Pace {
    /// Notes whether the last that was to go by the bus is on its way.
    pub fn told(&self, is_told: bool) {
        self.state().is_told = is_told;
    }

    /// Waits until a batch was committed without a notification.
    pub async fn owed(&self) {
        while !self.state().is_owed {
            self.owed.notified().await;
        }
    }

    /// Whether a batch was committed without a notification; from now on it counts as notified of.
    pub fn settle(&self, now: Instant) -> bool {
        let mut state = self.state();
        state.notified_at = Some(now);
        std::mem::take(&mut state.is_owed)
    }

    /// Whether a batch that is about to be committed is notified of with its commit.
    pub(crate) fn notifies(&self, now: Instant) -> bool {
        let mut state = self.state();
        let waits = state.is_told && state.notified_at.is_some_and(|last| now < last + APART);
        if !waits {
            state.notified_at = Some(now);
        }
        !waits
    }

    /// A batch was committed without a notification.
    pub(crate) fn owe(&self) {
        self.state().is_owed = true;
        self.owed.notify_one();
    }

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_bus_every_batch_is_notified_of() {
        let (pace, now) = (Pace::default(), Instant::now());
        assert!((0..9).all(|_| pace.notifies(now)));
        pace.told(true);
        pace.told(false);
        assert!((0..9).all(|_| pace.notifies(now)));
    }

    #[test]
    fn by_the_bus_one_in_a_while_is() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.told(true);
        assert!(pace.notifies(now));
        assert!(!pace.notifies(now) && !pace.notifies(now + APART / 2));
        assert!(pace.notifies(now + APART));
        assert!(!pace.notifies(now + APART * 3 / 2));
    }

    #[tokio::test]
    async fn what_is_owed_is_settled_once_and_counts_as_a_notification() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.told(true);
        assert!(!pace.settle(now));
        assert!(!pace.notifies(now));
        pace.owe();
        pace.owe();
        pace.owed().await;
        assert!(pace.settle(now + APART) && !pace.settle(now + APART));
        assert!(!pace.notifies(now + APART) && pace.notifies(now + 2 * APART));
    }
}
