//! Limits: token buckets by address, network, browser and account, and limits of what may be open, in progress or unread
//! at the same time.
//!
//! They allow for a family or a school class behind one address: a clock page requests the weather of 50 cities, and
//! clients other than the site's pages may have two streams in each of thirteen tabs and reconnect all of them at once.
//!
//! # How one visitor is kept from slowing down others
//!
//! | resource | limit | where |
//! | --- | --- | --- |
//! | file descriptors and memory of connections | connections per address and in total; a deadline for each | `server::connections` |
//! | open streams | streams per address, per browser and in total | `http::limits`, `events::hub` |
//! | database connections | turns by address or IPv6 /48, and a share of the connections; requests by address and browser (token buckets), requests in progress | `storage::connections::pool`, `http::limits`, `admission` |
//! | memory of responses | bytes that clients have not read, per address and in total; at most a thousand alarms and a thousand timers of a browser | `limits::permits`, `response::GuardedBody`, `domain::browser_id::RowLimit` |
//! | turns in a backlog of due rows | new browsers per address (token buckets): each has one row in a turn | `http::limits`, `scheduler::tick` |
//! | the disk | new rows, rows that a request rewrites, and rings of timers with steps, per address (token buckets) | `http::limits` |
//! | cores for passwords | checked and set ones per address (token buckets), turns and places by address | `api::accounts::passwords` |
//! | the log | `storage::log_throttle` | where the line is written |
//!
//! The numbers of all limits are in `crates/http/src/limits/bounds.rs`. docs/api.md documents them; a test compares the
//! two. `crates/http/tests/api/stored.rs` fails for a request that stores something without a bound, and `unread.rs`
//! requests every path without reading.
//!
//! The body of a response is sent in pieces of 8 KiB, and what the connection's buffer has no room for stays in the
//! body (`response::GuardedBody`), which counts its bytes for the client's address until the last piece has been taken. A
//! stream counts its replay and what waits in its queue in the same place. So one address costs at most 16 MiB of
//! bodies and queues, some kilobytes for each request and stream, and the buffers of its connections: less than 64 MiB.
//! Before they are counted, lists take several times their size; so two lists are read at a time for an address, and
//! the others wait (`limits::permits`). By itself the allocator keeps freed memory for a second or longer; the container
//! image, the systemd unit and `scripts/run` set `MIMALLOC_PURGE_DELAY=0`, with which 24 unread exports of 500 of the
//! largest timers cost 38 to 45 MiB instead of 64 to 77.
//!
//! `server::connections::TimedSocket` wraps the socket of each connection. actix has a deadline for the head of the first
//! request and for silence between two requests, but none for the head of a later request, for a body that the handler
//! does not read, or for a client that does not read. A middleware (`connections::track`) marks the connection as busy
//! until the body of its response has been taken for sending. When a connection passes its deadline, a timer makes its
//! reads and writes fail.
//!
//! A permit (`limits::permits`, also of connections) is a counter that decreases when its value is dropped; a response
//! body can hold it (`response::GuardedBody`). Requests in progress share one counter with a threshold per kind: pages are
//! refused from 1,024 on, reads from 1,536, changes from 2,048. So requests that matter least to a visitor are refused
//! first, without a queue. Streams do not count there.

pub(crate) mod bounds;
mod permits;
mod sign_ins;

use std::{
    hash::{BuildHasher as _, Hash, RandomState},
    net::IpAddr,
    sync::Arc,
    time::Instant,
};

use actix_web::HttpRequest;
use ipnet::IpNet;
use prometheus_client::registry::Registry;
use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::{Storage, browsers, connections::pool::Requester};

pub use self::permits::{AddressPermit, AddressSemaphore, ReachedLimit};
use self::{
    bounds::{
        AddressBuckets, Buckets, IN_PROGRESS_OF_ADDRESS, IN_PROGRESS_OF_NETWORK, NETWORK_FACTOR,
        OPEN_STREAMS_OF_ADDRESS, RETRY_IN_PROGRESS, RETRY_TOO_MANY, Refusals,
    },
    permits::ListPermits,
    sign_ins::SignIns,
};
pub(crate) use self::{
    bounds::{AddressLimit, KeyLimit},
    permits::{ListPermit, UnreadCounter, UnreadPermit},
    sign_ins::Attempt,
};
use crate::error::Problem;
pub use crate::limits::bounds::Client;

/// The kind of a request. Under overload, the kinds that matter least to a visitor are refused first; open streams keep
/// delivering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// A page or a file of the site, which a visitor can reload.
    Page,
    /// A read, which a page repeats by itself.
    Read,
    /// A change, such as an answer to a ring.
    Change,
}

impl Work {
    /// Requests of this kind are refused while this many are in progress.
    const fn max_in_progress(self) -> usize {
        match self {
            Self::Page => 1_024,
            Self::Read => 1_536,
            Self::Change => 2_048,
        }
    }
}

#[derive(Debug)]
pub struct Limits {
    rates: Option<Box<Rates>>,
    in_progress: AddressSemaphore,
    open_streams: AddressSemaphore,
    /// Bounds the memory of the server, so it also applies without rate limits.
    unread: AddressSemaphore,
    refusals: Refusals,
}

#[derive(Debug)]
struct Rates {
    /// The networks of proxies whose `X-Forwarded-For` is trusted.
    proxies: Vec<IpNet>,
    by_address: [AddressBuckets; AddressLimit::RATES.len()],
    by_key: [Buckets; KeyLimit::RATES.len()],
    sign_ins: Arc<SignIns>,
    list_permits: ListPermits,
    /// Seeded with a random secret, so that nobody can choose an address that shares another one's turns.
    neighbours: RandomState,
}

impl Default for Limits {
    fn default() -> Self {
        Self::off()
    }
}

impl Limits {
    /// No limits but those of memory.
    pub fn off() -> Self {
        Self {
            rates: None,
            in_progress: AddressSemaphore::new(Work::Change.max_in_progress(), usize::MAX, usize::MAX),
            open_streams: AddressSemaphore::new(usize::MAX, usize::MAX, usize::MAX),
            unread: AddressSemaphore::new(bounds::UNREAD, usize::MAX, usize::MAX),
            refusals: Refusals::default(),
        }
    }

    /// Limits by client address. Proxies in these networks are trusted to forward it.
    pub fn behind(proxies: Vec<IpNet>) -> Self {
        let refusals = Refusals::default();
        let rates = Rates {
            proxies,
            by_address: AddressLimit::RATES
                .map(|rate| AddressBuckets::of(rate.quota(), rate.network_factor, &refusals.of(rate.name))),
            by_key: KeyLimit::RATES.map(|rate| Buckets::of(rate.quota(), refusals.of(rate.name))),
            sign_ins: Arc::new(SignIns::new(|name| refusals.of(name))),
            list_permits: ListPermits::default(),
            neighbours: RandomState::new(),
        };
        Self {
            rates: Some(Box::new(rates)),
            in_progress: AddressSemaphore::new(
                Work::Change.max_in_progress(),
                IN_PROGRESS_OF_ADDRESS,
                IN_PROGRESS_OF_NETWORK,
            ),
            open_streams: AddressSemaphore::new(usize::MAX, OPEN_STREAMS_OF_ADDRESS, streams_of_network(usize::MAX)),
            unread: AddressSemaphore::new(bounds::UNREAD, bounds::UNREAD_OF_ADDRESS, bounds::UNREAD_OF_NETWORK),
            refusals,
        }
    }

    #[must_use]
    pub fn with_streams(self, max_total: usize) -> Self {
        let (of_address, of_network) = match self.rates {
            Some(_) => (OPEN_STREAMS_OF_ADDRESS, streams_of_network(max_total)),
            None => (usize::MAX, usize::MAX),
        };
        Self { open_streams: AddressSemaphore::new(max_total, of_address, of_network), ..self }
    }

    pub(crate) fn register_metrics(&self, registry: &mut Registry) {
        self.refusals.register(registry);
        permits::register(&self.unread, registry);
    }

    /// Counts a stream that was refused because its browser has too many.
    pub(crate) fn stream_refused(&self) {
        self.refusals.of("streams_open_of_browser").inc();
    }

    pub(crate) fn take_by_address(&self, limit: AddressLimit, request: &HttpRequest) -> Result<(), Problem> {
        self.take_for(limit, self.client(request), 1)
    }

    #[expect(clippy::indexing_slicing, reason = "the array has an element for each limit")]
    fn take_for(&self, limit: AddressLimit, client: Client, tokens: u32) -> Result<(), Problem> {
        let Some(rates) = self.rates.as_ref().filter(|_| tokens > 0) else { return Ok(()) };
        rates.by_address[limit as usize].take(client, tokens)
    }

    /// Takes tokens of a limit by address later: how many may depend on what a transaction reads.
    pub(crate) fn deferred(
        self: &Arc<Self>,
        limit: AddressLimit,
        request: &HttpRequest,
    ) -> impl FnOnce(u32) -> Result<(), Problem> + Send + use<> {
        let (limits, client) = (Arc::clone(self), self.client(request));
        move |tokens| limits.take_for(limit, client, tokens)
    }

    /// Takes a token for a browser that is about to own something for the first time.
    pub(crate) async fn admit_owner(
        &self,
        storage: &Storage,
        request: &HttpRequest,
        browser: BrowserId,
    ) -> Result<(), Problem> {
        if self.rates.is_none() || browsers::is_known(storage, browser).await? {
            return Ok(());
        }
        self.take_by_address(AddressLimit::NewBrowsers, request)
    }

    #[expect(clippy::indexing_slicing, reason = "the array has an element for each limit")]
    pub(crate) fn take_by_key(&self, limit: KeyLimit, key: &impl Hash) -> Result<(), Problem> {
        let Some(rates) = &self.rates else { return Ok(()) };
        rates.by_key[limit as usize].take(key, 1)
    }

    /// Counts a request to the API; `browser` reads the browser that it names.
    pub(crate) fn admit_call(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<(), Problem> {
        self.take_by_address(AddressLimit::Calls, request)?;
        browser(request).map_or(Ok(()), |browser| self.take_by_key(KeyLimit::Calls, &browser))
    }

    /// Counts a stream that is opened, and takes a permit for it; `browser` reads the browser that the request names.
    pub(crate) fn admit_stream(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<AddressPermit, Problem> {
        self.take_by_address(AddressLimit::Streams, request)?;
        browser(request).map_or(Ok(()), |browser| self.take_by_key(KeyLimit::Streams, &browser))?;
        self.open_streams.take(self.client(request), 1).map_err(|reason| match reason {
            ReachedLimit::OfKey => self.refused("streams_open_of_address", Problem::TooMany(RETRY_TOO_MANY)),
            ReachedLimit::Total => self.refused("streams_open", Problem::Overloaded),
        })
    }

    /// Takes a permit for a request in progress; `None` for pages, which come from memory and are sent at once.
    pub(crate) fn admit_work(&self, request: &HttpRequest, work: Work) -> Result<Option<AddressPermit>, Problem> {
        if work == Work::Page {
            let is_full = self.in_progress.total_held() >= work.max_in_progress();
            return if is_full { Err(self.refused("in_progress", Problem::Overloaded)) } else { Ok(None) };
        }
        let permit = self.in_progress.take_below(Some(self.client(request)), 1, work.max_in_progress());
        permit.map(Some).map_err(|reason| match reason {
            ReachedLimit::OfKey => self.refused("in_progress_of_address", Problem::TooMany(RETRY_IN_PROGRESS)),
            ReachedLimit::Total => self.refused("in_progress", Problem::Overloaded),
        })
    }

    /// Waits until a list may be read for the client of a request; `None` without rate limits.
    pub(crate) async fn admit_list(&self, request: &HttpRequest) -> Result<Option<ListPermit>, Problem> {
        let Some(rates) = &self.rates else { return Ok(None) };
        rates.list_permits.acquire(bounds::client_of(request, &rates.proxies)).await.map(Some)
    }

    /// For whom a request uses the database; all requests are alike without rate limits.
    pub(crate) fn requester(&self, request: &HttpRequest, is_urgent: bool) -> Requester {
        let neighbour = self.client(request).neighbour().zip(self.rates.as_ref());
        Requester { neighbour: neighbour.map(|(neighbour, rates)| rates.neighbours.hash_one(neighbour)), is_urgent }
    }

    pub(crate) fn unread(&self, request: &HttpRequest) -> UnreadCounter {
        UnreadCounter::new(self.unread.clone(), self.client(request), self.refusals.clone())
    }

    #[cfg(test)]
    pub(crate) fn unread_bytes(&self) -> usize {
        self.unread.total_held()
    }

    /// Begins an attempt to sign in to this account. `is_signed_in` if the request has a session of the account.
    pub(crate) fn sign_in(&self, request: &HttpRequest, name: &str, is_signed_in: bool) -> Result<Attempt, Problem> {
        let Some(rates) = &self.rates else { return Ok(Attempt::unlimited()) };
        let client = bounds::client_of(request, &rates.proxies);
        rates.sign_ins.begin(name, client, is_signed_in, Instant::now())
    }

    pub(crate) fn remember_owner(&self, request: &HttpRequest, name: &str) {
        if let Some(rates) = &self.rates {
            rates.sign_ins.remember(name, bounds::client_of(request, &rates.proxies), Instant::now());
        }
    }

    /// The client address of a request: the peer's, or the one that a trusted proxy forwards.
    pub(crate) fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        bounds::client_address(request, self.rates.as_ref().map_or(&[], |rates| &rates.proxies))
    }

    /// The client of a request; the same for all requests if rate limits are off.
    pub(crate) fn client(&self, request: &HttpRequest) -> Client {
        self.rates.as_ref().map_or(Client::Unknown, |rates| bounds::client_of(request, &rates.proxies))
    }

    fn refused(&self, limit: &'static str, problem: Problem) -> Problem {
        self.refusals.of(limit).inc();
        problem
    }
}

/// How many of `max_total` streams one network may have: a quarter, so that other networks have room, but at least as
/// many as one address.
fn streams_of_network(max_total: usize) -> usize {
    let factor = usize::try_from(NETWORK_FACTOR).unwrap_or(usize::MAX);
    (max_total / 4).min(OPEN_STREAMS_OF_ADDRESS * factor).max(OPEN_STREAMS_OF_ADDRESS)
}

#[cfg(test)]
mod tests;
