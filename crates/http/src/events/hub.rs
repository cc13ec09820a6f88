//! The open streams of this process, by browser, and their metrics: how many are open, why they end, how late rings are
//! delivered.

use std::{collections::HashMap, sync::Arc, time::Duration};

use parking_lot::Mutex;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, Kind},
};
use tokibako_feed::{LAG_BUCKETS, Listeners, StreamDelivery};
use tokibako_storage::signals::hints::{Hint, News};
use tokio::time::interval;
use uuid::Uuid;

use super::outbox::{End, Event, Outbox};
use crate::{endpoint::MetricLabel, limits::UnreadCounter};

/// How many streams one browser may have open. All tabs of a browser profile share one stream; other devices with the
/// same browser id have their own.
const STREAMS_PER_BROWSER: usize = 12;

/// Closing all streams takes this long per stream, but at most the longest time. They are closed in groups, one group
/// per interval.
const CLOSE_PER_STREAM: Duration = Duration::from_millis(1);
const MAX_CLOSE_TIME: Duration = Duration::from_secs(5);
const CLOSE_INTERVAL: Duration = Duration::from_millis(20);

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
    client: StreamClient,
    outbox: Arc<Outbox>,
}

/// The client of a stream, as far as it identifies itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StreamClient {
    /// A number that identifies its `X-Client-Id`.
    pub(super) client_id: Option<u64>,
    /// The device of the stream, if that has a push subscription.
    pub(super) device: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interest {
    Rings(Kind),
    /// All rings, and hints.
    Everything,
}

impl Interest {
    fn covers(self, kind: Kind) -> bool {
        self == Self::Everything || self == Self::Rings(kind)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AdmissionError {
    TooMany,
    Closed,
}

/// A stream's entry in the hub, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Admission {
    hub: Hub,
    browser: BrowserId,
    pub(super) interest: Interest,
    pub(super) outbox: Arc<Outbox>,
}

impl Hub {
    pub fn new() -> Self {
        Self::default()
    }

    #[cfg(test)]
    fn open_streams(&self) -> usize {
        self.0.lock().by_browser.values().map(Vec::len).sum()
    }

    /// Sends a hint to the streams of a browser that subscribe to everything, except those of the client that caused
    /// it. If the browser id has ended, the streams are ended with it.
    pub fn notify(&self, Hint { browser, client_id, news }: Hint) {
        let concerned = |listener: &Listener| {
            let is_own = client_id.is_some() && listener.client.client_id == client_id && news != News::Ended;
            listener.interest == Interest::Everything && !is_own
        };
        self.push(browser, concerned, || Event::hint(news));
        if news == News::Ended {
            let streams = self.0.lock();
            let listeners = streams.by_browser.get(&browser).into_iter().flatten();
            for listener in listeners.filter(|listener| concerned(listener)) {
                listener.outbox.close(End::NoBrowser);
            }
        }
    }

    /// Queues an event for those streams of a browser for which `concerned` is true; returns their devices.
    fn push(
        &self,
        browser: BrowserId,
        concerned: impl Fn(&Listener) -> bool,
        event: impl FnOnce() -> Event,
    ) -> Vec<Uuid> {
        let mut streams = self.0.lock();
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

    /// Refuses new streams and ends all open ones gradually, because thousands of clients that reconnect at once would
    /// overload the next server. A stream delivers until it is ended.
    pub async fn close(&self) {
        let outboxes = {
            let mut streams = self.0.lock();
            streams.is_closed = true;
            let listeners = streams.by_browser.values().flatten();
            listeners.map(|listener| Arc::clone(&listener.outbox)).collect::<Vec<_>>()
        };
        let duration =
            MAX_CLOSE_TIME.min(CLOSE_PER_STREAM.saturating_mul(outboxes.len().try_into().unwrap_or(u32::MAX)));
        let groups = usize::try_from(duration.as_millis() / CLOSE_INTERVAL.as_millis()).unwrap_or(usize::MAX).max(1);
        let mut ticks = interval(CLOSE_INTERVAL);
        for group in outboxes.chunks(outboxes.len().div_ceil(groups).max(1)) {
            ticks.tick().await;
            for outbox in group {
                outbox.close(End::Stopping);
            }
        }
    }

    /// Registers a stream: from now on it receives the events of `browser` that `interest` includes. What it has not read
    /// counts in `unread`.
    pub(super) fn admit(
        &self,
        browser: BrowserId,
        interest: Interest,
        client: StreamClient,
        unread: UnreadCounter,
    ) -> Result<Admission, AdmissionError> {
        let mut streams = self.0.lock();
        if streams.is_closed {
            return Err(AdmissionError::Closed);
        }
        let listeners = streams.by_browser.entry(browser).or_default();
        if listeners.len() >= STREAMS_PER_BROWSER {
            return Err(AdmissionError::TooMany);
        }
        let outbox = Arc::new(Outbox::new(unread));
        listeners.reserve_exact(1);
        listeners.push(Listener { interest, client, outbox: Arc::clone(&outbox) });
        Ok(Admission { hub: self.clone(), browser, interest, outbox })
    }
}

impl Listeners for Hub {
    fn browsers(&self) -> Vec<BrowserId> {
        self.0.lock().by_browser.keys().copied().collect()
    }

    fn with_listeners<T>(&self, read: impl FnOnce(&dyn Fn(BrowserId) -> bool) -> T) -> T {
        let streams = self.0.lock();
        read(&|browser| streams.by_browser.contains_key(&browser))
    }

    fn deliver_to_devices(&self, firings: &[Firing]) -> Vec<StreamDelivery> {
        let mut deliveries = Vec::new();
        for firing in firings {
            let (browser, ring) = (firing.ring.subject.browser(), firing.ring.id());
            let devices = self.push(browser, |listener| listener.interest.covers(ring.kind), || Event::of(firing));
            deliveries.extend(devices.into_iter().map(|device| (browser, device, ring)));
        }
        deliveries
    }

    fn restart_streams(&self) {
        for listener in self.0.lock().by_browser.values().flatten() {
            listener.outbox.close(End::AnotherLog);
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut streams = self.hub.0.lock();
        if let Some(listeners) = streams.by_browser.get_mut(&self.browser) {
            listeners.retain(|listener| !Arc::ptr_eq(&listener.outbox, &self.outbox));
            if listeners.is_empty() {
                streams.by_browser.remove(&self.browser);
            }
        }
    }
}

/// Metrics of all streams. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct StreamMetrics(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    open: Family<MetricLabel, Gauge>,
    closed: Family<MetricLabel, Counter>,
    lag: Histogram,
}

impl Default for StreamMetrics {
    fn default() -> Self {
        Self(Arc::new(Counts { open: Family::default(), closed: Family::default(), lag: Histogram::new(LAG_BUCKETS) }))
    }
}

impl StreamMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        let Counts { open, closed, lag } = &*self.0;
        for interest in [Interest::Rings(Kind::Alarm), Interest::Rings(Kind::Timer), Interest::Everything] {
            drop(open.get_or_create(&kind_label(interest)));
        }
        for end in [None, Some(End::TooFarBehind), Some(End::Stopping), Some(End::NoBrowser), Some(End::AnotherLog)] {
            drop(closed.get_or_create(&reason_label(end)));
        }
        registry.register("streams_open", "Event streams that are open", open.clone());
        registry.register(
            "streams_closed",
            "Event streams that have ended: the reader left, it was too far behind, its browser id has ended, the log was \
             restored, or the server stops",
            closed.clone(),
        );
        registry.register_with_unit(
            "deliver_lag",
            "Delay of a ring from its due instant to its event stream, without replays",
            Unit::Seconds,
            lag.clone(),
        );
    }

    pub(super) fn began(&self, interest: Interest) {
        self.0.open.get_or_create(&kind_label(interest)).inc();
    }

    pub(super) fn delivered(&self, due: OffsetDateTime, now: OffsetDateTime) {
        self.0.lag.observe((now - due).as_seconds_f64().max(0.0));
    }

    /// Counts a stream that ends; without an `end` the client closed it.
    pub(super) fn ended(&self, interest: Interest, end: Option<End>) {
        self.0.open.get_or_create(&kind_label(interest)).dec();
        self.0.closed.get_or_create(&reason_label(end)).inc();
    }
}

const fn kind_label(interest: Interest) -> MetricLabel {
    let kind = match interest {
        Interest::Rings(kind) => kind.as_str(),
        Interest::Everything => "everything",
    };
    [("kind", kind)]
}

const fn reason_label(end: Option<End>) -> MetricLabel {
    let reason = match end {
        None => "left",
        Some(End::TooFarBehind) => "too_far_behind",
        Some(End::Stopping) => "stopping",
        Some(End::NoBrowser) => "no_browser",
        Some(End::AnotherLog) => "another_log",
    };
    [("reason", reason)]
}

#[cfg(test)]
mod tests;
