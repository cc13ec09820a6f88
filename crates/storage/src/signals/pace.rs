//! Limits how often the database notifies other processes of new batches while the bus works.
//!
//! A notification wakes every session that listens to any channel. With many batches and many processes, these wake-ups
//! are most of the load that the processes put on the database. A process with the bus needs notifications only to
//! notice a batch that the bus has lost, and one notification for several batches is enough for that.

use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;

/// The shortest time between two notifications while the bus accepts batches. The first is sent with its batch.
pub const APART: Duration = Duration::from_millis(100);

/// The state of this process's notifications.
#[derive(Debug, Default)]
pub struct Pace {
    state: Mutex<State>,
    owed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the bus has accepted the last batch.
    is_published: bool,
    /// When the last notification was sent, with a commit or later.
    notified_at: Option<Instant>,
    /// Whether a batch was committed without a notification.
    is_owed: bool,
}

impl Pace {
    /// Records whether the bus has accepted the last batch.
    pub fn published(&self, is_published: bool) {
        self.state.lock().is_published = is_published;
    }

    /// Waits until a batch was committed without a notification.
    pub async fn owed(&self) {
        while !self.state.lock().is_owed {
            self.owed.notified().await;
        }
    }

    /// Returns whether a notification is owed, and clears that. If it is, the caller must send one now.
    pub fn clear(&self, now: Instant) -> bool {
        let mut state = self.state.lock();
        state.notified_at = Some(now);
        std::mem::take(&mut state.is_owed)
    }

    /// Whether the transaction of the next batch sends a notification.
    pub(crate) fn notifies(&self, now: Instant) -> bool {
        let mut state = self.state.lock();
        let waits = state.is_published && state.notified_at.is_some_and(|last| now < last + APART);
        if !waits {
            state.notified_at = Some(now);
        }
        !waits
    }

    /// Records that a batch was committed without a notification.
    pub(crate) fn owe(&self) {
        self.state.lock().is_owed = true;
        self.owed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_bus_every_batch_sends_a_notification() {
        let (pace, now) = (Pace::default(), Instant::now());
        assert!((0..9).all(|_| pace.notifies(now)));
        pace.published(true);
        pace.published(false);
        assert!((0..9).all(|_| pace.notifies(now)));
    }

    #[test]
    fn with_a_bus_notifications_have_a_minimum_interval() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.published(true);
        assert!(pace.notifies(now));
        assert!(!pace.notifies(now) && !pace.notifies(now + APART / 2));
        assert!(pace.notifies(now + APART));
        assert!(!pace.notifies(now + APART * 3 / 2));
    }

    #[tokio::test]
    async fn an_owed_notification_is_sent_once_and_restarts_the_interval() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.published(true);
        assert!(!pace.clear(now));
        assert!(!pace.notifies(now));
        pace.owe();
        pace.owe();
        pace.owed().await;
        assert!(pace.clear(now + APART) && !pace.clear(now + APART));
        assert!(!pace.notifies(now + APART) && pace.notifies(now + 2 * APART));
    }
}
