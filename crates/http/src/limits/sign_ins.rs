//! Limits of wrong passwords: by name and address, by address, by network, and by name.
//!
//! Only failures count. Guesses from one address never use up the limit of a name for all addresses, so its owner can
//! still sign in from another address. Guesses from many addresses can use it up, so an address from which the name
//! signed in recently is exempt from that limit. These addresses are in memory only: a restart forgets them with the
//! failures. The alternative, a cookie that survives signing out, would reveal whose browser it was.
//!
//! A token bucket of `governor` cannot return a token, nor say whether it has one without taking it. Here an attempt counts
//! as a failure from its start, so that parallel guesses cannot exceed a limit together, and is undone if it succeeds or is
//! not made.

use std::{
    hash::{BuildHasher as _, Hash, RandomState},
    sync::Arc,
    time::{Duration, Instant},
};

use cached::{Cached as _, LruCache};
use parking_lot::Mutex;
use prometheus_client::metrics::counter::Counter;

use crate::{error::Problem, limits::bounds::Client};

/// For one name from one address: five at once, and then one a minute.
const BY_NAME_AND_ADDRESS: FailureLimit = FailureLimit { at_once: 5, one_per: Duration::from_mins(1) };

/// For one name from all addresses: eight at once, and then 80 an hour; so 14 in any five minutes, and 88 in any hour.
const BY_NAME: FailureLimit = FailureLimit { at_once: 8, one_per: Duration::from_secs(45) };

/// From one address for all names: 30 at once, and then ten a minute.
const BY_ADDRESS: FailureLimit = FailureLimit { at_once: 30, one_per: Duration::from_secs(6) };

/// From one network of 48 bits for all names: 120 at once, and then one a second. One core hashes several a second.
const BY_NETWORK: FailureLimit = FailureLimit { at_once: 120, one_per: Duration::from_secs(1) };

/// How long the address of a successful sign-in is remembered.
const KNOWN_FOR: Duration = Duration::from_hours(30 * 24);

/// How many pairs of name and address are remembered.
const KNOWN: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct SignIns {
    by_name_and_address: Failures,
    by_name: Failures,
    by_address: Failures,
    by_network: Failures,
    known: Mutex<LruCache<u64, Instant>>,
    hasher: RandomState,
}

/// A password that is about to be checked. It counts as wrong unless it is reported otherwise, even if its request is
/// cancelled.
#[must_use]
#[derive(Debug)]
pub(crate) struct Attempt(Option<CountedAttempt>);

#[derive(Debug)]
struct CountedAttempt {
    sign_ins: Arc<SignIns>,
    name: String,
    client: Client,
    is_known: bool,
}

impl SignIns {
    /// Without any failures; `refusals` creates the counter of a limit.
    pub(super) fn new(refusals: impl Fn(&'static str) -> Counter) -> Self {
        Self {
            by_name_and_address: Failures::of(BY_NAME_AND_ADDRESS, refusals("logins_of_name_and_address")),
            by_name: Failures::of(BY_NAME, refusals("logins_of_name")),
            by_address: Failures::of(BY_ADDRESS, refusals("logins_of_address")),
            by_network: Failures::of(BY_NETWORK, refusals("logins_of_network")),
            known: Mutex::new(LruCache::new(KNOWN)),
            hasher: RandomState::new(),
        }
    }

    /// Begins an attempt to sign in to this account. `is_signed_in` if the request has a session of the account.
    pub(super) fn begin(
        self: &Arc<Self>,
        name: &str,
        client: Client,
        is_signed_in: bool,
        now: Instant,
    ) -> Result<Attempt, Problem> {
        let is_known = is_signed_in || self.remembers(name, client, now);
        self.count_for_client(client, now)?;
        self.by_name_and_address.count(&(name, client), now).inspect_err(|_| self.undo_for_client(client))?;
        if !is_known {
            self.by_name.count(&name, now).inspect_err(|_| {
                self.by_name_and_address.undo(&(name, client));
                self.undo_for_client(client);
            })?;
        }
        Ok(Attempt(Some(CountedAttempt { sign_ins: Arc::clone(self), name: name.to_owned(), client, is_known })))
    }

    fn count_for_client(&self, client: Client, now: Instant) -> Result<(), Problem> {
        self.by_address.count(&client, now)?;
        let Some(network) = client.network() else { return Ok(()) };
        self.by_network.count(&network, now).inspect_err(|_| self.by_address.undo(&client))
    }

    fn undo_for_client(&self, client: Client) {
        self.by_address.undo(&client);
        if let Some(network) = client.network() {
            self.by_network.undo(&network);
        }
    }

    pub(super) fn remember(&self, name: &str, client: Client, now: Instant) {
        self.known.lock().cache_set(self.hasher.hash_one((name, client)), now);
    }

    fn remembers(&self, name: &str, client: Client, now: Instant) -> bool {
        let mut known = self.known.lock();
        let since = known.cache_get(&self.hasher.hash_one((name, client)));
        since.is_some_and(|since| now.saturating_duration_since(*since) < KNOWN_FOR)
    }
}

impl Attempt {
    pub(super) const fn unlimited() -> Self {
        Self(None)
    }

    /// Whether the address or a session belongs to the account's owner.
    pub(crate) fn is_known(&self) -> bool {
        self.0.as_ref().is_some_and(|counted| counted.is_known)
    }

    /// The password was right: the failure is undone, and the address is remembered.
    pub(crate) fn succeeded(self) {
        if let Some(counted) = &self.0 {
            counted.sign_ins.remember(&counted.name, counted.client, Instant::now());
        }
        self.cancel();
    }

    /// The password was not checked: the failure is undone.
    pub(crate) fn cancel(self) {
        let Some(CountedAttempt { sign_ins, name, client, is_known }) = self.0 else { return };
        sign_ins.undo_for_client(client);
        sign_ins.by_name_and_address.undo(&(name.as_str(), client));
        if !is_known {
            sign_ins.by_name.undo(&name.as_str());
        }
    }
}

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
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn sign_ins() -> Arc<SignIns> {
        Arc::new(SignIns::new(|_| Counter::default()))
    }

    fn client(number: u8) -> Client {
        IpAddr::from(Ipv4Addr::new(192, 0, 2, number)).into()
    }

    /// How many wrong passwords are checked at these instants, from the addresses that `from` returns.
    fn tried(sign_ins: &Arc<SignIns>, times: &[Instant], from: impl Fn(usize) -> Client) -> usize {
        let tried = |(number, now): (usize, &Instant)| sign_ins.begin("hako", from(number), false, *now).is_ok();
        times.iter().enumerate().filter(|turn| tried(*turn)).count()
    }

    fn instants(count: u32, every: Duration) -> Vec<Instant> {
        let now = Instant::now();
        (0..count).map(|number| now + every * number).collect()
    }

    #[test]
    fn an_address_has_five_guesses_and_locks_out_nobody_elsewhere() {
        let sign_ins = sign_ins();
        // An hour of guesses, ten a minute. At any time of it the owner may sign in from an unknown address.
        let times = instants(600, Duration::from_secs(6));
        let mut wrong = 0;
        for now in times {
            wrong += usize::from(sign_ins.begin("hako", client(1), false, now).is_ok());
            sign_ins.begin("hako", client(2), false, now).expect("the owner gets in").cancel();
        }
        assert!((60..=65).contains(&wrong), "{wrong}");
    }

    #[test]
    fn fourteen_of_a_thousand_guesses_from_new_addresses_are_checked_in_five_minutes() {
        let from = |number: usize| client(u8::try_from(number % 250).unwrap());
        assert_eq!(tried(&sign_ins(), &instants(1_000, Duration::from_millis(300)), from), 14);
        let hour = instants(7_200, Duration::from_millis(500));
        let tried = tried(&sign_ins(), &hour, from);
        assert!((80..=88).contains(&tried), "{tried}");
    }

    #[test]
    fn the_owners_known_address_is_never_locked_out() {
        let (sign_ins, now) = (sign_ins(), Instant::now());
        sign_ins.begin("hako", client(200), false, now).unwrap().succeeded();
        tried(&sign_ins, &[now; 100], |number| client(u8::try_from(number).unwrap()));
        assert!(sign_ins.begin("hako", client(201), false, now).is_err(), "all addresses together are spent");
        for _ in 0..100 {
            let attempt = sign_ins.begin("hako", client(200), false, now).unwrap();
            assert!(attempt.is_known());
            attempt.succeeded();
        }
        // A session has the same effect as a known address; both expire.
        sign_ins.begin("hako", client(201), true, now).unwrap().cancel();
        assert!(!sign_ins.remembers("hako", client(200), now + KNOWN_FOR + Duration::from_secs(1)));
        assert!(!sign_ins.remembers("toki", client(200), now));
    }

    #[test]
    fn right_passwords_do_not_count_and_failures_are_forgotten() {
        let (sign_ins, now) = (sign_ins(), Instant::now());
        for _ in 0..1_000 {
            sign_ins.begin("hako", client(1), false, now).unwrap().succeeded();
        }
        assert_eq!(tried(&sign_ins, &[now; 10], |_| client(1)), 5);
        let Err(Problem::TooMany(wait)) = sign_ins.begin("hako", client(1), false, now) else { panic!("spent") };
        assert_eq!(wait, 60);
        sign_ins.begin("hako", client(1), false, now + Duration::from_mins(1)).unwrap().succeeded();
    }

    #[test]
    fn a_cancelled_attempt_counts() {
        let (sign_ins, now) = (sign_ins(), Instant::now());
        for _ in 0..5 {
            drop(sign_ins.begin("hako", client(1), false, now).unwrap());
        }
        assert!(sign_ins.begin("hako", client(1), false, now).is_err());
    }

    #[test]
    fn a_network_has_120_guesses_and_successes_do_not_count() {
        let (sign_ins, now) = (sign_ins(), Instant::now());
        let within = |number: u16| Client::Six([0x2001, 0xdb8, 7, number]);
        let tried = |number: &u16| sign_ins.begin(&format!("{number}"), within(*number), false, now).is_ok();
        assert_eq!((0..1_000).filter(tried).count(), 120);
        // The refused attempts do not count for their own addresses.
        assert_eq!(sign_ins.by_address.count(&within(999), now).ok(), Some(()));
        sign_ins.begin("hako", Client::Six([0x2001, 0xdb8, 8, 1]), false, now).unwrap().succeeded();
        // A success does not count for the network.
        let later = now + Duration::from_secs(1);
        for _ in 0..100 {
            sign_ins.begin("toki", within(1), false, later).unwrap().succeeded();
        }
    }

    #[test]
    fn an_address_has_thirty_guesses_for_all_names() {
        let (sign_ins, now) = (sign_ins(), Instant::now());
        let names = (0..50).filter(|name| sign_ins.begin(&format!("{name}"), client(1), false, now).is_ok());
        assert_eq!(names.count(), 30);
        // A refusal for the address does not count for the name.
        sign_ins.begin("49", client(2), false, now).unwrap().cancel();
    }

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
