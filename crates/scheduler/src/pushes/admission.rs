//! Which messages may be posted now: a rate limit for each browser, a circuit breaker and a limit of concurrent posts for each
//! push service, and a pause of the repeats to a service that wants fewer messages.
//!
//! Whatever the reason, a key (a browser, a service, the repeats to a service) has one instant before which nothing is posted for
//! it. A failing service has one as long as it fails, and is probed with one message whenever that is reached. The circuit
//! breaker of the weather is another one, because it does something else (`weather::breaker`).

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

use tokibako_domain::{
    browser_id::BrowserId,
    push::{Disposition, Reply},
};
use tokibako_storage::pushes::Room;
use tokio::sync::Semaphore;

/// How many messages may be in progress: taken from the queue, without a recorded outcome.
const MAX_IN_PROGRESS: u16 = 512;

const POSTS_PER_SERVICE: u16 = 64;

/// How many messages to one service may be in progress. Half of them are posted while the other half waits in memory.
const MAX_PER_SERVICE: u16 = 2 * POSTS_PER_SERVICE;

/// How many messages a browser may be sent at once: six rings on ten devices. So one visitor neither keeps a service busy nor
/// makes it throttle the whole site.
const BURST: u32 = 60;

/// How often there is one more: enough for an interval timer with steps of ten seconds on ten devices.
const INTERVAL: Duration = Duration::from_secs(1);

/// This many failures of a service within [`WINDOW`] open its circuit breaker.
const FAILURES: usize = 10;

/// The period in which failures are counted.
const WINDOW: Duration = Duration::from_secs(10);

/// How often a failing service is probed.
const PROBE: Duration = Duration::from_secs(2);

/// What has an instant before which nothing is posted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Browser(BrowserId),
    /// All messages to the push service of this origin, but for probes.
    Service(String),
    /// The repeats to it.
    Repeats(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServiceChange {
    Fails,
    Answers,
}

/// Which messages may be posted, by what was posted before.
#[derive(Debug, Default)]
pub(super) struct Admission {
    /// Before which instants nothing is posted. That of a browser may be over: it also counts what was posted lately.
    not_before: HashMap<Key, Instant>,
    /// The rows of each such browser's devices that were sent messages.
    devices: HashMap<BrowserId, HashSet<i64>>,
    /// When services have failed lately.
    failures: HashMap<String, VecDeque<Instant>>,
    services: HashMap<String, InProgress>,
    in_progress: u16,
    /// Whether the total limit was reached when the queue was last read.
    was_full: bool,
}

#[derive(Debug)]
struct InProgress {
    messages: u16,
    post_permits: Arc<Semaphore>,
    /// Whether the limit of this service was reached when the queue was last read.
    was_full: bool,
}

impl Admission {
    /// How many more messages may be taken at `now`, and of whom: none to a service that fails, or to the devices of browsers
    /// that have used up their rate.
    pub(super) fn room(&mut self, now: Instant) -> Room {
        self.not_before.retain(|key, at| match key {
            Key::Service(_) => true,
            Key::Repeats(_) => *at > now,
            Key::Browser(_) => *at + INTERVAL * (BURST - 1) > now,
        });
        self.devices.retain(|browser, _| self.not_before.contains_key(&Key::Browser(*browser)));
        let mut room =
            Room { in_all: MAX_IN_PROGRESS.saturating_sub(self.in_progress), each: MAX_PER_SERVICE, ..Room::default() };
        for (key, at) in &self.not_before {
            match key {
                Key::Service(origin) => room.less.push((origin.clone(), 0)),
                Key::Repeats(origin) => room.without_repeats.push(origin.clone()),
                Key::Browser(browser) if *at > now => {
                    room.paused.extend(self.devices.get(browser).into_iter().flatten());
                }
                Key::Browser(_) => {}
            }
        }
        let busy =
            self.services.iter().filter(|(origin, _)| !self.not_before.contains_key(&Key::Service((*origin).clone())));
        let left = |service: &InProgress| MAX_PER_SERVICE.saturating_sub(service.messages);
        room.less.extend(busy.map(|(origin, service)| (origin.clone(), left(service))));
        room
    }

    /// Records that at `now` as many messages were taken from the queue as there was room for; returns what room is left.
    pub(super) fn queue_was_read(&mut self, now: Instant) -> Room {
        self.was_full = self.is_full();
        for service in self.services.values_mut() {
            service.was_full = service.messages >= MAX_PER_SERVICE;
        }
        self.room(now)
    }

    /// When there is room again for a browser or for repeats that had none at `now`.
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
        let waiting = self.not_before.iter().filter(|(key, at)| !matches!(key, Key::Service(_)) && **at > now);
        waiting.map(|(_, at)| *at).min()
    }

    pub(super) fn next_probe(&self) -> Option<Instant> {
        self.not_before.iter().filter(|(key, _)| matches!(key, Key::Service(_))).map(|(_, at)| *at).min()
    }

    /// The services to probe at `now`. Each is probed once per interval.
    pub(super) fn probes(&mut self, now: Instant) -> Vec<String> {
        self.failures.retain(|_, failures| failures.back().is_some_and(|at| *at + WINDOW >= now));
        let due = self.not_before.iter_mut().filter_map(|(key, at)| match key {
            Key::Service(origin) if *at <= now => {
                *at = now + PROBE;
                Some(origin.clone())
            }
            Key::Service(_) | Key::Repeats(_) | Key::Browser(_) => None,
        });
        due.collect()
    }

    /// Whether messages to this service are in progress.
    pub(super) fn has(&self, origin: &str) -> bool {
        self.services.contains_key(origin)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.in_progress == 0
    }

    /// Whether the total limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.in_progress >= MAX_IN_PROGRESS
    }

    /// Adds a message to a device of a browser that is posted at `now`; returns the semaphore that limits the concurrent posts
    /// to its service.
    pub(super) fn enter(&mut self, origin: &str, browser: BrowserId, device: i64, now: Instant) -> Arc<Semaphore> {
        let unused = now.checked_sub(INTERVAL * (BURST - 1)).unwrap_or(now);
        let at = self.not_before.entry(Key::Browser(browser)).or_insert(unused);
        *at = (*at).max(unused) + INTERVAL;
        self.devices.entry(browser).or_default().insert(device);
        self.in_progress = self.in_progress.saturating_add(1);
        let service = self.services.entry(origin.to_owned()).or_insert_with(|| InProgress {
            messages: 0,
            post_permits: Arc::new(Semaphore::new(POSTS_PER_SERVICE.into())),
            was_full: false,
        });
        service.messages = service.messages.saturating_add(1);
        Arc::clone(&service.post_permits)
    }

    /// Removes a message; returns whether a limit was reached before and there is now enough room to read the queue
    /// again.
    pub(super) fn leave(&mut self, origin: &str) -> bool {
        self.in_progress = self.in_progress.saturating_sub(1);
        let has_room = self.was_full && self.in_progress <= MAX_IN_PROGRESS - POSTS_PER_SERVICE;
        let Some(service) = self.services.get_mut(origin) else { return has_room };
        service.messages = service.messages.saturating_sub(1);
        // Half of the limit is free then, and all permits are still in use.
        let needs_more = service.was_full && service.messages <= POSTS_PER_SERVICE;
        if service.messages == 0 {
            self.services.remove(origin);
        }
        has_room || needs_more
    }

    /// Records the outcome of a post at `now`, and what follows for the message; returns whether the service fails or answers
    /// since.
    pub(super) fn posted(
        &mut self,
        origin: &str,
        posted: Reply,
        next: Disposition,
        now: Instant,
    ) -> Option<ServiceChange> {
        if let Some(pause) = next.pause()
            && posted.is_throttled()
        {
            let at = self.not_before.entry(Key::Repeats(origin.to_owned())).or_insert(now);
            *at = (*at).max(now + pause.unsigned_abs());
        }
        match posted {
            Reply::Unsendable => None,
            _ if posted.is_outage() => self.failed(origin, now),
            _ => self.answered(origin),
        }
    }

    fn failed(&mut self, origin: &str, now: Instant) -> Option<ServiceChange> {
        let failures = self.failures.entry(origin.to_owned()).or_default();
        failures.push_back(now);
        while failures.front().is_some_and(|at| *at + WINDOW < now) {
            failures.pop_front();
        }
        let service = Key::Service(origin.to_owned());
        if failures.len() < FAILURES || self.not_before.contains_key(&service) {
            return None;
        }
        self.not_before.insert(service, now + PROBE);
        Some(ServiceChange::Fails)
    }

    fn answered(&mut self, origin: &str) -> Option<ServiceChange> {
        self.failures.remove(origin);
        self.not_before.remove(&Key::Service(origin.to_owned())).map(|_| ServiceChange::Answers)
    }

    /// Ends the probes of a service for which no message waits any more.
    pub(super) fn end_probes(&mut self, origin: &str) {
        self.answered(origin);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const ONE: &str = "https://one.example";

    fn browser(number: u128) -> BrowserId {
        BrowserId::new(Uuid::from_u128(number)).unwrap()
    }

    fn status(code: u16, retry_after: Option<i64>) -> Reply {
        let retry_after = retry_after.map(time::Duration::seconds);
        Reply::Status { code, retry_after, is_other_key: false }
    }

    /// What the status code of a post at `now` changes.
    fn post(admission: &mut Admission, origin: &str, posted: Reply, now: Instant) -> Option<ServiceChange> {
        admission.posted(origin, posted, posted.next(0, 0.5), now)
    }

    fn fail(admission: &mut Admission, origin: &str, now: Instant) -> Option<ServiceChange> {
        post(admission, origin, status(500, None), now)
    }

    /// Lets a message of a browser of its own enter.
    fn enter(admission: &mut Admission, origin: &str) {
        let number = u128::try_from(admission.devices.len()).unwrap() + 1;
        admission.enter(origin, browser(number), 1, Instant::now());
    }

    /// The total room, and that of each service with less than usual.
    fn room(admission: &mut Admission) -> (u16, Vec<(String, u16)>) {
        let room = admission.room(Instant::now());
        assert_eq!(room.each, MAX_PER_SERVICE);
        (room.in_all, room.less)
    }

    /// The services without room after the queue was read.
    fn full(admission: &mut Admission, now: Instant) -> Vec<String> {
        let less = admission.queue_was_read(now).less;
        less.into_iter().filter(|(_, room)| *room == 0).map(|(origin, _)| origin).collect()
    }

    fn less(origin: &str, room: u16) -> Vec<(String, u16)> {
        vec![(origin.to_owned(), room)]
    }

    #[test]
    fn a_slow_service_leaves_room_for_the_others() {
        let mut admission = Admission::default();
        assert_eq!((room(&mut admission), admission.is_empty()), ((MAX_IN_PROGRESS, vec![]), true));
        for _ in 1..MAX_PER_SERVICE {
            enter(&mut admission, "slow");
        }
        assert_eq!(full(&mut admission, Instant::now()), [""; 0]);
        assert_eq!(room(&mut admission), (MAX_IN_PROGRESS - MAX_PER_SERVICE + 1, less("slow", 1)));
        enter(&mut admission, "slow");
        assert_eq!(full(&mut admission, Instant::now()), ["slow"]);
        assert_eq!(room(&mut admission), (MAX_IN_PROGRESS - MAX_PER_SERVICE, less("slow", 0)));
        for other in 0..MAX_IN_PROGRESS - MAX_PER_SERVICE {
            assert!(!admission.is_full());
            enter(&mut admission, &format!("other {other}"));
        }
        assert_eq!((room(&mut admission).0, admission.is_full()), (0, true));
    }

    #[test]
    fn the_queue_is_read_again_once_no_message_waits_for_a_permit() {
        let mut admission = Admission::default();
        for _ in 0..MAX_PER_SERVICE {
            enter(&mut admission, "full");
        }
        enter(&mut admission, "other");
        admission.queue_was_read(Instant::now());
        assert!(!admission.leave("other"));
        let reads: Vec<bool> = (0..MAX_PER_SERVICE).map(|_| admission.leave("full")).collect();
        assert_eq!(reads.iter().position(|reads| *reads), Some(usize::from(POSTS_PER_SERVICE - 1)));
        assert!(admission.is_empty());
    }

    #[test]
    fn the_queue_is_read_again_after_the_total_limit_was_reached() {
        let mut admission = Admission::default();
        for other in 0..MAX_IN_PROGRESS {
            enter(&mut admission, &format!("other {other}"));
        }
        admission.queue_was_read(Instant::now());
        let reads: Vec<bool> = (0..MAX_IN_PROGRESS).map(|other| admission.leave(&format!("other {other}"))).collect();
        assert_eq!(reads.iter().position(|reads| *reads), Some(usize::from(POSTS_PER_SERVICE - 1)));
    }

    #[test]
    fn ten_failures_in_ten_seconds_close_a_service_and_one_answer_opens_it() {
        let (mut admission, start) = (Admission::default(), Instant::now());
        enter(&mut admission, ONE);
        for second in 0..9 {
            assert_eq!(fail(&mut admission, ONE, start + Duration::from_secs(second)), None);
        }
        assert_eq!(room(&mut admission), (MAX_IN_PROGRESS - 1, less(ONE, MAX_PER_SERVICE - 1)));
        assert_eq!(fail(&mut admission, ONE, start + Duration::from_secs(9)), Some(ServiceChange::Fails));
        assert_eq!(fail(&mut admission, "https://other.example", start), None);
        assert_eq!(room(&mut admission), (MAX_IN_PROGRESS - 1, less(ONE, 0)));
        assert_eq!(full(&mut admission, start), [ONE]);
        let first = start + Duration::from_secs(11);
        assert_eq!(admission.next_probe(), Some(first));
        assert_eq!(admission.probes(first.checked_sub(Duration::from_millis(1)).unwrap()), [""; 0]);
        assert_eq!(admission.probes(first), [ONE]);
        assert_eq!((admission.probes(first), admission.next_probe()), (vec![], Some(first + PROBE)));
        assert_eq!(fail(&mut admission, ONE, first), None);
        assert_eq!(post(&mut admission, ONE, status(201, None), first), Some(ServiceChange::Answers));
        assert_eq!((full(&mut admission, first), admission.next_probe()), (vec![], None));
        assert_eq!(post(&mut admission, ONE, status(201, None), first), None);
    }

    #[test]
    fn old_failures_do_not_count() {
        let (mut admission, start) = (Admission::default(), Instant::now());
        for second in 0..100 {
            assert_eq!(fail(&mut admission, ONE, start + Duration::from_secs(second * 2)), None, "{second}");
        }
        let last = start + Duration::from_secs(198);
        assert_eq!((admission.probes(last + WINDOW), admission.failures.len()), (vec![], 1));
        assert_eq!((admission.probes(last + WINDOW + Duration::from_nanos(1)), admission.failures.len()), (vec![], 0));
    }

    #[test]
    fn a_service_is_no_longer_closed_once_no_message_waits_for_it() {
        let (mut admission, start) = (Admission::default(), Instant::now());
        for _ in 0..FAILURES {
            fail(&mut admission, ONE, start);
        }
        assert_eq!(full(&mut admission, start), [ONE]);
        admission.end_probes(ONE);
        assert_eq!((full(&mut admission, start), admission.next_probe(), admission.failures.len()), (vec![], None, 0));
    }

    #[test]
    fn a_browser_that_has_used_up_its_rate_gets_one_message_a_second() {
        let (mut admission, now) = (Admission::default(), Instant::now() + Duration::from_hours(1));
        for number in 0..BURST {
            assert_eq!((admission.room(now).paused, admission.next(now)), (vec![], None), "{number}");
            admission.enter(ONE, browser(1), 7, now);
            admission.enter(ONE, browser(u128::from(number) + 2), 8, now);
        }
        assert_eq!((admission.room(now).paused, admission.next(now)), (vec![7], Some(now + INTERVAL)));
        assert_eq!(admission.queue_was_read(now).paused, [7]);
        assert_eq!(admission.room(now + INTERVAL).paused, [0; 0]);
        admission.enter(ONE, browser(1), 7, now + INTERVAL);
        assert_eq!(admission.room(now + INTERVAL).paused, [7]);
    }

    #[test]
    fn what_was_posted_for_a_browser_long_ago_is_forgotten() {
        let (mut admission, now) = (Admission::default(), Instant::now());
        admission.enter(ONE, browser(1), 7, now);
        admission.enter(ONE, browser(1), 8, now);
        admission.room(now + INTERVAL);
        assert_eq!((admission.not_before.len(), admission.devices.len()), (1, 1));
        admission.room(now + INTERVAL * 2);
        assert_eq!((admission.not_before.len(), admission.devices.len()), (0, 0));
    }

    #[test]
    fn a_service_gets_no_repeats_for_as_long_as_it_asks() {
        let (mut admission, now) = (Admission::default(), Instant::now());
        for (origin, code, seconds) in [("slow", 429, 7), ("slow", 429, 3), ("down", 503, 7), ("slower", 429, 9)] {
            post(&mut admission, origin, status(code, Some(seconds)), now);
        }
        let without_repeats = |admission: &mut Admission, seconds| {
            let mut origins = admission.room(now + Duration::from_secs(seconds)).without_repeats;
            origins.sort();
            origins
        };
        assert_eq!(without_repeats(&mut admission, 0), ["slow", "slower"]);
        assert_eq!(admission.next(now), Some(now + Duration::from_secs(7)));
        assert_eq!(without_repeats(&mut admission, 7), ["slower"]);
        assert!(without_repeats(&mut admission, 9).is_empty());
        assert_eq!(admission.next(now), None);
    }
}
