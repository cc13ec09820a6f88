//! The feed: follows the log of firings and hands each to the open streams of its browser.
//!
//! Batches that its own process commits are handed to it, and with a bus those of all others come by that: the log is read for
//! what is missing.

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

/// How long to wait before the database is asked again after it failed.
const RETRY: Duration = Duration::from_millis(250);

/// A reader of the log with its position in it.
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
    /// A feed for the streams of `hub` that starts at the end of the log as it is now.
    ///
    /// It must be made before the first stream is admitted: what a stream has missed up to its own
    /// start it reads itself, and relies on the feed for the rest.
    pub async fn at_end(storage: Storage, hub: Hub) -> Result<Self, Error> {
        let committed = storage.committed_here();
        let streams = hub.clone();
        storage.ask_of_streams(move |rings| streams.devices_of(rings));
        let followed = firings::end(&storage).await?;
        Ok(Self { storage, hub, followed, committed, bus: None, metrics: FeedMetrics::default() })
    }

    /// The same with the bus, and what comes by it.
    #[must_use]
    pub fn with_bus(self, bus: Option<(Bus, Incoming)>) -> Self {
        Self { bus, ..self }
    }

    /// The same with metrics that are counted elsewhere too.
    #[must_use]
    pub fn with_metrics(self, metrics: FeedMetrics) -> Self {
        Self { metrics, ..self }
    }

    /// Delivers what the log has gained; returns whether there was anything.
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

    /// The same, reading the log at least this often whether woken or not, unless the bus says how far it goes.
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

    /// Delivers what the log has gained, and what has come by the bus and follows that.
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

    /// Delivers a stretch of the log; says whether it is another one than was followed, and which devices were given what.
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

    /// Takes what has come by the bus, and delivers what is to be delivered now.
    fn take(&mut self, order: &mut Order<Rings>, arrival: Arrival) -> Vec<Given> {
        let now = Instant::now();
        let bytes = match arrival {
            Arrival::Message(bytes) => bytes,
            Arrival::Away => {
                order.away();
                return Vec::new();
            }
        };
        // It is in the log, so that whoever begins to listen after this finds its rings there.
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

    /// Notes whether rings come by the bus, and says so where that changes without the connection's doing.
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

/// Waits for what comes by the bus, where there is one.
async fn arrival(bus: &mut Option<(Bus, Incoming)>) -> Arrival {
    match bus {
        Some((_, incoming)) => incoming.next().await,
        None => std::future::pending().await,
    }
}

/// Puts off what is pushed to devices whose streams were given the rings.
async fn postpone(storage: &Storage, given: Vec<Given>) {
    if !given.is_empty()
        && let Err(error) = pushes::postpone(storage, given).await
    {
        // The devices are rung twice over then, of which the page silences one.
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
