//! What the database has committed: rows, the log of rings, messages to a device.

use std::collections::BTreeMap;

use tokibako_feed::BatchId;

use crate::{
    instants::{Millis, system},
    messages::Push,
    rows::{Ring, RowArming, StandingAnswer},
};

/// A ring in the log.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LogEntry {
    /// The alarm as it was after the ring.
    pub after: RowArming,
    /// The answer that counts.
    pub answered: Option<StandingAnswer>,
}

/// Rings that one transaction has appended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Batch {
    /// The batch's offset in the log.
    pub offset: i64,
    /// When it was logged, by the system's clock.
    pub fired_at: Millis,
    /// The batch's rings.
    pub rings: Vec<Ring>,
    /// What the rows were before.
    before: Vec<(u8, RowArming)>,
}

/// Committed rows, and the numbers that the database has drawn. Those are kept when a transaction is rolled back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Database {
    /// The alarms.
    pub alarms: Vec<RowArming>,
    /// The rings.
    pub rings: BTreeMap<Ring, LogEntry>,
    /// The batches, by offset.
    pub log: Vec<Batch>,
    /// Messages to the device.
    pub pushes: Vec<Push>,
    /// The offset of the last batch whose messages are queued.
    pub read_to: i64,
    /// The last offset that was drawn.
    last_offset: i64,
    /// The last id of a message.
    last_push: u8,
}

/// What a transaction writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Writes {
    /// Where alarms move.
    pub moves: Vec<(u8, RowArming)>,
    /// The rings that are appended.
    pub rings: Vec<Ring>,
    /// An answer.
    pub answer: Option<(Ring, StandingAnswer)>,
}

impl Batch {
    /// What identifies it, as the feed knows it.
    pub(crate) fn id(&self) -> BatchId {
        BatchId { offset: self.offset, fired_at: Some(system(self.fired_at)) }
    }
}

impl Database {
    /// Alarms that are due at the beginning, all else empty.
    pub(crate) fn with_alarms(number: u8) -> Self {
        Self { alarms: vec![RowArming::Scheduled(0); usize::from(number)], ..Self::default() }
    }

    /// An alarm.
    pub(crate) fn alarm(&self, alarm: u8) -> RowArming {
        self.alarms.get(usize::from(alarm)).copied().unwrap_or(RowArming::Off)
    }

    /// Changes an alarm.
    pub(crate) fn set_alarm(&mut self, alarm: u8, armed: RowArming) {
        if let Some(row) = self.alarms.get_mut(usize::from(alarm)) {
            *row = armed;
        }
    }

    /// Draws an offset, as the sequence does: at once, whatever becomes of the transaction.
    pub(crate) fn draw_offset(&mut self) -> i64 {
        self.last_offset += 1;
        self.last_offset
    }

    /// Draws the id of a message.
    pub(crate) fn draw_push(&mut self) -> u8 {
        self.last_push += 1;
        self.last_push
    }

    /// The end of the log.
    pub(crate) fn end(&self) -> BatchId {
        self.log.last().map(Batch::id).unwrap_or_default()
    }

    /// The ids of all batches.
    pub(crate) fn ids(&self) -> Vec<BatchId> {
        self.log.iter().map(Batch::id).collect()
    }

    /// The batch with the greatest offset before this one.
    pub(crate) fn before(&self, offset: i64) -> BatchId {
        self.log.iter().rev().find(|batch| batch.offset < offset).map(Batch::id).unwrap_or_default()
    }

    /// Makes visible what a transaction has written. An answer replaces another one only if the transaction did not see
    /// that.
    pub(crate) fn commit(&mut self, writes: &Writes, offset: Option<i64>, fired_at: Millis) {
        let before = writes.moves.iter().map(|(alarm, _)| (*alarm, self.alarm(*alarm))).collect();
        for ring in &writes.rings {
            let after = writes.moves.iter().find(|(alarm, _)| *alarm == ring.alarm).map(|(_, after)| *after);
            self.rings.insert(*ring, LogEntry { after: after.unwrap_or(RowArming::Off), answered: None });
        }
        for (alarm, armed) in &writes.moves {
            self.set_alarm(*alarm, *armed);
        }
        if let Some((ring, standing)) = writes.answer
            && let Some(logged) = self.rings.get_mut(&ring)
        {
            logged.answered = Some(standing);
        }
        if let Some(offset) = offset {
            let batch = Batch { offset, fired_at, rings: writes.rings.clone(), before };
            let at = self.log.partition_point(|other| other.offset < offset);
            self.log.insert(at, batch);
        }
    }

    /// Restores the database as it was before its last batch. The offsets of that are given to other batches.
    pub(crate) fn restore(&mut self) {
        let Some(batch) = self.log.pop() else { return };
        for ring in &batch.rings {
            self.rings.remove(ring);
            self.pushes.retain(|push| push.ring != *ring);
        }
        for (alarm, armed) in batch.before {
            self.set_alarm(alarm, armed);
        }
        self.last_offset = self.log.last().map_or(0, |batch| batch.offset);
        self.read_to = self.read_to.min(self.last_offset);
    }
}
