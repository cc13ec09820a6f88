//! A model test: batches, heartbeats and wake-ups arrive in any order, late, twice or never, between reads of the log.
//! Each batch of the log must be delivered once and in order.

use std::collections::VecDeque;

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm},
};

use super::*;

const MAX_READ_INTERVAL: Duration = Duration::from_secs(5);

/// The ids of the previous batch and of the batch itself.
type SentIds = (BatchId, BatchId);

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A batch is committed, possibly after an unused offset, and its message is sent.
    Commit {
        skips_offset: bool,
        fate: Fate,
    },
    /// A sent message arrives.
    Arrive(usize),
    Heartbeat,
    /// An old heartbeat arrives.
    LateHeartbeat(usize),
    Woken {
        knows_offset: bool,
    },
    Pass(u64),
    Away,
    /// The reader's process is restarted.
    Restart,
    /// The log is restored without its last batches.
    Restore(usize),
    /// Whether the log can be read from now on, and how much one read returns.
    Readable {
        is: bool,
        batches: usize,
        in_parts: bool,
    },
}

/// What happens to a message.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Arrives,
    ArrivesTwice,
    IsLost,
    IsLate,
}

/// Turns a number into a step: generating each step by a strategy of its own would take longer than the test.
fn step(number: u32) -> Step {
    let (kind, detail) = (number % 40, number / 40);
    let one_in = |of: u32| detail.is_multiple_of(of);
    match kind {
        0..12 => {
            let fate = match detail / 10 % 12 {
                0..6 => Fate::Arrives,
                6 => Fate::ArrivesTwice,
                7..9 => Fate::IsLost,
                _ => Fate::IsLate,
            };
            Step::Commit { skips_offset: one_in(10), fate }
        }
        12..17 => Step::Arrive(detail as usize % 8),
        17..21 => Step::Heartbeat,
        21 => Step::LateHeartbeat(detail as usize % 8),
        22..25 => Step::Woken { knows_offset: one_in(2) },
        25..31 => Step::Pass(u64::from(detail % 400)),
        31 => Step::Pass(u64::from(1_000 + detail % 3_000)),
        32 => Step::Away,
        33 => Step::Restart,
        34 => Step::Restore(1 + detail as usize % 3),
        _ => Step::Readable { is: !one_in(5), batches: 1 + detail as usize % 3, in_parts: one_in(4) },
    }
}

struct World {
    sequencer: BatchSequencer<SentIds>,
    log: Vec<BatchId>,
    in_flight: VecDeque<SentIds>,
    heartbeats: Vec<BatchId>,
    /// The last batch that was delivered, and how much of it.
    delivered: (BatchId, bool),
    now: Instant,
    committed: i64,
    can_be_read: bool,
    batches: usize,
    in_parts: bool,
    reads: usize,
}

impl World {
    fn new() -> Self {
        let now = Instant::now();
        Self {
            sequencer: BatchSequencer::new(BatchId::default(), MAX_READ_INTERVAL, now),
            log: Vec::new(),
            in_flight: VecDeque::new(),
            heartbeats: Vec::new(),
            delivered: (BatchId::default(), true),
            now,
            committed: 0,
            can_be_read: true,
            batches: 3,
            in_parts: false,
            reads: 0,
        }
    }

    fn last(&self) -> BatchId {
        self.log.last().copied().unwrap_or_default()
    }

    fn commit(&mut self, skips_offset: bool) -> SentIds {
        self.committed += 1;
        let previous = self.last();
        let instant = OffsetDateTime::UNIX_EPOCH + time::Duration::microseconds(self.committed);
        let id = BatchId { offset: previous.offset + 1 + i64::from(skips_offset), fired_at: Some(instant) };
        self.log.push(id);
        (previous, id)
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Commit { skips_offset, fate } => {
                let sent = self.commit(skips_offset);
                match fate {
                    Fate::Arrives => self.arrive(sent),
                    Fate::ArrivesTwice => (0..2).for_each(|_| self.arrive(sent)),
                    Fate::IsLost => {}
                    Fate::IsLate => self.in_flight.push_back(sent),
                }
            }
            Step::Arrive(which) => {
                if let Some(sent) = self.in_flight.remove(which) {
                    self.arrive(sent);
                }
            }
            Step::Heartbeat => self.heartbeat(),
            Step::LateHeartbeat(age) => {
                if let Some(last) = self.heartbeats.iter().rev().nth(age).copied() {
                    self.sequencer.heartbeat_received(last, self.now);
                }
            }
            Step::Woken { knows_offset } => {
                let growth = if knows_offset { LogGrowth::ToOffset(self.last().offset) } else { LogGrowth::Unknown };
                self.sequencer.woken(growth, self.now);
            }
            Step::Pass(milliseconds) => self.pass(Duration::from_millis(milliseconds)),
            Step::Away => self.sequencer.bus_lost(),
            Step::Restart => {
                self.sequencer = BatchSequencer::new(self.last(), MAX_READ_INTERVAL, self.now);
                self.delivered = (self.last(), true);
            }
            Step::Restore(lost) => self.log.truncate(self.log.len().saturating_sub(lost)),
            Step::Readable { is, batches, in_parts } => {
                (self.can_be_read, self.batches, self.in_parts) = (is, batches, in_parts);
            }
        }
        self.work();
    }

    fn heartbeat(&mut self) {
        self.heartbeats.push(self.last());
        self.sequencer.heartbeat_received(self.last(), self.now);
    }

    /// Lets time pass while the reader does what is due.
    fn pass(&mut self, duration: Duration) {
        let end = self.now + duration;
        while self.work()
            && let Action::WaitUntil(at) = self.sequencer.next_action(self.now)
            && at <= end
        {
            self.now = self.now.max(at);
        }
        self.now = end;
    }

    /// Reads the log while reads are due; returns false if one is due and the log cannot be read.
    fn work(&mut self) -> bool {
        let mut reads = 0;
        while let Action::ReadLog { .. } = self.sequencer.next_action(self.now) {
            if !self.can_be_read {
                return false;
            }
            self.read();
            reads += 1;
            assert!(reads < 2 * self.log.len() + 10, "it reads the log in an endless loop");
        }
        true
    }

    fn arrive(&mut self, (previous, id): SentIds) {
        for (released, (previous, id)) in self.sequencer.batch_received(previous, id, (previous, id), self.now) {
            self.deliver(previous, id);
            assert_eq!(released, id);
        }
    }

    /// A batch of a log that was truncated may still be delivered if it follows the last one.
    fn deliver(&mut self, previous: BatchId, id: BatchId) {
        assert_eq!(self.delivered, (previous, true), "a batch was skipped, repeated or delivered too early");
        self.delivered = (id, true);
    }

    /// Reads as `storage::log::read_page` does.
    fn read(&mut self) {
        self.reads += 1;
        let (end, is_whole) = self.delivered;
        let known = end == BatchId::default() || self.log.contains(&end);
        if !known || self.last().offset < end.offset {
            self.delivered = (self.last(), true);
            self.sequencer.restart(self.last(), self.now);
            return;
        }
        let first = self.log.partition_point(|batch| batch.offset < end.offset + i64::from(is_whole));
        let stretch: Vec<_> = self.log.iter().skip(first).take(self.batches).copied().collect();
        if let Some(last) = stretch.last() {
            let is_partly_read = self.in_parts && (is_whole || *last != end);
            self.delivered = (*last, !is_partly_read);
        }
        let (end, is_whole) = self.delivered;
        for (_, (previous, id)) in self.sequencer.log_was_read(end, is_whole, self.now) {
            self.deliver(previous, id);
        }
    }

    fn check(&self) {
        assert_eq!(self.sequencer.end(), self.delivered.0);
        assert!(self.sequencer.buffer.len() <= MAX_BUFFERED);
        assert!(self.delivered.0 == BatchId::default() || self.delivered.0.offset > 0);
    }

    /// Makes the database available and lets time pass: by then everything in the log must have been delivered.
    fn end(mut self, with_bus: bool) {
        (self.can_be_read, self.in_parts) = (true, false);
        if with_bus {
            for _ in 0..4 {
                self.heartbeat();
                self.work();
                self.pass(Duration::from_secs(1));
            }
        } else {
            self.pass(HEARTBEAT_TIMEOUT + MAX_READ_INTERVAL);
        }
        assert_eq!(self.delivered, (self.last(), true), "the whole log is delivered");
    }
}

#[test]
fn each_batch_is_delivered_once_and_in_order_whatever_messages_arrive() {
    let config = Config { cases: 10_000, failure_persistence: None, ..Config::default() };
    let config = Config { rng_algorithm: RngAlgorithm::XorShift, ..config };
    proptest!(config, |(steps in vec(any::<u32>(), 0..80), with_bus in any::<bool>())| {
        let mut world = World::new();
        for number in steps {
            world.take(step(number));
            world.check();
        }
        world.end(with_bus);
    });
}

/// A reader at the end of a log with one batch, which has received a heartbeat.
fn with_bus() -> World {
    let mut world = World::new();
    world.commit(false);
    world.work();
    world.heartbeat();
    world.work();
    world.reads = 0;
    world
}

#[test]
fn the_log_is_not_read_while_all_batches_arrive_in_order() {
    let mut world = with_bus();
    for round in 0..100 {
        world.take(Step::Commit { skips_offset: round % 7 == 0, fate: Fate::Arrives });
        world.take(Step::Woken { knows_offset: true });
        world.take(Step::Pass(100));
        if round % 10 == 0 {
            world.take(Step::Heartbeat);
        }
    }
    assert_eq!((world.reads, world.delivered.0), (0, world.last()));
}

#[test]
fn a_wake_up_that_comes_before_its_batch_causes_no_read() {
    let mut world = with_bus();
    let sent = world.commit(false);
    world.take(Step::Woken { knows_offset: true });
    world.take(Step::Pass(149));
    world.arrive(sent);
    world.take(Step::Pass(500));
    assert_eq!(world.reads, 0);
}

#[test]
fn two_swapped_batches_are_reordered_without_the_log() {
    let mut world = with_bus();
    let (first, second) = (world.commit(false), world.commit(false));
    world.arrive(second);
    assert_ne!(world.delivered.0, second.1);
    world.take(Step::Pass(100));
    world.arrive(first);
    assert_eq!((world.delivered.0, world.reads), (second.1, 0));
}

#[test]
fn a_lost_batch_is_read_from_the_log_after_the_grace_period() {
    for hint in
        [Step::Woken { knows_offset: true }, Step::Heartbeat, Step::Commit { skips_offset: false, fate: Fate::Arrives }]
    {
        let mut world = with_bus();
        world.take(Step::Commit { skips_offset: false, fate: Fate::IsLost });
        world.take(hint);
        world.pass(GRACE / 2);
        assert_eq!(world.reads, 0);
        world.pass(GRACE);
        assert_eq!((world.reads, world.delivered.0), (1, world.last()));
    }
}

#[test]
fn when_heartbeats_stop_the_log_is_read_as_without_a_bus() {
    let mut world = with_bus();
    world.pass(HEARTBEAT_TIMEOUT);
    assert!(!world.sequencer.is_bus_up() && world.reads == 1);
    world.take(Step::Commit { skips_offset: false, fate: Fate::IsLost });
    world.take(Step::Woken { knows_offset: true });
    assert_eq!(world.delivered.0, world.last());
    world.commit(false);
    world.pass(MAX_READ_INTERVAL);
    assert_eq!(world.delivered.0, world.last());
}

#[test]
fn a_disconnected_bus_causes_a_read_at_once() {
    let mut world = with_bus();
    world.take(Step::Commit { skips_offset: false, fate: Fate::IsLost });
    world.take(Step::Away);
    assert_eq!(world.delivered.0, world.last());
}

#[test]
fn the_next_batch_or_later_heartbeats_reveal_a_truncated_log() {
    let mut world = with_bus();
    world.take(Step::Commit { skips_offset: false, fate: Fate::Arrives });
    world.take(Step::Restore(1));
    world.take(Step::Commit { skips_offset: false, fate: Fate::Arrives });
    assert_eq!((world.reads, world.delivered.0), (1, world.last()));

    let mut world = with_bus();
    world.take(Step::Commit { skips_offset: false, fate: Fate::Arrives });
    world.take(Step::Restore(1));
    for _ in 0..4 {
        world.take(Step::Heartbeat);
        world.take(Step::Pass(999));
    }
    assert_eq!(world.delivered.0, world.last());
}

#[test]
fn the_buffer_never_exceeds_its_limit() {
    let mut world = with_bus();
    world.can_be_read = false;
    world.commit(false);
    for _ in 0..200 {
        world.take(Step::Commit { skips_offset: false, fate: Fate::Arrives });
        world.check();
    }
    world.end(true);
}
