//! Checks that what arrived at the push services is what was expected.

use std::collections::HashMap;

use time::{Duration, OffsetDateTime};

use super::scene::{Arrival, RING_FOR, Said, Scene, State, expiry};
use crate::{ground::occurrence::Occurrence, history::History};

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

/// The result so far.
struct Judge<'a> {
    scene: &'a Scene,
    state: &'a State,
    expected: &'a Expected,
    history: &'a mut History,
    due: usize,
    delivered: usize,
    doubled: usize,
    worst: Duration,
}

/// Judges every ring on every device of its browser.
pub(super) fn judge(scene: &Scene, state: &State, expected: &Expected, history: &mut History) {
    let mut of_ring: HashMap<(Occurrence, usize), Vec<&Arrival>> = HashMap::new();
    for arrival in &state.arrivals {
        let (Said::Ring(ring) | Said::Repeat(ring, _) | Said::Stop(ring)) = arrival.said;
        of_ring.entry((ring, arrival.device)).or_default().push(arrival);
    }
    let worst = Duration::ZERO;
    let mut judge = Judge { scene, state, expected, history, due: 0, delivered: 0, doubled: 0, worst };
    for (ring, browser) in &expected.rings {
        for device in scene.of_browser(*browser) {
            judge.ring(*ring, device, &of_ring.remove(&(*ring, device)).unwrap_or_default());
        }
    }
    let Judge { due, delivered, doubled, worst, .. } = judge;
    history.count(due, delivered, delivered + doubled, worst);
    history.require(of_ring.is_empty(), || format!("{} rings came to devices of others", of_ring.len()));
    state.faults.iter().for_each(|fault| history.require(false, || fault.clone()));
}

impl Judge<'_> {
    fn ring(&mut self, ring: Occurrence, device: usize, arrivals: &[&Arrival]) {
        let is_late = |it: &&&Arrival| it.said == Said::Ring(ring) && it.at > expiry(ring) + ON_ITS_WAY;
        let late = arrivals.iter().filter(is_late).count();
        self.history.require(late == 0, || format!("{late} posts of {ring}, which was of no use any more"));
        let is_one = arrivals.windows(2).all(|two| two[0].topic == two[1].topic && two[0].tag == two[1].tag);
        self.history.require(is_one, || format!("{ring} came with two topics or tags"));
        if self.scene.devices[device].ended.is_some() {
            return;
        }
        let taken = |is_meant: fn(Said) -> bool| -> Vec<&Arrival> {
            arrivals.iter().filter(|it| it.is_taken && is_meant(it.said)).copied().collect()
        };
        let rings = taken(|said| matches!(said, Said::Ring(_)));
        let repeats = taken(|said| matches!(said, Said::Repeat(..)));
        let stops = taken(|said| matches!(said, Said::Stop(_)));
        self.twice(&rings);
        self.repeats(ring, &rings, &repeats);
        if self.state.given.contains_key(&ring) {
            self.answered(ring, device, &[rings, repeats].concat(), &stops);
        } else if !self.expected.hasty.contains(&ring) {
            self.due += 1;
            if let Some(first) = rings.first() {
                self.delivered += 1;
                self.worst = self.worst.max(first.at - ring.due());
                self.history.require(!repeats.is_empty(), || format!("{ring} was not answered and not repeated"));
            }
            let is_stopped = arrivals.iter().any(|it| matches!(it.said, Said::Stop(_)));
            self.history.require(!is_stopped, || format!("{ring} was not answered and was stopped"));
        }
    }

    /// Counts what was accepted twice, unless the sender could not know at the second post that the first one had arrived.
    fn twice(&mut self, accepted: &[&Arrival]) {
        for two in accepted.windows(2).filter(|two| two[0].said == two[1].said) {
            let is_between = |at: &OffsetDateTime| two[0].at - ON_ITS_WAY <= *at && *at <= two[1].at;
            let is_excused = !two[0].is_told || self.expected.killed.iter().any(is_between);
            self.doubled += usize::from(!is_excused);
        }
    }

    /// The accepted repeats of a ring: each once, half a minute apart, and for no longer than the device rings.
    fn repeats(&mut self, ring: Occurrence, rings: &[&Arrival], repeats: &[&Arrival]) {
        self.twice(repeats);
        let is_after = repeats.is_empty() || !rings.is_empty();
        self.history.require(is_after, || format!("{ring} was repeated before it was taken"));
        let all: Vec<_> = rings.iter().chain(repeats).collect();
        for two in all.windows(2).filter(|two| two[0].said != two[1].said) {
            let apart = two[1].at - two[0].at;
            self.history.require(apart >= APART, || format!("a repeat came {apart} after the message before it"));
        }
        if let (Some(first), Some(last)) = (rings.last(), repeats.last()) {
            let lasted = last.at - first.at;
            self.history.require(lasted <= RING_FOR + UNDER_WAY, || format!("{ring} was repeated for {lasted}"));
        }
    }

    fn answered(&mut self, ring: Occurrence, device: usize, rings: &[&Arrival], stops: &[&Arrival]) {
        let Some(given) = self.state.given.get(&ring) else { return };
        let after = rings.last().map_or(Duration::ZERO, |last| last.at - given.done);
        self.history.require(after <= UNDER_WAY, || format!("{ring} was posted {after} after its answer"));
        if given.on == Some(device) {
            self.history.require(stops.is_empty(), || format!("a device was told of its own answer to {ring}"));
            return;
        }
        let last_stop = stops.last().map(|stop| stop.at);
        let is_in_order = rings.last().is_none_or(|ring| last_stop.is_none_or(|stop| ring.at < stop));
        self.history.require(is_in_order, || format!("{ring} was taken after its last stop"));
        // If the device had confirmed the ring, it must be told of the end.
        let heard = self.state.heard.get(&(device, ring));
        let is_left = !rings.is_empty() && last_stop.is_none() && heard.is_some_and(|heard| *heard < given.begun);
        self.history.require(!is_left, || format!("a device that showed {ring} was never told of its answer"));
    }
}
