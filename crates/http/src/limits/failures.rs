//! Counters of failures that can be undone, in bounded memory.
//!
//! A token bucket of `governor` cannot return a token. Here an attempt counts as a failure from its start, so that
//! parallel guesses cannot exceed a limit together, and is undone if it succeeds or is not made.

use std::{
    hash::{BuildHasher as _, Hash, RandomState},
    time::{Duration, Instant},
};

use cached::{Cached as _, LruCache};
use parking_lot::Mutex;
use prometheus_client::metrics::counter::Counter;

use crate::error::Problem;

/// How many keys are remembered. At most a hundred passwords are hashed per second, and a key is remembered for
/// minutes, so invented keys cannot evict one that is being guessed.
const KEYS: usize = 1 << 16;

/// How many failures a key may have at once, and how fast they are forgotten.
#[derive(Debug, Clone, Copy)]
pub(super) struct FailureLimit {
    pub(super) at_once: u32,
    pub(super) one_per: Duration,
}

/// Failures by key.
///
/// For each key it stores when its last failure will be forgotten (the generic cell rate algorithm, like
/// `governor`).
#[derive(Debug)]
pub(super) struct Failures {
    limit: FailureLimit,
    forgotten_at: Mutex<LruCache<u64, Instant>>,
    /// Seeded with a random secret, so that nobody can choose a key that collides with another.
    hasher: RandomState,
    refusals: Counter,
}

impl Failures {
    /// Counters that count refusals.
    pub(super) fn of(limit: FailureLimit, refusals: Counter) -> Self {
        Self { limit, forgotten_at: Mutex::new(LruCache::new(KEYS)), hasher: RandomState::new(), refusals }
    }

    /// Counts a failure at `now`. If there were too many, the error contains the time until the next is allowed.
    pub(super) fn count(&self, key: &impl Hash, now: Instant) -> Result<(), Problem> {
        let key = self.hasher.hash_one(key);
        let mut forgotten_at = self.forgotten_at.lock();
        let base = forgotten_at.cache_get(&key).copied().unwrap_or(now).max(now);
        let room = self.limit.one_per * self.limit.at_once.saturating_sub(1);
        let wait = base.saturating_duration_since(now).saturating_sub(room);
        if wait > Duration::ZERO {
            self.refusals.inc();
            return Err(Problem::too_many(wait));
        }
        forgotten_at.cache_set(key, base + self.limit.one_per);
        Ok(())
    }

    /// Undoes a failure that was counted.
    pub(super) fn undo(&self, key: &impl Hash) {
        let key = self.hasher.hash_one(key);
        let mut forgotten_at = self.forgotten_at.lock();
        if let Some(at) = forgotten_at.cache_get_mut(&key)
            && let Some(earlier) = at.checked_sub(self.limit.one_per)
        {
            *at = earlier;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: FailureLimit = FailureLimit { at_once: 3, one_per: Duration::from_mins(1) };

    fn failures() -> Failures {
        Failures::of(ALLOWANCE, Counter::default())
    }

    #[test]
    fn a_key_is_refused_after_its_failures_and_learns_when_to_retry() {
        let (failures, now) = (failures(), Instant::now());
        for _ in 0..3 {
            failures.count(&"one", now).unwrap();
        }
        let later = now + Duration::from_millis(1_500);
        let Err(Problem::TooMany(wait)) = failures.count(&"one", later) else { panic!("three are all") };
        assert_eq!((wait, failures.refusals.get()), (59, 1));
        failures.count(&"other", later).unwrap();
        failures.count(&"one", now + Duration::from_mins(1)).unwrap();
        assert!(failures.count(&"one", now + Duration::from_mins(1)).is_err());
    }

    #[test]
    fn an_undone_failure_does_not_count() {
        let (failures, now) = (failures(), Instant::now());
        for _ in 0..100 {
            failures.count(&"one", now).unwrap();
            failures.undo(&"one");
        }
        for _ in 0..3 {
            failures.count(&"one", now).unwrap();
        }
        assert!(failures.count(&"one", now).is_err());
        failures.undo(&"nobody");
    }

    #[test]
    fn invented_keys_take_bounded_memory() {
        let (failures, now) = (failures(), Instant::now());
        for key in 0..KEYS * 2 {
            failures.count(&key, now).unwrap();
        }
        assert_eq!(failures.forgotten_at.lock().cache_size(), KEYS);
    }
}
