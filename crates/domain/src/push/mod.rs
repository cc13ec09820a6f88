//! Rules of messages to devices: how long each is useful, and how to react to a push service's answer.

mod message;

use std::ops::RangeInclusive;

use time::{Duration, OffsetDateTime};

pub use self::message::{Follower, MessageEvent, MessageState, Purpose};

/// The delay between a ring and its push. Meanwhile a page of the device can report that it already sounds.
pub const RING_DELAY: Duration = Duration::milliseconds(300);

/// The additional delay if a stream of the device received the ring. A frozen page reports nothing, so the push is sent
/// after it.
pub const HEARD_DELAY: Duration = Duration::milliseconds(2_700);

/// The delay of a test notification: long enough to lock a phone.
pub const TEST_DELAY: Duration = Duration::seconds(5);

/// How long a confirmation code or a test is useful.
pub const GREETING_LIFETIME: Duration = Duration::minutes(5);

/// How long the push of an answer is useful for a device that never confirmed that it showed the ring. It replaces the
/// ring at the push service and expires soon.
pub const UNSEEN_STOP: Duration = Duration::seconds(30);

/// How long that push is kept in the queue: if the process that has taken it is killed, another one still sends it.
pub const LONGEST_UNSEEN_STOP: Duration = Duration::seconds(UNSEEN_STOP.whole_seconds() + LEASE.whole_seconds());

/// How many codes an unconfirmed device gets, so that nobody can use the server to flood an endpoint.
pub const MOST_HELLOS: i16 = 3;

/// How long a device may be unconfirmed before it is deleted.
pub const LONGEST_PENDING: Duration = Duration::days(1);

/// How long a push service may refuse all messages to a device before the device has to subscribe again. A shorter
/// refusal may be an incident of the service.
pub const LONGEST_REFUSED: Duration = Duration::HOUR;

/// How long a device may need a new subscription before it is deleted.
pub const LONGEST_FAILING: Duration = Duration::days(30);

/// How long the server remembers that a person has removed a device. Afterwards its page may register it again.
pub const LONGEST_REMOVED: Duration = Duration::days(400);

/// How many unsent rings may wait for a device. A newer one replaces the oldest.
pub const MOST_UNSENT_RINGS: i64 = 4;

/// A device that did not show so many rings in a row, by its reports, does not ring.
const MOST_UNSHOWN: i32 = 2;

/// How many rings in a row it may not show that another device of its browser did show.
const MOST_UNSHOWN_BESIDE: i32 = 1;

/// The interval at which a device gets an unanswered ring again.
pub const REPEAT_INTERVAL: Duration = Duration::seconds(30);

/// The shortest TTL that is sent: with 0 a service would not wake a dozing phone.
const SHORTEST_TTL: Duration = Duration::seconds(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceState {
    /// The subscription is not confirmed yet.
    Pending,
    /// The device gets rings.
    Active,
    /// The push service refuses our messages. The device gets none until it subscribes again.
    Failing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown name")]
pub struct UnknownName;

/// How urgent a message is (RFC 8030, section 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// May wait until a sleeping phone wakes up.
    Normal,
    /// Wakes a sleeping phone.
    High,
}

names! {
    Purpose, UnknownName: Ring = "ring", Repeat = "repeat", Stop = "stop", Hello = "hello", Test = "test"
}

/// Whether a batch of rings that was logged at `fired_at` is too young for its messages to be queued: the first ones are not due
/// yet. A batch from long after `now` is of a clock that was set back since.
pub fn is_too_young(fired_at: OffsetDateTime, now: OffsetDateTime) -> bool {
    (now - RING_DELAY < fired_at) && (fired_at <= now + RING_DELAY)
}

impl Purpose {
    /// Rings and tests wake a sleeping phone; other messages can wait.
    pub const fn urgency(self) -> Urgency {
        match self {
            Self::Ring | Self::Repeat | Self::Test => Urgency::High,
            Self::Stop | Self::Hello => Urgency::Normal,
        }
    }

    /// The TTL in seconds of a message that is useless after `expires_at`. That of a repeat ends when the next one comes,
    /// so that a phone that was off gets one of them.
    pub fn ttl(self, expires_at: OffsetDateTime, now: OffsetDateTime) -> i64 {
        match self {
            Self::Repeat => REPEAT_INTERVAL.whole_seconds(),
            Self::Ring | Self::Stop | Self::Hello | Self::Test => (expires_at - now).max(SHORTEST_TTL).whole_seconds(),
        }
    }
}

names! {
    DeviceState, UnknownName: Pending = "pending", Active = "active", Failing = "failing"
}

impl Urgency {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

/// Whether a device probably does not ring, although its push service accepts its messages: it has not reported the last
/// `unshown` rings, `beside` of which another device of its browser has shown.
pub const fn is_silent(unshown: i32, beside: i32) -> bool {
    unshown > MOST_UNSHOWN || beside > MOST_UNSHOWN_BESIDE
}

/// How long a process may hold a message. After that another process may take it.
pub const LEASE: Duration = Duration::seconds(30);

/// The longest that a post takes: its timeout.
pub const LONGEST_POST: Duration = Duration::seconds(10);

/// Whether a post that begins at `now` ends before the lease does. A process that was frozen after it had taken a message
/// posts it no more: another one may have, and the answer to it as well.
///
/// `held` is for how long the process has had the message by a monotonic clock. The clock by which the lease ends may have been
/// set back after another process took the message.
pub fn covers_a_post(leased_until: OffsetDateTime, now: OffsetDateTime, held: Duration) -> bool {
    now + LONGEST_POST <= leased_until && held <= LEASE - LONGEST_POST
}

/// From a minute to half an hour, in seconds.
const SECONDS: RangeInclusive<i64> = 60..=1_800;

/// How long an unanswered ring is repeated on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RingFor(Duration);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be from {} to {} seconds", SECONDS.start(), SECONDS.end())]
pub struct RingForError;

impl RingFor {
    pub const SHORTEST: Self = Self(Duration::seconds(*SECONDS.start()));

    pub const LONGEST: Self = Self(Duration::seconds(*SECONDS.end()));

    pub fn new(seconds: i64) -> Result<Self, RingForError> {
        if SECONDS.contains(&seconds) { Ok(Self(Duration::seconds(seconds))) } else { Err(RingForError) }
    }

    pub const fn seconds(self) -> i64 {
        self.0.whole_seconds()
    }
}

impl Default for RingFor {
    fn default() -> Self {
        Self(Duration::minutes(5))
    }
}

/// The pauses after the first and the following failures; the last one repeats.
const PAUSES: [Duration; 6] = [
    Duration::SECOND,
    Duration::seconds(2),
    Duration::seconds(5),
    Duration::seconds(10),
    Duration::seconds(30),
    Duration::MINUTE,
];

/// While a service fails by itself, pauses grow to ten seconds: the first attempt after the outage is soon, also for a lone
/// message. Of many messages the dispatcher then tries one at a time.
const LONGEST_OF_OUTAGE: u32 = 3;

/// The largest relative deviation of a pause.
const JITTER: f64 = 0.2;

/// All values of [`Reply::name`].
pub const REPLY_NAMES: [&str; 9] =
    ["private-address", "unreachable", "accepted", "gone", "refused", "throttled", "failed", "dropped", "unsendable"];

/// What came of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    Status {
        code: u16,
        /// The `Retry-After` of the response.
        retry_after: Option<Duration>,
        /// Whether it says that the subscription is bound to another VAPID key.
        is_other_key: bool,
    },
    /// No answer in time.
    None,
    /// The host has private addresses only, which may not be called.
    PrivateAddress,
    /// The message was not sent: it cannot be encrypted for this device, or the subscription is bound to a VAPID key that was
    /// lost.
    Unsendable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Accepted,
    /// The subscription has ended: delete the device.
    Gone,
    /// The subscription cannot be used, now or later: the device has to subscribe again.
    Unusable,
    /// The service refuses our messages to this device: another attempt after this long. If it still does an hour after
    /// the first refusal, the device has to subscribe again.
    Refused(Duration),
    /// Another attempt after this long.
    Retry(Duration),
    /// The service will never accept this message: drop it.
    Dropped,
}

impl Disposition {
    pub const fn pause(self) -> Option<Duration> {
        match self {
            Self::Refused(pause) | Self::Retry(pause) => Some(pause),
            Self::Accepted | Self::Gone | Self::Unusable | Self::Dropped => None,
        }
    }
}

impl Reply {
    /// What to do after this answer and `failures` earlier failures; `jitter` is random, from 0 to 1.
    pub fn next(self, failures: u32, jitter: f64) -> Disposition {
        let failures = if self.is_outage() { failures.min(LONGEST_OF_OUTAGE) } else { failures };
        match self {
            Self::None | Self::PrivateAddress => Disposition::Retry(pause(failures, jitter)),
            Self::Unsendable | Self::Status { code: 400, is_other_key: true, .. } => Disposition::Unusable,
            Self::Status { code: 200..=299, .. } => Disposition::Accepted,
            Self::Status { code: 404 | 410, .. } => Disposition::Gone,
            Self::Status { code: 401 | 403, .. } => Disposition::Refused(pause(failures, jitter)),
            Self::Status { code: 406 | 408 | 429 | 500..=599, retry_after, .. } => {
                Disposition::Retry(retry_after.unwrap_or_else(|| pause(failures, jitter)))
            }
            Self::Status { .. } => Disposition::Dropped,
        }
    }

    /// Whether the service itself fails, rather than this message.
    pub const fn is_outage(self) -> bool {
        matches!(self, Self::None | Self::PrivateAddress | Self::Status { code: 500..=599, .. })
    }

    /// Whether the service wants fewer messages.
    pub const fn is_throttled(self) -> bool {
        matches!(self, Self::Status { code: 429, .. })
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "unreachable",
            Self::PrivateAddress => "private-address",
            Self::Unsendable => "unsendable",
            Self::Status { code: 200..=299, .. } => "accepted",
            Self::Status { code: 404 | 410, .. } => "gone",
            Self::Status { code: 401 | 403, .. } | Self::Status { code: 400, is_other_key: true, .. } => "refused",
            Self::Status { code: 406 | 408 | 429, .. } => "throttled",
            Self::Status { code: 500..=599, .. } => "failed",
            Self::Status { .. } => "dropped",
        }
    }
}

fn pause(failures: u32, jitter: f64) -> Duration {
    let nth = usize::try_from(failures).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
    let pause = PAUSES.get(nth).copied().unwrap_or(Duration::MINUTE);
    pause * (1.0 - JITTER + 2.0 * JITTER * jitter.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::occurrence::LATEST_RING;

    const NOW: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);

    #[test]
    fn a_ttl_is_the_remaining_use_and_half_a_minute_at_least() {
        let expires_at = NOW + LATEST_RING;
        assert_eq!(Purpose::Ring.ttl(expires_at, NOW), 600);
        assert_eq!(Purpose::Ring.ttl(expires_at, NOW + Duration::milliseconds(569_500)), 30);
        assert_eq!(Purpose::Stop.ttl(expires_at, NOW + Duration::minutes(11)), 30);
        assert_eq!(Purpose::Repeat.ttl(expires_at, NOW), 30);
    }

    #[test]
    fn a_device_is_silent_after_three_rings_or_two_that_another_one_showed() {
        for (unshown, beside, expected) in
            [(0, 0, false), (2, 0, false), (3, 0, true), (1, 1, false), (2, 1, false), (2, 2, true), (9, 0, true)]
        {
            assert_eq!(is_silent(unshown, beside), expected, "{unshown} {beside}");
        }
    }

    #[test]
    fn names_parse_as_they_are_printed() {
        for purpose in Purpose::ALL {
            assert_eq!(purpose.as_str().parse(), Ok(purpose));
        }
        for state in DeviceState::ALL {
            assert_eq!(state.as_str().parse(), Ok(state));
        }
        assert_eq!("".parse::<DeviceState>(), Err(UnknownName));
        assert_eq!("rings".parse::<Purpose>(), Err(UnknownName));
        assert_eq!((Purpose::Ring.urgency().as_str(), Purpose::Stop.urgency().as_str()), ("high", "normal"));
    }

    #[test]
    fn a_post_begins_only_if_it_can_end_within_the_lease() {
        let taken = datetime!(2026-11-20 07:00 UTC);
        for (seconds, expected) in [(0, true), (20, true), (21, false), (30, false), (3_600, false)] {
            let after = Duration::seconds(seconds);
            assert_eq!(covers_a_post(taken + LEASE, taken + after, after), expected, "{seconds}");
            assert_eq!(covers_a_post(taken + LEASE, taken + after, Duration::ZERO), expected, "{seconds}");
            // The clock was set back.
            assert_eq!(covers_a_post(taken + LEASE, taken, after), expected, "{seconds}");
        }
    }

    #[test]
    fn it_is_from_a_minute_to_half_an_hour() {
        for (seconds, is_valid) in [(i64::MIN, false), (59, false), (60, true), (1_800, true), (1_801, false)] {
            assert_eq!(
                RingFor::new(seconds).map(RingFor::seconds),
                if is_valid { Ok(seconds) } else { Err(RingForError) }
            );
        }
        assert_eq!(RingForError.to_string(), "must be from 60 to 1800 seconds");
        assert_eq!((RingFor::default().seconds(), RingFor::LONGEST.seconds()), (300, 1_800));
    }

    fn status(code: u16) -> Reply {
        Reply::Status { code, retry_after: None, is_other_key: false }
    }

    #[test]
    fn the_status_decides_what_to_do_next() {
        for (codes, next) in [
            (&[200, 201, 202, 204][..], Disposition::Accepted),
            (&[404, 410], Disposition::Gone),
            (&[401, 403], Disposition::Refused(Duration::SECOND)),
            (&[406, 408, 429, 500, 502, 503], Disposition::Retry(Duration::SECOND)),
            (&[301, 302, 307, 308, 400, 402, 405, 411, 413, 418, 100], Disposition::Dropped),
        ] {
            for code in codes {
                assert_eq!(status(*code).next(0, 0.5), next, "{code}");
            }
        }
        assert_eq!(Reply::None.next(0, 0.5), Disposition::Retry(Duration::SECOND));
        let other_key = Reply::Status { code: 400, retry_after: None, is_other_key: true };
        assert_eq!(other_key.next(0, 0.5), Disposition::Unusable);
    }

    #[test]
    fn pauses_grow_and_vary_by_a_fifth() {
        let status = |code| Reply::Status { code, retry_after: None, is_other_key: false };
        let after = |reply: Reply, failures, jitter| match reply.next(failures, jitter) {
            Disposition::Retry(pause) => pause.as_seconds_f64(),
            other => panic!("{other:?}"),
        };
        for (failures, throttled, outage) in [
            (0, 1.0, 1.0),
            (1, 2.0, 2.0),
            (2, 5.0, 5.0),
            (3, 10.0, 10.0),
            (4, 30.0, 10.0),
            (5, 60.0, 10.0),
            (6, 60.0, 10.0),
            (u32::MAX, 60.0, 10.0),
        ] {
            for (jitter, share) in [(0.0, 0.8), (0.5, 1.0), (1.0, 1.2), (7.0, 1.2)] {
                for (reply, seconds) in [(status(429), throttled), (status(503), outage), (Reply::None, outage)] {
                    let pause = after(reply, failures, jitter);
                    assert!((pause - seconds * share).abs() < 1e-6, "{reply:?} {failures} {jitter}: {pause}");
                }
            }
        }
    }

    #[test]
    fn a_retry_after_of_the_service_is_respected() {
        let retry_after = Some(Duration::seconds(7));
        for code in [429, 503] {
            let reply = Reply::Status { code, retry_after, is_other_key: false };
            assert_eq!(reply.next(4, 1.0), Disposition::Retry(Duration::seconds(7)));
        }
    }

    #[test]
    fn outages_are_distinguished_from_refused_messages() {
        assert!(Reply::None.is_outage() && status(503).is_outage());
        assert!(!status(429).is_outage() && !status(201).is_outage() && !status(413).is_outage());
        assert!(status(429).is_throttled() && !status(503).is_throttled() && !Reply::None.is_throttled());
    }

    #[test]
    fn every_reply_has_a_known_name() {
        for name in
            (100..600).map(|code| status(code).name()).chain([Reply::None, Reply::PrivateAddress].map(Reply::name))
        {
            assert!(REPLY_NAMES.contains(&name), "{name}");
        }
    }
}
