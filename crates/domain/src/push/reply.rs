//! How to react to a push service's answer.

use time::Duration;

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
pub const REPLY_NAMES: [&str; 8] =
    ["private-address", "unreachable", "accepted", "gone", "refused", "throttled", "failed", "dropped"];

/// A push service's answer.
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// The service has accepted the message.
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
        let Self::Status { code, retry_after, is_other_key } = self else {
            return Disposition::Retry(pause(failures, jitter));
        };
        match code {
            200..=299 => Disposition::Accepted,
            404 | 410 => Disposition::Gone,
            401 | 403 => Disposition::Refused(pause(failures, jitter)),
            400 if is_other_key => Disposition::Unusable,
            406 | 408 | 429 | 500..=599 => Disposition::Retry(retry_after.unwrap_or_else(|| pause(failures, jitter))),
            _ => Disposition::Dropped,
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
    use super::*;

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
