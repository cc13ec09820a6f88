//! The feed: delivers each firing of the log to the open streams of its browser, its listeners.
//!
//! The feed receives the batches of its own process directly, and those of other processes by the bus, if there is one.
//! Missing batches are read from the log.
//!
//! # Why the feed asks for listeners after it has read the end of the log
//!
//! The feed first reads the end of the log, then asks which browsers have streams, then reads up to that end. A stream
//! that registers after the feed has asked begins its replay after that end or later, so the replay contains what this
//! read left out.

use std::{fmt, sync::Arc, time::Duration};

use tokibako_bus::{Bus, BusEvent, Subscription};
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, RingId},
};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    log::{self, CommittedBatch, LogPosition},
    pushes,
};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    message::{self, Message},
    metrics::FeedMetrics,
    sequencer::{Action, BatchId, BatchSequencer},
};

/// The most firings of one read of the log.
const PAGE: u16 = 2_000;

/// How often the log is read even if nothing woke the feed.
const MAX_READ_INTERVAL: Duration = Duration::from_secs(5);

/// How long to wait after a failure of the database.
const RETRY: Duration = Duration::from_millis(250);

/// How long after a delivery its pushes are postponed: half of the time until the dispatcher reads the batch
/// (`push::RING_DELAY`), so that the database rings everybody first.
const POSTPONE_AFTER: Duration = Duration::from_millis(150);

/// A reader of the log, with its position.
#[derive(Debug)]
pub struct Feed<L> {
    storage: Storage,
    clock: Clock,
    listeners: L,
    position: LogPosition,
    committed: mpsc::Receiver<Arc<CommittedBatch>>,
    bus: Option<(Bus, Subscription)>,
    metrics: FeedMetrics,
}

impl<L: Listeners> Feed<L> {
    /// A feed for the streams of `listeners` that starts at the present end of the log.
    ///
    /// The feed must be created before the first stream is admitted: a stream reads firings from before its admission
    /// from the log, and gets all later ones from the feed.
    pub async fn at_end(storage: Storage, clock: Clock, listeners: L) -> Result<Self, Error> {
        let committed = storage.committed_for_feed();
        let position = log::end(&storage).await?;
        Ok(Self { storage, clock, listeners, position, committed, bus: None, metrics: FeedMetrics::default() })
    }

    #[must_use]
    pub fn with_bus(self, bus: Option<(Bus, Subscription)>) -> Self {
        Self { bus, ..self }
    }

    #[must_use]
    pub fn with_metrics(self, metrics: FeedMetrics) -> Self {
        Self { metrics, ..self }
    }

    /// Reads one page of the log and delivers it; returns whether the position has moved.
    pub async fn advance(&mut self) -> Result<bool, Error> {
        let before = self.position;
        let (_, deliveries) = self.read_log().await?;
        postpone_pushes(&self.storage, &self.clock, deliveries).await;
        Ok(self.position != before)
    }

    /// Delivers until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        self.run_reading_every(MAX_READ_INTERVAL, stop).await;
    }

    /// Delivers with another longest pause between two reads of the log. With a bus, heartbeats replace those reads.
    pub async fn run_reading_every(mut self, max_read_interval: Duration, stop: CancellationToken) {
        let mut sequencer = BatchSequencer::new(self.position.into(), max_read_interval, Instant::now());
        let mut postponements = JoinSet::new();
        let mut is_failing = false;
        while !stop.is_cancelled() {
            let action = sequencer.next_action(Instant::now());
            self.report_bus(sequencer.is_bus_up());
            while postponements.try_join_next().is_some() {}
            match action {
                Action::ReadLog { is_gap } => {
                    if is_gap && self.bus.is_some() {
                        self.metrics.gap();
                    }
                    match self.catch_up(&mut sequencer, &mut postponements).await {
                        Ok(()) => {
                            if std::mem::replace(&mut is_failing, false) {
                                tracing::info!("event streams get rings again: the database answers");
                            }
                        }
                        Err(error) => {
                            if !std::mem::replace(&mut is_failing, true) {
                                tracing::error!(%error, "event streams get no rings: the database fails");
                            }
                            tokio::select! {
                                () = stop.cancelled() => {}
                                () = sleep(RETRY) => {}
                            }
                        }
                    }
                }
                Action::WaitUntil(at) => {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        event = next_event(&mut self.bus) => {
                            let deliveries = self.handle(event, &mut sequencer);
                            self.spawn_postponement(deliveries, &mut postponements);
                        }
                        Some(batch) = self.committed.recv() => {
                            let deliveries = self.handle_own(&batch, &mut sequencer);
                            self.spawn_postponement(deliveries, &mut postponements);
                        }
                        growth = self.storage.wakeup().log_growth() => sequencer.woken(growth, Instant::now()),
                        () = sleep_until(at) => {}
                    }
                }
            }
        }
    }

    /// Delivers one page of the log, and then the buffered batches that directly follow it.
    async fn catch_up(
        &mut self,
        sequencer: &mut BatchSequencer<Vec<Firing>>,
        postponements: &mut JoinSet<()>,
    ) -> Result<(), Error> {
        let (is_another_log, mut deliveries) = self.read_log().await?;
        let (end, now) = (BatchId::from(self.position), Instant::now());
        if is_another_log {
            sequencer.restart(end, now);
        } else {
            let batches = sequencer.log_was_read(end, self.position.is_whole(), now);
            deliveries.extend(self.deliver(batches));
        }
        self.spawn_postponement(deliveries, postponements);
        Ok(())
    }

    /// Delivers one page of the log; returns whether the log was restored, and which devices received which rings.
    async fn read_log(&mut self) -> Result<(bool, Vec<StreamDelivery>), Error> {
        self.metrics.read();
        let listeners = self.listeners.clone();
        let page = log::read_page(&self.storage, self.position, move || listeners.browsers(), PAGE).await?;
        self.position = page.end;
        if page.is_another_log {
            tracing::warn!("the log of rings was restored without its end: all streams start anew and replay it");
            self.listeners.restart_streams();
        }
        Ok((page.is_another_log, self.listeners.deliver_to_devices(&page.firings)))
    }

    /// Handles an event of the bus, and delivers the batches that are next in order.
    fn handle(&mut self, event: BusEvent, sequencer: &mut BatchSequencer<Vec<Firing>>) -> Vec<StreamDelivery> {
        let now = Instant::now();
        let bytes = match event {
            BusEvent::Message(bytes) => bytes,
            BusEvent::Disconnected => {
                sequencer.bus_lost();
                return Vec::new();
            }
        };
        // The batch is already in the log, so a stream that opens after this check finds its rings by its replay.
        match self.listeners.with_listeners(|listens| message::decode(bytes, listens)) {
            Ok(Message::Heartbeat(last)) => {
                sequencer.heartbeat_received(last, now);
                Vec::new()
            }
            Ok(Message::Batch(batch)) => {
                if let Some(fired_at) = batch.id.fired_at {
                    self.metrics.arrived(fired_at, self.clock.precise_now());
                }
                let batches = sequencer.batch_received(batch.previous, batch.id, batch.firings, now);
                self.deliver(batches)
            }
            Err(error) => {
                tracing::debug!(%error, "a batch did not come by the bus: the log is read");
                Vec::new()
            }
        }
    }

    /// Handles a batch that this process has committed.
    fn handle_own(
        &mut self,
        batch: &CommittedBatch,
        sequencer: &mut BatchSequencer<Vec<Firing>>,
    ) -> Vec<StreamDelivery> {
        let firings = self.listeners.with_listeners(|listens| batch.firings(listens));
        let (previous, id) = (batch.previous.into(), batch.end.into());
        let batches = sequencer.batch_received(previous, id, firings, Instant::now());
        self.deliver(batches)
    }

    /// Delivers batches; returns the deliveries whose pushes have to be postponed.
    fn deliver(&mut self, batches: Vec<(BatchId, Vec<Firing>)>) -> Vec<StreamDelivery> {
        let mut deliveries = Vec::new();
        for (end, firings) in batches {
            self.position = LogPosition::end_of_batch(end.offset, end.fired_at);
            deliveries.extend(self.listeners.deliver_to_devices(&firings));
        }
        deliveries
    }

    /// Postpones pushes a little later, in a task of its own, so that no ring waits for it.
    fn spawn_postponement(&self, deliveries: Vec<StreamDelivery>, postponements: &mut JoinSet<()>) {
        if !deliveries.is_empty() {
            let (storage, clock) = (self.storage.clone(), self.clock.clone());
            postponements.spawn(async move {
                sleep(POSTPONE_AFTER).await;
                postpone_pushes(&storage, &clock, deliveries).await;
            });
        }
    }

    /// Records whether rings arrive by the bus, and logs a change that the connection has not logged.
    fn report_bus(&self, is_up: bool) {
        let Some((bus, _)) = &self.bus else { return };
        if self.metrics.set_bus_up(is_up) != is_up {
            bus.set_has_heartbeats(is_up);
            if is_up {
                tracing::info!("rings come by the bus");
            } else if bus.is_connected() {
                tracing::warn!("no scheduler publishes on the bus: rings are read from the log until one does");
            }
        }
    }
}

/// Waits for an event of the bus; without a bus, forever.
async fn next_event(bus: &mut Option<(Bus, Subscription)>) -> BusEvent {
    match bus {
        Some((_, subscription)) => subscription.next().await,
        None => std::future::pending().await,
    }
}

/// Postpones the pushes of rings that devices have received by a stream.
async fn postpone_pushes(storage: &Storage, clock: &Clock, deliveries: Vec<StreamDelivery>) {
    if !deliveries.is_empty()
        && let Err(error) = pushes::postpone(storage, deliveries, clock.precise_now()).await
    {
        // These devices then get the push as well, and their page has to silence it.
        tracing::debug!(%error, "pushes are not postponed for the pages that were given the rings");
    }
}

/// A ring that was queued for a stream of a device.
pub type StreamDelivery = (BrowserId, Uuid, RingId);

/// The open streams of a process. Clones share them.
pub trait Listeners: Clone + fmt::Debug + Send + Sync + 'static {
    fn browsers(&self) -> Vec<BrowserId>;

    /// Calls `read` with a check for browsers that have open streams. No stream opens or ends meanwhile.
    fn with_listeners<T>(&self, read: impl FnOnce(&dyn Fn(BrowserId) -> bool) -> T) -> T;

    /// Queues rings for the streams of their browsers; returns which devices received which rings.
    fn deliver_to_devices(&self, firings: &[Firing]) -> Vec<StreamDelivery>;

    /// Ends all streams, so that they reconnect and replay, because the log was restored.
    fn restart_streams(&self);
}
