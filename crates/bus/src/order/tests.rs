//! Batches, beats and wake-ups that come in any order, late, twice or never, beside reads of the log, held against a model:
//! what the log has is handed on once, in its order.

use std::collections::VecDeque;

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm},
};

use super::*;

const LONGEST: Duration = Duration::from_secs(5);

/// Where a batch comes in the log, and what it follows.
type Sent = (Mark, Mark);

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A batch is committed, perhaps after a place that was given to nobody, and its message gets on its way.
    Commit {
        burns: bool,
        fate: Fate,
    },
    /// A message that was on its way arrives.
    Arrive(usize),
    Beat,
    /// A beat that was sent earlier.
    LateBeat(usize),
    Woken {
        knows_place: bool,
    },
    Pass(u64),
    Away,
    /// The reader's process ends, and another begins.
    Restart,
    /// The log is restored without its last batches.
    Restore(usize),
    /// The log can be read, and so much of it at once.
    Readable {
        is: bool,
        batches: usize,
        in_parts: bool,
    },
}

/// What becomes of a message.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Arrives,
    ArrivesTwice,
    IsLost,
    IsLate,
}

/// The step that a number stands for: a strategy of its own for each would take longer to draw than the test takes.
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
    /// The batch that was handed on last, and how much of it.
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

    /// Lets time pass, and the reader do what it has to meanwhile.
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

    /// Reads the log for as long as that is wanted; whether it could.
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

    /// A batch of a log that was cut off may still be handed on, if it follows what was.
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

    /// Lets the database be there and time pass: by then all that the log has was handed on.
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
fn whatever_arrives_each_batch_is_handed_on_once_and_in_order() {
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

/// A reader that beats have reached, at the end of a log with a batch.
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
fn while_all_arrives_in_order_the_log_is_not_read() {
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
fn a_wake_up_that_is_faster_than_the_bus_reads_nothing() {
    let mut world = followed();
    let sent = world.commit(false);
    world.take(Step::Woken { knows_place: true });
    world.take(Step::Pass(149));
    world.arrive(sent);
    world.take(Step::Pass(500));
    assert_eq!(world.reads, 0);
}

#[test]
fn two_that_change_places_are_put_back_without_the_log() {
    let mut world = followed();
    let (first, second) = (world.commit(false), world.commit(false));
    world.arrive(second);
    assert_ne!(world.heard.0, second.1);
    world.take(Step::Pass(100));
    world.arrive(first);
    assert_eq!((world.heard.0, world.reads), (second.1, 0));
}

#[test]
fn one_that_is_lost_is_read_after_a_grace_whoever_tells_of_it() {
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
fn a_bus_that_is_away_is_not_waited_for() {
    let mut world = followed();
    world.take(Step::Commit { burns: false, fate: Fate::IsLost });
    world.take(Step::Away);
    assert_eq!(world.heard.0, world.last());
}

#[test]
fn a_log_that_lost_its_end_is_noticed_by_the_next_batch_or_the_next_beats() {
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
fn no_more_is_kept_than_was_agreed() {
    let mut world = followed();
    world.is_readable = false;
    world.commit(false);
    for _ in 0..200 {
        world.take(Step::Commit { burns: false, fate: Fate::Arrives });
        world.check();
    }
    world.end(true);
}
