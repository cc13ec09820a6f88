//! Limits: token buckets by address, network, browser and account name, and limits of what may be open or in progress
//! at the same time.
//!
//! They allow for a family or a school class behind one address: a clock page requests the weather of 50 cities, and
//! clients other than the site's pages may have two streams in each of thirteen tabs and reconnect all of them at once.

mod bounds;
mod bucket;
mod client;
mod failures;
mod permits;
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
    NETWORK_FACTOR, NEW_ROWS_BY_ADDRESS, OPEN_STREAMS_OF_ADDRESS, REGISTRATIONS_BY_ADDRESS, RETRY_IN_PROGRESS,
    STREAMS_BY_ADDRESS, STREAMS_BY_BROWSER, TESTS_OF_DEVICE,
};
use bucket::{AddressBuckets, Buckets};
use client::Client;
use permits::{AddressPermit, AddressSemaphore, LimitReached};
use sign_ins::SignIns;

pub(crate) use bounds::RETRY_TOO_MANY;
pub(crate) use sign_ins::Attempt;

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

/// The limits of one server.
#[derive(Debug)]
pub struct Limits {
    counted: Option<Counted>,
    in_progress: AddressSemaphore,
    open_streams: AddressSemaphore,
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
}

/// The permit of an open stream, released when it is dropped.
pub(crate) struct StreamPermit(#[expect(dead_code, reason = "it is kept to be dropped")] AddressPermit);

/// The permit of a request in progress, released when it is dropped.
pub(crate) struct WorkPermit(#[expect(dead_code, reason = "it is kept to be dropped")] Option<AddressPermit>);

impl Limits {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self {
            counted: None,
            in_progress: AddressSemaphore::new(Work::Change.max_in_progress(), usize::MAX, usize::MAX),
            open_streams: AddressSemaphore::new(usize::MAX, usize::MAX, usize::MAX),
            refusals: Family::default(),
        }
    }

    /// Limits by client address. Proxies in these networks are trusted to forward it.
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
        };
        Self {
            counted: Some(counted),
            in_progress: AddressSemaphore::new(
                Work::Change.max_in_progress(),
                IN_PROGRESS_OF_ADDRESS,
                IN_PROGRESS_OF_NETWORK,
            ),
            open_streams: AddressSemaphore::new(usize::MAX, OPEN_STREAMS_OF_ADDRESS, streams_of_network(usize::MAX)),
            refusals,
        }
    }

    /// The same with this limit of open streams.
    #[must_use]
    pub fn with_streams(self, max_total: usize) -> Self {
        let (of_address, of_network) = match self.counted {
            Some(_) => (OPEN_STREAMS_OF_ADDRESS, streams_of_network(max_total)),
            None => (usize::MAX, usize::MAX),
        };
        Self { open_streams: AddressSemaphore::new(max_total, of_address, of_network), ..self }
    }

    /// Registers the counters of refused requests.
    pub(crate) fn register_metrics(&self, registry: &mut Registry) {
        let help = "Requests that were refused because they were too many, by the limit that they met";
        registry.register("limit_refusals", help, self.refusals.clone());
    }

    /// Counts a stream that was refused because its browser has too many.
    pub(crate) fn stream_refused(&self) {
        refusals_of(&self.refusals, "streams_open_of_browser").inc();
    }

    /// Counts a request to the API; `browser` reads the browser that it names.
    pub(crate) fn call(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.api_by_address.take(client::of(request, &counted.proxies))?;
        browser(request).map_or(Ok(()), |browser| counted.api_by_browser.take(&browser))
    }

    /// Counts a stream that is opened, and takes a permit for it; `browser` reads the browser that the request names.
    pub(crate) fn stream(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<StreamPermit, Problem> {
        let client = self.client(request);
        if let Some(counted) = &self.counted {
            counted.streams_by_address.take(client)?;
            browser(request).map_or(Ok(()), |browser| counted.streams_by_browser.take(&browser))?;
        }
        self.open_streams.take(client).map(StreamPermit).map_err(|reason| match reason {
            LimitReached::OfKey => self.refused("streams_open_of_address", Problem::TooMany(RETRY_TOO_MANY)),
            LimitReached::Total => self.refused("streams_open", Problem::Overloaded),
        })
    }

    /// Takes a permit for a request in progress.
    pub(crate) fn begin(&self, request: &HttpRequest, work: Work) -> Result<WorkPermit, Problem> {
        // Pages come from memory and are sent at once, so they take no permit.
        if work == Work::Page {
            let is_full = self.in_progress.total_taken() >= work.max_in_progress();
            return if is_full { Err(self.refused("in_progress", Problem::Overloaded)) } else { Ok(WorkPermit(None)) };
        }
        let permit = self.in_progress.take_below(work.max_in_progress(), self.client(request));
        permit.map(|permit| WorkPermit(Some(permit))).map_err(|reason| match reason {
            LimitReached::OfKey => self.refused("in_progress_of_address", Problem::TooMany(RETRY_IN_PROGRESS)),
            LimitReached::Total => self.refused("in_progress", Problem::Overloaded),
        })
    }

    /// Counts an alarm or a timer that is about to be created.
    pub(crate) fn create(&self, request: &HttpRequest) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.new_rows_by_address.take(client::of(request, &counted.proxies))
    }

    /// Counts a hand-over to an account.
    pub(crate) fn bring(&self, AccountId(account): AccountId) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.brings_by_account.take(&account)
    }

    /// Counts the registration of a device.
    pub(crate) fn put_device(&self, request: &HttpRequest, browser: BrowserId) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.devices_by_address.take(client::of(request, &counted.proxies))?;
        counted.devices_by_browser.take(&browser)
    }

    /// Counts a test notification.
    pub(crate) fn test_device(&self, browser: BrowserId, device: Uuid) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.tests_by_device.take(&(browser, device))
    }

    /// Begins an attempt to sign in to this account. `is_signed_in` if the request has a session of the account.
    pub(crate) fn sign_in(&self, request: &HttpRequest, name: &str, is_signed_in: bool) -> Result<Attempt, Problem> {
        let Some(counted) = &self.counted else { return Ok(Attempt::unlimited()) };
        let client = client::of(request, &counted.proxies);
        counted.sign_ins.begin(name, client, is_signed_in, Instant::now())
    }

    /// Remembers that the owner of this account uses the request's address.
    pub(crate) fn registered(&self, request: &HttpRequest, name: &str) {
        if let Some(counted) = &self.counted {
            counted.sign_ins.know(name, client::of(request, &counted.proxies), Instant::now());
        }
    }

    /// The client address of a request: the peer's, or the one that a trusted proxy forwards.
    pub(crate) fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        client::address(request, self.counted.as_ref().map_or(&[], |counted| &counted.proxies))
    }

    /// Counts an account that is about to be created.
    pub(crate) fn register(&self, request: &HttpRequest) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.registrations_by_address.take(client::of(request, &counted.proxies))
    }
}

impl Limits {
    /// The client of a request; the same for all requests if rate limits are off.
    fn client(&self, request: &HttpRequest) -> Client {
        self.counted.as_ref().map_or(Client::Unknown, |counted| client::of(request, &counted.proxies))
    }

    fn refused(&self, limit: &'static str, problem: Problem) -> Problem {
        refusals_of(&self.refusals, limit).inc();
        problem
    }
}

/// How many of `max_total` streams one network may have: a quarter, so that other networks have room, but at least as
/// many as one address.
fn streams_of_network(max_total: usize) -> usize {
    let factor = usize::try_from(NETWORK_FACTOR).unwrap_or(usize::MAX);
    (max_total / 4).min(OPEN_STREAMS_OF_ADDRESS * factor).max(OPEN_STREAMS_OF_ADDRESS)
}

fn refusals_of(refusals: &Family<Label, Counter>, limit: &'static str) -> Counter {
    refusals.get_or_create_owned(&[("limit", limit)])
}

#[cfg(test)]
mod tests;
