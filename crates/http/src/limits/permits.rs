//! Counting semaphores with a limit in total and one per key. A permit is held as long as something is open.

use std::{
    collections::HashMap,
    fmt,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::client::{Client, Network};

/// A semaphore that also limits each key.
pub(super) struct KeyedSemaphore<Key> {
    max_total: usize,
    max_of_key: usize,
    taken: Mutex<Taken<Key>>,
}

struct Taken<Key> {
    all: usize,
    by_key: HashMap<Key, usize>,
}

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LimitReached {
    /// The total limit is reached.
    Total,
    /// The limit of the key is reached.
    OfKey,
}

/// A permit, released when it is dropped.
pub(super) struct Permit<Key: Hash + Eq> {
    semaphore: Arc<KeyedSemaphore<Key>>,
    key: Key,
}

impl<Key: Hash + Eq + Clone> KeyedSemaphore<Key> {
    /// At most `max_total` permits in total, and `max_of_key` for one key.
    pub(super) fn new(max_total: usize, max_of_key: usize) -> Arc<Self> {
        Arc::new(Self { max_total, max_of_key, taken: Mutex::new(Taken { all: 0, by_key: HashMap::new() }) })
    }

    /// Takes a permit for a key.
    pub(super) fn take(self: &Arc<Self>, key: Key) -> Result<Permit<Key>, LimitReached> {
        self.take_below(self.max_total, key)
    }

    /// The same, if fewer than `max_total` are taken in total.
    pub(super) fn take_below(self: &Arc<Self>, max_total: usize, key: Key) -> Result<Permit<Key>, LimitReached> {
        let mut taken = self.taken();
        // The limit of the key is checked first, because the visitor can change what counts for it.
        if taken.by_key.get(&key).is_some_and(|taken| *taken >= self.max_of_key) {
            return Err(LimitReached::OfKey);
        }
        if taken.all >= max_total.min(self.max_total) {
            return Err(LimitReached::Total);
        }
        taken.all += 1;
        *taken.by_key.entry(key.clone()).or_default() += 1;
        Ok(Permit { semaphore: Arc::clone(self), key })
    }
}

impl<Key> KeyedSemaphore<Key> {
    /// How many permits are taken.
    pub(super) fn total_taken(&self) -> usize {
        self.taken().all
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards consistent counts.
    fn taken(&self) -> MutexGuard<'_, Taken<Key>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Key: Hash + Eq> Drop for Permit<Key> {
    fn drop(&mut self) {
        let mut taken = self.semaphore.taken();
        taken.all = taken.all.saturating_sub(1);
        if let Some(of_key) = taken.by_key.get_mut(&self.key) {
            *of_key = of_key.saturating_sub(1);
            if *of_key == 0 {
                taken.by_key.remove(&self.key);
            }
        }
    }
}

/// A semaphore that limits each address, and each network.
#[derive(Debug)]
pub(super) struct AddressSemaphore {
    by_address: Arc<KeyedSemaphore<Client>>,
    by_network: Arc<KeyedSemaphore<Network>>,
}

/// The permits of an address and of its network, released when they are dropped.
pub(super) struct AddressPermit {
    _of_address: Permit<Client>,
    _of_network: Option<Permit<Network>>,
}

impl AddressSemaphore {
    /// At most `max_total` permits in total, `of_address` for one address and `of_network` for one network.
    pub(super) fn new(max_total: usize, of_address: usize, of_network: usize) -> Self {
        // The networks need no total limit, because each permit also counts for its address.
        Self {
            by_address: KeyedSemaphore::new(max_total, of_address),
            by_network: KeyedSemaphore::new(usize::MAX, of_network),
        }
    }

    /// Takes a permit for a client.
    pub(super) fn take(&self, client: Client) -> Result<AddressPermit, LimitReached> {
        self.take_below(usize::MAX, client)
    }

    /// The same, if fewer than `max_total` are taken in total.
    pub(super) fn take_below(&self, max_total: usize, client: Client) -> Result<AddressPermit, LimitReached> {
        let of_address = self.by_address.take_below(max_total, client)?;
        let of_network = client.network().map(|network| self.by_network.take(network)).transpose()?;
        Ok(AddressPermit { _of_address: of_address, _of_network: of_network })
    }

    /// How many permits are taken.
    pub(super) fn total_taken(&self) -> usize {
        self.by_address.total_taken()
    }
}

/// Hides the keys, which are browser ids and addresses.
impl<Key> fmt::Debug for KeyedSemaphore<Key> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyedSemaphore")
            .field("max_total", &self.max_total)
            .field("taken", &self.taken().all)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_and_the_total_have_a_limit() {
        let semaphore = KeyedSemaphore::new(3, 2);
        let one = [semaphore.take("one").unwrap(), semaphore.take("one").unwrap()];
        assert_eq!(semaphore.take("one").err(), Some(LimitReached::OfKey));
        let other = semaphore.take("other").unwrap();
        assert_eq!(semaphore.take("third").err(), Some(LimitReached::Total));
        assert_eq!(semaphore.take("one").err(), Some(LimitReached::OfKey));
        drop(other);
        let _third = semaphore.take("third").unwrap();
        drop(one);
        let _one = [semaphore.take("one").unwrap(), semaphore.take("one").unwrap()];
    }

    #[test]
    fn a_lower_total_limit_reserves_permits_for_other_requests() {
        let semaphore = KeyedSemaphore::new(3, 9);
        let _taken = [semaphore.take_below(2, 1).unwrap(), semaphore.take_below(2, 1).unwrap()];
        assert_eq!(semaphore.take_below(2, 2).err(), Some(LimitReached::Total));
        let _last = semaphore.take(2).unwrap();
        assert_eq!(semaphore.take(2).err(), Some(LimitReached::Total));
    }

    #[test]
    fn a_key_without_permits_uses_no_memory() {
        let semaphore = KeyedSemaphore::new(1, 1);
        for key in 0..1_000 {
            drop(semaphore.take(key).unwrap());
        }
        let taken = semaphore.taken();
        assert_eq!((taken.all, taken.by_key.len()), (0, 0));
    }
}
