//! What other processes have sent to this one, until it is read.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use uuid::Uuid;

/// How many payloads wait at most; a process that far behind goes without the rest.
const CAPACITY: usize = 1_000;

/// The payloads that have arrived.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// By which a process knows its own payloads.
    process: Uuid,
    payloads: Mutex<Vec<String>>,
    arrived: Notify,
}

impl Default for Inbox {
    fn default() -> Self {
        Self { process: Uuid::new_v4(), payloads: Mutex::default(), arrived: Notify::new() }
    }
}

impl Inbox {
    /// Takes a payload in, unless it is this process's own.
    pub(crate) fn take_in(&self, payload: &str) {
        if payload.starts_with(&self.mark()) {
            return;
        }
        let mut payloads = self.payloads();
        if payloads.len() < CAPACITY {
            payloads.push(payload.to_owned());
        }
        drop(payloads);
        self.arrived.notify_one();
    }

    /// What each payload of this process begins with.
    pub(crate) fn mark(&self) -> String {
        format!("{}\n", self.process())
    }

    /// The name by which a process knows what it has sent itself.
    pub(crate) fn process(&self) -> String {
        self.process.simple().to_string()
    }

    /// Waits for payloads of other processes.
    pub(crate) async fn arrived(&self) -> Vec<String> {
        self.arrived.notified().await;
        std::mem::take(&mut *self.payloads())
    }

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn payloads(&self) -> MutexGuard<'_, Vec<String>> {
        self.payloads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_payloads_do_not_come_back() {
        let (own, other) = (Inbox::default(), Inbox::default());
        let payload = format!("{}something", own.mark());
        own.take_in(&payload);
        other.take_in(&payload);
        assert_eq!((own.payloads().len(), other.payloads().len()), (0, 1));
    }

    #[test]
    fn a_process_far_behind_goes_without_the_rest() {
        let inbox = Inbox::default();
        (0..=CAPACITY).for_each(|_| inbox.take_in("another process's"));
        assert_eq!(inbox.payloads().len(), CAPACITY);
    }
}
