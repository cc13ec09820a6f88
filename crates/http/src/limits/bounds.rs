//! The limits: how many, how often, and after how many seconds a client may retry. To change a limit, change it here
//! and in docs/api.md, which a test compares with this file. Below them their token buckets, the counter of refusals, and
//! the address of a client, as far as it can be trusted.

use std::{
    hash::{BuildHasher as _, Hash, RandomState},
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    sync::atomic::{AtomicU64, Ordering},
};

use actix_web::{HttpRequest, http::header};
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DashMapStateStore,
};
use ipnet::IpNet;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use crate::{endpoint::MetricLabel, error::Problem};

/// A rate limit: a token bucket for each key.
#[derive(Debug)]
pub(super) struct RateLimit {
    /// The limit's name in metrics.
    pub(super) name: &'static str,
    /// How many tokens a bucket holds.
    pub(super) burst: u32,
    /// How many tokens it gets in each period.
    pub(super) tokens: u32,
    pub(super) period: Period,
    /// How many times the limit of an address an IPv6 /48 is allowed.
    pub(super) network_factor: u32,
}

/// In what time a bucket gets its tokens.
#[derive(Debug, Clone, Copy)]
pub(super) enum Period {
    Second,
    Minute,
    Hour,
}

/// Declares an enum of limits, each with its rate.
macro_rules! limits {
    ($(#[doc = $about:literal])* $kind:ident; $($(#[doc = $doc:literal])* $name:ident = $rate:expr;)*) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum $kind {
            $($(#[doc = $doc])* $name,)*
        }

        impl $kind {
            /// The rate of each limit, in the order of the enum.
            pub(super) const RATES: [RateLimit; [$(stringify!($name)),*].len()] = [$($rate),*];
        }
    };
}

limits! {
    /// A limit by address, and with `network_factor` times the tokens by IPv6 /48.
    AddressLimit;

    /// Requests to the API.
    Calls = per_second("calls_of_address", 1_000, 50);

    /// Streams opened.
    Streams = per_second("streams_of_address", 400, 20);

    /// Alarms, timers, first lists of cities, and lists of days off as far as they grow, by their size. A timer with steps takes
    /// 5 KB at most, a list of cities 13 KB and one of days off 110 KB, with 41 tokens, so an address stores at most 380 MB a
    /// day, even with many browser ids; of alarms and timers of one length, 25 MB. All that it stores may be due at one
    /// instant.
    NewRows = per_minute("new_rows_of_address", 600, 20).of_network(4);

    /// Browsers that own something for the first time. All that an address stores may be due at one instant, when browsers take
    /// turns: the rows of others then wait for one row of each of its browsers. A school has five hundred at once.
    NewBrowsers = per_minute("new_browsers_of_address", 500, 1).of_network(4);

    /// Lists of days off, each of which may move all alarms of its browser, which takes a core for some 50 ms.
    DaysOff = per_second("days_off_of_address", 20, 1);

    /// Rings of timers with steps. A start takes a token for each ring that the timer has left. The log keeps a ring for two
    /// hours at most, with 5 KB at most: 420 MB, and 30 MB if the steps have no labels.
    Rings = per_second("rings_of_address", 12_000, 10);

    /// Rows that one request rewrites: the timers of a new order, and what an account owns if it gets a new browser id. A
    /// request takes a token for each of them, up to [`MOST_MOVED`].
    MovedRows = per_second("moved_rows_of_address", 20_000, 50);

    /// Passwords checked or hashed, the right ones too: each takes a core for some 30 ms.
    Passwords = per_second("passwords_of_address", 120, 1);

    /// Accounts created.
    Registrations = per_minute("registrations_of_address", 20, 2);

    /// Devices registered.
    Devices = per_hour("devices_of_address", 20);

    /// Faults of pages reported.
    Faults = per_minute("faults_of_address", 5, 1);
}

limits! {
    /// A limit by a browser id, an account, or a device of a browser.
    KeyLimit;

    /// Requests to the API, by browser.
    Calls = per_second("calls_of_browser", 400, 20);

    /// Streams opened, by browser.
    Streams = per_second("streams_of_browser", 60, 2);

    /// Sign-ins with `bring`, which hands over what the browser owns, by account.
    Brings = per_hour("brings_of_account", 10);

    /// Devices registered, by browser.
    Devices = per_hour("devices_of_browser", 20);

    /// Sessions ended, one or all others, by account: each time the account gets a new browser id.
    Renewals = per_hour("renewals_of_account", 20);

    /// Channels created, by account.
    Channels = per_hour("channels_of_account", 20);

    /// Test notifications, by device of a browser.
    Tests = per_hour("tests_of_device", 6);
}

const fn per_second(name: &'static str, burst: u32, tokens: u32) -> RateLimit {
    RateLimit { name, burst, tokens, period: Period::Second, network_factor: NETWORK_FACTOR }
}

const fn per_minute(name: &'static str, burst: u32, tokens: u32) -> RateLimit {
    RateLimit { name, burst, tokens, period: Period::Minute, network_factor: NETWORK_FACTOR }
}

const fn per_hour(name: &'static str, tokens: u32) -> RateLimit {
    RateLimit { name, burst: tokens, tokens, period: Period::Hour, network_factor: NETWORK_FACTOR }
}

impl RateLimit {
    const fn of_network(self, network_factor: u32) -> Self {
        Self { network_factor, ..self }
    }

    pub(super) fn quota(&self) -> Quota {
        let quota = match self.period {
            Period::Second => Quota::per_second(at_least_one(self.tokens)),
            Period::Minute => Quota::per_minute(at_least_one(self.tokens)),
            Period::Hour => Quota::per_hour(at_least_one(self.tokens)),
        };
        quota.allow_burst(at_least_one(self.burst))
    }
}

/// The most tokens of [`AddressLimit::MovedRows`] that a request takes: whoever owns more rows can still end all sessions.
pub(crate) const MOST_MOVED: u32 = 10_000;

/// How many times the rate limits of an address apply to an IPv6 /48: it may be a single visitor, or all the phones of a
/// town.
pub(super) const NETWORK_FACTOR: u32 = 16;

/// Open streams of one address: a class of forty browsers, each with the twelve that it may have.
pub(super) const OPEN_STREAMS_OF_ADDRESS: usize = 600;

/// Requests in progress: of one address, and of one network, half of all, so that other networks have room.
pub(super) const IN_PROGRESS_OF_ADDRESS: usize = 256;
pub(super) const IN_PROGRESS_OF_NETWORK: usize = 1_024;

/// Bytes of responses, replays and queued events that clients have not read yet: of one address, of one network, and in
/// total.
pub(super) const UNREAD_OF_ADDRESS: usize = 16 << 20;
pub(super) const UNREAD_OF_NETWORK: usize = 64 << 20;
pub(super) const UNREAD: usize = 192 << 20;

/// How much of each response does not count as unread: the number of requests in progress limits these parts.
pub(super) const FREE_OF_RESPONSE: usize = 16 << 10;

/// After how many seconds a client may retry to open a stream if too many are open.
pub(crate) const RETRY_TOO_MANY: u32 = 15;

/// After how many seconds a client may repeat a request if too many are in progress.
pub(super) const RETRY_IN_PROGRESS: u32 = 1;

/// Keys are hashed into this many buckets, so two keys may share one. Of ten thousand concurrent visitors, 96 in 100
/// have a bucket of their own, and invented keys take a few megabytes at most.
const BUCKETS: u64 = 1 << 18;

/// After this many checks full buckets are removed.
const SWEEP: u64 = 1 << 16;

/// Token buckets of one quota.
#[derive(Debug)]
pub(super) struct Buckets<C: Clock = DefaultClock> {
    by_share: RateLimiter<u64, DashMapStateStore<u64>, C, NoOpMiddleware<C::Instant>>,
    /// Seeded with a random secret, so that nobody can choose a key that shares another one's bucket.
    hasher: RandomState,
    checks: AtomicU64,
    refusals: Counter,
}

/// Buckets by address, and larger ones by the networks that the addresses are in.
#[derive(Debug)]
pub(super) struct AddressBuckets {
    by_address: Buckets,
    by_network: Buckets,
}

impl AddressBuckets {
    /// Buckets of `quota` by address, and of `factor` times that by network. Both count their refusals in `refusals`.
    pub(super) fn of(quota: Quota, factor: u32, refusals: &Counter) -> Self {
        Self {
            by_address: Buckets::of(quota, refusals.clone()),
            by_network: Buckets::of(widened(quota, factor), refusals.clone()),
        }
    }

    /// Takes tokens of the address and of its network. A refusal for the address takes none of its network.
    pub(super) fn take(&self, client: Client, tokens: u32) -> Result<(), Problem> {
        self.by_address.take(&client, tokens)?;
        client.network().map_or(Ok(()), |network| self.by_network.take(&network, tokens))
    }
}

/// A quota with `factor` times the burst and the rate.
fn widened(quota: Quota, factor: u32) -> Quota {
    let once = quota.replenish_interval() / factor;
    let at_once = quota.burst_size().saturating_mul(at_least_one(factor));
    Quota::with_period(once).unwrap_or(quota).allow_burst(at_once)
}

impl Buckets {
    pub(super) fn of(quota: Quota, refusals: Counter) -> Self {
        Self::by(DefaultClock::default(), quota, refusals)
    }
}

impl<C: Clock> Buckets<C> {
    pub(super) fn by(clock: C, quota: Quota, refusals: Counter) -> Self {
        let by_share = RateLimiter::dashmap_with_clock(quota, clock);
        Self { by_share, hasher: RandomState::new(), checks: AtomicU64::new(0), refusals }
    }

    /// Takes tokens from the key's bucket, all or none. If it has too few, the error contains the time until it has
    /// enough.
    pub(super) fn take(&self, key: &impl Hash, tokens: u32) -> Result<(), Problem> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.by_share.retain_recent();
        }
        let share = self.hasher.hash_one(key) % BUCKETS;
        // No request takes more tokens than a bucket holds.
        let enough = self.by_share.check_key_n(&share, at_least_one(tokens)).map_err(|_| Problem::Internal)?;
        enough.map_err(|refusal| {
            self.refusals.inc();
            Problem::too_many(refusal.wait_time_from(self.by_share.clock().now()))
        })
    }
}

const fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(number.saturating_sub(1))
}

/// The counters of all limits. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Refusals(Family<MetricLabel, Counter>);

impl Refusals {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Requests refused because a limit was reached, by limit";
        registry.register("limit_refusals", help, self.0.clone());
    }

    pub(super) fn of(&self, limit: &'static str) -> Counter {
        self.0.get_or_create_owned(&[("limit", limit)])
    }
}

/// A client for rate limits: an IPv4 address, or the /64 of an IPv6 address, which is what a household has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Four([u8; 4]),
    Six([u16; 4]),
    /// The socket has no address.
    Unknown,
}

/// An IPv6 /48. A single tunnel or rented server may have all of it (RFC 6177), and with it 65,536 clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Network([u16; 3]);

/// Who shares with others by turns: all that may be a single visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Neighbour {
    Address(Client),
    Network(Network),
}

impl Client {
    /// Who this client is where visitors take turns; `None` if the socket has no address.
    pub(super) fn neighbour(self) -> Option<Neighbour> {
        match (self, self.network()) {
            (Self::Unknown, _) => None,
            (_, Some(network)) => Some(Neighbour::Network(network)),
            (client, None) => Some(Neighbour::Address(client)),
        }
    }

    /// The network whose clients may all be one visitor; `None` for IPv4, where a visitor has one address.
    pub(super) const fn network(self) -> Option<Network> {
        match self {
            Self::Six([first, second, third, _]) => Some(Network([first, second, third])),
            Self::Four(_) | Self::Unknown => None,
        }
    }
}

/// The peer's address, or if the peer is a trusted proxy, the last address of `X-Forwarded-For` that is not a trusted
/// proxy. Everything left of it may be forged and is ignored.
pub(super) fn client_of(request: &HttpRequest, proxies: &[IpNet]) -> Client {
    client_address(request, proxies).map_or(Client::Unknown, Client::from)
}

pub(super) fn client_address(request: &HttpRequest, proxies: &[IpNet]) -> Option<IpAddr> {
    let peer = request.peer_addr()?;
    let mut client = peer.ip().to_canonical();
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(&address));
    let named = request.headers().get_all(header::X_FORWARDED_FOR).collect::<Vec<_>>();
    let mut named = named.into_iter().rev().flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    while is_proxy(client) {
        let Some(address) = named.next().and_then(parsed) else { break };
        client = address;
    }
    Some(client)
}

/// Parses an address as proxies write it: alone, with a port, or in brackets.
fn parsed(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let host = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = host.parse::<IpAddr>().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(address.to_canonical())
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::Four(address.octets()),
            IpAddr::V6(address) => {
                let [first, second, third, fourth, ..] = address.segments();
                Self::Six([first, second, third, fourth])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_key_is_refused_when_its_bucket_is_empty_and_learns_when_to_retry() {
        let buckets = Buckets::of(Quota::per_hour(at_least_one(4)).allow_burst(at_least_one(3)), Counter::default());
        for _ in 0..3 {
            buckets.take(&"one", 1).unwrap();
        }
        let Err(Problem::TooMany(seconds)) = buckets.take(&"one", 1) else { panic!("the bucket is empty") };
        assert!((890..=900).contains(&seconds), "{seconds}");
        assert_eq!(buckets.refusals.get(), 1);
        buckets.take(&"other", 1).unwrap();
    }

    #[test]
    fn a_wait_is_at_least_a_second() {
        let buckets = Buckets::of(Quota::per_second(at_least_one(20)), Counter::default());
        let refusal = (0..10_000).find_map(|_| buckets.take(&"one", 1).err()).unwrap();
        assert!(matches!(refusal, Problem::TooMany(1)), "{refusal:?}");
    }

    #[test]
    fn invented_keys_take_bounded_memory() {
        let buckets = Buckets::of(Quota::per_second(at_least_one(1_000_000)), Counter::default());
        for key in 0..SWEEP * 2 {
            let _ = buckets.take(&key, 1);
        }
        assert!(buckets.by_share.len() < usize::try_from(SWEEP).unwrap(), "{}", buckets.by_share.len());
    }

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    /// Checks the client of a request from `peer` with these headers, behind IPv4 and IPv6 proxies.
    #[track_caller]
    fn check(peer: &str, forwarded: &[&str], expected: &str) {
        let proxies = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap());
        let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4000));
        let request =
            forwarded.iter().fold(request, |request, value| request.append_header((header::X_FORWARDED_FOR, *value)));
        assert_eq!(client_of(&request.to_http_request(), &proxies), client(expected), "{peer} {forwarded:?}");
    }

    #[test]
    fn headers_of_untrusted_peers_are_ignored() {
        check("192.0.2.1", &[], "192.0.2.1");
        check("192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check("2001:db8::1", &["198.51.100.7"], "2001:db8::1");
    }

    #[test]
    fn headers_of_proxies_are_read_up_to_the_first_untrusted_address() {
        check("10.0.0.1", &["198.51.100.7"], "198.51.100.7");
        check("fd00::1", &["2001:db8::1"], "2001:db8::1");
        check("::ffff:10.0.0.1", &["::ffff:198.51.100.7"], "198.51.100.7");
        check("10.0.0.1", &["198.51.100.7, 10.9.9.9"], "198.51.100.7");
        check("10.0.0.1", &["198.51.100.7", "10.9.9.9"], "198.51.100.7");
        check("10.0.0.1", &["203.0.113.66, 198.51.100.7 ,10.9.9.9"], "198.51.100.7");
        check("10.0.0.1", &["203.0.113.66", "10.0.0.5, 198.51.100.7"], "198.51.100.7");
    }

    #[test]
    fn a_proxy_with_an_unreadable_header_counts_as_the_client() {
        check("10.0.0.1", &[], "10.0.0.1");
        for nonsense in ["", "unknown", "198.51.100.7, ", "198.51.100.7, x", "198.51.100.7 10.0.0.1", "10.0.0.0/8"] {
            check("10.0.0.1", &[nonsense], "10.0.0.1");
        }
        check("10.0.0.1", &["10.0.0.2, 10.0.0.3"], "10.0.0.2");
    }

    #[test]
    fn ports_and_brackets_are_ignored() {
        check("10.0.0.1", &["198.51.100.7:1234"], "198.51.100.7");
        check("10.0.0.1", &["[2001:db8::1]:1234"], "2001:db8::1");
        check("10.0.0.1", &["[2001:db8::1]"], "2001:db8::1");
    }

    #[test]
    fn an_ipv6_64_is_one_client() {
        assert_eq!(client("2001:db8:0:1::1"), client("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assert_ne!(client("2001:db8:0:1::1"), client("2001:db8:0:2::1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn clients_of_an_ipv6_48_share_a_network() {
        assert_eq!(client("2001:db8:0:1::1").network(), client("2001:db8:0:ffff::1").network());
        assert_ne!(client("2001:db8:0:1::1").network(), client("2001:db8:1:1::1").network());
        assert_eq!(client("192.0.2.1").network(), None);
    }
}
