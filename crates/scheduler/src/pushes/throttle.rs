//! Push services that want fewer messages get no repeats for a while.

use std::{collections::HashMap, time::Instant};

use tokibako_domain::push::Disposition;
use tokibako_push::sender::PostResult;

/// Until when services get no repeats, by their origins.
#[derive(Debug, Default)]
pub(super) struct Throttles(HashMap<String, Instant>);

impl Throttles {
    /// Records the outcome of a post at `now`.
    pub(super) fn posted(&mut self, origin: &str, posted: PostResult, next: Disposition, now: Instant) {
        let PostResult::Replied(reply) = posted else { return };
        if let (true, Some(pause)) = (reply.is_throttled(), next.pause()) {
            let until = self.0.entry(origin.to_owned()).or_insert(now);
            *until = (*until).max(now + pause.unsigned_abs());
        }
    }

    /// The origins that get no repeats at `now`.
    pub(super) fn origins(&mut self, now: Instant) -> Vec<String> {
        self.0.retain(|_, until| *until > now);
        self.0.keys().cloned().collect()
    }

    /// When the first of them gets repeats again.
    pub(super) fn next(&self) -> Option<Instant> {
        self.0.values().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokibako_domain::push::Reply;

    use super::*;

    #[test]
    fn a_service_gets_no_repeats_for_as_long_as_it_asks() {
        let (mut throttles, now) = (Throttles::default(), Instant::now());
        let retry_after = |seconds| Some(time::Duration::seconds(seconds));
        for (origin, code, seconds) in [("slow", 429, 7), ("slow", 429, 3), ("down", 503, 7), ("slower", 429, 9)] {
            let reply = Reply::Status { code, retry_after: retry_after(seconds), is_other_key: false };
            throttles.posted(origin, PostResult::Replied(reply), reply.next(0, 0.5), now);
        }
        let mut origins = throttles.origins(now);
        origins.sort();
        assert_eq!(origins, ["slow", "slower"]);
        assert_eq!(throttles.next(), Some(now + Duration::from_secs(7)));
        assert_eq!(throttles.origins(now + Duration::from_secs(7)), ["slower"]);
        assert!(throttles.origins(now + Duration::from_secs(9)).is_empty());
        assert_eq!(throttles.next(), None);
    }
}
