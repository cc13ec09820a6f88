//! Token buckets by key, in bounded memory.

use std::{
    hash::{BuildHasher as _, Hash, RandomState},
    num::NonZeroU32,
    sync::atomic::{AtomicU64, Ordering},
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DashMapStateStore,
};
use prometheus_client::metrics::counter::Counter;

use super::client::Client;
use crate::error::Problem;

/// Keys are hashed into this many buckets, so two keys may share one. Of ten thousand concurrent visitors, 96 in 100
/// have a bucket of their own, and invented keys take a few megabytes at most.
const BUCKETS: u64 = 1 << 18;

/// After this many checks full buckets are removed.
const SWEEP: u64 = 1 << 16;

/// Token buckets of one quota.
#[derive(Debug)]
pub(super) struct Buckets<C: Clock = DefaultClock> {
    by_share: RateLimiter<u64, DashMapStateStore<u64>, C, NoOpMiddleware<C::Instant>>,
    /// Seeded with a random secret, so that nobody can choose a key that shares another one's bucket.
    hasher: RandomState,
    checks: AtomicU64,
    refusals: Counter,
}

/// Buckets by address, and larger ones by the networks that the addresses are in.
#[derive(Debug)]
pub(super) struct AddressBuckets {
    by_address: Buckets,
    by_network: Buckets,
}

impl AddressBuckets {
    /// Buckets of `quota` by address, and of `factor` times that by network. Both count their refusals in `refusals`.
    pub(super) fn of(quota: Quota, factor: u32, refusals: &Counter) -> Self {
        Self {
            by_address: Buckets::of(quota, refusals.clone()),
            by_network: Buckets::of(widened(quota, factor), refusals.clone()),
        }
    }

    /// Takes tokens of the address and of its network. A refusal for the address takes none of its network.
    pub(super) fn take(&self, client: Client, tokens: u32) -> Result<(), Problem> {
        self.by_address.take(&client, tokens)?;
        client.network().map_or(Ok(()), |network| self.by_network.take(&network, tokens))
    }
}

/// A quota with `factor` times the burst and the rate.
fn widened(quota: Quota, factor: u32) -> Quota {
    let once = quota.replenish_interval() / factor;
    let at_once = quota.burst_size().saturating_mul(at_least_one(factor));
    Quota::with_period(once).unwrap_or(quota).allow_burst(at_once)
}

impl Buckets {
    /// Buckets that count refusals.
    pub(super) fn of(quota: Quota, refusals: Counter) -> Self {
        Self::by(DefaultClock::default(), quota, refusals)
    }
}

impl<C: Clock> Buckets<C> {
    /// A bucket with another clock.
    pub(super) fn by(clock: C, quota: Quota, refusals: Counter) -> Self {
        let by_share = RateLimiter::dashmap_with_clock(quota, clock);
        Self { by_share, hasher: RandomState::new(), checks: AtomicU64::new(0), refusals }
    }

    /// Takes tokens from the key's bucket, all or none. If it has too few, the error contains the time until it has
    /// enough.
    pub(super) fn take(&self, key: &impl Hash, tokens: u32) -> Result<(), Problem> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.by_share.retain_recent();
        }
        let share = self.hasher.hash_one(key) % BUCKETS;
        // No request takes more tokens than a bucket holds.
        let enough = self.by_share.check_key_n(&share, at_least_one(tokens)).map_err(|_| Problem::Internal)?;
        enough.map_err(|refusal| {
            self.refusals.inc();
            Problem::too_many(refusal.wait_time_from(self.by_share.clock().now()))
        })
    }
}

/// A number for a quota, at least 1.
pub(super) const fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(number.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_refused_when_its_bucket_is_empty_and_learns_when_to_retry() {
        let buckets = Buckets::of(Quota::per_hour(at_least_one(4)).allow_burst(at_least_one(3)), Counter::default());
        for _ in 0..3 {
            buckets.take(&"one", 1).unwrap();
        }
        let Err(Problem::TooMany(seconds)) = buckets.take(&"one", 1) else { panic!("the bucket is empty") };
        assert!((890..=900).contains(&seconds), "{seconds}");
        assert_eq!(buckets.refusals.get(), 1);
        buckets.take(&"other", 1).unwrap();
    }

    #[test]
    fn a_wait_is_at_least_a_second() {
        let buckets = Buckets::of(Quota::per_second(at_least_one(20)), Counter::default());
        let refusal = (0..10_000).find_map(|_| buckets.take(&"one", 1).err()).unwrap();
        assert!(matches!(refusal, Problem::TooMany(1)), "{refusal:?}");
    }

    #[test]
    fn invented_keys_take_bounded_memory() {
        let buckets = Buckets::of(Quota::per_second(at_least_one(1_000_000)), Counter::default());
        for key in 0..SWEEP * 2 {
            let _ = buckets.take(&key, 1);
        }
        assert!(buckets.by_share.len() < usize::try_from(SWEEP).unwrap(), "{}", buckets.by_share.len());
    }
}
