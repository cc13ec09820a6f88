//! Limits: token buckets by address, by browser and by account name, and places for what is open at the same time.
//!
//! They allow for a family or a class behind one address: a clock page requests the weather of 50 cities, a page holds
//! two streams open, and a browser with thirteen tabs reconnects all of them at once.

mod bucket;
mod client;
mod failures;
mod places;
mod sign_ins;

use std::{net::IpAddr, sync::Arc, time::Instant};

use actix_web::HttpRequest;
use governor::Quota;
use ipnet::IpNet;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use tokibako_domain::{account::AccountId, browser_id::BrowserId};

use crate::{error::Problem, metric_label::Label};
use bucket::{Buckets, times};
use client::Client;
use places::{NoPlace, Place, Places};
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

/// Alarms and timers made from one address: 600 at once, and then one a second. So an address stores 75 MB a day at most,
/// under however many browser ids.
const NEW_ROWS_BY_ADDRESS: Quota = Quota::per_second(times(1)).allow_burst(times(600));

/// Sign-ins to one account that bring along what the browser owns: ten at once, and then ten an hour.
const BRINGS_BY_ACCOUNT: Quota = Quota::per_hour(times(10)).allow_burst(times(10));

/// Long lists that are sent at the same time: of all browsers, and of one address. A browser has one.
const LONG_LISTS: usize = 64;
const LONG_LISTS_OF_ADDRESS: usize = 8;

/// Seconds after which a stream may be asked for again where too many are open.
pub(crate) const RETRY_TOO_MANY: u32 = 15;

/// Seconds after which a long list may be asked for again.
const RETRY_LONG_LIST: u32 = 2;

/// Streams of one address that are open at the same time: a class of forty browsers, each with the twelve that it may have.
const OPEN_STREAMS_OF_ADDRESS: usize = 600;

/// Requests of one address that are in progress.
const IN_PROGRESS_OF_ADDRESS: usize = 256;

/// Seconds after which a request may be repeated of whose kind too many are in progress.
const RETRY_IN_PROGRESS: u32 = 1;

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
    in_progress: Arc<Places<Client>>,
    open_streams: Arc<Places<Client>>,
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
    sign_ins: Arc<SignIns>,
    registrations_by_address: Buckets,
    new_rows_by_address: Buckets,
    brings_by_account: Buckets,
    long_lists_of_address: Arc<Places<Client>>,
}

/// The place of an open stream, taken until this is dropped.
pub(crate) struct StreamPlace(#[expect(dead_code, reason = "it is kept to be dropped")] Place<Client>);

/// The place of a request in progress, taken until this is dropped.
pub(crate) struct WorkPlace(#[expect(dead_code, reason = "it is kept to be dropped")] Option<Place<Client>>);

/// The place of a long list, taken until this is dropped.
pub(crate) struct LongListPlace {
    _of_browser: Place<BrowserId>,
    _of_address: Option<Place<Client>>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self {
            counted: None,
            in_progress: Places::new(Work::Change.most(), usize::MAX),
            open_streams: Places::new(usize::MAX, usize::MAX),
            long_lists_of_browser: Places::new(LONG_LISTS, 1),
            refusals: Family::default(),
        }
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
            new_rows_by_address: buckets("new_rows_of_address", NEW_ROWS_BY_ADDRESS),
            brings_by_account: buckets("brings_of_account", BRINGS_BY_ACCOUNT),
            long_lists_of_address: Places::new(LONG_LISTS, LONG_LISTS_OF_ADDRESS),
        };
        Self {
            counted: Some(counted),
            in_progress: Places::new(Work::Change.most(), IN_PROGRESS_OF_ADDRESS),
            open_streams: Places::new(usize::MAX, OPEN_STREAMS_OF_ADDRESS),
            long_lists_of_browser: Places::new(LONG_LISTS, 1),
            refusals,
        }
    }

    /// The same with at most so many open streams.
    #[must_use]
    pub fn with_streams(self, most: usize) -> Self {
        let of_address = if self.counted.is_some() { OPEN_STREAMS_OF_ADDRESS } else { usize::MAX };
        Self { open_streams: Places::new(most, of_address), ..self }
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

    /// Counts a stream that is opened and takes a place for it; `browser` reads the browser that the request names.
    pub(crate) fn stream(
        &self,
        request: &HttpRequest,
        browser: impl FnOnce(&HttpRequest) -> Option<BrowserId>,
    ) -> Result<StreamPlace, Problem> {
        let client = self.client(request);
        if let Some(counted) = &self.counted {
            counted.streams_by_address.take(&client)?;
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
        counted.new_rows_by_address.take(&client::of(request, &counted.proxies))
    }

    /// Counts what a browser owns and brings along to an account.
    pub(crate) fn bring(&self, AccountId(account): AccountId) -> Result<(), Problem> {
        let Some(counted) = &self.counted else { return Ok(()) };
        counted.brings_by_account.take(&account)
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

    /// The status of a refusal; `None` where there was none.
    fn refusal<T>(outcome: Result<T, Problem>) -> Option<u16> {
        outcome.err().map(|problem| actix_web::ResponseError::status_code(&problem).as_u16())
    }

    /// So many places of an address.
    fn taken(places: &Arc<Places<Client>>, number: usize, address: &str) -> Vec<Place<Client>> {
        let client = client::of(&from(address), &[]);
        (0..number).map(|_| places.take(client).ok().unwrap()).collect()
    }

    #[test]
    fn an_address_holds_six_hundred_streams_however_many_browsers_it_names() {
        let limits = Limits::behind(Vec::new());
        let mut open = taken(&limits.open_streams, 600, "192.0.2.1");
        assert_eq!(refusal(limits.stream(&from("192.0.2.1"), |_| None)), Some(429));
        assert_eq!(refusal(limits.stream(&from("192.0.2.2"), |_| None)), None);
        open.pop();
        assert_eq!(refusal(limits.stream(&from("192.0.2.1"), |_| None)), None);
    }

    #[test]
    fn pages_are_refused_before_lists_and_lists_before_changes_and_streams_open_all_the_same() {
        let limits = Limits::behind(Vec::new());
        let request = from("192.0.2.1");
        let refused = |work| refusal(limits.begin(&request, work)) == Some(503);
        let refused = || [Work::Page, Work::Read, Work::Change].map(refused);
        let mut busy = Vec::new();
        for (more, expected) in
            [(1_023, [false; 3]), (1, [true, false, false]), (512, [true, true, false]), (512, [true; 3])]
        {
            // Of many addresses, each of which has fewer than it may have.
            for number in 0..more {
                busy.extend(taken(&limits.in_progress, 1, &format!("198.51.100.{}", number % 250)));
            }
            assert_eq!(refused(), expected, "{}", busy.len());
        }
        assert_eq!(refusal(limits.stream(&request, |_| None)), None);
        busy.clear();
        assert_eq!(refused(), [false; 3]);
    }

    #[test]
    fn an_address_has_no_more_in_progress_than_leaves_room_for_others() {
        let limits = Limits::behind(Vec::new());
        let _busy = taken(&limits.in_progress, 256, "192.0.2.1");
        for work in [Work::Read, Work::Change] {
            assert_eq!(refusal(limits.begin(&from("192.0.2.1"), work)), Some(429));
            assert_eq!(refusal(limits.begin(&from("192.0.2.2"), work)), None);
        }
        assert_eq!(refusal(limits.begin(&from("192.0.2.1"), Work::Page)), None);
    }

    #[test]
    fn an_address_makes_six_hundred_rows_and_an_account_is_brought_to_ten_times() {
        let limits = Limits::behind(Vec::new());
        let made = let_in(1_000, |_| limits.create(&from("[2001:db8::1]")));
        assert!((600..610).contains(&made), "{made}");
        limits.create(&from("[2001:db8:0:1::1]")).unwrap();
        assert_eq!(let_in(20, |_| limits.bring(AccountId(1))), 10);
        limits.bring(AccountId(2)).unwrap();
    }

    #[test]
    fn long_lists_are_few_for_a_browser_for_an_address_and_in_all() {
        let limits = Limits::behind(Vec::new());
        let browser = |number: u32| format!("00000000-0000-4000-8000-{number:012}").parse().unwrap();
        let list = |address: u32, number| limits.long_list(&from(&format!("192.0.2.{address}")), browser(number));
        let mut sent = vec![list(1, 0).unwrap()];
        assert_eq!(refusal(list(1, 0)), Some(429));
        assert_eq!(refusal(list(2, 0)), Some(429));
        sent.extend((1..8).map(|number| list(1, number).unwrap()));
        assert_eq!(refusal(list(1, 8)), Some(429));
        sent.extend((8..64).map(|number| list(1 + number / 8, number).unwrap()));
        assert_eq!(refusal(list(9, 64)), Some(503));
        sent.clear();
        assert_eq!(refusal(list(9, 64)), None);
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
        assert_eq!(let_in(1_000, |_| limits.create(&from("192.0.2.1"))), 1_000);
        let _open = taken(&limits.open_streams, 1_000, "192.0.2.1");
        assert_eq!(refusal(limits.stream(&from("192.0.2.1"), |_| None)), None);
    }
}
