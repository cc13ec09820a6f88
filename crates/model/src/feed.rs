//! The feed of a process with its stream: the real sequencer, and the reads of the log.

use tokibako_feed::{Action, BatchId, BatchSequencer, LogGrowth};

use crate::{
    database::Database,
    instants::{Millis, monotonic, since_due},
};

/// The longest pause between two reads of the log, as in `feed::Feed`.
const MAX_READ_INTERVAL: std::time::Duration = std::time::Duration::from_secs(5);

/// How many batches a read returns.
const PAGE: usize = 2;

/// A reader of the log, and what its stream was given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Feed {
    sequencer: BatchSequencer<()>,
    /// The batches that the stream was given, in order. A stream that is opened anew replays the log.
    pub given: Vec<BatchId>,
}

impl Feed {
    /// A feed at the end of the log, with a stream that has replayed it.
    pub(crate) fn start(database: &Database, now: Millis) -> Self {
        let sequencer = BatchSequencer::new(database.end(), MAX_READ_INTERVAL, monotonic(now));
        Self { sequencer, given: database.ids() }
    }

    /// Takes a batch from this process or from the bus.
    pub(crate) fn batch(&mut self, previous: BatchId, id: BatchId, now: Millis) {
        self.give(|sequencer| sequencer.batch_received(previous, id, (), monotonic(now)));
    }

    /// Takes a heartbeat.
    pub(crate) fn heartbeat(&mut self, last: BatchId, now: Millis) {
        self.sequencer.heartbeat_received(last, monotonic(now));
    }

    /// Takes a notification of the database.
    pub(crate) fn woken(&mut self, growth: LogGrowth, now: Millis) {
        self.sequencer.woken(growth, monotonic(now));
    }

    /// The bus is away.
    pub(crate) fn bus_lost(&mut self) {
        self.sequencer.bus_lost();
    }

    /// Until when it waits if nothing happens; `None` if it reads the log now.
    pub(crate) fn waits_until(&self, now: Millis) -> Option<Millis> {
        match self.sequencer.clone().next_action(monotonic(now)) {
            Action::ReadLog { .. } => None,
            Action::WaitUntil(at) => Some(since_due(at)),
        }
    }

    /// Reads a page of the log, as `storage::log::read_page` does.
    pub(crate) fn read(&mut self, database: &Database, now: Millis) {
        // Asking has an effect: the bus may be considered down from now on.
        self.sequencer.next_action(monotonic(now));
        let (from, end) = (self.sequencer.end(), database.end());
        let stored = database.log.iter().find(|batch| batch.offset == from.offset);
        let is_another =
            from.fired_at.is_some() && (end.offset < from.offset || stored.is_some_and(|batch| batch.id() != from));
        if is_another {
            self.sequencer.restart(end, monotonic(now));
            self.given = database.ids();
            return;
        }
        let page: Vec<BatchId> =
            database.ids().into_iter().filter(|batch| batch.offset > from.offset).take(PAGE).collect();
        let end = page.last().copied().unwrap_or(from);
        self.given.extend(page);
        self.give(|sequencer| sequencer.log_was_read(end, true, monotonic(now)));
    }

    fn give(&mut self, next: impl FnOnce(&mut BatchSequencer<()>) -> Vec<(BatchId, ())>) {
        let next = next(&mut self.sequencer);
        self.given.extend(next.into_iter().map(|(id, ())| id));
    }
}
