//! Checks that what arrived at the push services is what was expected.

use std::collections::HashMap;

use time::{Duration, OffsetDateTime};

use super::scene::{Arrival, Given, RING_FOR, Said, Scene, State, expiry};
use crate::{drills::tally::Tally, ground::occurrence::Occurrence};

/// The difference between the sender's and the service's look at the clock.
const ON_ITS_WAY: Duration = Duration::SECOND;

/// A post in progress cannot be called back when its ring is answered. It takes this long at most, with the wait for
/// its turn.
const UNDER_WAY: Duration = Duration::seconds(25);

/// The time between an accepted message and its repeat, at least.
const APART: Duration = Duration::seconds(29);

/// What the drill has prepared.
pub(super) struct Expected {
    /// The browser of each ring.
    pub(super) rings: HashMap<Occurrence, u32>,
    /// Rings that are so late that they may expire before they are accepted.
    pub(super) hasty: Vec<Occurrence>,
    pub(super) killed: Vec<OffsetDateTime>,
}

/// The result in numbers.
#[derive(Debug, Default)]
pub(super) struct Account {
    expected: usize,
    delivered: usize,
    doubled: usize,
    /// Duplicates that are allowed because the sender could not know that the first post had arrived.
    pub(super) again: usize,
    /// Rings that were accepted after their answer, because their post was in progress.
    pub(super) overtaken: usize,
    /// Accepted repeats of rings.
    pub(super) repeats: usize,
    /// Accepted messages that end a ring.
    pub(super) stops: usize,
    /// Devices that were sent a ring but not its end, and that had not confirmed showing it.
    pub(super) untold: usize,
    worst: Duration,
    faults: Vec<String>,
}

impl Account {
    /// Judges every ring on every device of its browser.
    pub(super) fn of(scene: &Scene, state: &State, expected: &Expected) -> Self {
        let mut account = Self { faults: state.faults.clone(), ..Self::default() };
        let mut of_ring: HashMap<(Occurrence, usize), Vec<&Arrival>> = HashMap::new();
        for arrival in &state.arrivals {
            let (Said::Ring(ring) | Said::Repeat(ring, _) | Said::Stop(ring)) = arrival.said;
            of_ring.entry((ring, arrival.device)).or_default().push(arrival);
        }
        for (ring, browser) in &expected.rings {
            for device in scene.of_browser(*browser) {
                let arrivals = of_ring.remove(&(*ring, device)).unwrap_or_default();
                account.judge(*ring, device, &arrivals, scene, state, expected);
            }
        }
        account.require(of_ring.is_empty(), || format!("{} rings came to devices of others", of_ring.len()));
        account
    }

    /// Adds the result to the tally of the drill.
    pub(super) fn enter(self, tally: &mut Tally) {
        let Self { expected, delivered, doubled, worst, faults, .. } = self;
        tally.enter_counts(expected, delivered, delivered + doubled, worst);
        let shown = faults.len().min(5);
        for fault in faults.iter().take(shown) {
            tally.require(false, || fault.clone());
        }
        tally.require(faults.len() == shown, || format!("and {} more", faults.len() - shown));
    }

    fn judge(
        &mut self,
        ring: Occurrence,
        device: usize,
        arrivals: &[&Arrival],
        scene: &Scene,
        state: &State,
        expected: &Expected,
    ) {
        let rings: Vec<_> = arrivals.iter().filter(|it| it.said == Said::Ring(ring)).copied().collect();
        let late = rings.iter().filter(|it| it.at > expiry(ring) + ON_ITS_WAY).count();
        self.require(late == 0, || format!("{late} posts of a ring that was of no use any more"));
        let is_one = arrivals.windows(2).all(|two| two[0].topic == two[1].topic && two[0].tag == two[1].tag);
        self.require(is_one, || "a ring came with two topics or tags".to_owned());
        if scene.devices[device].ended.is_some() {
            return;
        }
        let taken: Vec<_> = rings.into_iter().filter(|it| it.is_taken).collect();
        for two in taken.windows(2) {
            if is_excused(two[0], two[1], &expected.killed) { self.again += 1 } else { self.doubled += 1 }
        }
        let repeats = self.judge_repeats(arrivals, &taken, expected);
        match state.given.get(&ring) {
            Some(given) => {
                let taken: Vec<_> = taken.into_iter().chain(repeats).collect();
                self.judge_answered(device, arrivals, &taken, *given, state.heard.get(&(device, ring)));
            }
            None if expected.hasty.contains(&ring) => {}
            None => {
                self.expected += 1;
                if let Some(first) = taken.first() {
                    self.delivered += 1;
                    self.worst = self.worst.max(first.at - ring.due());
                    self.require(!repeats.is_empty(), || "a ring that nobody answered was not repeated".to_owned());
                }
                let is_stopped = arrivals.iter().any(|it| matches!(it.said, Said::Stop(_)));
                self.require(!is_stopped, || "a ring that nobody answered was stopped".to_owned());
            }
        }
    }

    /// Judges and returns the accepted repeats of a ring: each once, half a minute apart, and for no longer than the device
    /// rings.
    fn judge_repeats<'a>(
        &mut self,
        arrivals: &[&'a Arrival],
        rings: &[&'a Arrival],
        expected: &Expected,
    ) -> Vec<&'a Arrival> {
        let is_repeat = |it: &&&Arrival| matches!(it.said, Said::Repeat(..)) && it.is_taken;
        let repeats: Vec<_> = arrivals.iter().filter(is_repeat).copied().collect();
        self.repeats += repeats.len();
        self.require(repeats.is_empty() || !rings.is_empty(), || "a ring was repeated before it was taken".to_owned());
        for two in repeats.windows(2).filter(|two| two[0].said == two[1].said) {
            if is_excused(two[0], two[1], &expected.killed) { self.again += 1 } else { self.doubled += 1 }
        }
        let all: Vec<_> = rings.iter().chain(&repeats).collect();
        for two in all.windows(2).filter(|two| two[0].said != two[1].said) {
            let apart = two[1].at - two[0].at;
            self.require(apart >= APART, || format!("a repeat came {apart} after the message before it"));
        }
        if let (Some(first), Some(last)) = (rings.last(), repeats.last()) {
            let lasted = last.at - first.at;
            self.require(lasted <= RING_FOR + UNDER_WAY, || format!("a ring was repeated for {lasted}"));
        }
        repeats
    }

    fn judge_answered(
        &mut self,
        device: usize,
        arrivals: &[&Arrival],
        rings: &[&Arrival],
        given: Given,
        heard: Option<&OffsetDateTime>,
    ) {
        let stops: Vec<_> = arrivals.iter().filter(|it| matches!(it.said, Said::Stop(_)) && it.is_taken).collect();
        self.stops += stops.len();
        if let Some(last) = rings.last().filter(|last| last.at > given.done) {
            self.overtaken += 1;
            let after = last.at - given.done;
            self.require(after <= UNDER_WAY, || format!("a ring was posted {after} after its answer"));
        }
        if given.on == Some(device) {
            self.require(stops.is_empty(), || "a device was told of its own answer".to_owned());
            return;
        }
        let last_stop = stops.last().map(|stop| stop.at);
        let is_in_order = rings.last().is_none_or(|ring| last_stop.is_none_or(|stop| ring.at < stop));
        self.require(is_in_order, || "a ring was taken after its last stop".to_owned());
        if rings.is_empty() || last_stop.is_some() {
            return;
        }
        // If the device had confirmed the ring, it must be told of the end.
        let is_known = heard.is_some_and(|heard| *heard < given.begun);
        self.require(!is_known, || "a device that showed a ring was never told of its answer".to_owned());
        self.untold += usize::from(!is_known);
    }

    fn require(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }
}

/// Whether the sender could not know, at the second post, that the first one had arrived.
fn is_excused(first: &Arrival, second: &Arrival, killed: &[OffsetDateTime]) -> bool {
    !first.is_told || killed.iter().any(|at| first.at - ON_ITS_WAY <= *at && *at <= second.at)
}
