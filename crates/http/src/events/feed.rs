//! The feed: reads the log of firings and delivers each firing to the open streams of its browser.
//!
//! It receives batches of its own process directly, and those of other processes by the bus, if there is one. What is
//! missing is read from the log.

use std::{sync::Arc, time::Duration};

use time::OffsetDateTime;
use tokibako_bus::{Arrival, Bus, Grown, Incoming, Mark, Message, Order, Wants, message};
use tokibako_domain::firing::Firing;
use tokibako_storage::{
    Error, Storage,
    firings::{self, Followed},
    outgoing::Committed,
    pushes,
    wakeup::Fired,
};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;

use super::{
    hub::{Given, Hub},
    metrics::FeedMetrics,
};

/// How many firings are read at once.
const BATCH: u16 = 2_000;

/// How often the log is read even if nothing woke the feed.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);

/// How long to wait after a failure of the database.
const RETRY: Duration = Duration::from_millis(250);

/// A reader of the log, with its position.
#[derive(Debug)]
pub struct Feed {
    storage: Storage,
    hub: Hub,
    followed: Followed,
    /// What this process commits.
    committed: mpsc::Receiver<Arc<Committed>>,
    bus: Option<(Bus, Incoming)>,
    metrics: FeedMetrics,
}

/// Rings of a batch, those of browsers that listen.
#[derive(Debug)]
struct Rings {
    firings: Vec<Firing>,
    /// Whether this process has claimed them, and put off with that what is pushed to devices with streams.
    is_own: bool,
}

/// What is to be handed on: the rings of a batch, and its end.
type Handed = (Mark, Rings);

impl Feed {
    /// A feed for the streams of `hub` that starts at the present end of the log.
    ///
    /// It must be created before the first stream is admitted: a stream reads what it missed before its admission
    /// itself, and relies on the feed for everything after.
    pub async fn at_end(storage: Storage, hub: Hub) -> Result<Self, Error> {
        let committed = storage.committed_here();
        let streams = hub.clone();
        storage.ask_of_streams(move |rings| streams.devices_of(rings));
        let followed = firings::end(&storage).await?;
        Ok(Self { storage, hub, followed, committed, bus: None, metrics: FeedMetrics::default() })
    }

    /// The same with a bus and a subscription to its batches.
    #[must_use]
    pub fn with_bus(self, bus: Option<(Bus, Incoming)>) -> Self {
        Self { bus, ..self }
    }

    /// The same with shared metrics.
    #[must_use]
    pub fn with_metrics(self, metrics: FeedMetrics) -> Self {
        Self { metrics, ..self }
    }

    /// Delivers what the log has gained; returns whether that was anything.
    pub async fn advance(&mut self) -> Result<bool, Error> {
        let before = self.followed;
        let (_, given) = self.read().await?;
        postpone(&self.storage, given).await;
        Ok(self.followed != before)
    }

    /// Delivers until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        self.run_sleeping_at_most(LONGEST_SLEEP, stop).await;
    }

    /// The same with another longest pause between two reads of the log. With a bus, beats replace those reads.
    pub async fn run_sleeping_at_most(mut self, longest: Duration, stop: CancellationToken) {
        let mut order = Order::new(mark(self.followed), longest, Instant::now());
        let mut postponed = JoinSet::new();
        let mut is_lost = false;
        while !stop.is_cancelled() {
            let wants = order.wants(Instant::now());
            self.note(order.is_followed());
            while postponed.try_join_next().is_some() {}
            match wants {
                Wants::Read { is_gap } => {
                    if is_gap && self.bus.is_some() {
                        self.metrics.gap();
                    }
                    match self.follow(&mut order).await {
                        Ok(()) => {
                            if std::mem::replace(&mut is_lost, false) {
                                tracing::info!("rings reach the event streams again");
                            }
                        }
                        Err(error) => {
                            if !std::mem::replace(&mut is_lost, true) {
                                tracing::error!(%error, "no ring reaches an event stream while the database fails");
                            }
                            tokio::select! {
                                () = stop.cancelled() => {}
                                () = sleep(RETRY) => {}
                            }
                        }
                    }
                }
                Wants::Until(at) => {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        arrival = arrival(&mut self.bus) => {
                            let given = self.take(&mut order, arrival);
                            self.postpone_aside(given, &mut postponed);
                        }
                        Some(batch) = self.committed.recv() => {
                            let given = self.take_own(&mut order, &batch);
                            self.postpone_aside(given, &mut postponed);
                        }
                        fired = self.storage.wakeup().fired_where() => order.woken(grown(fired), Instant::now()),
                        () = sleep_until(at) => {}
                    }
                }
            }
        }
    }

    /// Delivers what the log has gained, and the batches of the bus that follow it.
    async fn follow(&mut self, order: &mut Order<Rings>) -> Result<(), Error> {
        let (is_another_log, mut given) = self.read().await?;
        let (end, now) = (mark(self.followed), Instant::now());
        if is_another_log {
            order.restarted(end, now);
        } else {
            let next = order.read(end, self.followed.is_whole(), now);
            given.extend(self.hand_on(next));
        }
        postpone(&self.storage, given).await;
        Ok(())
    }

    /// Delivers a stretch of the log; returns whether the log was restored, and which devices received which rings.
    async fn read(&mut self) -> Result<(bool, Vec<Given>), Error> {
        self.metrics.read();
        let hub = self.hub.clone();
        let stretch = firings::stretch(&self.storage, self.followed, move || hub.browsers(), BATCH).await?;
        self.followed = stretch.followed;
        if stretch.is_another_log {
            tracing::warn!("the log of rings was restored without its end: all streams start anew and replay it");
            self.hub.start_anew();
        }
        Ok((stretch.is_another_log, self.hub.deliver_to_devices(&stretch.firings)))
    }

    /// Takes what has arrived by the bus, and delivers the batches that are in order now.
    fn take(&mut self, order: &mut Order<Rings>, arrival: Arrival) -> Vec<Given> {
        let now = Instant::now();
        let bytes = match arrival {
            Arrival::Message(bytes) => bytes,
            Arrival::Away => {
                order.away();
                return Vec::new();
            }
        };
        // The batch is in the log already, so a stream that opens after this check finds its rings by its replay.
        match self.hub.with_listeners(|listens| message::read(bytes, listens)) {
            Ok(Message::Beat(last)) => {
                order.beat(last, now);
                Vec::new()
            }
            Ok(Message::Batch(batch)) => {
                if let Some(fired_at) = batch.at.fired_at {
                    self.metrics.arrived(fired_at, OffsetDateTime::now_utc());
                }
                let rings = Rings { firings: batch.firings, is_own: false };
                let next = order.arrived(batch.after, batch.at, rings, now);
                self.hand_on(next)
            }
            Err(error) => {
                tracing::debug!(%error, "the log is read instead");
                Vec::new()
            }
        }
    }

    /// Takes what this process has committed, and delivers what is to be delivered now. That is in the log as well.
    fn take_own(&mut self, order: &mut Order<Rings>, batch: &Committed) -> Vec<Given> {
        let firings = self.hub.with_listeners(|listens| batch.firings(listens));
        let rings = Rings { firings, is_own: true };
        let next = order.arrived(mark(batch.after), mark(batch.end), rings, Instant::now());
        self.hand_on(next)
    }

    fn hand_on(&mut self, next: Vec<Handed>) -> Vec<Given> {
        let mut given = Vec::new();
        for (end, Rings { firings, is_own }) in next {
            self.followed = Followed::through(end.place, end.fired_at);
            let to_devices = self.hub.deliver_to_devices(&firings);
            if !is_own {
                given.extend(to_devices);
            }
        }
        given
    }

    /// Puts pushes off while the feed goes on: no ring waits for that.
    fn postpone_aside(&self, given: Vec<Given>, postponed: &mut JoinSet<()>) {
        if !given.is_empty() {
            let storage = self.storage.clone();
            postponed.spawn(async move { postpone(&storage, given).await });
        }
    }

    /// Records whether rings arrive by the bus, and logs a change that the connection has not logged.
    fn note(&self, is_followed: bool) {
        let Some((bus, _)) = &self.bus else { return };
        if self.metrics.follows_bus(is_followed) != is_followed {
            bus.set_well(is_followed);
            if is_followed {
                tracing::info!("rings come by the bus");
            } else if bus.is_connected() {
                tracing::warn!("no scheduler is heard on the bus: rings are read from the log until one is");
            }
        }
    }
}

/// Waits for an arrival by the bus, if there is one.
async fn arrival(bus: &mut Option<(Bus, Incoming)>) -> Arrival {
    match bus {
        Some((_, incoming)) => incoming.next().await,
        None => std::future::pending().await,
    }
}

/// Postpones the pushes of rings that the devices' streams received.
async fn postpone(storage: &Storage, given: Vec<Given>) {
    if !given.is_empty()
        && let Err(error) = pushes::postpone(storage, given).await
    {
        // Then these devices also get the push, and their page has to silence it.
        tracing::debug!(%error, "pushes are not postponed for the pages that were given the rings");
    }
}

fn mark(followed: Followed) -> Mark {
    Mark { place: followed.place(), fired_at: followed.fired_at }
}

const fn grown(fired: Fired) -> Grown {
    match fired {
        Fired::To(place) => Grown::To(place),
        Fired::Somewhere => Grown::Somehow,
    }
}
