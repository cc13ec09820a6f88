//! Stores payloads of other processes until they are read.

use parking_lot::Mutex;
use tokio::sync::Notify;
use uuid::Uuid;

/// The channel of notifications with the payloads.
pub(crate) const HINTS: &str = "tokibako_hints";

/// How many payloads are stored. Further ones are dropped.
const CAPACITY: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Inbox {
    /// The id of this process, to recognise its own payloads.
    process: Uuid,
    /// `None` until somebody reads: a process that serves nobody stores nothing.
    payloads: Mutex<Option<Vec<String>>>,
    arrived: Notify,
}

impl Default for Inbox {
    fn default() -> Self {
        Self { process: Uuid::new_v4(), payloads: Mutex::default(), arrived: Notify::new() }
    }
}

impl Inbox {
    /// Stores a payload, unless it is this process's own.
    pub(crate) fn store(&self, payload: &str) {
        if payload.starts_with(&self.own_header()) {
            return;
        }
        if let Some(payloads) = &mut *self.payloads.lock() {
            if payloads.len() < CAPACITY {
                payloads.push(payload.to_owned());
            }
            self.arrived.notify_one();
        }
    }

    /// The first line of each payload of this process.
    pub(crate) fn own_header(&self) -> String {
        format!("{}\n", self.process())
    }

    pub(crate) fn process(&self) -> String {
        self.process.simple().to_string()
    }

    /// Waits for payloads of other processes.
    pub(crate) async fn received(&self) -> Vec<String> {
        self.payloads.lock().get_or_insert_default();
        self.arrived.notified().await;
        self.take()
    }

    /// The payloads so far. From now on payloads are stored.
    fn take(&self) -> Vec<String> {
        self.payloads.lock().replace(Vec::new()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inbox() -> Inbox {
        let inbox = Inbox::default();
        inbox.take();
        inbox
    }

    #[test]
    fn own_payloads_are_ignored() {
        let (own, other) = (inbox(), inbox());
        let payload = format!("{}something", own.own_header());
        own.store(&payload);
        other.store(&payload);
        assert_eq!((own.take(), other.take()), (vec![], vec![payload]));
    }

    #[test]
    fn payloads_beyond_the_capacity_are_dropped() {
        let inbox = inbox();
        (0..=CAPACITY).for_each(|_| inbox.store("of another process"));
        assert_eq!(inbox.take().len(), CAPACITY);
    }

    #[test]
    fn payloads_that_nobody_reads_are_not_stored() {
        let inbox = Inbox::default();
        inbox.store("of another process");
        assert!(inbox.take().is_empty());
    }

    #[tokio::test]
    async fn a_payload_wakes_its_reader() {
        let inbox = inbox();
        for payload in ["first", "second"] {
            inbox.store(payload);
            assert_eq!(inbox.received().await, [payload]);
        }
    }
}
