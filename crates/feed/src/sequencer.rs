//! Puts batches into the order of the log, and decides when the log must be read for a missing one.
//!
//! A state machine without IO: the time and every event are arguments; the result is what to deliver or do next.
//!
//! # Rings by the bus
//!
//! If `TOKIBAKO_BUS_URL` is set, a process that has committed a batch also publishes it on the bus (`feed::publish`).
//! That happens after the commit, and nothing waits for it: at most 64 batches are queued, for half a second each; others
//! are dropped. Once a second every scheduler publishes a *heartbeat*: where the log ends, according to the database. The
//! bus guarantees nothing, and correctness does not depend on it.
//!
//! - A batch names the one before it, by its offset and the instant at which it was logged. The feed delivers a batch
//!   that directly follows its own end, without a query; offsets that a rollback has left unused therefore do not
//!   matter. Later batches are buffered.
//! - The feed learns of a missing batch by a later batch, by a heartbeat, or by the database's notification, which contains
//!   the offset. If the batch does not arrive within 150 ms, it is read from the log. A notification alone causes no
//!   read.
//! - A notification wakes every listening session. So while batches go by the bus, a process sends at most one in a
//!   tenth of a second (`storage::signals::wakeup`): the first with its batch, and one for all that follow. So a process
//!   without a bus, if others have one, learns of a herd up to a tenth of a second later. As soon as the bus refuses a
//!   batch, each batch is notified with its commit again.
//! - Without a heartbeat for two seconds, or without a connection, the feed reads the log as it does without a bus. Batches
//!   that still arrive by the bus are used if they follow.
//! - If a batch or a heartbeat does not fit the feed's end, or lacks an offset that has been known for half a second, the log
//!   may have been restored without its end. Then the feed reads the log to find out.
//!
//! These rules, with and without a bus, are in `feed::BatchSequencer`, a state machine without IO: its arguments are
//! times and arrivals, its results are the batches to deliver and whether to read the log or to wait. A property test
//! compares it with a model in 10,000 random interleavings of lost, duplicated, late and reordered batches, heartbeats,
//! wake-ups, reads, restarts and restored logs: each batch is delivered once and in order.
//!
//! In a message of 1,000 rings each ring is preceded by its browser, so that rings of browsers without a stream in this
//! process are skipped without decoding. What rang is encoded as in the log. The first byte is the version of the
//! format; a message of another version counts as lost. Subjects begin with an id of the cluster and the database
//! (`storage::connections::diagnosis::database_name`), so that several sites can share a bus.
//!
//! Hints are sent by the bus while heartbeats arrive, and by the database otherwise; the end of a browser id is sent both
//! ways.

use std::{collections::BTreeMap, time::Duration};

use time::OffsetDateTime;
use tokibako_storage::{log::LogPosition, signals::wakeup::LogGrowth};
use tokio::time::Instant;

/// How long a batch that is known to exist may still arrive by the bus before the log is read for it.
pub const GRACE: Duration = Duration::from_millis(150);

/// How long it may still arrive without a bus: two batches that a process commits at the same time may reach its own streams out of order.
pub const LOCAL_GRACE: Duration = Duration::from_millis(20);

/// How long after its last heartbeat the bus is considered down.
pub const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(2);

/// If this reader has known an offset for this long and a heartbeat still names an earlier end, the log was truncated. A
/// younger offset may just not be in the heartbeat yet.
const PROPAGATION: Duration = Duration::from_millis(500);

/// How many batches are buffered while an earlier one is missing. Beyond that the log is read.
const MAX_BUFFERED: usize = 64;

/// Identifies a batch of the log; the default stands for the beginning of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BatchId {
    /// The batch's offset, the sequence number in the log; 0 is the beginning.
    pub offset: i64,
    /// When it was logged. A log that was restored without its last batches gives their offsets to other batches.
    pub fired_at: Option<OffsetDateTime>,
}

impl From<LogPosition> for BatchId {
    fn from(end: LogPosition) -> Self {
        Self { offset: end.offset(), fired_at: end.fired_at }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    ReadLog {
        /// Whether the reason is a batch that did not arrive by the bus.
        is_gap: bool,
    },
    /// Wait for the next event, until this instant at the latest.
    WaitUntil(Instant),
}

/// The position of a reader in the log, and the batches it has received beyond that.
///
/// Batches may arrive in any order; it returns each of them once, in the order of the log.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BatchSequencer<T> {
    end: BatchId,
    /// Whether all of the batch at `end` was delivered. A read of the log may stop in the middle of a batch.
    is_whole: bool,
    /// Batches that wait for an earlier one, by offset.
    buffer: BTreeMap<i64, BufferedBatch<T>>,
    /// The greatest offset that the reader knows of.
    greatest_known: i64,
    missing_since: Option<Instant>,
    is_read_due: bool,
    /// When the last heartbeat came; `None` while the bus is considered down.
    heartbeat_at: Option<Instant>,
    /// An offset that every scheduler must know by now. A heartbeat from before it means that the log was truncated.
    floor: i64,
    /// The next `floor`, and when it was this reader's end.
    next_floor: (i64, Instant),
    read_at: Instant,
    /// The longest pause between two reads of the log without a bus.
    max_read_interval: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct BufferedBatch<T> {
    previous: BatchId,
    id: BatchId,
    batch: T,
}

impl<T> BatchSequencer<T> {
    /// A reader at the end of the log. Without a bus it reads the log at least once per `max_read_interval`.
    pub fn new(end: BatchId, max_read_interval: Duration, now: Instant) -> Self {
        Self {
            end,
            is_whole: true,
            buffer: BTreeMap::new(),
            greatest_known: end.offset,
            missing_since: None,
            is_read_due: true,
            heartbeat_at: None,
            floor: end.offset,
            next_floor: (end.offset, now),
            read_at: now,
            max_read_interval,
        }
    }

    /// The reader's position in the log.
    pub fn end(&self) -> BatchId {
        self.end
    }

    /// Whether batches come by the bus. Otherwise they are read from the log.
    pub fn is_bus_up(&self) -> bool {
        self.heartbeat_at.is_some()
    }

    /// Takes a batch from the bus or from this process itself; returns the batches to deliver now, in order.
    pub fn batch_received(&mut self, previous: BatchId, id: BatchId, batch: T, now: Instant) -> Vec<(BatchId, T)> {
        if id.offset <= self.end.offset {
            self.compare(id);
            return Vec::new();
        }
        self.greatest_known = self.greatest_known.max(id.offset);
        self.buffer.insert(id.offset, BufferedBatch { previous, id, batch });
        let next = self.release(now);
        if self.buffer.len() > MAX_BUFFERED {
            self.buffer.clear();
            self.is_read_due = true;
        }
        next
    }

    /// Takes a heartbeat: the last batch of the log when the heartbeat was sent.
    pub fn heartbeat_received(&mut self, last: BatchId, now: Instant) {
        self.heartbeat_at = Some(now);
        let (next_floor, known_since) = self.next_floor;
        if now >= known_since + PROPAGATION {
            self.floor = next_floor;
            self.next_floor = (self.end.offset, now);
        }
        if last.offset > self.end.offset {
            self.batch_exists(last.offset, now);
        } else if last.offset < self.floor {
            self.is_read_due = true;
        } else {
            self.compare(last);
        }
    }

    /// Takes a wake-up from the database.
    pub fn woken(&mut self, growth: LogGrowth, now: Instant) {
        match growth {
            LogGrowth::ToOffset(offset) if self.is_bus_up() => self.batch_exists(offset, now),
            LogGrowth::ToOffset(_) | LogGrowth::Unknown => self.is_read_due = true,
        }
    }

    /// The bus is disconnected, or its heartbeats have stopped.
    pub fn bus_lost(&mut self) {
        self.is_read_due |= self.heartbeat_at.take().is_some();
    }

    pub fn next_action(&mut self, now: Instant) -> Action {
        if self.heartbeat_at.is_some_and(|heartbeat| now >= heartbeat + HEARTBEAT_TIMEOUT) {
            self.bus_lost();
        }
        let deadline =
            self.heartbeat_at.map_or(self.read_at + self.max_read_interval, |heartbeat| heartbeat + HEARTBEAT_TIMEOUT);
        if self.is_read_due || now >= deadline {
            return Action::ReadLog { is_gap: false };
        }
        let Some(since) = self.missing_since else { return Action::WaitUntil(deadline) };
        let late = since + if self.is_bus_up() { GRACE } else { LOCAL_GRACE };
        if now >= late { Action::ReadLog { is_gap: true } } else { Action::WaitUntil(deadline.min(late)) }
    }

    /// Takes note of a read of the log that delivered everything up to `end`; `is_whole` is false if it stopped in the
    /// middle of a batch. Returns the buffered batches to deliver now.
    pub fn log_was_read(&mut self, end: BatchId, is_whole: bool, now: Instant) -> Vec<(BatchId, T)> {
        let has_moved = (end, is_whole) != (self.end, self.is_whole);
        (self.end, self.is_whole, self.read_at) = (end, is_whole, now);
        (self.is_read_due, self.missing_since) = (false, None);
        if !has_moved {
            // The log ends here, so later offsets belong to a log that no longer exists.
            self.greatest_known = end.offset;
            self.buffer.clear();
        }
        let next = self.release(now);
        // After progress: without a bus, read until nothing is new; with one, only if known batches are still missing.
        self.is_read_due |= has_moved && (!self.is_bus_up() || !self.is_whole || self.greatest_known > self.end.offset);
        next
    }

    /// Starts over at the end of a log that was restored.
    pub fn restart(&mut self, end: BatchId, now: Instant) {
        *self = Self { heartbeat_at: self.heartbeat_at, ..Self::new(end, self.max_read_interval, now) };
        self.is_read_due = false;
    }

    /// Records that the log has a batch at this offset.
    fn batch_exists(&mut self, offset: i64, now: Instant) {
        if offset > self.end.offset {
            self.greatest_known = self.greatest_known.max(offset);
            self.missing_since.get_or_insert(now);
        }
    }

    /// Compares a batch with the one at the reader's end. Different batches at one offset mean that the log was
    /// restored.
    fn compare(&mut self, other: BatchId) {
        self.is_read_due |= other.offset == self.end.offset && other != self.end;
    }

    /// Takes the buffered batches that directly follow the end.
    fn release(&mut self, now: Instant) -> Vec<(BatchId, T)> {
        let mut next = Vec::new();
        while let Some(first) = self.buffer.first_entry() {
            let (previous, id) = (first.get().previous, first.get().id);
            if id.offset <= self.end.offset {
                first.remove();
                self.compare(id);
            } else if self.is_whole && previous == self.end {
                self.end = id;
                next.push((id, first.remove().batch));
            } else {
                // Another predecessor at or before our end means that the log was restored.
                self.is_read_due |= previous.offset <= self.end.offset;
                break;
            }
        }
        if self.greatest_known <= self.end.offset {
            self.missing_since = None;
        } else if self.missing_since.is_none() || !next.is_empty() {
            self.missing_since = Some(now);
        }
        next
    }
}

#[cfg(test)]
mod tests;
