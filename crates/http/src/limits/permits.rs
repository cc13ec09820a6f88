//! Counters of what is held at one time, in requests, connections, streams or bytes: at most so much for a key, and so
//! much in total. And how many lists are read for one client at the same time, while the others wait: a list takes several
//! times its size while it is read and written as JSON, before its bytes can be counted. And the bytes
//! that clients have not read yet: of responses, of replays and of events that are queued for streams.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
    sync::{Arc, Weak},
    time::Duration,
};

use parking_lot::Mutex;
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::gauge::ConstGauge,
    registry::Registry,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::bounds::{FREE_OF_RESPONSE, Refusals};
use crate::{
    error::Problem,
    limits::bounds::{Client, Neighbour},
};

/// A counter with a limit for each address, for each IPv6 network, and in total. Clones share it.
#[derive(Clone)]
pub struct AddressSemaphore(Arc<Counter>);

struct Counter {
    max_total: usize,
    of_address: usize,
    of_network: usize,
    held: Mutex<HeldAmounts>,
}

#[derive(Default)]
struct HeldAmounts {
    all: usize,
    by_key: HashMap<Neighbour, usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReachedLimit {
    Total,
    OfKey,
}

/// What a client holds, released when this is dropped.
pub struct AddressPermit {
    counter: Arc<Counter>,
    /// `None` counts in total only.
    client: Option<Client>,
    amount: usize,
}

impl Counter {
    /// What counts the amounts of a client, with their limits.
    fn keys(&self, client: Option<Client>) -> impl Iterator<Item = (Neighbour, usize)> {
        let network = client.and_then(Client::network).map(|network| (Neighbour::Network(network), self.of_network));
        client.map(|client| (Neighbour::Address(client), self.of_address)).into_iter().chain(network)
    }
}

impl AddressSemaphore {
    pub fn new(max_total: usize, of_address: usize, of_network: usize) -> Self {
        Self(Arc::new(Counter { max_total, of_address, of_network, held: Mutex::default() }))
    }

    /// Holds an amount for a client; without one, only in total.
    pub fn take(&self, client: impl Into<Option<Client>>, amount: usize) -> Result<AddressPermit, ReachedLimit> {
        self.take_below(client.into(), amount, usize::MAX)
    }

    /// Takes permits, if at most `max_total` is held in total afterwards.
    pub(crate) fn take_below(
        &self,
        client: Option<Client>,
        amount: usize,
        max_total: usize,
    ) -> Result<AddressPermit, ReachedLimit> {
        let mut permit = AddressPermit { counter: Arc::clone(&self.0), client, amount: 0 };
        permit.add(amount, max_total).map(|()| permit)
    }

    pub fn total_held(&self) -> usize {
        self.0.held.lock().all
    }
}

impl AddressPermit {
    pub(super) fn grow(&mut self, more: usize) -> Result<(), ReachedLimit> {
        self.add(more, usize::MAX)
    }

    fn add(&mut self, more: usize, max_total: usize) -> Result<(), ReachedLimit> {
        let mut held = self.counter.held.lock();
        let with_more = |key: &Neighbour| held.by_key.get(key).copied().unwrap_or_default().saturating_add(more);
        // The limits of the client are checked first, because the visitor can change what counts for them.
        if self.counter.keys(self.client).any(|(key, limit)| with_more(&key) > limit) {
            return Err(ReachedLimit::OfKey);
        }
        let all = held.all.saturating_add(more);
        if all > max_total.min(self.counter.max_total) {
            return Err(ReachedLimit::Total);
        }
        held.all = all;
        for (key, _) in self.counter.keys(self.client) {
            *held.by_key.entry(key).or_default() += more;
        }
        self.amount += more;
        Ok(())
    }

    pub(super) fn shrink(&mut self, less: usize) {
        let less = less.min(self.amount);
        let mut held = self.counter.held.lock();
        held.all -= less;
        for (key, _) in self.counter.keys(self.client) {
            if let Entry::Occupied(mut of_key) = held.by_key.entry(key) {
                *of_key.get_mut() -= less;
                if *of_key.get() == 0 {
                    of_key.remove();
                }
            }
        }
        self.amount -= less;
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        self.shrink(self.amount);
    }
}

/// Hides the key, which is an address.
impl fmt::Debug for AddressPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AddressPermit").field("amount", &self.amount).finish_non_exhaustive()
    }
}

/// Hides the keys, which are addresses.
impl fmt::Debug for AddressSemaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AddressSemaphore").field("held", &self.total_held()).finish_non_exhaustive()
    }
}

/// How many lists are read at the same time for one client. One takes milliseconds.
const AT_ONCE: usize = 2;

const TIMEOUT: Duration = Duration::from_secs(2);

/// When so many clients are known, those without requests are forgotten.
const CLIENTS: usize = 1_024;

#[derive(Debug, Default)]
pub(super) struct ListPermits(Mutex<HashMap<Client, Weak<Semaphore>>>);

/// A permit to read a list, released when this is dropped.
pub(crate) type ListPermit = OwnedSemaphorePermit;

impl ListPermits {
    pub(super) async fn acquire(&self, client: Client) -> Result<ListPermit, Problem> {
        let permit = timeout(TIMEOUT, self.of(client).acquire_owned()).await;
        permit.map_err(|_| Problem::Overloaded)?.map_err(|_| Problem::Internal)
    }

    fn of(&self, client: Client) -> Arc<Semaphore> {
        let mut permits = self.0.lock();
        if let Some(known) = permits.get(&client).and_then(Weak::upgrade) {
            return known;
        }
        if permits.len() >= CLIENTS {
            permits.retain(|_, permits| permits.strong_count() > 0);
        }
        let new = Arc::new(Semaphore::new(AT_ONCE));
        permits.insert(client, Arc::downgrade(&new));
        new
    }
}

/// Where the unread bytes of one client are counted. Clones count together.
#[derive(Debug, Clone)]
pub(crate) struct UnreadCounter {
    unread: AddressSemaphore,
    client: Client,
    refusals: Refusals,
}

/// Unread bytes, which no longer count when this is dropped.
#[derive(Debug)]
pub(crate) struct UnreadPermit {
    counter: UnreadCounter,
    permit: Option<AddressPermit>,
}

impl UnreadCounter {
    pub(super) fn new(unread: AddressSemaphore, client: Client, refusals: Refusals) -> Self {
        Self { unread, client, refusals }
    }

    #[cfg(test)]
    pub(crate) fn unlimited() -> Self {
        Self::new(AddressSemaphore::new(usize::MAX, usize::MAX, usize::MAX), Client::Unknown, Refusals::default())
    }

    /// Counts bytes until they are read.
    pub(crate) fn hold(&self, bytes: usize) -> Result<UnreadPermit, Problem> {
        let mut unread = UnreadPermit { counter: self.clone(), permit: None };
        unread.grow(bytes).map(|()| unread)
    }

    /// Counts the body of a response, but for its free part; most bodies have no other part.
    pub(crate) fn hold_response(&self, bytes: usize) -> Result<Option<UnreadPermit>, Problem> {
        let counted = bytes.saturating_sub(FREE_OF_RESPONSE);
        if counted == 0 { Ok(None) } else { self.hold(counted).map(Some) }
    }
}

impl UnreadPermit {
    /// Counts more bytes; [`Problem::Overloaded`] beyond the limit.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let UnreadCounter { unread, client, refusals } = &self.counter;
        let grown = match &mut self.permit {
            Some(permit) => permit.grow(bytes),
            None => unread.take(*client, bytes).map(|permit| self.permit = Some(permit)),
        };
        grown.map_err(|reason| {
            let limit = match reason {
                ReachedLimit::OfKey => "unread_bytes_of_address",
                ReachedLimit::Total => "unread_bytes",
            };
            refusals.of(limit).inc();
            Problem::Overloaded
        })
    }

    pub(crate) fn shrink(&mut self, bytes: usize) {
        if let Some(permit) = &mut self.permit {
            permit.shrink(bytes);
        }
    }
}

pub(super) fn register(unread: &AddressSemaphore, registry: &mut Registry) {
    registry.register_collector(Box::new(UnreadBytes(unread.clone())));
}

#[derive(Debug)]
struct UnreadBytes(AddressSemaphore);

impl Collector for UnreadBytes {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let bytes = ConstGauge::new(i64::try_from(self.0.total_held()).unwrap_or(i64::MAX));
        let help = "Bytes of responses, replays and queued events that clients have not read";
        let descriptor = encoder.encode_descriptor("unread_bytes", help, None, bytes.metric_type())?;
        bytes.encode(descriptor)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures_util::FutureExt as _;

    use super::*;

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn each_address_and_the_total_have_a_limit() {
        let semaphore = AddressSemaphore::new(3, 2, 2);
        let take = |address| semaphore.take(client(address), 1);
        let one = [take("192.0.2.1").unwrap(), take("192.0.2.1").unwrap()];
        assert_eq!(take("192.0.2.1").err(), Some(ReachedLimit::OfKey));
        let other = take("192.0.2.2").unwrap();
        assert_eq!(take("192.0.2.3").err(), Some(ReachedLimit::Total));
        assert_eq!(take("192.0.2.1").err(), Some(ReachedLimit::OfKey));
        drop(other);
        let _third = take("192.0.2.3").unwrap();
        drop(one);
        let _one = [take("192.0.2.1").unwrap(), take("192.0.2.1").unwrap()];
    }

    #[test]
    fn an_ipv6_network_has_a_limit_and_a_refusal_for_it_holds_nothing() {
        let semaphore = AddressSemaphore::new(9, 9, 2);
        let mut one = semaphore.take(client("2001:db8:0:1::1"), 1).unwrap();
        let _other = semaphore.take(client("2001:db8:0:2::1"), 1).unwrap();
        assert_eq!(semaphore.take(client("2001:db8:0:3::1"), 1).err(), Some(ReachedLimit::OfKey));
        assert_eq!(one.grow(1), Err(ReachedLimit::OfKey));
        assert_eq!(semaphore.total_held(), 2);
        let _else = semaphore.take(client("2001:db8:1:1::1"), 1).unwrap();
    }

    #[test]
    fn an_amount_grows_and_shrinks_within_the_limits() {
        let semaphore = AddressSemaphore::new(100, 60, 60);
        let mut one = semaphore.take(client("192.0.2.1"), 50).unwrap();
        assert_eq!(one.grow(11), Err(ReachedLimit::OfKey));
        one.grow(10).unwrap();
        assert_eq!(semaphore.take(client("192.0.2.2"), 41).err(), Some(ReachedLimit::Total));
        one.shrink(30);
        let other = semaphore.take(client("192.0.2.2"), 60).unwrap();
        assert_eq!(semaphore.total_held(), 90);
        drop((one, other));
        assert_eq!(semaphore.total_held(), 0);
    }

    #[test]
    fn a_lower_total_limit_reserves_permits_for_other_requests() {
        let semaphore = AddressSemaphore::new(3, 9, 9);
        let one = client("192.0.2.1");
        let _taken = semaphore.take_below(Some(one), 2, 2).unwrap();
        assert_eq!(semaphore.take_below(Some(one), 1, 2).err(), Some(ReachedLimit::Total));
        let _last = semaphore.take(one, 1).unwrap();
        assert_eq!(semaphore.take(one, 1).err(), Some(ReachedLimit::Total));
    }

    #[test]
    fn what_belongs_to_no_client_has_only_the_total_limit() {
        let semaphore = AddressSemaphore::new(3, 1, 1);
        let _held = [0; 3].map(|_| semaphore.take(None, 1).unwrap());
        assert_eq!(semaphore.take(None, 1).err(), Some(ReachedLimit::Total));
    }

    #[test]
    fn an_address_that_holds_nothing_uses_no_memory() {
        let semaphore = AddressSemaphore::new(1, 1, 1);
        for number in 0..1_000_u32 {
            drop(semaphore.take(Client::from(IpAddr::V4(number.into())), 1).unwrap());
        }
        let held = semaphore.0.held.lock();
        assert_eq!((held.all, held.by_key.len()), (0, 0));
    }

    fn number(number: u32) -> Client {
        IpAddr::V4(number.into()).into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_has_two_permits_at_a_time_and_the_others_wait() {
        let permits = ListPermits::default();
        let held = [permits.acquire(number(1)).await.unwrap(), permits.acquire(number(1)).await.unwrap()];
        drop(permits.acquire(number(2)).await.unwrap());
        let mut third = Box::pin(permits.acquire(number(1)));
        assert!(third.as_mut().now_or_never().is_none());
        drop(held);
        let _third = third.await.unwrap();
        let _fourth = permits.acquire(number(1)).await.unwrap();
        assert!(matches!(permits.acquire(number(1)).await, Err(Problem::Overloaded)));
    }

    #[tokio::test]
    async fn clients_without_requests_are_forgotten() {
        let permits = ListPermits::default();
        for client in 0..10_000 {
            drop(permits.acquire(number(client)).await.unwrap());
        }
        assert!(permits.0.lock().len() <= CLIENTS);
    }
}
