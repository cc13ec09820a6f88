//! The order in which batches are delivered, and when to read the log for a missing one.
//!
//! A state machine without IO: the time and what has arrived are arguments, and what to do next is returned.

use std::{collections::BTreeMap, time::Duration};

use time::OffsetDateTime;
use tokio::time::Instant;

/// How long a batch that is known to exist may still arrive by the bus before the log is read for it.
pub const GRACE: Duration = Duration::from_millis(150);

/// The same without a bus: what one process commits at the same time may change places on the way to its own streams.
pub const SWAP: Duration = Duration::from_millis(20);

/// How long a beat counts: without another one the bus is considered down.
pub const SILENCE: Duration = Duration::from_secs(2);

/// How long a place must have been known here before a beat with an earlier end means that the log was truncated.
const KNOWN_TO_ALL: Duration = Duration::from_millis(500);

/// How many batches are buffered while an earlier one is missing. Beyond that the log is read.
const MOST_KEPT: usize = 64;

/// A batch's position in the log, or the beginning of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// Its place; 0 is the beginning.
    pub place: i64,
    /// When it was logged. A log that was restored without its last batches gives their places to other batches.
    pub fired_at: Option<OffsetDateTime>,
}

/// What a wake-up says about the growth of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grown {
    /// It has a batch at this place.
    To(i64),
    /// Anything may have changed.
    Somehow,
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// Read the log.
    Read {
        /// Whether the reason is a batch that did not arrive by the bus.
        is_gap: bool,
    },
    /// Wait for the next arrival, until this instant at the latest.
    Until(Instant),
}

/// The position of a reader in the log, and the batches it has received beyond that.
///
/// In whatever order batches arrive, it delivers each of them once and in the order of the log.
#[derive(Debug)]
pub struct Order<T> {
    end: Mark,
    /// Whether all of the batch at `end` was delivered. A read of the log may stop in the middle of a batch.
    is_whole: bool,
    kept: BTreeMap<i64, Kept<T>>,
    /// The last place that the reader has heard of.
    heard_of: i64,
    /// Since when a batch has been missing.
    missing_since: Option<Instant>,
    is_read_due: bool,
    /// When the last beat came; `None` once it no longer counts.
    beat_at: Option<Instant>,
    /// A place that every process must know by now, and a younger one that will replace it. A beat before `floor` means
    /// that the log was truncated.
    floor: i64,
    sample: (i64, Instant),
    read_at: Instant,
    /// The longest pause between two reads of the log without a bus.
    longest: Duration,
}

#[derive(Debug)]
struct Kept<T> {
    after: Mark,
    at: Mark,
    batch: T,
}

impl<T> Order<T> {
    /// A reader at the end of the log. Without a bus it reads the log again after `longest` at the latest.
    #[must_use]
    pub fn new(end: Mark, longest: Duration, now: Instant) -> Self {
        Self {
            end,
            is_whole: true,
            kept: BTreeMap::new(),
            heard_of: end.place,
            missing_since: None,
            is_read_due: true,
            beat_at: None,
            floor: end.place,
            sample: (end.place, now),
            read_at: now,
            longest,
        }
    }

    /// The reader's position in the log.
    #[must_use]
    pub fn end(&self) -> Mark {
        self.end
    }

    /// Whether batches come by the bus. Otherwise they are read from the log.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.beat_at.is_some()
    }

    /// Takes a batch that has come by the bus, or from this process itself; returns what is to be handed on now, in this order.
    pub fn arrived(&mut self, after: Mark, at: Mark, batch: T, now: Instant) -> Vec<(Mark, T)> {
        if at.place <= self.end.place {
            self.compare(at);
            return Vec::new();
        }
        self.heard_of = self.heard_of.max(at.place);
        self.kept.insert(at.place, Kept { after, at, batch });
        let next = self.released(now);
        if self.kept.len() > MOST_KEPT {
            self.kept.clear();
            self.is_read_due = true;
        }
        next
    }

    /// Takes a beat: where the log ended when it was sent.
    pub fn beat(&mut self, last: Mark, now: Instant) {
        self.beat_at = Some(now);
        if now >= self.sample.1 + KNOWN_TO_ALL {
            self.floor = self.sample.0;
            self.sample = (self.end.place, now);
        }
        if last.place > self.end.place {
            self.heard_of(last.place, now);
        } else if last.place < self.floor {
            self.is_read_due = true;
        } else {
            self.compare(last);
        }
    }

    /// Takes a wake-up from the database.
    pub fn woken(&mut self, grown: Grown, now: Instant) {
        match grown {
            Grown::To(place) if self.is_followed() => self.heard_of(place, now),
            Grown::To(_) | Grown::Somehow => self.is_read_due = true,
        }
    }

    /// The bus is disconnected, or its beats have stopped.
    pub fn away(&mut self) {
        self.is_read_due |= self.beat_at.take().is_some();
    }

    /// What to do at `now`.
    pub fn wants(&mut self, now: Instant) -> Wants {
        if self.beat_at.is_some_and(|beat| now >= beat + SILENCE) {
            self.away();
        }
        let wait = self.beat_at.map_or(self.read_at + self.longest, |beat| beat + SILENCE);
        if self.is_read_due || now >= wait {
            return Wants::Read { is_gap: false };
        }
        let Some(since) = self.missing_since else { return Wants::Until(wait) };
        let late = since + if self.is_followed() { GRACE } else { SWAP };
        if now >= late { Wants::Read { is_gap: true } } else { Wants::Until(wait.min(late)) }
    }

    /// Takes note of a read of the log that delivered everything up to `end`; `is_whole` is false if it stopped in the
    /// middle of a batch. Returns the buffered batches to deliver now.
    pub fn read(&mut self, end: Mark, is_whole: bool, now: Instant) -> Vec<(Mark, T)> {
        let has_moved = (end, is_whole) != (self.end, self.is_whole);
        (self.end, self.is_whole, self.read_at) = (end, is_whole, now);
        (self.is_read_due, self.missing_since) = (false, None);
        if !has_moved {
            // The log ends here, so a later place that was heard of belongs to a log that is gone.
            self.heard_of = end.place;
            self.kept.clear();
        }
        let next = self.released(now);
        // A read delivers everything that was heard of before it began, unless it stopped at its limit.
        self.is_read_due |= has_moved && (!self.is_followed() || !self.is_whole || self.heard_of > self.end.place);
        next
    }

    /// Starts over at the end of a log that was restored.
    pub fn restarted(&mut self, end: Mark, now: Instant) {
        *self = Self { beat_at: self.beat_at, ..Self::new(end, self.longest, now) };
        self.is_read_due = false;
    }

    /// Notes that the log has a batch at this place.
    fn heard_of(&mut self, place: i64, now: Instant) {
        if place > self.end.place {
            self.heard_of = self.heard_of.max(place);
            self.missing_since.get_or_insert(now);
        }
    }

    /// Compares a batch at or before the end with ours. A different one in the same place means that the log was
    /// restored.
    fn compare(&mut self, other: Mark) {
        self.is_read_due |= other.place == self.end.place && other != self.end;
    }

    /// Takes the buffered batches that directly follow the end.
    fn released(&mut self, now: Instant) -> Vec<(Mark, T)> {
        let mut next = Vec::new();
        while let Some(first) = self.kept.first_entry() {
            let (after, at) = (first.get().after, first.get().at);
            if at.place <= self.end.place {
                first.remove();
                self.compare(at);
            } else if self.is_whole && after == self.end {
                self.end = at;
                next.push((at, first.remove().batch));
            } else {
                // A batch that names a predecessor other than our end comes from a restored log.
                self.is_read_due |= after.place <= self.end.place;
                break;
            }
        }
        if self.heard_of <= self.end.place {
            self.missing_since = None;
        } else if self.missing_since.is_none() || !next.is_empty() {
            self.missing_since = Some(now);
        }
        next
    }
}

#[cfg(test)]
mod tests;
