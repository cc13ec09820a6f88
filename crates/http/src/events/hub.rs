//! The open streams of this process, by browser.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, Kind, NewFiring, RingId},
};
use tokibako_storage::hints::{Hint, News};
use tokio::time::interval;
use uuid::Uuid;

use super::outbox::{End, Event, Outbox};

/// How many streams one browser may have open. The tabs of a browser profile share one; other devices with the same id,
/// and other clients, have their own.
const STREAMS_PER_BROWSER: usize = 12;

/// Over how long closing all streams is spread: the most per stream, and the interval between two groups.
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
    interest: Interest,
    client: Client,
    outbox: Arc<Outbox>,
}

/// The client of a stream, as far as it identifies itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Client {
    /// The number that stands for its `X-Client-Id`.
    pub(super) origin: Option<u64>,
    /// Its device, if that has a push subscription.
    pub(super) device: Option<Uuid>,
}

/// A ring that a device received by its stream.
pub(super) type Given = (BrowserId, Uuid, RingId);

/// What a stream is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interest {
    /// Rings of one kind.
    Rings(Kind),
    /// All rings, and news.
    Everything,
}

impl Interest {
    /// Whether it includes rings of this kind.
    fn covers(self, kind: Kind) -> bool {
        self == Self::Everything || self == Self::Rings(kind)
    }
}

/// Why a stream is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotAdmitted {
    /// The browser has [`STREAMS_PER_BROWSER`] open streams.
    TooMany,
    /// The server is stopping.
    Closed,
}

/// A stream's entry in the hub, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Admission {
    hub: Hub,
    browser: BrowserId,
    interest: Interest,
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

    /// Calls `read` with a check for browsers that have open streams. The hub is locked meanwhile.
    pub(super) fn with_listeners<T>(&self, read: impl FnOnce(&dyn Fn(BrowserId) -> bool) -> T) -> T {
        let streams = self.streams();
        read(&|browser| streams.by_browser.contains_key(&browser))
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
        self.deliver_to_devices(firings);
    }

    /// The same; returns which devices received which rings.
    pub(super) fn deliver_to_devices(&self, firings: &[Firing]) -> Vec<Given> {
        let mut given = Vec::new();
        for firing in firings {
            let (browser, ring) = (firing.ring.rung.browser(), firing.ring.id());
            let devices = self.push(browser, |listener| listener.interest.covers(ring.kind), || Event::of(firing));
            given.extend(devices.into_iter().map(|device| (browser, device, ring)));
        }
        given
    }

    /// The devices whose streams are to be given some rings.
    pub(super) fn devices_of(&self, rings: &[NewFiring]) -> Vec<(BrowserId, Uuid)> {
        let streams = self.streams();
        let mut devices = Vec::new();
        for rung in rings.iter().map(|ring| &ring.rung) {
            let (browser, kind) = (rung.browser(), rung.kind());
            let listeners = streams.by_browser.get(&browser).into_iter().flatten();
            let concerned = listeners.filter(|listener| listener.interest.covers(kind));
            devices.extend(concerned.filter_map(|listener| Some((browser, listener.client.device?))));
        }
        devices
    }

    /// Sends a hint to the streams of a browser that subscribe to everything, except those of the client that caused
    /// it. If the browser id has ended, the streams are ended with it.
    pub fn tell(&self, Hint { browser, origin, news }: Hint) {
        let concerned = |listener: &Listener| {
            let is_own = origin.is_some() && listener.client.origin == origin && news != News::Ended;
            listener.interest == Interest::Everything && !is_own
        };
        self.push(browser, concerned, || Event::hint(news));
        if news == News::Ended {
            let streams = self.streams();
            let listeners = streams.by_browser.get(&browser).into_iter().flatten();
            for listener in listeners.filter(|listener| concerned(listener)) {
                listener.outbox.close(End::NoBrowser);
            }
        }
    }

    /// Ends all streams, so that they reconnect and replay: the log was restored, and is another one than before.
    pub(super) fn start_anew(&self) {
        for listener in self.streams().by_browser.values().flatten() {
            listener.outbox.close(End::AnotherLog);
        }
    }

    /// Queues an event for the streams of a browser that it concerns; returns their devices.
    fn push(
        &self,
        browser: BrowserId,
        concerned: impl Fn(&Listener) -> bool,
        event: impl FnOnce() -> Event,
    ) -> Vec<Uuid> {
        let mut streams = self.streams();
        let Some(listeners) = streams.by_browser.get_mut(&browser) else { return Vec::new() };
        if !listeners.iter().any(&concerned) {
            return Vec::new();
        }
        let event = event();
        listeners.retain(|listener| !concerned(listener) || listener.outbox.push(event.clone()).is_ok());
        let devices = listeners.iter().filter(|listener| concerned(listener));
        let devices = devices.filter_map(|listener| listener.client.device).collect();
        if listeners.is_empty() {
            streams.by_browser.remove(&browser);
        }
        devices
    }

    /// Refuses new streams and ends all open ones, a few at a time: thousands of clients that reconnect at once would
    /// overload the next server. Until its turn a stream still delivers.
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

    /// Admits a stream of a client: from now on it receives what `interest` includes of `browser`.
    pub(super) fn admit(
        &self,
        browser: BrowserId,
        interest: Interest,
        client: Client,
    ) -> Result<Admission, NotAdmitted> {
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
        listeners.push(Listener { interest, client, outbox: Arc::clone(&outbox) });
        Ok(Admission { hub: self.clone(), browser, interest, outbox })
    }

    /// No code panics while it holds the lock, so a poisoned lock still guards consistent entries.
    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission {
    /// What the stream is for.
    pub(super) fn interest(&self) -> Interest {
        self.interest
    }

    /// The queue of events for this stream.
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

    fn admit(hub: &Hub, browser: BrowserId, kind: Kind) -> Result<Admission, NotAdmitted> {
        hub.admit(browser, Interest::Rings(kind), Client::default())
    }

    const ONE: &str = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c";
    const OTHER: &str = "7b1e54ce-6f0e-4c1b-8f5a-7a4cf1d0a001";

    #[test]
    fn a_browser_may_have_twelve_streams_and_another_browsers_do_not_count() {
        let hub = Hub::new();
        let mut admitted: Vec<_> = (0..12).map(|_| admit(&hub, browser(ONE), Kind::Alarm).unwrap()).collect();
        assert_eq!(admit(&hub, browser(ONE), Kind::Timer).unwrap_err(), NotAdmitted::TooMany);
        admit(&hub, browser(OTHER), Kind::Timer).unwrap();
        admitted.pop();
        admit(&hub, browser(ONE), Kind::Timer).unwrap();
    }

    #[test]
    fn a_dropped_stream_is_removed() {
        let hub = Hub::new();
        let stays = admit(&hub, browser(ONE), Kind::Alarm).unwrap();
        drop(admit(&hub, browser(ONE), Kind::Timer).unwrap());
        drop(admit(&hub, browser(OTHER), Kind::Timer).unwrap());
        assert_eq!((hub.open_streams(), hub.browsers()), (1, vec![browser(ONE)]));
        drop(stays);
        assert_eq!((hub.open_streams(), hub.browsers()), (0, vec![]));
    }

    #[tokio::test]
    async fn a_closed_hub_refuses_streams() {
        let hub = Hub::new();
        let open = admit(&hub, browser(ONE), Kind::Alarm).unwrap();
        hub.close().await;
        assert_eq!(open.outbox().poll_next(std::task::Waker::noop()), std::task::Poll::Ready(None));
        assert_eq!(admit(&hub, browser(OTHER), Kind::Alarm).unwrap_err(), NotAdmitted::Closed);
    }

    /// How long it takes to close this many streams, and how many of them were closed after half of that time.
    async fn closing(streams: u32) -> (Duration, usize) {
        let hub = Hub::new();
        let number = |number: u32| browser(&format!("00000000-0000-4000-8000-{number:012}"));
        let admitted: Vec<_> = (0..streams).map(|stream| admit(&hub, number(stream), Kind::Alarm).unwrap()).collect();
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
    async fn a_few_streams_are_closed_at_once_and_thousands_gradually() {
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
