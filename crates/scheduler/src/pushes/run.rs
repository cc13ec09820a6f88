//! The dispatcher's loop: sleep until a message is due, take some, post them concurrently, record the outcomes.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokibako_domain::push::Next;
use tokibako_push::{endpoint::service_of, sender::Posted};
use tokibako_storage::{
    Error, Storage, devices,
    log_throttle::LogThrottle,
    pushes::{self, Sent, Taken, Which},
    wakeup::LONGEST_SLEEP,
};
use tokio::{
    task::JoinSet,
    time::{Instant as Timer, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    breaker::Breakers,
    compose::{PATIENCE, Post, is_outage, name_of, next_after},
    lanes::Lanes,
    metrics::Metrics,
};
use crate::Clock;

/// How long to wait after a failure of the database.
const RETRY: Duration = Duration::from_millis(500);

/// Outcomes are recorded when there are this many…
const RECORDED_AT_ONCE: usize = 64;

/// … or when the oldest is this old.
const RECORDED_WITHIN: Duration = Duration::from_millis(20);

/// How long to wait for a message that is due but that another process has just taken.
const TAKEN_ELSEWHERE: Duration = Duration::from_millis(50);

/// How often messages that are of no use any more are deleted.
const EXPIRE: Duration = Duration::from_secs(30);

/// How often devices are deleted that never confirmed, or whose service has refused posts for long.
const SWEEP: Duration = Duration::from_mins(10);

/// The dispatcher's state.
#[derive(Debug)]
pub struct Dispatcher<P> {
    storage: Storage,
    clock: Clock,
    poster: Arc<P>,
    metrics: Metrics,
    lanes: Lanes,
    breakers: Breakers,
    posting: JoinSet<Outcome>,
    /// Outcomes that are not recorded yet.
    unrecorded: Vec<Sent>,
    /// Whether to read the queue in the next round.
    looks: bool,
    /// When to read the queue again if nothing else happens.
    next_look: Instant,
    expire_at: Instant,
    sweep_at: Instant,
    is_lost: bool,
}

/// The outcome of a message that was taken.
#[derive(Debug)]
struct Outcome {
    taken: Taken,
    /// `None` if it waited too long for its turn, or became useless while it waited.
    posted: Option<Posted>,
}

/// Runs until `stop` is cancelled. The messages being posted then are another process's when their leases end.
pub async fn run<P: Post>(storage: Storage, clock: Clock, poster: P, metrics: Metrics, stop: CancellationToken) {
    let mut dispatcher = Dispatcher::new(storage, clock, poster, metrics);
    while !stop.is_cancelled() {
        let pause = dispatcher.round().await;
        tokio::select! {
            () = stop.cancelled() => {}
            () = dispatcher.until_something(pause) => {}
        }
    }
    dispatcher.finish().await;
}

impl<P: Post> Dispatcher<P> {
    /// Creates a dispatcher.
    #[must_use]
    pub fn new(storage: Storage, clock: Clock, poster: P, metrics: Metrics) -> Self {
        let now = Instant::now();
        Self {
            storage,
            clock,
            poster: Arc::new(poster),
            metrics,
            lanes: Lanes::default(),
            breakers: Breakers::default(),
            posting: JoinSet::new(),
            unrecorded: Vec::new(),
            looks: true,
            next_look: now,
            expire_at: now,
            sweep_at: now,
            is_lost: false,
        }
    }

    /// Records outcomes, takes due messages, and returns how long to sleep if nothing happens.
    pub async fn round(&mut self) -> Duration {
        match self.try_round().await {
            Ok(pause) => {
                if std::mem::replace(&mut self.is_lost, false) {
                    tracing::info!("rings are pushed to devices again");
                }
                pause
            }
            Err(error) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    tracing::error!(%error, "nothing is pushed to devices while the database fails");
                }
                RETRY
            }
        }
    }

    /// Waits until enough posts have ended to continue, a message was queued, or the pause is over.
    pub async fn until_something(&mut self, pause: Duration) {
        let over = Timer::now() + pause;
        let mut record_at = (!self.unrecorded.is_empty() && !self.is_lost).then(|| Timer::now() + RECORDED_WITHIN);
        loop {
            tokio::select! {
                Some(ended) = self.posting.join_next(), if !self.posting.is_empty() => {
                    let Ok(outcome) = ended else { continue };
                    self.note(outcome);
                    if self.is_lost {
                        continue;
                    }
                    if self.looks || self.unrecorded.len() >= RECORDED_AT_ONCE {
                        return;
                    }
                    record_at = record_at.or_else(|| Some(Timer::now() + RECORDED_WITHIN));
                }
                () = self.storage.wakeup().pushes(), if !self.is_lost && !self.lanes.is_full() => {
                    self.looks = true;
                    return;
                }
                () = sleep_until(record_at.unwrap_or(over).min(over)) => {
                    self.looks |= Timer::now() >= over;
                    return;
                }
            }
        }
    }

    /// Sends everything that is due and waits for it, for tests.
    pub async fn drain(&mut self) -> Result<(), Error> {
        loop {
            self.looks = true;
            self.try_round().await?;
            if self.lanes.is_empty() && self.next_look > Instant::now() {
                return Ok(());
            }
            if let Some(Ok(outcome)) = self.posting.join_next().await {
                self.note(outcome);
            }
        }
    }

    /// Waits briefly for the posts in progress and records them.
    async fn finish(&mut self) {
        while let Ok(Some(ended)) = timeout(RETRY, self.posting.join_next()).await {
            if let Ok(outcome) = ended {
                self.note(outcome);
            }
        }
        if let Err(error) = self.record().await {
            tracing::warn!(%error, "what was pushed to devices last is not recorded, and may be sent again");
        }
    }

    async fn try_round(&mut self) -> Result<Duration, Error> {
        // Collects all posts that have ended, so that they are recorded together.
        while let Some(Ok(outcome)) = self.posting.try_join_next() {
            self.note(outcome);
        }
        self.record().await?;
        self.tidy().await?;
        for origin in self.breakers.probes(Instant::now()) {
            let probe = pushes::take(&self.storage, Which::Probe(origin), (self.clock)()).await?;
            self.begin(probe);
        }
        if std::mem::replace(&mut self.looks, false) {
            self.next_look = self.look().await?;
        }
        let until_look = self.next_look.saturating_duration_since(Instant::now());
        let probe = self.breakers.next().map(|at| at.saturating_duration_since(Instant::now()));
        Ok(probe.into_iter().fold(until_look, Duration::min).min(LONGEST_SLEEP))
    }

    /// Takes the due messages that there is room for; returns when the next one is due that there would be room for.
    async fn look(&mut self) -> Result<Instant, Error> {
        let now = (self.clock)();
        let looked = Instant::now();
        let has_more = pushes::queue_due(&self.storage, now).await?;
        if !self.lanes.is_full() {
            let which = Which::Due(self.lanes.room(self.breakers.open()));
            let taken = pushes::take(&self.storage, which, now).await?;
            self.begin(taken);
        }
        let mut without = self.breakers.open();
        without.extend(self.lanes.looked());
        if has_more {
            return Ok(looked);
        }
        if self.lanes.is_full() {
            return Ok(looked + LONGEST_SLEEP);
        }
        let next = pushes::next(&self.storage, without).await?;
        let wait = next.map(|next| if next > now { (next - now).unsigned_abs() } else { TAKEN_ELSEWHERE });
        Ok(looked + wait.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP))
    }

    /// Posts messages, each when its service has a turn.
    fn begin(&mut self, taken: Vec<Taken>) {
        for taken in taken {
            let turns = self.lanes.enter(&taken.address.origin);
            let (poster, clock) = (Arc::clone(&self.poster), self.clock);
            self.posting.spawn(async move {
                let outcome = match timeout(PATIENCE, turns.acquire_owned()).await {
                    // It may have become useless while it waited.
                    Ok(Ok(_turn)) if clock() < taken.expires_at => Some(poster.post(&taken, clock()).await),
                    _ => None,
                };
                Outcome { taken, posted: outcome }
            });
        }
    }

    fn note(&mut self, Outcome { taken, posted }: Outcome) {
        self.looks |= self.lanes.leave(&taken.address.origin);
        let next = match posted {
            None => Next::Retry(time::Duration::ZERO),
            Some(posted) => {
                let service = service_of(&taken.address.origin);
                self.metrics.posted(service, name_of(posted));
                self.watch(&taken.address.origin, service, posted);
                next_after(posted, &taken, fastrand::f64())
            }
        };
        if next == Next::Accepted {
            self.metrics.accepted_after((self.clock)() - taken.due_at);
        }
        if next == Next::Dropped {
            static LINE: LogThrottle = LogThrottle::new();
            if let Some(more) = LINE.at(Instant::now()) {
                let (service, outcome) = (service_of(&taken.address.origin), posted.map(name_of));
                tracing::warn!(service, outcome, more, "a push service takes a message neither now nor later");
            }
        }
        self.unrecorded.push(Sent { taken, next });
    }

    fn watch(&mut self, origin: &str, service: &'static str, posted: Posted) {
        match is_outage(posted) {
            Some(true) if self.breakers.failed(origin, Instant::now()) => {
                tracing::warn!(service, "a push service fails: it is probed until it answers again");
            }
            Some(false) if self.breakers.answered(origin) => {
                tracing::info!(service, "a push service answers again");
                let (storage, origin, now) = (self.storage.clone(), origin.to_owned(), (self.clock)());
                // Runs in the background: the next round finds the messages.
                tokio::spawn(async move { drop(pushes::hasten(&storage, origin, now).await) });
            }
            Some(_) | None => {}
        }
    }

    async fn record(&mut self) -> Result<(), Error> {
        if self.unrecorded.is_empty() {
            return Ok(());
        }
        let lapsed = pushes::record(&self.storage, self.unrecorded.clone(), (self.clock)()).await?;
        self.unrecorded.clear();
        self.metrics.lapsed(lapsed);
        Ok(())
    }

    /// Deletes expired messages and dead devices when it is time.
    async fn tidy(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        if self.expire_at <= now {
            self.expire_at = now + EXPIRE;
            self.metrics.lapsed(pushes::expire(&self.storage, (self.clock)()).await?);
            self.metrics.devices(&devices::by_state(&self.storage).await?);
        }
        if self.sweep_at <= now {
            self.sweep_at = now + SWEEP;
            devices::sweep(&self.storage, (self.clock)()).await?;
        }
        Ok(())
    }
}
