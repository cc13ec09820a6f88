//! The judge of what devices were sent: each ring once and soon, repeated until it is answered, and then its end.

use std::collections::BTreeMap;

use time::Duration;

use super::{
    event::{Event, History, Message, Post, micros},
    judge::Verdict,
};
use crate::ground::occurrence::Occurrence;

/// How long a ring is of use.
pub(crate) const USE: Duration = Duration::minutes(10);

/// The difference between the sender's and the service's look at the clock.
const ON_ITS_WAY: i64 = 1_000_000;

/// A post that is under way when its ring is answered takes this long at most, with the wait for its turn.
const UNDER_WAY: i64 = 25_000_000;

/// The time between an accepted message and its repeat, at least.
const APART: i64 = 29_000_000;

/// The first answer to a ring.
struct Given<'a> {
    begun: i64,
    at: i64,
    on: Option<&'a str>,
}

/// What happened between a device and a ring.
#[derive(Default)]
struct Told<'a> {
    /// By when it has to be sent, if it has to, and for how long the device rings.
    owed: Option<(Option<i64>, i64)>,
    posts: Vec<&'a Post>,
    shown: Option<i64>,
}

impl Verdict {
    pub(super) fn of_pushes(&mut self, history: &History) {
        let mut told = BTreeMap::<(&str, Occurrence), Told<'_>>::new();
        let mut answers = BTreeMap::<Occurrence, Given<'_>>::new();
        let (mut killed, excuses) = (Vec::new(), history.excuses());
        for event in &history.events {
            match event {
                Event::Owed { device, ring, within, rings_for } => {
                    told.entry((device, *ring)).or_default().owed = Some((*within, *rings_for));
                }
                Event::Posted(post) => told.entry((&post.device, post.ring)).or_default().posts.push(post),
                Event::Shown { at, device, ring } => {
                    let shown = &mut told.entry((device, *ring)).or_default().shown;
                    *shown = Some(shown.map_or(*at, |first| first.min(*at)));
                }
                Event::Answered { begun, at, ring, on, .. } => {
                    let given = Given { begun: *begun, at: *at, on: on.as_deref() };
                    let first = answers.entry(*ring).or_insert(Given { ..given });
                    if given.at < first.at {
                        *first = given;
                    }
                }
                Event::Killed { at } => killed.push(*at),
                _ => {}
            }
        }
        for ((device, ring), mut told) in told {
            told.posts.sort_by_key(|post| post.at);
            self.posts += told.posts.len();
            self.refused += told.posts.iter().filter(|post| !post.is_taken).count();
            let faults = told.faults(device, ring, answers.get(&ring));
            self.faults.extend(faults);
            self.doubled += told.doubled(&killed);
            let Some((Some(within), _)) = told.owed else { continue };
            if answers.contains_key(&ring) {
                continue;
            }
            let Some(first) = told.taken(|message| message == Message::Ring).first().map(|post| post.at) else {
                self.lost += 1;
                continue;
            };
            self.pushed += 1;
            let late = excuses.late(ring, first);
            self.worst_post = self.worst_post.max(late);
            if late > Duration::microseconds(within) {
                self.faults.push(format!("{device} was sent {ring} {late} late"));
            }
        }
    }
}

impl Told<'_> {
    fn taken(&self, is_meant: fn(Message) -> bool) -> Vec<&Post> {
        self.posts.iter().filter(|post| post.is_taken && is_meant(post.message)).copied().collect()
    }

    /// How often a message was accepted twice, unless the sender could not know at the second post that the first one had
    /// arrived.
    fn doubled(&self, killed: &[i64]) -> usize {
        let is_double = |two: &[&Post]| {
            let [first, second] = two else { return false };
            let is_between = |at: &i64| first.at - ON_ITS_WAY <= *at && *at <= second.at;
            first.message == second.message && first.is_told && !killed.iter().any(is_between)
        };
        let of = |posts: Vec<&Post>| posts.windows(2).filter(|two| is_double(two)).count();
        of(self.taken(|message| message == Message::Ring))
            + of(self.taken(|message| matches!(message, Message::Repeat(_))))
    }

    fn faults(&self, device: &str, ring: Occurrence, answer: Option<&Given<'_>>) -> Vec<String> {
        let mut faults = Vec::new();
        let mut require = |holds: bool, what: &str| {
            if !holds {
                faults.push(format!("{device} {what}: {ring}"));
            }
        };
        let Some((within, rings_for)) = self.owed else {
            require(self.posts.is_empty(), "was sent a ring of somebody else");
            return faults;
        };
        let end = micros(ring.due() + USE) + ON_ITS_WAY;
        let is_useless = |post: &&Post| post.message == Message::Ring && post.at > end;
        require(!self.posts.iter().any(is_useless), "was sent a ring that was of no use any more");
        require(self.posts.windows(2).all(|two| two[0].slot == two[1].slot), "was sent a ring with two topics or tags");

        let rings = self.taken(|message| message == Message::Ring);
        let repeats = self.taken(|message| matches!(message, Message::Repeat(_)));
        let stops = self.taken(|message| message == Message::Stop);
        require(repeats.is_empty() || !rings.is_empty(), "was sent the repeat of a ring before that");
        let all = [rings.as_slice(), &repeats].concat();
        let is_soon = |two: &[&Post]| two[0].message != two[1].message && two[1].at - two[0].at < APART;
        require(!all.windows(2).any(is_soon), "was sent a repeat too soon");
        let lasted = rings.last().zip(repeats.last()).map_or(0, |(ring, repeat)| repeat.at - ring.at);
        require(lasted <= rings_for + UNDER_WAY, "was sent repeats for too long");

        let (last_ring, last_stop) = (all.iter().map(|post| post.at).max(), stops.last().map(|stop| stop.at));
        let Some(given) = answer else {
            require(within.is_none() || rings.is_empty() || !repeats.is_empty(), "was not sent the repeat of a ring");
            let is_stopped = self.posts.iter().any(|post| post.message == Message::Stop);
            require(!is_stopped, "was sent the end of a ring that nobody answered");
            return faults;
        };
        require(last_ring.is_none_or(|at| at <= given.at + UNDER_WAY), "was sent a ring after its answer");
        if given.on == Some(device) {
            require(stops.is_empty(), "was told of its own answer");
            return faults;
        }
        let is_in_order = last_ring.is_none_or(|ring| last_stop.is_none_or(|stop| ring < stop));
        require(is_in_order, "was sent a ring after its end");
        // If the device had reported the ring, it must be told of the end.
        let is_left = !rings.is_empty() && last_stop.is_none() && self.shown.is_some_and(|shown| shown < given.begun);
        require(!is_left, "showed a ring and was not told of its answer");
        // A service that refuses the end of a ring for a minute need not be sent it any more.
        let is_tried = self.posts.iter().any(|post| post.message == Message::Stop);
        require(is_tried || !rings.iter().any(|ring| ring.is_told), "was sent a ring and not its answer");
        faults
    }
}
