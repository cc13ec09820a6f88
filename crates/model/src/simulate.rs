//! A simulation: one random way through a large world on a virtual clock, all of it drawn from a seed.
//!
//! A search visits every state of a small world. A simulation sees more processes, alarms and faults together, and a process
//! that stands still for a while, but only one order of events for each seed.

use fastrand::Rng;
use stateright::{Expectation, Model as _};
use tokibako_domain::answer::Answer;

use crate::{
    action::Action,
    bounds::{Bounds, Limits, Mutation},
    instants::Millis,
    transaction::Owner,
    world::World,
};

/// What pages may answer.
const ANSWERS: [&[Answer]; 5] = [
    &[],
    &[Answer::Stop],
    &[Answer::Snooze],
    &[Answer::Stop, Answer::Snooze],
    &[Answer::Snooze, Answer::Stop, Answer::Stop],
];

/// The processes that serve streams.
const STREAMS: [&[u8]; 5] = [&[], &[0], &[1], &[0, 1], &[0, 1, 2]];

/// For how long things may begin, and how long everything then has to catch up.
const LONGEST: Millis = 65_000;
const CATCH_UP: Millis = 700_000;

/// For how long a process stands still: a moment, or longer than a lease and shorter than two (docs/proof.md).
const STANDSTILL: [std::ops::Range<Millis>; 2] = [1..5_000, 30_000..45_000];

/// After this many events a world has no end.
const ENDLESS: usize = 100_000;

/// What a seed has led to.
#[derive(Debug)]
pub struct SimulationResult {
    /// The world.
    pub bounds: Bounds,
    /// What happened, each with the time of the monotonic clock in milliseconds.
    pub history: Vec<(Millis, Action)>,
    /// The property that does not hold at its end.
    pub broken: Option<&'static str>,
}

/// A process that stands still until this time.
struct Standstill {
    process: u8,
    until: Millis,
}

/// How the way goes on.
struct Walk {
    chance: Rng,
    /// How likely it is that what happens next is a fault.
    haste: f64,
    /// Until when there is none.
    calm_until: Millis,
    /// When pages begin to answer.
    answers_from: Millis,
    standstill: Option<Standstill>,
    /// How often a process may still stand still.
    standstills: u8,
}

/// Draws a world and a way through it.
#[must_use]
pub fn simulate(seed: u64, mutation: Option<Mutation>) -> SimulationResult {
    let mut chance = Rng::with_seed(seed);
    let bounds = Bounds { mutation, ..world(&mut chance) };
    let (haste, standstills) = (chance.f64() * 0.3, if bounds.has_device { 1 } else { 5 });
    let answers_from = chance.i64(-1_000..bounds.until);
    let mut walk = Walk { chance, haste, calm_until: 0, answers_from, standstill: None, standstills };
    let properties = bounds.properties();
    let mut world = World::begin(&bounds);
    let mut history = Vec::new();
    for _ in 0..ENDLESS {
        let Some(action) = walk.next(&world, &bounds) else {
            return SimulationResult { bounds, history, broken: None };
        };
        history.push((world.now, action));
        if world.happen(action, &bounds).is_none() {
            history.pop();
            continue;
        }
        let is_broken = |property: &&stateright::Property<Bounds>| {
            property.expectation == Expectation::Always && !(property.condition)(&bounds, &world)
        };
        if let Some(property) = properties.iter().find(is_broken) {
            return SimulationResult { bounds, history, broken: Some(property.name) };
        }
    }
    SimulationResult { bounds, history, broken: Some("every world ends") }
}

/// A world of some of the faults: with all of them in each, few would last long enough to meet others.
fn world(chance: &mut Rng) -> Bounds {
    let until = if chance.bool() { LONGEST } else { chance.i64(1_000..LONGEST) };
    let is_restored = chance.u8(0..4) == 0;
    let has_device = !is_restored && chance.bool();
    let answers = if is_restored { ANSWERS[0] } else { chance.choice(ANSWERS).unwrap_or_default() };
    let mut times = |most: u8| if chance.bool() { chance.u8(0..=most) } else { 0 };
    let limits = Limits {
        passes: 60,
        switches: times(2),
        heartbeats: times(4),
        crashes: times(3),
        database_crashes: times(2),
        lost_connections: times(4),
        lost_messages: times(4),
        doubled_messages: times(3),
        restores: if is_restored { 1 + times(1) } else { 0 },
        jumps_back: times(2),
        refused_posts: times(4),
    };
    Bounds {
        processes: 3,
        alarms: chance.u8(1..=5),
        batch: chance.u8(1..=3),
        streams: chance.choice(STREAMS).unwrap_or_default(),
        has_bus: chance.bool(),
        has_device,
        answers,
        limits,
        until,
        horizon: until + CATCH_UP,
        mutation: None,
    }
}

impl Walk {
    /// What happens next: mostly what has to, in between what may.
    fn next(&mut self, world: &World, bounds: &Bounds) -> Option<Action> {
        let (all, necessary) = (world.choices(bounds), world.necessary(bounds));
        let is_answer = |action: &&Action| matches!(action, Action::Answer(_));
        // Most often while a message is in somebody's hands.
        let one_in = if world.processes.iter().any(|process| !process.taken.is_empty()) { 4 } else { 100 };
        if world.now >= self.answers_from
            && self.chance.u8(0..one_in) == 0
            && let Some(answer) = self.chance.choice(all.iter().filter(is_answer).collect::<Vec<_>>())
        {
            return Some(*answer);
        }
        let is_fault =
            |action: &&Action| !necessary.contains(action) && !matches!(action, Action::Pass | Action::Answer(_));
        if world.now >= self.calm_until
            && self.chance.f64() < self.haste
            && let Some(fault) = self.chance.choice(all.iter().filter(is_fault).collect::<Vec<_>>())
        {
            // Some faults meet, others come alone.
            self.calm_until = world.now + if self.chance.bool() { 0 } else { self.chance.i64(0..bounds.until) };
            return Some(*fault);
        }
        self.standstill.take_if(|still| still.until <= world.now);
        let still = self.standstill.as_ref().map(|still| still.process);
        let is_awake = |action: &&Action| still.is_none() || still != of_process(world, **action);
        if let Some(action) = self.chance.choice(necessary.iter().filter(is_awake).collect::<Vec<_>>()) {
            if self.stands_still_before(*action, world, bounds) {
                return self.next(world, bounds);
            }
            return Some(*action);
        }
        // Only the process that stands still has something to do.
        if let Some(Standstill { process, until }) = self.standstill.take_if(|_| !necessary.is_empty())
            && all.contains(&Action::Pass)
            && world.next_due(bounds).is_some_and(|due| due <= until)
        {
            self.standstill = Some(Standstill { process, until });
            return Some(Action::Pass);
        }
        self.chance.choice(if necessary.is_empty() { all } else { necessary })
    }

    /// Whether the process that is about to do something stands still first: most often with a message in its hands.
    fn stands_still_before(&mut self, action: Action, world: &World, bounds: &Bounds) -> bool {
        let Some(process) = of_process(world, action) else { return false };
        let one_in = if matches!(action, Action::Post(..) | Action::Record(..)) { 4 } else { 40 };
        let may_begin = self.standstill.is_none() && self.standstills > 0 && world.now < bounds.until;
        if !may_begin || self.chance.u8(0..one_in) > 0 {
            return false;
        }
        let [moment, long] = STANDSTILL;
        let time = if self.chance.bool() { moment } else { long };
        let until = world.now + self.chance.i64(time);
        self.standstill = Some(Standstill { process, until });
        self.standstills -= 1;
        true
    }
}

/// The process that does it.
fn of_process(world: &World, action: Action) -> Option<u8> {
    match action {
        Action::Claim(process)
        | Action::TakeOwn(process)
        | Action::Read(process)
        | Action::Take(process)
        | Action::Post(process, _)
        | Action::Record(process, _) => Some(process),
        Action::Answer(page) => Some(world.process_of(Owner::Page(page))),
        Action::Step(owner) | Action::Learn(owner) => Some(world.process_of(owner)),
        Action::Arrive(at) => world.under_way.get(at).map(|(to, _)| *to),
        _ => None,
    }
}
