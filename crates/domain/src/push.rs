//! Rules of messages to devices: how long each is useful, and how to react to a push service's answer.

use std::str::FromStr;

use time::{Duration, OffsetDateTime};

use crate::lateness::LATEST_RING;

/// The delay between a ring and its push, in which a page of the device can report that it already sounds.
pub const RING_DELAY: Duration = Duration::milliseconds(300);

/// The additional delay if a stream of the device received the ring. A frozen page reports nothing, so the push is sent
/// after it.
pub const HEARD_DELAY: Duration = Duration::milliseconds(2_700);

/// The delay of a test notification: long enough to lock a phone.
pub const TEST_DELAY: Duration = Duration::seconds(5);

/// How long a confirmation code or a test is useful.
pub const GREETING_LIFETIME: Duration = Duration::minutes(5);

/// How long an answer waits for a device that never confirmed showing the ring: it replaces the ring at the push
/// service and expires soon.
pub const UNSEEN_STOP: Duration = Duration::seconds(30);

/// How many codes an unconfirmed device gets, so that nobody can use the server to flood an endpoint.
pub const MOST_HELLOS: i16 = 3;

/// How long a device may be unconfirmed before it is deleted.
pub const LONGEST_PENDING: Duration = Duration::days(1);

/// How long a push service may refuse a device before the device is deleted.
pub const LONGEST_FAILING: Duration = Duration::days(30);

/// How long a device is kept without any sign of life.
pub const LONGEST_UNSEEN: Duration = Duration::days(180);

/// How many rings in a row a device may leave unconfirmed…
pub const MOST_UNHEARD: i32 = 5;

/// … and for how long, before it counts as failing: its service accepts messages that it never shows.
pub const LONGEST_UNSHOWN: Duration = Duration::days(14);

/// The shortest TTL that is sent: with 0 a service would not wake a dozing phone.
const SHORTEST_TTL: Duration = Duration::seconds(30);

/// The pauses after the first and the following failures; the last one repeats.
const PAUSES: [Duration; 6] = [
    Duration::SECOND,
    Duration::seconds(2),
    Duration::seconds(5),
    Duration::seconds(10),
    Duration::seconds(30),
    Duration::MINUTE,
];

/// The largest relative deviation of a pause.
const JITTER: f64 = 0.2;

/// The purpose of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// An alarm or a timer rings.
    Ring,
    /// A ring was answered on another device.
    Stop,
    /// A device has to prove that it receives messages of this subscription.
    Hello,
    /// A person wants to try it.
    Test,
}

/// The state of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The subscription is not confirmed yet.
    Pending,
    /// It gets rings.
    Active,
    /// Its push service refuses our messages: it gets none until it subscribes again.
    Failing,
}

/// The text is not a known name.
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

/// A push service's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// A status code.
    Status {
        /// The code.
        code: u16,
        /// Its `Retry-After`.
        retry_after: Option<Duration>,
        /// Whether it says that the subscription is bound to another VAPID key.
        is_other_key: bool,
    },
    /// No answer in time.
    None,
}

/// What to do after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The service has accepted the message.
    Accepted,
    /// The subscription has ended: delete the device.
    Gone,
    /// The service refuses messages for this device.
    Refused,
    /// Another attempt after this long.
    Retry(Duration),
    /// The service will never accept this message: drop it.
    Dropped,
}

impl Purpose {
    /// All purposes.
    pub const ALL: [Self; 4] = [Self::Ring, Self::Stop, Self::Hello, Self::Test];

    /// Its name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Stop => "stop",
            Self::Hello => "hello",
            Self::Test => "test",
        }
    }

    /// A ring wakes people; everything else can wait.
    #[must_use]
    pub const fn urgency(self) -> Urgency {
        match self {
            Self::Ring | Self::Test => Urgency::High,
            Self::Stop | Self::Hello => Urgency::Normal,
        }
    }

    /// The TTL in seconds of a message that is useless after `expires_at`.
    #[must_use]
    pub fn ttl(self, expires_at: OffsetDateTime, now: OffsetDateTime) -> i64 {
        (expires_at - now).max(SHORTEST_TTL).whole_seconds()
    }
}

impl State {
    /// All states.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Active, Self::Failing];

    /// Its name in the API and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Failing => "failing",
        }
    }
}

impl FromStr for Purpose {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|it| it.as_str() == text).ok_or(UnknownName)
    }
}

impl FromStr for State {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|it| it.as_str() == text).ok_or(UnknownName)
    }
}

impl Urgency {
    /// The value of the header.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

impl Reply {
    /// What to do after this answer and `failures` earlier failures; `jitter` is random, from 0 to 1.
    #[must_use]
    pub fn next(self, failures: u32, jitter: f64) -> Next {
        let Self::Status { code, retry_after, is_other_key } = self else {
            return Next::Retry(pause(failures, jitter));
        };
        match code {
            200..=299 => Next::Accepted,
            404 | 410 => Next::Gone,
            401 | 403 => Next::Refused,
            400 if is_other_key => Next::Refused,
            406 | 408 | 429 | 500..=599 => Next::Retry(retry_after.unwrap_or_else(|| pause(failures, jitter))),
            _ => Next::Dropped,
        }
    }

    /// Whether the service itself fails, rather than this message.
    #[must_use]
    pub const fn is_outage(self) -> bool {
        matches!(self, Self::None | Self::Status { code: 500..=599, .. })
    }

    /// Its name in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "unreachable",
            Self::Status { code: 200..=299, .. } => "accepted",
            Self::Status { code: 404 | 410, .. } => "gone",
            Self::Status { code: 401 | 403, .. } | Self::Status { code: 400, is_other_key: true, .. } => "refused",
            Self::Status { code: 406 | 408 | 429, .. } => "throttled",
            Self::Status { code: 500..=599, .. } => "failed",
            Self::Status { .. } => "dropped",
        }
    }
}

/// All values of [`Reply::name`].
pub const REPLY_NAMES: [&str; 7] = ["unreachable", "accepted", "gone", "refused", "throttled", "failed", "dropped"];

/// When a message about a ring becomes useless.
#[must_use]
pub fn ring_expires_at(scheduled_for: OffsetDateTime) -> OffsetDateTime {
    scheduled_for + LATEST_RING
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

    const NOW: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);

    fn status(code: u16) -> Reply {
        Reply::Status { code, retry_after: None, is_other_key: false }
    }

    #[test]
    fn each_status_has_its_consequence() {
        for (codes, next) in [
            (&[200, 201, 202, 204][..], Next::Accepted),
            (&[404, 410], Next::Gone),
            (&[401, 403], Next::Refused),
            (&[406, 408, 429, 500, 502, 503], Next::Retry(Duration::SECOND)),
            (&[301, 302, 307, 308, 400, 402, 405, 411, 413, 418, 100], Next::Dropped),
        ] {
            for code in codes {
                assert_eq!(status(*code).next(0, 0.5), next, "{code}");
            }
        }
        assert_eq!(Reply::None.next(0, 0.5), Next::Retry(Duration::SECOND));
        let other_key = Reply::Status { code: 400, retry_after: None, is_other_key: true };
        assert_eq!(other_key.next(0, 0.5), Next::Refused);
    }

    #[test]
    fn pauses_grow_and_vary_by_a_fifth() {
        let after = |failures, jitter| match Reply::None.next(failures, jitter) {
            Next::Retry(pause) => pause.as_seconds_f64(),
            other => panic!("{other:?}"),
        };
        for (failures, seconds) in
            [(0, 1.0), (1, 2.0), (2, 5.0), (3, 10.0), (4, 30.0), (5, 60.0), (6, 60.0), (u32::MAX, 60.0)]
        {
            for (jitter, share) in [(0.0, 0.8), (0.5, 1.0), (1.0, 1.2), (7.0, 1.2)] {
                assert!((after(failures, jitter) - seconds * share).abs() < 1e-6, "{failures} {jitter}");
            }
        }
    }

    #[test]
    fn a_retry_after_of_the_service_is_respected() {
        let retry_after = Some(Duration::seconds(7));
        for code in [429, 503] {
            let reply = Reply::Status { code, retry_after, is_other_key: false };
            assert_eq!(reply.next(4, 1.0), Next::Retry(Duration::seconds(7)));
        }
    }

    #[test]
    fn a_ttl_is_the_remaining_use_and_half_a_minute_at_least() {
        let expires_at = ring_expires_at(NOW);
        assert_eq!(Purpose::Ring.ttl(expires_at, NOW), 600);
        assert_eq!(Purpose::Ring.ttl(expires_at, NOW + Duration::milliseconds(569_500)), 30);
        assert_eq!(Purpose::Stop.ttl(expires_at, NOW + Duration::minutes(11)), 30);
    }

    #[test]
    fn names_parse_as_they_are_printed() {
        for purpose in Purpose::ALL {
            assert_eq!(purpose.as_str().parse(), Ok(purpose));
        }
        for state in State::ALL {
            assert_eq!(state.as_str().parse(), Ok(state));
        }
        assert_eq!("".parse::<State>(), Err(UnknownName));
        assert_eq!("rings".parse::<Purpose>(), Err(UnknownName));
        assert_eq!((Purpose::Ring.urgency().as_str(), Purpose::Stop.urgency().as_str()), ("high", "normal"));
        let codes = (100..600).map(|code| status(code).name()).chain([Reply::None.name()]);
        for name in codes {
            assert!(REPLY_NAMES.contains(&name), "{name}");
        }
    }

    #[test]
    fn outages_are_distinguished_from_refused_messages() {
        assert!(Reply::None.is_outage() && status(503).is_outage());
        assert!(!status(429).is_outage() && !status(201).is_outage() && !status(413).is_outage());
    }
}
