//! A model test: batches, beats and wake-ups arrive in any order, late, twice or never, beside reads of the log. Each
//! batch of the log must be delivered once and in order.

use std::collections::VecDeque;

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm},
};

use super::*;

const LONGEST: Duration = Duration::from_secs(5);

/// A batch's mark and that of the batch before it.
type Sent = (Mark, Mark);

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A batch is committed, perhaps after an unused place, and its message is sent.
    Commit {
        burns: bool,
        fate: Fate,
    },
    /// A sent message arrives.
    Arrive(usize),
    Beat,
    /// An old beat arrives.
    LateBeat(usize),
    Woken {
        knows_place: bool,
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
            Step::Commit { burns: one_in(10), fate }
        }
        12..17 => Step::Arrive(detail as usize % 8),
        17..21 => Step::Beat,
        21 => Step::LateBeat(detail as usize % 8),
        22..25 => Step::Woken { knows_place: one_in(2) },
        25..31 => Step::Pass(u64::from(detail % 400)),
        31 => Step::Pass(u64::from(1_000 + detail % 3_000)),
        32 => Step::Away,
        33 => Step::Restart,
        34 => Step::Restore(1 + detail as usize % 3),
        _ => Step::Readable { is: !one_in(5), batches: 1 + detail as usize % 3, in_parts: one_in(4) },
    }
}

struct World {
    order: Order<Sent>,
    log: Vec<Mark>,
    on_the_way: VecDeque<Sent>,
    beats: Vec<Mark>,
    /// The last batch that was delivered, and how much of it.
    heard: (Mark, bool),
    now: Instant,
    committed: i64,
    is_readable: bool,
    batches: usize,
    in_parts: bool,
    reads: usize,
}

impl World {
    fn new() -> Self {
        let now = Instant::now();
        Self {
            order: Order::new(Mark::default(), LONGEST, now),
            log: Vec::new(),
            on_the_way: VecDeque::new(),
            beats: Vec::new(),
            heard: (Mark::default(), true),
            now,
            committed: 0,
            is_readable: true,
            batches: 3,
            in_parts: false,
            reads: 0,
        }
    }

    fn last(&self) -> Mark {
        self.log.last().copied().unwrap_or_default()
    }

    fn commit(&mut self, burns: bool) -> Sent {
        self.committed += 1;
        let after = self.last();
        let instant = OffsetDateTime::UNIX_EPOCH + time::Duration::microseconds(self.committed);
        let at = Mark { place: after.place + 1 + i64::from(burns), fired_at: Some(instant) };
        self.log.push(at);
        (after, at)
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Commit { burns, fate } => {
                let sent = self.commit(burns);
                match fate {
                    Fate::Arrives => self.arrive(sent),
                    Fate::ArrivesTwice => (0..2).for_each(|_| self.arrive(sent)),
                    Fate::IsLost => {}
                    Fate::IsLate => self.on_the_way.push_back(sent),
                }
            }
            Step::Arrive(which) => {
                if let Some(sent) = self.on_the_way.remove(which) {
                    self.arrive(sent);
                }
            }
            Step::Beat => self.beat(),
            Step::LateBeat(age) => {
                if let Some(last) = self.beats.iter().rev().nth(age).copied() {
                    self.order.beat(last, self.now);
                }
            }
            Step::Woken { knows_place } => {
                let grown = if knows_place { Grown::To(self.last().place) } else { Grown::Somehow };
                self.order.woken(grown, self.now);
            }
            Step::Pass(milliseconds) => self.pass(Duration::from_millis(milliseconds)),
            Step::Away => self.order.away(),
            Step::Restart => {
                self.order = Order::new(self.last(), LONGEST, self.now);
                self.heard = (self.last(), true);
            }
            Step::Restore(lost) => self.log.truncate(self.log.len().saturating_sub(lost)),
            Step::Readable { is, batches, in_parts } => {
                (self.is_readable, self.batches, self.in_parts) = (is, batches, in_parts);
            }
        }
        self.work();
    }

    fn beat(&mut self) {
        self.beats.push(self.last());
        self.order.beat(self.last(), self.now);
    }

    /// Lets time pass while the reader does what is due.
    fn pass(&mut self, duration: Duration) {
        let end = self.now + duration;
        while self.work()
            && let Wants::Until(at) = self.order.wants(self.now)
            && at <= end
        {
            self.now = self.now.max(at);
        }
        self.now = end;
    }

    /// Reads the log as long as the reader wants that; returns whether the log could be read.
    fn work(&mut self) -> bool {
        let mut reads = 0;
        while let Wants::Read { .. } = self.order.wants(self.now) {
            if !self.is_readable {
                return false;
            }
            self.read();
            reads += 1;
            assert!(reads < 2 * self.log.len() + 10, "it reads again and again");
        }
        true
    }

    fn arrive(&mut self, (after, at): Sent) {
        for (mark, (after, at)) in self.order.arrived(after, at, (after, at), self.now) {
            self.hand_on(after, at);
            assert_eq!(mark, at);
        }
    }

    /// A batch of a log that was truncated may still be delivered if it follows the last one.
    fn hand_on(&mut self, after: Mark, at: Mark) {
        assert_eq!(self.heard, (after, true), "nothing is left out, doubled or too early");
        self.heard = (at, true);
    }

    /// Reads as `storage::firings::stretch` does.
    fn read(&mut self) {
        self.reads += 1;
        let (end, is_whole) = self.heard;
        let known = end == Mark::default() || self.log.contains(&end);
        if !known || self.last().place < end.place {
            self.heard = (self.last(), true);
            self.order.restarted(self.last(), self.now);
            return;
        }
        let first = self.log.partition_point(|mark| mark.place < end.place + i64::from(is_whole));
        let stretch: Vec<_> = self.log.iter().skip(first).take(self.batches).copied().collect();
        if let Some(last) = stretch.last() {
            let is_partly_read = self.in_parts && (is_whole || *last != end);
            self.heard = (*last, !is_partly_read);
        }
        let (end, is_whole) = self.heard;
        for (_, (after, at)) in self.order.read(end, is_whole, self.now) {
            self.hand_on(after, at);
        }
    }

    fn check(&self) {
        assert_eq!(self.order.end(), self.heard.0);
        assert!(self.order.kept.len() <= MOST_KEPT);
        assert!(self.heard.0 == Mark::default() || self.heard.0.place > 0);
    }

    /// Makes the database available and lets time pass: by then everything in the log must have been delivered.
    fn end(mut self, with_bus: bool) {
        (self.is_readable, self.in_parts) = (true, false);
        if with_bus {
            for _ in 0..4 {
                self.beat();
                self.work();
                self.pass(Duration::from_secs(1));
            }
        } else {
            self.pass(SILENCE + LONGEST);
        }
        assert_eq!(self.heard, (self.last(), true), "all is heard");
    }
}

#[test]
fn each_batch_is_delivered_once_and_in_order_whatever_arrives() {
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

/// A reader at the end of a log with one batch, which has received a beat.
fn followed() -> World {
    let mut world = World::new();
    world.commit(false);
    world.work();
    world.beat();
    world.work();
    world.reads = 0;
    world
}

#[test]
fn the_log_is_not_read_while_all_batches_arrive_in_order() {
    let mut world = followed();
    for round in 0..100 {
        world.take(Step::Commit { burns: round % 7 == 0, fate: Fate::Arrives });
        world.take(Step::Woken { knows_place: true });
        world.take(Step::Pass(100));
        if round % 10 == 0 {
            world.take(Step::Beat);
        }
    }
    assert_eq!((world.reads, world.heard.0), (0, world.last()));
}

#[test]
fn a_wake_up_that_comes_before_its_batch_causes_no_read() {
    let mut world = followed();
    let sent = world.commit(false);
    world.take(Step::Woken { knows_place: true });
    world.take(Step::Pass(149));
    world.arrive(sent);
    world.take(Step::Pass(500));
    assert_eq!(world.reads, 0);
}

#[test]
fn two_swapped_batches_are_reordered_without_the_log() {
    let mut world = followed();
    let (first, second) = (world.commit(false), world.commit(false));
    world.arrive(second);
    assert_ne!(world.heard.0, second.1);
    world.take(Step::Pass(100));
    world.arrive(first);
    assert_eq!((world.heard.0, world.reads), (second.1, 0));
}

#[test]
fn a_lost_batch_is_read_from_the_log_after_the_grace_period() {
    for telling in [Step::Woken { knows_place: true }, Step::Beat, Step::Commit { burns: false, fate: Fate::Arrives }] {
        let mut world = followed();
        world.take(Step::Commit { burns: false, fate: Fate::IsLost });
        world.take(telling);
        world.pass(GRACE / 2);
        assert_eq!(world.reads, 0);
        world.pass(GRACE);
        assert_eq!((world.reads, world.heard.0), (1, world.last()));
    }
}

#[test]
fn without_beats_the_log_is_read_as_without_a_bus() {
    let mut world = followed();
    world.pass(SILENCE);
    assert!(!world.order.is_followed() && world.reads == 1);
    world.take(Step::Commit { burns: false, fate: Fate::IsLost });
    world.take(Step::Woken { knows_place: true });
    assert_eq!(world.heard.0, world.last());
    world.commit(false);
    world.pass(LONGEST);
    assert_eq!(world.heard.0, world.last());
}

#[test]
fn a_disconnected_bus_is_not_waited_for() {
    let mut world = followed();
    world.take(Step::Commit { burns: false, fate: Fate::IsLost });
    world.take(Step::Away);
    assert_eq!(world.heard.0, world.last());
}

#[test]
fn a_truncated_log_is_noticed_by_the_next_batch_or_beats() {
    let mut world = followed();
    world.take(Step::Commit { burns: false, fate: Fate::Arrives });
    world.take(Step::Restore(1));
    world.take(Step::Commit { burns: false, fate: Fate::Arrives });
    assert_eq!((world.reads, world.heard.0), (1, world.last()));

    let mut world = followed();
    world.take(Step::Commit { burns: false, fate: Fate::Arrives });
    world.take(Step::Restore(1));
    for _ in 0..4 {
        world.take(Step::Beat);
        world.take(Step::Pass(999));
    }
    assert_eq!(world.heard.0, world.last());
}

#[test]
fn no_more_than_the_limit_is_buffered() {
    let mut world = followed();
    world.is_readable = false;
    world.commit(false);
    for _ in 0..200 {
        world.take(Step::Commit { burns: false, fate: Fate::Arrives });
        world.check();
    }
    world.end(true);
}
