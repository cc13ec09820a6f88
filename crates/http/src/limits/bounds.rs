//! The limits: how many, how often, and after how many seconds a client may retry. To change a limit, change it here
//! and in docs/api.md, which a test compares with this file.

use governor::Quota;

use super::bucket::times;

/// A rate limit: a token bucket for each key.
#[derive(Debug)]
pub(crate) struct RateLimit {
    /// The limit's name in metrics.
    pub(super) name: &'static str,
    pub(super) by: LimitScope,
    /// How many tokens a bucket holds.
    pub(super) burst: u32,
    /// How many tokens it gets in each period.
    pub(super) tokens: u32,
    pub(super) period: Period,
}

/// What the buckets of a limit are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LimitScope {
    /// An address, and with [`NETWORK_FACTOR`] times the tokens an IPv6 /48.
    Address,
    /// A browser id.
    Browser,
    /// An account.
    Account,
    /// A device of a browser.
    Device,
}

/// In what time a bucket gets its tokens.
#[derive(Debug, Clone, Copy)]
pub(super) enum Period {
    Second,
    Minute,
    Hour,
}

/// Requests to the API.
pub(super) static CALLS_OF_ADDRESS: RateLimit = per_second("calls_of_address", LimitScope::Address, 1_000, 50);
pub(super) static CALLS_OF_BROWSER: RateLimit = per_second("calls_of_browser", LimitScope::Browser, 400, 20);

/// Streams opened.
pub(super) static STREAMS_OF_ADDRESS: RateLimit = per_second("streams_of_address", LimitScope::Address, 400, 20);
pub(super) static STREAMS_OF_BROWSER: RateLimit = per_second("streams_of_browser", LimitScope::Browser, 60, 2);

/// Alarms, timers and first lists of cities and, with ten tokens, of days off. A timer with steps takes 5 KB at most, a list
/// of cities 13 KB and one of days off 110 KB, so an address stores at most 1.2 GB a day, even with many browser ids; of
/// alarms and timers of one length, 75 MB.
pub(crate) static NEW_ROWS: RateLimit = per_second("new_rows_of_address", LimitScope::Address, 600, 1);

/// Lists of days off, each of which may move all alarms of its browser.
pub(crate) static DAYS_OFF: RateLimit = per_second("days_off_of_address", LimitScope::Address, 60, 1);

/// Rings of timers with steps. A start takes a token for each ring that the timer has left. The log keeps a ring for two
/// hours at most, with 5 KB at most: 420 MB, and 30 MB if the steps have no labels.
pub(crate) static RINGS: RateLimit = per_second("rings_of_address", LimitScope::Address, 12_000, 10);

/// Accounts created.
pub(crate) static REGISTRATIONS: RateLimit = RateLimit {
    name: "registrations_of_address",
    by: LimitScope::Address,
    burst: 20,
    tokens: 2,
    period: Period::Minute,
};

/// Sign-ins with `bring`, which hands over what the browser owns.
pub(crate) static BRINGS: RateLimit = per_hour("brings_of_account", LimitScope::Account, 10);

/// Devices registered.
pub(crate) static DEVICES_OF_ADDRESS: RateLimit = per_hour("devices_of_address", LimitScope::Address, 20);
pub(crate) static DEVICES_OF_BROWSER: RateLimit = per_hour("devices_of_browser", LimitScope::Browser, 20);

/// Channels created.
pub(crate) static CHANNELS: RateLimit = per_hour("channels_of_account", LimitScope::Account, 20);

/// Test notifications.
pub(crate) static TESTS: RateLimit = per_hour("tests_of_device", LimitScope::Device, 6);

/// Faults of pages reported.
pub(crate) static FAULTS: RateLimit =
    RateLimit { name: "faults_of_address", by: LimitScope::Address, burst: 5, tokens: 1, period: Period::Minute };

/// All rate limits but those of wrong passwords, which only count failures.
pub(super) static RATES: [&RateLimit; 14] = [
    &CALLS_OF_ADDRESS,
    &CALLS_OF_BROWSER,
    &STREAMS_OF_ADDRESS,
    &STREAMS_OF_BROWSER,
    &NEW_ROWS,
    &DAYS_OFF,
    &RINGS,
    &REGISTRATIONS,
    &BRINGS,
    &DEVICES_OF_ADDRESS,
    &DEVICES_OF_BROWSER,
    &CHANNELS,
    &TESTS,
    &FAULTS,
];

const fn per_second(name: &'static str, by: LimitScope, burst: u32, tokens: u32) -> RateLimit {
    RateLimit { name, by, burst, tokens, period: Period::Second }
}

const fn per_hour(name: &'static str, by: LimitScope, tokens: u32) -> RateLimit {
    RateLimit { name, by, burst: tokens, tokens, period: Period::Hour }
}

impl RateLimit {
    pub(super) fn quota(&self) -> Quota {
        let quota = match self.period {
            Period::Second => Quota::per_second(times(self.tokens)),
            Period::Minute => Quota::per_minute(times(self.tokens)),
            Period::Hour => Quota::per_hour(times(self.tokens)),
        };
        quota.allow_burst(times(self.burst))
    }
}

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
