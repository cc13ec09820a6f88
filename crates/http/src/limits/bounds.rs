//! The limits: how many, how often, and after how many seconds a client may retry. To change a rate limit, change it
//! here.

use governor::Quota;

use super::bucket::times;

/// Requests to the API from one address: a burst of 1,000, and then 50 a second.
pub(super) const API_BY_ADDRESS: Quota = Quota::per_second(times(50)).allow_burst(times(1_000));

/// Requests to the API from one browser: a burst of 400, and then 20 a second.
pub(super) const API_BY_BROWSER: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams opened from one address: a burst of 400, and then 20 a second.
pub(super) const STREAMS_BY_ADDRESS: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams opened by one browser: a burst of 60, and then two a second.
pub(super) const STREAMS_BY_BROWSER: Quota = Quota::per_second(times(2)).allow_burst(times(60));

/// Accounts created from one address: a burst of 20, and then two a minute.
pub(super) const REGISTRATIONS_BY_ADDRESS: Quota = Quota::per_minute(times(2)).allow_burst(times(20));

/// Alarms and timers created from one address: a burst of 600, and then one a second. So an address stores at most 75
/// MB a day, even with many browser ids.
pub(super) const NEW_ROWS_BY_ADDRESS: Quota = Quota::per_second(times(1)).allow_burst(times(600));

/// Sign-ins to one account with `bring`, which hands over what the browser owns: a burst of ten, and then ten an hour.
pub(super) const BRINGS_BY_ACCOUNT: Quota = Quota::per_hour(times(10)).allow_burst(times(10));

/// Devices registered by one browser, or from one address: a burst of twenty, and then twenty an hour.
pub(super) const DEVICES: Quota = Quota::per_hour(times(20)).allow_burst(times(20));

/// Test notifications to one device: a burst of six, and then six an hour.
pub(super) const TESTS_OF_DEVICE: Quota = Quota::per_hour(times(6)).allow_burst(times(6));

/// After how many seconds a client may retry to open a stream if too many are open.
pub(crate) const RETRY_TOO_MANY: u32 = 15;

/// Open streams of one address: a class of forty browsers, each with the twelve that it may have.
pub(super) const OPEN_STREAMS_OF_ADDRESS: usize = 600;

/// Requests of one address in progress.
pub(super) const IN_PROGRESS_OF_ADDRESS: usize = 256;

/// How many times the limits of an address apply to an IPv6 /48: it may be a single visitor, or all the phones of a
/// town.
pub(super) const NETWORK_FACTOR: u32 = 16;

/// Requests of one network in progress: half of all, so that other networks have room.
pub(super) const IN_PROGRESS_OF_NETWORK: usize = 1_024;

/// After how many seconds a client may repeat a request if too many are in progress.
pub(super) const RETRY_IN_PROGRESS: u32 = 1;
