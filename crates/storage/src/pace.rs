//! Limits how often the database notifies other processes that the log has grown, while the bus tells them as well.
//!
//! A notification wakes every session that listens to any channel. With many batches and many processes, that is most of
//! what those processes cost the database. A process with the bus needs notifications only to notice a batch that the bus
//! lost, and one for several batches is enough for that.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

/// The shortest time between two notifications while the bus takes batches. The first is sent with its batch.
pub const APART: Duration = Duration::from_millis(100);

/// The notifications of this process: sent, and left out so far.
#[derive(Debug, Default)]
pub struct Pace {
    state: Mutex<State>,
    owed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the bus takes what is committed.
    is_told: bool,
    /// When the last notification was sent, with a commit or later.
    notified_at: Option<Instant>,
    is_owed: bool,
}

impl Pace {
    /// Records whether the bus has taken the last batch.
    pub fn told(&self, is_told: bool) {
        self.state().is_told = is_told;
    }

    /// Waits until a batch was committed without a notification.
    pub async fn owed(&self) {
        while !self.state().is_owed {
            self.owed.notified().await;
        }
    }

    /// Whether a batch was committed without a notification. The caller notifies now, so from now on none is left out.
    pub fn settle(&self, now: Instant) -> bool {
        let mut state = self.state();
        state.notified_at = Some(now);
        std::mem::take(&mut state.is_owed)
    }

    /// Whether the transaction of the next batch sends a notification.
    pub(crate) fn notifies(&self, now: Instant) -> bool {
        let mut state = self.state();
        let waits = state.is_told && state.notified_at.is_some_and(|last| now < last + APART);
        if !waits {
            state.notified_at = Some(now);
        }
        !waits
    }

    /// Records that a batch was committed without a notification.
    pub(crate) fn owe(&self) {
        self.state().is_owed = true;
        self.owed.notify_one();
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards a consistent value.
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
