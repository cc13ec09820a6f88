//! The bounds: how many, how often, and after how many seconds to try again.

use governor::Quota;

use super::bucket::times;

/// Requests to the API from one address: a thousand at once, and then 50 a second.
pub(super) const API_BY_ADDRESS: Quota = Quota::per_second(times(50)).allow_burst(times(1_000));

/// Requests to the API from one browser: 400 at once, and then 20 a second.
pub(super) const API_BY_BROWSER: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams that one address opens: 400 at once, and then 20 a second.
pub(super) const STREAMS_BY_ADDRESS: Quota = Quota::per_second(times(20)).allow_burst(times(400));

/// Streams that one browser opens: 60 at once, and then two a second.
pub(super) const STREAMS_BY_BROWSER: Quota = Quota::per_second(times(2)).allow_burst(times(60));

/// Accounts made from one address: 20 at once, and then two a minute.
pub(super) const REGISTRATIONS_BY_ADDRESS: Quota = Quota::per_minute(times(2)).allow_burst(times(20));

/// Alarms and timers made from one address: 600 at once, and then one a second. So an address stores 75 MB a day at most,
/// under however many browser ids.
pub(super) const NEW_ROWS_BY_ADDRESS: Quota = Quota::per_second(times(1)).allow_burst(times(600));

/// Sign-ins to one account that bring along what the browser owns: ten at once, and then ten an hour.
pub(super) const BRINGS_BY_ACCOUNT: Quota = Quota::per_hour(times(10)).allow_burst(times(10));

/// Devices that one browser, or one address, puts: twenty at once, and then twenty an hour.
pub(super) const DEVICES: Quota = Quota::per_hour(times(20)).allow_burst(times(20));

/// Test notifications to one device: six at once, and then six an hour.
pub(super) const TESTS_OF_DEVICE: Quota = Quota::per_hour(times(6)).allow_burst(times(6));

/// Long lists that are sent at the same time: of all browsers, and of one address. A browser has one.
pub(super) const LONG_LISTS: usize = 64;
pub(super) const LONG_LISTS_OF_ADDRESS: usize = 8;

/// Seconds after which a stream may be asked for again where too many are open.
pub(crate) const RETRY_TOO_MANY: u32 = 15;

/// Seconds after which a long list may be asked for again.
pub(super) const RETRY_LONG_LIST: u32 = 2;

/// Streams of one address that are open at the same time: a class of forty browsers, each with the twelve that it may have.
pub(super) const OPEN_STREAMS_OF_ADDRESS: usize = 600;

/// Requests of one address that are in progress.
pub(super) const IN_PROGRESS_OF_ADDRESS: usize = 256;

/// How many times as much as an address a network of 48 bits is allowed: it may be one visitor, or the phones of a town.
pub(super) const NETWORK_FACTOR: u32 = 16;

/// Requests of one network that are in progress: half of all changes, so that others come through.
pub(super) const IN_PROGRESS_OF_NETWORK: usize = 1_024;

/// Seconds after which a request may be repeated of whose kind too many are in progress.
pub(super) const RETRY_IN_PROGRESS: u32 = 1;
