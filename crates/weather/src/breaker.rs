//! A circuit breaker for the weather provider: after a failure it blocks calls for a pause that follows from the kind of
//! failure, and tells those that ask why. Then one call at a time is made, until one succeeds.
//!
//! That of push services is another one (`scheduler::pushes::admission`): a single failure says nothing about a service that
//! thousands of addresses belong to, so it counts failures in a period, and nobody is told, because the messages wait in the
//! queue meanwhile.

use std::time::Duration;

use tokio::time::Instant;
use tracing::{info, warn};

use crate::report::Failure;

/// The pause after the first failures: most are over by the next call.
const BRIEF: Duration = Duration::from_secs(3);

/// After this many failures in a row the provider counts as down.
const REPEATED: u32 = 3;

/// The pause while the provider is down.
const LONG: Duration = Duration::from_mins(1);

/// The pause after a 429 without `Retry-After`.
const TOO_OFTEN: Duration = Duration::from_mins(5);

/// The pause after a used-up quota or a refused key, which only a new day or an operator can fix.
const LONGEST: Duration = Duration::from_hours(1);

/// Counts failures in a row and blocks calls for a while after each.
#[derive(Default)]
pub(crate) struct Breaker {
    failures: u32,
    paused: Option<(Instant, Failure)>,
}

impl Breaker {
    /// The failure that blocks calls at `now`, if any.
    pub(crate) fn holds_back(&self, now: Instant) -> Option<Failure> {
        self.paused.as_ref().filter(|(until, _)| now < *until).map(|(_, failure)| failure.clone())
    }

    /// Whether the last call succeeded. Otherwise only one may be in progress, as a probe.
    pub(crate) const fn is_well(&self) -> bool {
        self.failures == 0
    }

    pub(crate) fn succeeded(&mut self) {
        if self.failures > 0 {
            info!("the weather provider answers again");
        }
        *self = Self::default();
    }

    /// Records a call that failed at `now`. Only the first failure of a row is logged.
    pub(crate) fn failed(&mut self, failure: &Failure, now: Instant) {
        self.failures = self.failures.saturating_add(1);
        let pause = self.pause_after(failure);
        if self.failures == 1 {
            warn!(%failure, "the weather provider fails: cached reports are served until it answers again");
        }
        self.paused = Some((now + pause, failure.clone()));
    }

    fn pause_after(&self, failure: &Failure) -> Duration {
        match failure {
            Failure::TooOften(Some(wait)) => (*wait).clamp(LONG, LONGEST),
            Failure::TooOften(None) => TOO_OFTEN,
            Failure::QuotaUsedUp | Failure::KeyRefused => LONGEST,
            _ if self.failures < REPEATED => BRIEF,
            _ => LONG,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks how long calls are blocked after these failures in a row.
    #[track_caller]
    fn check(failures: &[Failure], pause: Duration) {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        for failure in failures {
            breaker.failed(failure, now);
        }
        let last = failures.last().cloned();
        assert_eq!(breaker.holds_back(now), last);
        assert_eq!(breaker.holds_back(now + pause - Duration::from_millis(1)), last);
        assert_eq!(breaker.holds_back(now + pause), None);
        assert!(!breaker.is_well());
    }

    #[test]
    fn the_pause_grows_with_the_severity_of_the_failure() {
        let wait = |seconds| Failure::TooOften(Some(Duration::from_secs(seconds)));
        check(&[Failure::Slow], BRIEF);
        check(&[Failure::Slow, Failure::Slow], BRIEF);
        check(&[Failure::Slow, Failure::Slow, Failure::Status(500, String::new())], LONG);
        check(&[Failure::TooOften(None)], TOO_OFTEN);
        check(&[wait(0)], LONG);
        check(&[wait(90)], Duration::from_secs(90));
        check(&[wait(1_000_000)], LONGEST);
        check(&[Failure::QuotaUsedUp], LONGEST);
        check(&[Failure::KeyRefused], LONGEST);
    }

    #[test]
    fn one_success_closes_it() {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        assert_eq!((breaker.holds_back(now), breaker.is_well()), (None, true));
        for _ in 0..5 {
            breaker.failed(&Failure::Slow, now);
        }
        breaker.succeeded();
        assert_eq!((breaker.holds_back(now), breaker.is_well()), (None, true));
        breaker.failed(&Failure::Slow, now);
        assert_eq!(breaker.holds_back(now + BRIEF), None);
    }
}
