//! The limits: how many, how often, and after how many seconds a client may retry. To change a limit, change it here
//! and in docs/api.md, which a test compares with this file.

use governor::Quota;

use super::bucket::at_least_one;

/// A rate limit: a token bucket for each key.
#[derive(Debug)]
pub(crate) struct RateLimit {
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

/// A limit by address, and with `network_factor` times the tokens by IPv6 /48.
#[derive(Debug)]
pub(crate) struct AddressLimit(pub(super) RateLimit);

/// A limit by a browser id, an account, or a device of a browser.
#[derive(Debug)]
pub(crate) struct KeyLimit(pub(super) RateLimit);

/// In what time a bucket gets its tokens.
#[derive(Debug, Clone, Copy)]
pub(super) enum Period {
    Second,
    Minute,
    Hour,
}

/// Declares limits and the list of them, from which their buckets are made.
macro_rules! limits {
    ($list:ident: [$kind:ident]; $($(#[doc = $doc:literal])* $name:ident = $limit:expr;)*) => {
        $($(#[doc = $doc])* pub(crate) static $name: $kind = $kind($limit);)*
        pub(super) static $list: &[&$kind] = &[$(&$name),*];
    };
}

limits! {
    ADDRESS_LIMITS: [AddressLimit];

    /// Requests to the API.
    CALLS_OF_ADDRESS = per_second("calls_of_address", 1_000, 50);

    /// Streams opened.
    STREAMS_OF_ADDRESS = per_second("streams_of_address", 400, 20);

    /// Alarms, timers, first lists of cities, and lists of days off as far as they grow, by their size. A timer with steps takes
    /// 5 KB at most, a list of cities 13 KB and one of days off 110 KB, with 41 tokens, so an address stores at most 380 MB a
    /// day, even with many browser ids; of alarms and timers of one length, 25 MB. All that it stores may be due at one
    /// instant.
    NEW_ROWS = per_minute("new_rows_of_address", 600, 20).of_network(4);

    /// Lists of days off, each of which may move all alarms of its browser.
    DAYS_OFF = per_second("days_off_of_address", 60, 1);

    /// Rings of timers with steps. A start takes a token for each ring that the timer has left. The log keeps a ring for two
    /// hours at most, with 5 KB at most: 420 MB, and 30 MB if the steps have no labels.
    RINGS = per_second("rings_of_address", 12_000, 10);

    /// Rows that one request rewrites: the timers of a new order, and what an account owns if it gets a new browser id. A
    /// request takes a token for each of them, up to [`MOST_MOVED`].
    MOVED_ROWS = per_second("moved_rows_of_address", 20_000, 50);

    /// Passwords checked or hashed, the right ones too: each takes a core for some 30 ms.
    PASSWORDS = per_second("passwords_of_address", 120, 1);

    /// Accounts created.
    REGISTRATIONS = per_minute("registrations_of_address", 20, 2);

    /// Devices registered.
    DEVICES_OF_ADDRESS = per_hour("devices_of_address", 20);

    /// Faults of pages reported.
    FAULTS = per_minute("faults_of_address", 5, 1);
}

limits! {
    KEY_LIMITS: [KeyLimit];

    /// Requests to the API, by browser.
    CALLS_OF_BROWSER = per_second("calls_of_browser", 400, 20);

    /// Streams opened, by browser.
    STREAMS_OF_BROWSER = per_second("streams_of_browser", 60, 2);

    /// Sign-ins with `bring`, which hands over what the browser owns, by account.
    BRINGS = per_hour("brings_of_account", 10);

    /// Devices registered, by browser.
    DEVICES_OF_BROWSER = per_hour("devices_of_browser", 20);

    /// Sessions ended, one or all others, by account: each time the account gets a new browser id.
    RENEWALS = per_hour("renewals_of_account", 20);

    /// Channels created, by account.
    CHANNELS = per_hour("channels_of_account", 20);

    /// Test notifications, by device of a browser.
    TESTS = per_hour("tests_of_device", 6);
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
    /// The limit with another one for IPv6 networks.
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

/// The most tokens of [`MOVED_ROWS`] that a request takes: whoever owns more rows can still end all sessions.
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
