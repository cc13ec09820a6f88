//! Limits: token buckets by address, by network, by browser and by account name, and places for what is open at the same
//! time.
//!
//! They allow for a family or a class behind one address: a clock page requests the weather of 50 cities, and other
//! clients than the site's pages may hold two streams open in each of thirteen tabs and reconnect all at once.

mod bounds;
mod bucket;
mod client;
mod failures;
mod places;
mod sign_ins;

use std::{net::IpAddr, sync::Arc, time::Instant};

use actix_web::HttpRequest;
use ipnet::IpNet;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use tokibako_domain::{account::AccountId, browser_id::BrowserId};
use uuid::Uuid;

use crate::{error::Problem, metric_label::Label};
use bounds::{
    API_BY_ADDRESS, API_BY_BROWSER, BRINGS_BY_ACCOUNT, DEVICES, IN_PROGRESS_OF_ADDRESS, IN_PROGRESS_OF_NETWORK,
    LONG_LISTS, LONG_LISTS_OF_ADDRESS, NETWORK_FACTOR, NEW_ROWS_BY_ADDRESS, OPEN_STREAMS_OF_ADDRESS,
    REGISTRATIONS_BY_ADDRESS, RETRY_IN_PROGRESS, RETRY_LONG_LIST, STREAMS_BY_ADDRESS, STREAMS_BY_BROWSER,
    TESTS_OF_DEVICE,
};
use bucket::{AddressBuckets, Buckets};
use client::Client;
use places::{AddressPlace, AddressPlaces, NoPlace, Place, Places};
use sign_ins::SignIns;

pub(crate) use bounds::RETRY_TOO_MANY;
pub(crate) use sign_ins::Attempt;

/// What a request is for. When too much is in progress, what costs a visitor least is refused first; open streams deliver
/// whatever happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// A page or a file of the site, which a visitor loads again.
    Page,
    /// Something to read, which a page asks for again by itself.
    Read,
    /// A change, such as the answer to a ring.
    Change,
}

impl Work {
    /// How many requests may be in progress where one more is to begin.
    const fn most(self) -> usize {
        match self {
            Self::Page => 1_024,
            Self::Read => 1_536,
            Self::Change => 2_048,
        }
    }
}

/// Shared by all requests of one server.
#[derive(Debug)]
pub struct Limits {
    counted: Option<Counted>,
    in_progress: AddressPlaces,
    open_streams: AddressPlaces,
    /// They bound the memory of the server, so they hold without rate limits too.
    long_lists_of_browser: Arc<Places<BrowserId>>,
    refusals: Family<Label, Counter>,
}

#[derive(Debug)]
struct Counted {
    /// The networks of proxies whose `X-Forwarded-For` is trusted.
    proxies: Vec<IpNet>,
    api_by_address: AddressBuckets,
    api_by_browser: Buckets,
    streams_by_address: AddressBuckets,
    streams_by_browser: Buckets,
    sign_ins: Arc<SignIns>,
    registrations_by_address: AddressBuckets,
    new_rows_by_address: AddressBuckets,
    brings_by_account: Buckets,
    devices_by_address: AddressBuckets,
    devices_by_browser: Buckets,
    tests_by_device: Buckets,
    long_lists_of_address: AddressPlaces,
}

/// The place of an open stream, taken until this is dropped.
pub(crate) struct StreamPlace(#[expect(dead_code, reason = "it is kept to be dropped")] AddressPlace);

/// The place of a request in progress, taken until this is dropped.
pub(crate) struct WorkPlace(#[expect(dead_code, reason = "it is kept to be dropped")] Option<AddressPlace>);

/// The place of a long list, taken until this is dropped.
pub(crate) struct LongListPlace {
    _of_browser: Place<BrowserId>,
    _of_address: Option<AddressPlace>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self {
            counted: None,
            in_progress: AddressPlaces::new(Work::Change.most(), usize::MAX, usize::MAX),
            open_streams: AddressPlaces::new(usize::MAX, usize::MAX, usize::MAX),
            long_lists_of_browser: Places::new(LONG_LISTS, 1),
            refusals: Family::default(),
        }
    }

    /// Limits by the address of the peer, or the one that a proxy in one of these networks forwards.
    #[must_use]
    pub fn behind(proxies: Vec<IpNet>) -> Self {
        let refusals = Family::default();
        let buckets = |name, quota| Buckets::of(quota, refusals_of(&refusals, name));
        let by_address = |name, quota| AddressBuckets::of(quota, NETWORK_FACTOR, &refusals_of(&refusals, name));
        let counted = Counted {
            proxies,
            api_by_address: by_address("calls_of_address", API_BY_ADDRESS),
            api_by_browser: buckets("calls_of_browser", API_BY_BROWSER),
            streams_by_address: by_address("streams_of_address", STREAMS_BY_ADDRESS),
            streams_by_browser: buckets("streams_of_browser", STREAMS_BY_BROWSER),
            sign_ins: Arc::new(SignIns::new(|name| refusals_of(&refusals, name))),
            registrations_by_address: by_address("registrations_of_address", REGISTRATIONS_BY_ADDRESS),
            new_rows_by_address: by_address("new_rows_of_address", NEW_ROWS_BY_ADDRESS),
            brings_by_account: buckets("brings_of_account", BRINGS_BY_ACCOUNT),
            devices_by_address: by_address("devices_of_address", DEVICES),
            devices_by_browser: buckets("devices_of_browser", DEVICES),
            tests_by_device: buckets("tests_of_device", TESTS_OF_DEVICE),
            long_lists_of_address: AddressPlaces::new(LONG_LISTS, LONG_LISTS_OF_ADDRESS, LONG_LISTS / 2),
        };
        Self {
            counted: Some(counted),
            in_progress: AddressPlaces::new(Work::Change.most(), IN_PROGRESS_OF_ADDRESS, IN_PROGRESS_OF_NETWORK),
            open_streams: AddressPlaces::new(usize::MAX, OPEN_STREAMS_OF_ADDRESS, streams_of_network(usize::MAX)),
            long_lists_of_browser: Places::new(LONG_LISTS, 1),
            refusals,
        }
    }

    /// The same with at most so many open streams.
    #[must_use]
    pub fn with_streams(self, most: usize) -> Self {
        let (of_address, of_network) = match self.counted {
            Some(_) => (OPEN_STREAMS_OF_ADDRESS, streams_of_network(most)),
            None => (usize::MAX, usize::MAX),
        };
        Self { open_streams: AddressPlaces::new(most, of_address, of_network), ..self }
    }

    /// Registers how often each limit refused a request.
    pub(crate) fn register_metrics(&self, registry: &mut Registry) {
        let help = "Requests that were refused because they were too many, by the limit that they met";
        registry.register("limit_refusals", help, self.refusals.clone());
    }

    /// Counts a stream that was refused because its browser holds enough of them open.
    pub(crate) fn stream_refused(&self) {
        refusals_of(&self.refusals, "streams_open_of_browser").inc();
    }

    /// Counts a call of the API; `browser` reads the browser that the request names.
    pub(crate) fn call(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.api_by_address.take(client::of(request, &counted.proxies))?;
        browser(request).map_or(Ok(()), |browser| counted.api_by_browser.take(&browser))
    }

    /// Counts a stream that is opened and takes a place for it; `browser` reads the browser that the request names.
    pub(crate) fn stream(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<StreamPlace, Problem> {
        let client = self.client(request);
        if let Some(counted) = &self.counted {
            counted.streams_by_address.take(client)?;
            browser(request).map_or(Ok(()), |browser| counted.streams_by_browser.take(&browser))?;
        }
        self.open_streams.take(client).map(StreamPlace).map_err(|reason| match reason {
            NoPlace::KeyFull => self.refused("streams_open_of_address", Problem::TooMany(RETRY_TOO_MANY)),
            NoPlace::Full => self.refused("streams_open", Problem::Overloaded),
        })
    }

    /// Takes a place for a request while it is in progress.
    pub(crate) fn begin(&self, request: &HttpRequest, work: Work) -> Result<WorkPlace, Problem> {
        // A page comes out of memory: it waits for nothing that would keep its place.
        if work == Work::Page {
            let is_full = self.in_progress.taken_of_all() >= work.most();
            return if is_full { Err(self.refused("in_progress", Problem::Overloaded)) } else { Ok(WorkPlace(None)) };
        }
        let place = self.in_progress.take_of(work.most(), self.client(request));
        place.map(|place| WorkPlace(Some(place))).map_err(|reason| match reason {
            NoPlace::KeyFull => self.refused("in_progress_of_address", Problem::TooMany(RETRY_IN_PROGRESS)),
            NoPlace::Full => self.refused("in_progress", Problem::Overloaded),
        })
    }

    /// Takes a place for a long list of `browser`.
    pub(crate) fn long_list(&self, request: &HttpRequest, browser: BrowserId) -> Result<LongListPlace, Problem> {
        let refused = |limit| {
            move |reason| match reason {
                NoPlace::KeyFull => self.refused(limit, Problem::TooMany(RETRY_LONG_LIST)),
                NoPlace::Full => self.refused("long_lists", Problem::Overloaded),
            }
        };
        let of_browser = self.long_lists_of_browser.take(browser).map_err(refused("long_lists_of_browser"))?;
        let of_address = self.counted.as_ref().map(|counted| {
            let place = counted.long_lists_of_address.take(client::of(request, &counted.proxies));
            place.map_err(refused("long_lists_of_address"))
        });
        Ok(LongListPlace { _of_browser: of_browser, _of_address: of_address.transpose()? })
    }

    /// Counts an alarm or a timer that is to be made.
    pub(crate) fn create(&self, request: &HttpRequest) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.new_rows_by_address.take(client::of(request, &counted.proxies))
    }

    /// Counts what a browser owns and brings along to an account.
    pub(crate) fn bring(&self, AccountId(account): AccountId) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.brings_by_account.take(&account)
    }

    /// Counts a device that a browser puts.
    pub(crate) fn put_device(&self, request: &HttpRequest, browser: BrowserId) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.devices_by_address.take(client::of(request, &counted.proxies))?;
        counted.devices_by_browser.take(&browser)
    }

    /// Counts a test of a device.
    pub(crate) fn test_device(&self, browser: BrowserId, device: Uuid) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.tests_by_device.take(&(browser, device))
    }

    /// Begins an attempt to sign in to the account of this name; one with a session of that account `is_signed_in`.
    pub(crate) fn sign_in(&self, request: &HttpRequest, name: &str, is_signed_in: bool) -> Result<Attempt, Problem> {
        let Some(counted) = &self.counted else { return Ok(Attempt::unlimited()) };
        let client = client::of(request, &counted.proxies);
        counted.sign_ins.begin(name, client, is_signed_in, Instant::now())
    }

    /// Notes that the owner of this name is at the request's address.
    pub(crate) fn registered(&self, request: &HttpRequest, name: &str) {
        if let Some(counted) = &self.counted {
            counted.sign_ins.know(name, client::of(request, &counted.proxies), Instant::now());
        }
    }

    /// The address that a request comes from: the peer's, or the one that a trusted proxy names.
    pub(crate) fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        client::address(request, self.counted.as_ref().map_or(&[], |counted| &counted.proxies))
    }

    /// Counts an account that is to be made.
    pub(crate) fn register(&self, request: &HttpRequest) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.registrations_by_address.take(client::of(request, &counted.proxies))
    }
}

impl Limits {
    /// Whose request this is; all are the same where nothing is counted by address.
    fn client(&self, request: &HttpRequest) -> Client {
        self.counted.as_ref().map_or(Client::Unknown, |counted| client::of(request, &counted.proxies))
    }

    fn refused(&self, limit: &'static str, problem: Problem) -> Problem {
        refusals_of(&self.refusals, limit).inc();
        problem
    }
}

/// How many of `most` streams one network holds: a quarter, so that others come through, and never less than an address.
fn streams_of_network(most: usize) -> usize {
    let factor = usize::try_from(NETWORK_FACTOR).unwrap_or(usize::MAX);
    (most / 4).min(OPEN_STREAMS_OF_ADDRESS * factor).max(OPEN_STREAMS_OF_ADDRESS)
}

fn refusals_of(refusals: &Family<Label, Counter>, limit: &'static str) -> Counter {
    refusals.get_or_create_owned(&[("limit", limit)])
}

#[cfg(test)]
mod tests;
