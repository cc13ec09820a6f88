//! Channels: a second way to send the rings of an account, to an ntfy server or to a webhook.

use time::Duration;

use crate::{firing::Kind, push::UnknownName};

/// How long after a ring a channel gets it that is only meant for rings which nobody hears.
pub const UNHEARD_DELAY: Duration = Duration::MINUTE;

pub const MOST_CHANNELS: i64 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    Ntfy,
    /// A webhook by the convention of Standard Webhooks.
    Webhook,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RingFilter {
    Always,
    /// Those that no device and no page has shown, and nobody has answered, a minute later.
    Unheard,
}

names! {
    Protocol, UnknownName: Ntfy = "ntfy", Webhook = "webhook"
}

names! {
    RingFilter, UnknownName: Always = "always", Unheard = "unheard"
}

/// The kinds with these names, each once; `None` if there is none, or a name is unknown.
pub fn kinds<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Vec<Kind>> {
    let mut kinds = Vec::new();
    for name in names {
        let kind = name.parse().ok()?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (!kinds.is_empty()).then_some(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_as_they_are_printed() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.as_str().parse(), Ok(protocol));
        }
        for when in RingFilter::ALL {
            assert_eq!(when.as_str().parse(), Ok(when));
        }
        assert_eq!("Ntfy".parse::<Protocol>(), Err(UnknownName));
        assert_eq!("".parse::<RingFilter>(), Err(UnknownName));
    }

    #[test]
    fn kinds_are_known_and_at_least_one() {
        assert_eq!(kinds(["timer", "alarm", "timer"]), Some(vec![Kind::Timer, Kind::Alarm]));
        assert_eq!(kinds([]), None);
        assert_eq!(kinds(["alarm", "stopwatch"]), None);
    }
}
