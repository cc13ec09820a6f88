//! Counting semaphores: a place is held as long as something is open, with a limit in total and one per key.

use std::{
    collections::HashMap,
    fmt,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::client::{Client, Network};

/// Places by key.
pub(super) struct Places<Key> {
    most: usize,
    most_of_key: usize,
    taken: Mutex<Taken<Key>>,
}

struct Taken<Key> {
    all: usize,
    by_key: HashMap<Key, usize>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// The total limit is reached.
    Full,
    /// The limit of the key is reached.
    KeyFull,
}

/// A place that is held until this is dropped.
pub(super) struct Place<Key: Hash + Eq> {
    places: Arc<Places<Key>>,
    key: Key,
}

impl<Key: Hash + Eq + Clone> Places<Key> {
    /// At most `most` places in total, and `most_of_key` for one key.
    pub(super) fn new(most: usize, most_of_key: usize) -> Arc<Self> {
        Arc::new(Self { most, most_of_key, taken: Mutex::new(Taken { all: 0, by_key: HashMap::new() }) })
    }

    /// Takes a place for a key.
    pub(super) fn take(self: &Arc<Self>, key: Key) -> Result<Place<Key>, NoPlace> {
        self.take_of(self.most, key)
    }

    /// The same, while fewer than `most` are taken in total.
    pub(super) fn take_of(self: &Arc<Self>, most: usize, key: Key) -> Result<Place<Key>, NoPlace> {
        let mut taken = self.taken();
        // The key's limit first, because the visitor can do something about it.
        if taken.by_key.get(&key).is_some_and(|taken| *taken >= self.most_of_key) {
            return Err(NoPlace::KeyFull);
        }
        if taken.all >= most.min(self.most) {
            return Err(NoPlace::Full);
        }
        taken.all += 1;
        *taken.by_key.entry(key.clone()).or_default() += 1;
        Ok(Place { places: Arc::clone(self), key })
    }
}

impl<Key> Places<Key> {
    /// How many places are taken.
    pub(super) fn taken_of_all(&self) -> usize {
        self.taken().all
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards consistent counts.
    fn taken(&self) -> MutexGuard<'_, Taken<Key>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Key: Hash + Eq> Drop for Place<Key> {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        if let Some(of_key) = taken.by_key.get_mut(&self.key) {
            *of_key = of_key.saturating_sub(1);
            if *of_key == 0 {
                taken.by_key.remove(&self.key);
            }
        }
    }
}

/// Places by address, and by the networks that the addresses are in.
#[derive(Debug)]
pub(super) struct AddressPlaces {
    by_address: Arc<Places<Client>>,
    by_network: Arc<Places<Network>>,
}

/// A place of an address and of its network, held until this is dropped.
pub(super) struct AddressPlace {
    _of_address: Place<Client>,
    _of_network: Option<Place<Network>>,
}

impl AddressPlaces {
    /// At most `most` places in total, `of_address` for one address and `of_network` for one network.
    pub(super) fn new(most: usize, of_address: usize, of_network: usize) -> Self {
        // The networks need no total limit, since each place is counted by address, too.
        Self { by_address: Places::new(most, of_address), by_network: Places::new(usize::MAX, of_network) }
    }

    /// Takes a place for a client.
    pub(super) fn take(&self, client: Client) -> Result<AddressPlace, NoPlace> {
        self.take_of(usize::MAX, client)
    }

    /// The same, while fewer than `most` are taken in total.
    pub(super) fn take_of(&self, most: usize, client: Client) -> Result<AddressPlace, NoPlace> {
        let of_address = self.by_address.take_of(most, client)?;
        let of_network = client.network().map(|network| self.by_network.take(network)).transpose()?;
        Ok(AddressPlace { _of_address: of_address, _of_network: of_network })
    }

    /// How many places are taken.
    pub(super) fn taken_of_all(&self) -> usize {
        self.by_address.taken_of_all()
    }
}

/// Hides the keys, which are browser ids and addresses.
impl<Key> fmt::Debug for Places<Key> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Places").field("most", &self.most).field("taken", &self.taken().all).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_the_total_have_limits() {
        let places = Places::new(3, 2);
        let one = [places.take("one").unwrap(), places.take("one").unwrap()];
        assert_eq!(places.take("one").err(), Some(NoPlace::KeyFull));
        let other = places.take("other").unwrap();
        assert_eq!(places.take("third").err(), Some(NoPlace::Full));
        assert_eq!(places.take("one").err(), Some(NoPlace::KeyFull));
        drop(other);
        let _third = places.take("third").unwrap();
        drop(one);
        let _one = [places.take("one").unwrap(), places.take("one").unwrap()];
    }

    #[test]
    fn refused_requests_leave_places_to_others() {
        let places = Places::new(3, 9);
        let _taken = [places.take_of(2, 1).unwrap(), places.take_of(2, 1).unwrap()];
        assert_eq!(places.take_of(2, 2).err(), Some(NoPlace::Full));
        let _last = places.take(2).unwrap();
        assert_eq!(places.take(2).err(), Some(NoPlace::Full));
    }

    #[test]
    fn a_key_without_places_takes_no_memory() {
        let places = Places::new(1, 1);
        for key in 0..1_000 {
            drop(places.take(key).unwrap());
        }
        let taken = places.taken();
        assert_eq!((taken.all, taken.by_key.len()), (0, 0));
    }
}
