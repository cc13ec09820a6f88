//! Limits: token buckets by address, by browser and by account name, and places for what is open at the same time.
//!
//! They allow for a family or a class behind one address: a clock page requests the weather of 50 cities, a page holds
//! two streams open, and a browser with thirteen tabs reconnects all of them at once.

mod bucket;
mod client;
mod places;

use std::sync::Arc;

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
use client::Client;
use places::{NoPlace, Place, Places};

/// Requests to the API from one address: a thousand at once, and then 50 a second.
const API_BY_ADDRESS: Quota = Quota::per_second(times(50)).allow_burst(times(1_000));

/// Requests to the API from one browser: 400 at once, and then 20 a second.
const API_BY_BROWSER: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams that one address opens: 400 at once, and then 20 a second.
const STREAMS_BY_ADDRESS: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams that one browser opens: 60 at once, and then two a second.
const STREAMS_BY_BROWSER: Quota = Quota::per_second(times(2)).allow_burst(times(60));

/// Passwords tried from one address: 30 at once, and then ten a minute.
const LOGINS_BY_ADDRESS: Quota = Quota::per_minute(times(10)).allow_burst(times(30));

/// Passwords tried for one name: five at once, and then two a minute; so 15 in any five minutes.
const LOGINS_BY_NAME: Quota = Quota::per_minute(times(2)).allow_burst(times(5));

/// Accounts made from one address: 20 at once, and then two a minute.
const REGISTRATIONS_BY_ADDRESS: Quota = Quota::per_minute(times(2)).allow_burst(times(20));

/// Long lists that are sent at the same time: of all browsers, and of one address. A browser has one.
const LONG_LISTS: usize = 64;
const LONG_LISTS_OF_ADDRESS: usize = 8;

/// Seconds after which a long list may be asked for again.
const RETRY_LONG_LIST: u32 = 2;

/// Shared by all requests of one server.
#[derive(Debug)]
pub struct Limits {
    counted: Option<Counted>,
    /// They bound the memory of the server, so they hold without rate limits too.
    long_lists_of_browser: Arc<Places<BrowserId>>,
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
    logins_by_address: Buckets,
    logins_by_name: Buckets,
    registrations_by_address: Buckets,
    long_lists_of_address: Arc<Places<Client>>,
}

/// The place of a long list, taken until this is dropped.
pub(crate) struct LongListPlace {
    _of_browser: Place<BrowserId>,
    _of_address: Option<Place<Client>>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self { counted: None, long_lists_of_browser: Places::new(LONG_LISTS, 1), refusals: Family::default() }
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
            logins_by_address: buckets("logins_of_address", LOGINS_BY_ADDRESS),
            logins_by_name: buckets("logins_of_name", LOGINS_BY_NAME),
            registrations_by_address: buckets("registrations_of_address", REGISTRATIONS_BY_ADDRESS),
            long_lists_of_address: Places::new(LONG_LISTS, LONG_LISTS_OF_ADDRESS),
        };
        Self { counted: Some(counted), long_lists_of_browser: Places::new(LONG_LISTS, 1), refusals }
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

    /// Takes a place for a long list of `browser`.
    pub(crate) fn long_list(&self, request: &HttpRequest, browser: BrowserId) -> Result<LongListPlace, Problem> {
        let refused = |limit| {
            move |reason| {
                refusals_of(&self.refusals, limit).inc();
                match reason {
                    NoPlace::KeyFull => Problem::TooMany(RETRY_LONG_LIST),
                    NoPlace::Full => Problem::Overloaded,
                }
            }
        };
        let of_browser = self.long_lists_of_browser.take(browser).map_err(refused("long_lists_of_browser"))?;
        let of_address = self.counted.as_ref().map(|counted| {
            let client = client::of(request, &counted.proxies);
            counted.long_lists_of_address.take(client).map_err(refused("long_lists_of_address"))
        });
        Ok(LongListPlace { _of_browser: of_browser, _of_address: of_address.transpose()? })
    }

    /// Counts a password that is tried for the account of this name, right or wrong.
    pub(crate) fn login(&self, request: &HttpRequest, name: &str) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.logins_by_address.take(&client::of(request, &counted.proxies))?;
        counted.logins_by_name.take(&name)
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
    use std::time::Duration;

    use actix_web::test::TestRequest;
    use governor::clock::FakeRelativeClock;

    use super::*;

    /// How many of `tries` are let in.
    fn let_in(tries: usize, mut one: impl FnMut(usize) -> Result<(), Problem>) -> usize {
        (0..tries).filter(|number| one(*number).is_ok()).count()
    }

    fn from(address: &str) -> HttpRequest {
        TestRequest::default().peer_addr(format!("{address}:4000").parse().unwrap()).to_http_request()
    }

    #[test]
    fn a_name_is_tried_five_times_from_wherever() {
        let limits = Limits::behind(Vec::new());
        assert_eq!(let_in(20, |number| limits.login(&from(&format!("192.0.2.{number}")), "hako")), 5);
        limits.login(&from("192.0.2.1"), "toki").unwrap();
    }

    #[test]
    fn of_a_thousand_guesses_in_five_minutes_fifteen_are_tried() {
        let clock = FakeRelativeClock::default();
        let logins = Buckets::by(clock.clone(), LOGINS_BY_NAME, Counter::default());
        // At whatever pace: all that the bucket held is spent at once.
        let tried = let_in(1_000, |guess| {
            clock.advance(Duration::from_millis(if guess == 0 { 0 } else { 300 }));
            logins.take(&"hako")
        });
        assert_eq!(tried, 14, "the fifteenth is let in at the end of the fifth minute");
        clock.advance(Duration::from_millis(300));
        logins.take(&"hako").unwrap();
        assert!(logins.take(&"hako").is_err());
    }

    #[test]
    fn an_address_tries_thirty_names_and_makes_twenty_accounts() {
        let limits = Limits::behind(Vec::new());
        assert_eq!(let_in(50, |number| limits.login(&from("192.0.2.1"), &number.to_string())), 30);
        assert_eq!(let_in(50, |_| limits.register(&from("192.0.2.1"))), 20);
        limits.login(&from("192.0.2.2"), "0").unwrap();
        limits.register(&from("192.0.2.2")).unwrap();
    }

    #[test]
    fn nothing_is_counted_without_limits() {
        let limits = Limits::off();
        assert_eq!(let_in(100, |_| limits.login(&from("192.0.2.1"), "hako")), 100);
        assert_eq!(let_in(100, |_| limits.register(&from("192.0.2.1"))), 100);
    }
}
