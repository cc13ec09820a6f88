//! In which order batches are handed on, and when the log is read for one that is missing.
//!
//! Nothing here does anything: times and what has arrived come as arguments, what is to be done is returned.

use std::{collections::BTreeMap, time::Duration};

use time::OffsetDateTime;
use tokio::time::Instant;

/// How long a batch that is known of, and is not here, may still come by the bus.
pub const GRACE: Duration = Duration::from_millis(150);

/// The same without a bus: what one process commits at the same time may change places on the way to its own streams.
pub const SWAP: Duration = Duration::from_millis(20);

/// For how long the last beat says that the bus is well.
pub const SILENCE: Duration = Duration::from_secs(2);

/// How old a place has to be before a beat that does not know it means that the log has lost it.
const KNOWN_TO_ALL: Duration = Duration::from_millis(500);

/// How many batches are kept for one that is missing; the log has them too.
const MOST_KEPT: usize = 64;

/// A batch of the log, or its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// Its place; 0 is the beginning.
    pub place: i64,
    /// When it was logged. In a log that was restored without its end another batch may get the place.
    pub fired_at: Option<OffsetDateTime>,
}

/// What a wake-up says of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grown {
    /// It has a batch at this place.
    To(i64),
    /// Anything may have happened to it.
    Somehow,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// Read the log.
    Read {
        /// Because a batch has not come by the bus.
        is_gap: bool,
    },
    /// Wait for what arrives, but no longer than this.
    Until(Instant),
}

/// Where a reader of the log is, and what it has that comes later.
///
/// Whatever arrives, and in whatever order, batches leave it in the order of the log and each once.
#[derive(Debug)]
pub struct Order<T> {
    end: Mark,
    /// Whether all of the batch at the end was handed on. The log may be read to the middle of one.
    is_whole: bool,
    kept: BTreeMap<i64, Kept<T>>,
    /// The last place that is known of.
    heard_of: i64,
    /// Since when something is missing.
    missing_since: Option<Instant>,
    is_read_due: bool,
    /// When the last beat came, as long as it counts.
    beat_at: Option<Instant>,
    /// A place that all others have to know as well, and one that will be of that kind.
    floor: i64,
    sample: (i64, Instant),
    read_at: Instant,
    /// How long the log is not read without a bus.
    longest: Duration,
}

#[derive(Debug)]
struct Kept<T> {
    after: Mark,
    at: Mark,
    batch: T,
}

impl<T> Order<T> {
    /// A reader at the end of the log, which without a bus reads it again after `longest` at the latest.
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

    /// Where it is.
    #[must_use]
    pub fn end(&self) -> Mark {
        self.end
    }

    /// Whether batches come by the bus, or are read from the log.
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

    /// Takes a wake-up.
    pub fn woken(&mut self, grown: Grown, now: Instant) {
        match grown {
            Grown::To(place) if self.is_followed() => self.heard_of(place, now),
            Grown::To(_) | Grown::Somehow => self.is_read_due = true,
        }
    }

    /// The bus is away.
    pub fn away(&mut self) {
        self.is_read_due |= self.beat_at.take().is_some();
    }

    /// What is to be done.
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

    /// The log was read, and what it has up to `end` was handed on, of the last batch perhaps a part; returns what is to be
    /// handed on now.
    pub fn read(&mut self, end: Mark, is_whole: bool, now: Instant) -> Vec<(Mark, T)> {
        let has_moved = (end, is_whole) != (self.end, self.is_whole);
        (self.end, self.is_whole, self.read_at) = (end, is_whole, now);
        (self.is_read_due, self.missing_since) = (false, None);
        if !has_moved {
            // The log ends here: whoever told of more did so of another one.
            self.heard_of = end.place;
            self.kept.clear();
        }
        let next = self.released(now);
        // What was known of before the log was read is in it, unless it was read in parts.
        self.is_read_due |= has_moved && (!self.is_followed() || !self.is_whole || self.heard_of > self.end.place);
        next
    }

    /// The log is another one than was followed, and ends here.
    pub fn restarted(&mut self, end: Mark, now: Instant) {
        *self = Self { beat_at: self.beat_at, ..Self::new(end, self.longest, now) };
        self.is_read_due = false;
    }

    /// The log has a batch at this place.
    fn heard_of(&mut self, place: i64, now: Instant) {
        if place > self.end.place {
            self.heard_of = self.heard_of.max(place);
            self.missing_since.get_or_insert(now);
        }
    }

    /// A batch at or before the end: where it is another one than was handed on, so is the log.
    fn compare(&mut self, other: Mark) {
        self.is_read_due |= other.place == self.end.place && other != self.end;
    }

    /// Takes out what follows the end.
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
                // One that does not know our end is of another log.
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
