//! Rate limits: token buckets by address, by browser and by account name.
//!
//! They allow for a family or a class behind one address: a clock page requests the weather of 50 cities, a page holds
//! two streams open, and a browser with thirteen tabs reconnects all of them at once.

mod bucket;
mod client;
mod failures;
mod sign_ins;

use std::{net::IpAddr, sync::Arc, time::Instant};

use actix_web::HttpRequest;
use governor::Quota;
use ipnet::IpNet;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use tokibako_domain::browser_id::BrowserId;

use crate::{error::Problem, metric_label::Label};
use bucket::{Buckets, times};
use sign_ins::SignIns;

pub(crate) use sign_ins::Attempt;

/// Requests to the API from one address: a thousand at once, and then 50 a second.
const API_BY_ADDRESS: Quota = Quota::per_second(times(50)).allow_burst(times(1_000));

/// Requests to the API from one browser: 400 at once, and then 20 a second.
const API_BY_BROWSER: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams that one address opens: 400 at once, and then 20 a second.
const STREAMS_BY_ADDRESS: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams that one browser opens: 60 at once, and then two a second.
const STREAMS_BY_BROWSER: Quota = Quota::per_second(times(2)).allow_burst(times(60));

/// Accounts made from one address: 20 at once, and then two a minute.
const REGISTRATIONS_BY_ADDRESS: Quota = Quota::per_minute(times(2)).allow_burst(times(20));

/// Shared by all requests of one server.
#[derive(Debug)]
pub struct Limits {
    counted: Option<Counted>,
    refusals: Family<Label, Counter>,
}

#[derive(Debug)]
struct Counted {
    /// The networks of proxies whose `X-Forwarded-For` is trusted.
    proxies: Vec<IpNet>,
    api_by_address: Buckets,
    api_by_browser: Buckets,
    streams_by_address: Buckets,
    streams_by_browser: Buckets,
    sign_ins: Arc<SignIns>,
    registrations_by_address: Buckets,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self { counted: None, refusals: Family::default() }
    }

    /// Limits by the address of the peer, or the one that a proxy in one of these networks forwards.
    #[must_use]
    pub fn behind(proxies: Vec<IpNet>) -> Self {
        let refusals = Family::default();
        let buckets = |name, quota| Buckets::of(quota, refusals_of(&refusals, name));
        let counted = Counted {
            proxies,
            api_by_address: buckets("calls_of_address", API_BY_ADDRESS),
            api_by_browser: buckets("calls_of_browser", API_BY_BROWSER),
            streams_by_address: buckets("streams_of_address", STREAMS_BY_ADDRESS),
            streams_by_browser: buckets("streams_of_browser", STREAMS_BY_BROWSER),
            sign_ins: Arc::new(SignIns::new(|name| refusals_of(&refusals, name))),
            registrations_by_address: buckets("registrations_of_address", REGISTRATIONS_BY_ADDRESS),
        };
        Self { counted: Some(counted), refusals }
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
        counted.api_by_address.take(&client::of(request, &counted.proxies))?;
        browser(request).map_or(Ok(()), |browser| counted.api_by_browser.take(&browser))
    }

    /// Counts a stream that is opened; `browser` reads the browser that the request names.
    pub(crate) fn stream(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.streams_by_address.take(&client::of(request, &counted.proxies))?;
        browser(request).map_or(Ok(()), |browser| counted.streams_by_browser.take(&browser))
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
        counted.registrations_by_address.take(&client::of(request, &counted.proxies))
    }
}

fn refusals_of(refusals: &Family<Label, Counter>, limit: &'static str) -> Counter {
    refusals.get_or_create_owned(&[("limit", limit)])
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    /// How many of `tries` are let in.
    fn let_in(tries: usize, mut one: impl FnMut(usize) -> Result<(), Problem>) -> usize {
        (0..tries).filter(|number| one(*number).is_ok()).count()
    }

    fn from(address: &str) -> HttpRequest {
        TestRequest::default().peer_addr(format!("{address}:4000").parse().unwrap()).to_http_request()
    }

    #[test]
    fn an_address_makes_twenty_accounts() {
        let limits = Limits::behind(Vec::new());
        assert_eq!(let_in(50, |_| limits.register(&from("192.0.2.1"))), 20);
        limits.register(&from("192.0.2.2")).unwrap();
    }

    #[test]
    fn who_registers_is_known_where_they_are() {
        let limits = Limits::behind(Vec::new());
        limits.registered(&from("192.0.2.1"), "hako");
        let is_known = |address| limits.sign_in(&from(address), "hako", false).unwrap().is_known();
        assert_eq!((is_known("192.0.2.1"), is_known("192.0.2.2")), (true, false));
    }

    #[test]
    fn nothing_is_counted_without_limits() {
        let limits = Limits::off();
        assert_eq!(let_in(100, |_| limits.sign_in(&from("192.0.2.1"), "hako", false).map(drop)), 100);
        assert_eq!(let_in(100, |_| limits.register(&from("192.0.2.1"))), 100);
    }
}
