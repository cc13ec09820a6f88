//! Circuit breakers: a push service that fails gets no posts for a while.

use std::{
    collections::{HashMap, VecDeque},
    time::{Duration, Instant},
};

/// This many failures within [`WINDOW`] open a breaker.
const FAILURES: usize = 10;

/// The period in which failures are counted.
const WINDOW: Duration = Duration::from_secs(10);

/// How often a failing service is probed.
const PROBE: Duration = Duration::from_secs(2);

/// The breakers of all push services, by origin.
#[derive(Debug, Default)]
pub(super) struct Breakers(HashMap<String, Breaker>);

#[derive(Debug, Default)]
struct Breaker {
    failures: VecDeque<Instant>,
    /// The next probe, if the breaker is open.
    probe_at: Option<Instant>,
}

impl Breakers {
    /// The services whose breakers are open.
    pub(super) fn open(&self) -> Vec<String> {
        let open = self.0.iter().filter(|(_, breaker)| breaker.probe_at.is_some());
        open.map(|(origin, _)| origin.clone()).collect()
    }

    /// The services to probe at `now`. Each is probed once per interval. Failures that no longer count are forgotten.
    pub(super) fn probes(&mut self, now: Instant) -> Vec<String> {
        let counts = |breaker: &Breaker| breaker.failures.back().is_some_and(|at| *at + WINDOW >= now);
        self.0.retain(|_, breaker| breaker.probe_at.is_some() || counts(breaker));
        let due = self.0.iter_mut().filter(|(_, breaker)| breaker.probe_at.is_some_and(|at| at <= now));
        due.map(|(origin, breaker)| {
            breaker.probe_at = Some(now + PROBE);
            origin.clone()
        })
        .collect()
    }

    /// When the next probe is due.
    pub(super) fn next(&self) -> Option<Instant> {
        self.0.values().filter_map(|breaker| breaker.probe_at).min()
    }

    /// Records a failure at `now`; returns whether it opened the breaker.
    pub(super) fn failed(&mut self, origin: &str, now: Instant) -> bool {
        let breaker = self.0.entry(origin.to_owned()).or_default();
        breaker.failures.push_back(now);
        while breaker.failures.front().is_some_and(|at| *at + WINDOW < now) {
            breaker.failures.pop_front();
        }
        let opens = breaker.probe_at.is_none() && breaker.failures.len() >= FAILURES;
        if opens {
            breaker.probe_at = Some(now + PROBE);
        }
        opens
    }

    /// Ends the breaker of a service for which no message waits any more.
    pub(super) fn end(&mut self, origin: &str) {
        self.0.remove(origin);
    }

    /// Records an answer of a service; returns whether it closed the breaker.
    pub(super) fn answered(&mut self, origin: &str) -> bool {
        self.0.remove(origin).is_some_and(|breaker| breaker.probe_at.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "https://one.example";

    #[test]
    fn ten_failures_in_ten_seconds_open_it_and_one_answer_closes_it() {
        let (mut breakers, start) = (Breakers::default(), Instant::now());
        for second in 0..9 {
            assert!(!breakers.failed(ONE, start + Duration::from_secs(second)));
        }
        assert_eq!(breakers.open(), [""; 0]);
        assert!(breakers.failed(ONE, start + Duration::from_secs(9)));
        assert!(!breakers.failed("https://other.example", start));
        assert_eq!(breakers.open(), [ONE]);
        let first = start + Duration::from_secs(11);
        assert_eq!(breakers.next(), Some(first));
        assert_eq!(breakers.probes(first.checked_sub(Duration::from_millis(1)).unwrap()), [""; 0]);
        assert_eq!(breakers.probes(first), [ONE]);
        assert_eq!((breakers.probes(first), breakers.next()), (vec![], Some(first + PROBE)));
        assert!(!breakers.failed(ONE, first));
        assert!(breakers.answered(ONE));
        assert_eq!((breakers.open(), breakers.next(), breakers.answered(ONE)), (vec![], None, false));
    }

    #[test]
    fn old_failures_do_not_count() {
        let (mut breakers, start) = (Breakers::default(), Instant::now());
        for second in 0..100 {
            assert!(!breakers.failed(ONE, start + Duration::from_secs(second * 2)), "{second}");
        }
        let last = start + Duration::from_secs(198);
        assert_eq!((breakers.probes(last + WINDOW), breakers.0.len()), (vec![], 1));
        assert_eq!((breakers.probes(last + WINDOW + Duration::from_nanos(1)), breakers.0.len()), (vec![], 0));
    }

    #[test]
    fn a_breaker_ends_with_the_last_message_for_its_service() {
        let (mut breakers, start) = (Breakers::default(), Instant::now());
        for _ in 0..FAILURES {
            breakers.failed(ONE, start);
        }
        assert_eq!(breakers.open(), [ONE]);
        breakers.end(ONE);
        assert_eq!((breakers.open(), breakers.next(), breakers.0.len()), (vec![], None, 0));
    }
}
