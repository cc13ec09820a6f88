//! Hints for open streams: events that tell clients to fetch something again, sent for each request that changed a list.
//!
//! Streams of this process get them at once, those of other processes within a second. A hint may be lost, but is never
//! wrong. A browser gets at most one hint per list and second.

use std::{collections::HashMap, sync::Arc, time::Duration};

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web::Data,
};
use parking_lot::Mutex;
use tokibako_bus::{Bus, BusEvent, Subscription};
use tokibako_domain::{answer::RingAnswer, browser_id::BrowserId, firing::RingId};
use tokibako_storage::{
    Storage,
    log_throttle::LogThrottle,
    signals::hints::{self, Hint, List, News},
};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

use crate::{
    endpoint::Route,
    events::hub::Hub,
    request::head::{self, ClientId},
};

/// The shortest interval between two hints to a browser about the same list.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

/// How long hints are collected before they are sent to other processes.
const COLLECTION_TIME: Duration = Duration::from_millis(100);

/// How many hints are queued for other processes. Beyond that they are dropped.
const CAPACITY: usize = 20_000;

/// Collects hints. Clones share the same streams.
#[derive(Debug, Clone)]
pub struct Hints(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    hub: Hub,
    queue: Mutex<Queue>,
    queued: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    outgoing: Vec<Hint>,
    recent: HashMap<(BrowserId, List), RecentHint>,
}

/// The last hint to a browser about a list.
#[derive(Debug)]
struct RecentHint {
    sent_at: Instant,
    /// The client that has changed the list since, if any has. Another hint is then due.
    changed_by: Option<Changer>,
}

/// The client that changed a list; `None` if there were several, or one without an id.
type Changer = Option<u64>;

impl Hints {
    pub fn new(hub: Hub) -> Self {
        Self(Arc::new(Shared { hub, queue: Mutex::default(), queued: Notify::new() }))
    }

    pub(crate) fn changed(&self, browser: BrowserId, list: List, client_id: Option<u64>) {
        let mut queue = self.0.queue.lock();
        let now = Instant::now();
        match queue.recent.get_mut(&(browser, list)) {
            Some(recent) if now < recent.sent_at + MIN_INTERVAL => {
                let changed_by = recent.changed_by.map_or(client_id, |others| others.filter(|_| others == client_id));
                recent.changed_by = Some(changed_by);
            }
            _ => {
                queue.recent.insert((browser, list), RecentHint { sent_at: now, changed_by: None });
                self.send(&mut queue, Hint { browser, client_id, news: News::Changed(list) });
            }
        }
        drop(queue);
        self.0.queued.notify_one();
    }

    pub(crate) fn answered(&self, browser: BrowserId, ring: RingId, answered: RingAnswer, client_id: Option<u64>) {
        self.send(&mut self.0.queue.lock(), Hint { browser, client_id, news: News::Answered(ring, answered) });
        self.0.queued.notify_one();
    }

    /// A browser id is no longer valid: its data were deleted or moved.
    pub(crate) fn ended(&self, browser: BrowserId) {
        self.send(&mut self.0.queue.lock(), Hint { browser, client_id: None, news: News::Ended });
        self.0.queued.notify_one();
    }

    /// Exchanges hints with the other processes until `stop` is cancelled: by the bus, or without one that works by the
    /// database.
    pub async fn run(self, storage: Storage, bus: Option<(Bus, Subscription)>, stop: CancellationToken) {
        let (bus, subscription) = bus.unzip();
        let incoming = async {
            loop {
                for hint in hints::received(&storage).await {
                    self.0.hub.notify(hint);
                }
            }
        };
        let outgoing = async {
            loop {
                self.0.queued.notified().await;
                sleep(COLLECTION_TIME).await;
                let outgoing = send_by_bus(&storage, bus.as_ref(), self.collect()).await;
                if let Err(error) = hints::send(&storage, &outgoing).await {
                    static LINE: LogThrottle = LogThrottle::new();
                    if let Some(more) = LINE.at(std::time::Instant::now()) {
                        tracing::warn!(%error, more, "other processes were not notified of a change");
                    }
                }
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = incoming => {}
            () = outgoing => {}
            () = receive(&storage, subscription) => {}
        }
    }

    /// Takes the hints to send now, including those whose interval has passed.
    fn collect(&self) -> Vec<Hint> {
        let mut queue = self.0.queue.lock();
        let now = Instant::now();
        let mut due = Vec::new();
        queue.recent.retain(|(browser, list), recent| {
            if now < recent.sent_at + MIN_INTERVAL {
                return true;
            }
            let Some(client_id) = recent.changed_by.take() else { return false };
            recent.sent_at = now;
            due.push(Hint { browser: *browser, client_id, news: News::Changed(*list) });
            true
        });
        for hint in due {
            self.send(&mut queue, hint);
        }
        if !queue.recent.is_empty() {
            self.0.queued.notify_one();
        }
        std::mem::take(&mut queue.outgoing)
    }

    fn send(&self, queue: &mut Queue, hint: Hint) {
        self.0.hub.notify(hint);
        if queue.outgoing.len() < CAPACITY {
            queue.outgoing.push(hint);
        }
    }
}

/// Sends hints by the bus, if it works; returns those to send by the database. The end of a browser id is sent both
/// ways, because a stream that misses it stays open.
async fn send_by_bus(storage: &Storage, bus: Option<&Bus>, mut outgoing: Vec<Hint>) -> Vec<Hint> {
    let Some(bus) = bus.filter(|bus| bus.is_healthy()) else { return outgoing };
    for payload in hints::encode(storage, &outgoing) {
        if !bus.publish_hints(payload.into_bytes().into()).await {
            return outgoing;
        }
    }
    outgoing.retain(|hint| hint.news == News::Ended);
    outgoing
}

async fn receive(storage: &Storage, subscription: Option<Subscription>) {
    let Some(mut subscription) = subscription else { return std::future::pending().await };
    loop {
        if let BusEvent::Message(payload) = subscription.next().await
            && let Ok(payload) = str::from_utf8(&payload)
        {
            hints::store(storage, payload);
        }
    }
}

/// Passes a request on, and sends a hint if it has changed a list.
pub(crate) async fn notify<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let response = next.call(request).await?;
    let request = response.request();
    let changed = request.app_data::<Route>().and_then(|route| route.list);
    if let (Some(list), Some(browser), Some(hints)) =
        (changed, head::browser_named(request), request.app_data::<Data<Hints>>())
        && !request.method().is_safe()
        && response.status().is_success()
    {
        hints.changed(browser, list, ClientId::of(request).0);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn browser(number: u128) -> BrowserId {
        tokibako_storage::testing::sample::browser(number)
    }

    fn changed(number: u128, client_id: Option<u64>) -> Hint {
        Hint { browser: browser(number), client_id, news: News::Changed(List::Alarms) }
    }

    #[tokio::test(start_paused = true)]
    async fn many_changes_become_one_hint_per_second() {
        let hints = Hints::new(Hub::new());
        for _ in 0..100 {
            hints.changed(browser(1), List::Alarms, Some(7));
            hints.changed(browser(2), List::Alarms, None);
        }
        assert_eq!(hints.collect(), [changed(1, Some(7)), changed(2, None)]);
        advance(MIN_INTERVAL / 2).await;
        assert_eq!(hints.collect(), []);
        advance(MIN_INTERVAL / 2).await;
        let mut later = hints.collect();
        later.sort_by_key(|hint| hint.browser.as_uuid());
        assert_eq!(later, [changed(1, Some(7)), changed(2, None)]);
        advance(MIN_INTERVAL).await;
        assert_eq!(hints.collect(), []);
        assert!(hints.0.queue.lock().recent.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn changes_by_several_clients_become_a_hint_to_all_of_them() {
        let hints = Hints::new(Hub::new());
        for client_id in [Some(1), Some(2), Some(3), Some(3)] {
            hints.changed(browser(1), List::Alarms, client_id);
        }
        assert_eq!(hints.collect(), [changed(1, Some(1))]);
        advance(MIN_INTERVAL).await;
        assert_eq!(hints.collect(), [changed(1, None)]);
    }
}
