//! The open streams of this process, by browser.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, Kind},
};
use tokio::time::interval;

use super::outbox::{End, Event, Outbox};

/// Streams that one browser may hold open at once (seven tabs of two streams each share two).
const STREAMS_PER_BROWSER: usize = 12;

/// Over how long the ends of all streams are spread: per stream, at most, and the step between two groups.
const SPREAD_A_STREAM: Duration = Duration::from_millis(1);
const LONGEST_SPREAD: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(20);

/// The open streams of one process. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Hub(Arc<Mutex<Streams>>);

#[derive(Debug, Default)]
struct Streams {
    by_browser: HashMap<BrowserId, Vec<Listener>>,
    is_closed: bool,
}

#[derive(Debug)]
struct Listener {
    kind: Kind,
    outbox: Arc<Outbox>,
}

/// Why a stream is not admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotAdmitted {
    /// The browser holds [`STREAMS_PER_BROWSER`] open already.
    TooMany,
    /// The server is about to stop.
    Closed,
}

/// A stream's entry in the hub, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Admission {
    hub: Hub,
    browser: BrowserId,
    kind: Kind,
    outbox: Arc<Outbox>,
}

impl Hub {
    /// A hub without streams.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The browsers that have open streams.
    #[must_use]
    pub fn browsers(&self) -> Vec<BrowserId> {
        self.streams().by_browser.keys().copied().collect()
    }

    /// How many streams are open.
    #[cfg(test)]
    fn open_streams(&self) -> usize {
        self.streams().by_browser.values().map(Vec::len).sum()
    }

    /// Queues firings for the streams of their browsers and kinds.
    ///
    /// A stream that is too far behind is disconnected: its client reconnects and replays.
    pub fn deliver(&self, firings: &[Firing]) {
        for firing in firings {
            let (browser, kind) = (firing.rung.browser(), firing.rung.kind());
            let mut streams = self.streams();
            let Some(listeners) = streams.by_browser.get_mut(&browser) else { continue };
            if !listeners.iter().any(|listener| listener.kind == kind) {
                continue;
            }
            let event = Event::of(firing);
            listeners.retain(|listener| listener.kind != kind || listener.outbox.push(event.clone()).is_ok());
            if listeners.is_empty() {
                streams.by_browser.remove(&browser);
            }
        }
    }

    /// Admits no more streams and ends all, a few at a time: thousands of clients that reconnect at once would overload
    /// the next server. Until its turn comes, a stream still delivers.
    pub async fn close(&self) {
        let outboxes = {
            let mut streams = self.streams();
            streams.is_closed = true;
            let listeners = streams.by_browser.values().flatten();
            listeners.map(|listener| Arc::clone(&listener.outbox)).collect::<Vec<_>>()
        };
        let spread = LONGEST_SPREAD.min(SPREAD_A_STREAM.saturating_mul(outboxes.len().try_into().unwrap_or(u32::MAX)));
        let steps = usize::try_from(spread.as_millis() / STEP.as_millis()).unwrap_or(usize::MAX).max(1);
        let mut turns = interval(STEP);
        for some in outboxes.chunks(outboxes.len().div_ceil(steps).max(1)) {
            turns.tick().await;
            for outbox in some {
                outbox.close(End::Stopping);
            }
        }
    }

    /// Ends the streams of a browser id that owns nothing any more; each is told so by a last event.
    pub(super) fn end(&self, browser: BrowserId) {
        let listeners = self.streams().by_browser.remove(&browser).unwrap_or_default();
        for listener in listeners {
            listener.outbox.close(End::IdentityEnded);
        }
    }

    /// Admits a stream: from now on it gets every firing of `kind` for `browser`.
    pub(super) fn admit(&self, browser: BrowserId, kind: Kind) -> Result<Admission, NotAdmitted> {
        let mut streams = self.streams();
        if streams.is_closed {
            return Err(NotAdmitted::Closed);
        }
        let listeners = streams.by_browser.entry(browser).or_default();
        if listeners.len() >= STREAMS_PER_BROWSER {
            return Err(NotAdmitted::TooMany);
        }
        let outbox = Arc::new(Outbox::default());
        listeners.reserve_exact(1);
        listeners.push(Listener { kind, outbox: Arc::clone(&outbox) });
        Ok(Admission { hub: self.clone(), browser, kind, outbox })
    }

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission {
    /// The kind of firings that it receives.
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// The queue of what this stream is to write.
    pub(super) fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut streams = self.hub.streams();
        if let Some(listeners) = streams.by_browser.get_mut(&self.browser) {
            listeners.retain(|listener| !Arc::ptr_eq(&listener.outbox, &self.outbox));
            if listeners.is_empty() {
                streams.by_browser.remove(&self.browser);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Instant, sleep};

    use super::*;

    fn browser(text: &str) -> BrowserId {
        text.parse().unwrap()
    }

    const ONE: &str = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c";
    const OTHER: &str = "7b1e54ce-6f0e-4c1b-8f5a-7a4cf1d0a001";

    #[test]
    fn a_browser_holds_twelve_streams_and_another_is_not_counted_in() {
        let hub = Hub::new();
        let mut admitted: Vec<_> = (0..12).map(|_| hub.admit(browser(ONE), Kind::Alarm).unwrap()).collect();
        assert_eq!(hub.admit(browser(ONE), Kind::Timer).unwrap_err(), NotAdmitted::TooMany);
        hub.admit(browser(OTHER), Kind::Timer).unwrap();
        admitted.pop();
        hub.admit(browser(ONE), Kind::Timer).unwrap();
    }

    #[test]
    fn a_dropped_stream_is_struck_out() {
        let hub = Hub::new();
        let stays = hub.admit(browser(ONE), Kind::Alarm).unwrap();
        drop(hub.admit(browser(ONE), Kind::Timer).unwrap());
        drop(hub.admit(browser(OTHER), Kind::Timer).unwrap());
        assert_eq!((hub.open_streams(), hub.browsers()), (1, vec![browser(ONE)]));
        drop(stays);
        assert_eq!((hub.open_streams(), hub.browsers()), (0, vec![]));
    }

    #[tokio::test]
    async fn a_closed_hub_admits_nobody() {
        let hub = Hub::new();
        let open = hub.admit(browser(ONE), Kind::Alarm).unwrap();
        hub.close().await;
        assert_eq!(open.outbox().poll_next(std::task::Waker::noop()), std::task::Poll::Ready(None));
        assert_eq!(hub.admit(browser(OTHER), Kind::Alarm).unwrap_err(), NotAdmitted::Closed);
    }

    #[test]
    fn an_ended_browser_id_ends_its_streams_and_no_other() {
        let hub = Hub::new();
        let ended = hub.admit(browser(ONE), Kind::Alarm).unwrap();
        let stays = hub.admit(browser(OTHER), Kind::Alarm).unwrap();
        hub.end(browser(ONE));
        assert_eq!((ended.outbox().end(), stays.outbox().end()), (Some(End::IdentityEnded), None));
        assert_eq!(hub.browsers(), vec![browser(OTHER)]);
    }

    /// How long this many streams take to end, and how many of them had ended after half of that.
    async fn closing(streams: u32) -> (Duration, usize) {
        let hub = Hub::new();
        let number = |number: u32| browser(&format!("00000000-0000-4000-8000-{number:012}"));
        let admitted: Vec<_> = (0..streams).map(|stream| hub.admit(number(stream), Kind::Alarm).unwrap()).collect();
        let ended = || admitted.iter().filter(|admission| admission.outbox().end().is_some()).count();
        let began = Instant::now();
        let closed = async {
            hub.close().await;
            began.elapsed()
        };
        let half = async {
            sleep(SPREAD_A_STREAM.saturating_mul(streams).min(LONGEST_SPREAD) / 2).await;
            ended()
        };
        let outcome = tokio::join!(closed, half);
        assert_eq!(ended(), admitted.len());
        outcome
    }

    #[tokio::test(start_paused = true)]
    async fn a_few_streams_end_at_once_and_thousands_one_after_the_other() {
        assert_eq!(closing(0).await.0, Duration::ZERO);
        assert_eq!(closing(12).await.0, Duration::ZERO);
        let (took, halfway) = closing(1_000).await;
        assert!((900..=1_000).contains(&took.as_millis()), "{took:?}");
        assert!((400..=600).contains(&halfway), "{halfway}");
        let (took, halfway) = closing(20_000).await;
        assert!((4_900..=5_000).contains(&took.as_millis()), "{took:?}");
        assert!((9_000..=11_000).contains(&halfway), "{halfway}");
    }
}
