//! The dispatcher's loop: sleep until a message is due, take some, post them concurrently, record the outcomes.

use std::{
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;
use tokibako_domain::push::{self, Disposition, Purpose, REPEAT_INTERVAL, Reply};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    faults::is_planted,
    log_throttle::LogThrottle,
    pushes::{self, LeasedMessage, LogRead, MessageOutcome, Reach, Selection},
    signals::wakeup::LONGEST_SLEEP,
};
use tokio::{
    task::{JoinError, JoinSet},
    time::{Instant as Timer, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    admission::{Admission, ServiceChange},
    compose::{MessageSender, PERMIT_TIMEOUT, error_of, service_name},
    upkeep,
};
use crate::metrics::PushMetrics;

/// How long to wait after a failure of the database.
const RETRY: Duration = Duration::from_millis(500);

/// Outcomes are recorded when there are this many of them, or when the oldest is [`MAX_RECORD_DELAY`] old.
const RECORD_BATCH: usize = 64;
const MAX_RECORD_DELAY: Duration = Duration::from_millis(20);

/// How long to wait if a message is due but another process has just taken it.
const TAKEN_ELSEWHERE: Duration = Duration::from_millis(50);

pub struct Dispatcher<P> {
    storage: Storage,
    clock: Clock,
    poster: Arc<P>,
    reach: Reach,
    metrics: PushMetrics,
    admission: Admission,
    posting: JoinSet<HandledMessage>,
    /// Ends the wait for a permit when the process stops.
    stopping: CancellationToken,
    unrecorded: Vec<MessageOutcome>,
    /// Messages that were leased, but not posted.
    unposted: Vec<LeasedMessage>,
    /// Whether to read the queue in the next round.
    must_read: bool,
    /// Whether the log may have grown since it was read.
    has_log_grown: bool,
    /// When to read the queue at the latest.
    next_read: Instant,
    is_failing: bool,
}

#[derive(Debug)]
struct HandledMessage {
    message: LeasedMessage,
    /// `None` if the message waited too long for a permit, expired while it waited, or if the process stops.
    posted: Option<Reply>,
}

/// Runs until `stop` is cancelled. Messages that are not posted by then return to the queue.
pub async fn run<P: MessageSender>(
    storage: Storage,
    clock: Clock,
    poster: P,
    metrics: PushMetrics,
    stop: CancellationToken,
) {
    let upkeep = upkeep::run(&storage, &clock, &metrics, &stop);
    let mut dispatcher = Dispatcher::new(storage.clone(), clock.clone(), poster, metrics.clone());
    let dispatching = async {
        while !stop.is_cancelled() {
            let pause = dispatcher.round().await;
            tokio::select! {
                () = stop.cancelled() => {}
                () = dispatcher.wait(pause) => {}
            }
        }
        dispatcher.finish().await;
    };
    tokio::join!(dispatching, upkeep);
}

impl<P: MessageSender> Dispatcher<P> {
    pub fn new(storage: Storage, clock: Clock, poster: P, metrics: PushMetrics) -> Self {
        let now = Instant::now();
        Self {
            storage,
            clock,
            reach: poster.reach(),
            poster: Arc::new(poster),
            metrics,
            admission: Admission::default(),
            posting: JoinSet::new(),
            stopping: CancellationToken::new(),
            unrecorded: Vec::new(),
            unposted: Vec::new(),
            must_read: true,
            has_log_grown: true,
            next_read: now,
            is_failing: false,
        }
    }

    /// Records outcomes, takes due messages, and returns how long to sleep if nothing happens.
    pub async fn round(&mut self) -> Duration {
        match self.try_round().await {
            Ok(pause) => {
                if std::mem::replace(&mut self.is_failing, false) {
                    tracing::info!("rings are pushed to devices again");
                }
                pause
            }
            Err(error) => {
                if !std::mem::replace(&mut self.is_failing, true) {
                    tracing::error!(%error, "no ring is pushed to devices: the database does not answer");
                }
                RETRY
            }
        }
    }

    /// Waits until enough posts have ended for a record, a message was queued, or the pause is over.
    pub async fn wait(&mut self, pause: Duration) {
        let over = Timer::now() + pause;
        let has_unrecorded = !self.unrecorded.is_empty() || !self.unposted.is_empty();
        let mut record_at = (has_unrecorded && !self.is_failing).then(|| Timer::now() + MAX_RECORD_DELAY);
        loop {
            tokio::select! {
                Some(ended) = self.posting.join_next(), if !self.posting.is_empty() => {
                    self.handle(ended);
                    if self.is_failing {
                        continue;
                    }
                    if self.must_read || self.unrecorded.len() >= RECORD_BATCH {
                        return;
                    }
                    record_at = record_at.or_else(|| Some(Timer::now() + MAX_RECORD_DELAY));
                }
                () = self.storage.wakeup().pushes(), if !self.is_failing && !self.admission.is_full() => {
                    (self.must_read, self.has_log_grown) = (true, true);
                    return;
                }
                () = sleep_until(record_at.unwrap_or(over).min(over)) => {
                    self.must_read |= Timer::now() >= over;
                    return;
                }
            }
        }
    }

    /// Sends everything that is due and waits for it, for tests.
    pub async fn drain(&mut self) -> Result<(), Error> {
        loop {
            (self.must_read, self.has_log_grown) = (true, true);
            self.try_round().await?;
            if self.admission.is_empty() && self.next_read > Instant::now() {
                return Ok(());
            }
            if let Some(ended) = self.posting.join_next().await {
                self.handle(ended);
            }
        }
    }

    /// Waits briefly for the posts in progress, records them, and returns the other leased messages to the queue.
    pub async fn finish(&mut self) {
        self.stopping.cancel();
        while let Ok(Some(ended)) = timeout(RETRY, self.posting.join_next()).await {
            self.handle(ended);
        }
        if let Err(error) = self.record().await {
            tracing::warn!(%error, "the database does not answer: the last pushed messages may be sent again");
        }
    }

    async fn try_round(&mut self) -> Result<Duration, Error> {
        // Handles all posts that have ended, so that their outcomes are recorded together.
        while let Some(ended) = self.posting.try_join_next() {
            self.handle(ended);
        }
        self.record().await?;
        self.probe().await?;
        if std::mem::replace(&mut self.must_read, false) {
            self.next_read = self.read_queue().await?;
        }
        let until_read = self.next_read.saturating_duration_since(Instant::now());
        let probe = self.admission.next_probe().map(|at| at.saturating_duration_since(Instant::now()));
        Ok(probe.into_iter().fold(until_read, Duration::min).min(LONGEST_SLEEP))
    }

    /// Posts one message to each failing service whose probe is due. Probes end with the last message for their service.
    async fn probe(&mut self) -> Result<(), Error> {
        let origins = self.admission.probes(Instant::now());
        if origins.is_empty() {
            return Ok(());
        }
        let asked_at = Instant::now();
        let which = Selection::Probes(origins.clone());
        let probes = pushes::lease(&self.storage, which, &self.reach, self.clock.precise_now()).await?.messages;
        for origin in origins {
            if !probes.iter().any(|probe| probe.origin == origin) && !self.admission.has(&origin) {
                self.admission.end_probes(&origin);
            }
        }
        self.begin(probes, asked_at);
        Ok(())
    }

    /// Takes as many due messages as the limits allow; returns when to read the queue again. The log is read before, unless only
    /// room for more messages has come: what is next in it is known.
    async fn read_queue(&mut self) -> Result<Instant, Error> {
        let now = self.clock.precise_now();
        let read_at = Instant::now();
        let LogRead { has_more, too_late, is_another_log } = if self.has_log_grown || read_at >= self.next_read {
            pushes::read_log(&self.storage, now).await?
        } else {
            LogRead::default()
        };
        if is_another_log {
            tracing::warn!("the log of rings was restored: its last ten minutes are pushed, unless they were before");
        }
        if too_late > 0 {
            tracing::warn!(batches = too_late, "rings are not pushed: no process read the log while they were of use");
        }
        let mut services = Vec::new();
        if !self.admission.is_full() {
            let which = Selection::Due(self.admission.room(read_at));
            let leased = pushes::lease(&self.storage, which, &self.reach, now).await?;
            services = leased.services;
            self.begin(leased.messages, read_at);
        }
        let room = self.admission.queue_was_read(read_at);
        // Without room the next batch is not asked for.
        self.has_log_grown = has_more || self.admission.is_full();
        if has_more {
            return Ok(read_at);
        }
        if self.admission.is_full() {
            return Ok(read_at + LONGEST_SLEEP);
        }
        let next = pushes::next(&self.storage, services, room, &self.reach).await?;
        let wait = next.map(|next| if next > now { (next - now).unsigned_abs() } else { TAKEN_ELSEWHERE });
        let next_read = read_at + wait.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP);
        Ok(self.admission.next(read_at).into_iter().fold(next_read, Instant::min))
    }

    /// Posts messages that were asked for at `asked_at`, each when its service has a free permit.
    fn begin(&mut self, messages: Vec<LeasedMessage>, asked_at: Instant) {
        for message in messages {
            let permits = self.admission.enter(&message.origin, message.browser, message.device, Instant::now());
            let (poster, clock, stopping) = (Arc::clone(&self.poster), self.clock.clone(), self.stopping.clone());
            self.posting.spawn(async move {
                let permit = tokio::select! {
                    biased;
                    () = stopping.cancelled() => None,
                    permit = timeout(PERMIT_TIMEOUT, permits.acquire_owned()) => permit.ok().and_then(Result::ok),
                };
                // It may have expired while it waited, or its lease have ended while the process was frozen.
                let now = clock.precise_now();
                let held = asked_at.elapsed().try_into().unwrap_or(time::Duration::MAX);
                let is_leased = push::covers_a_post(message.leased_until, now, held) || is_planted("post-after-lease");
                let is_ours = now < message.expires_at && is_leased;
                let outcome = if permit.is_some() && is_ours {
                    let post = AssertUnwindSafe(poster.post(&message, clock.precise_now())).catch_unwind();
                    // The panic hook has logged the panic.
                    Some(post.await.unwrap_or(Reply::None))
                } else {
                    None
                };
                HandledMessage { message, posted: outcome }
            });
        }
    }

    fn handle(&mut self, ended: Result<HandledMessage, JoinError>) {
        // A post that panics has an outcome as well, and no task is aborted while the dispatcher lives.
        let Ok(HandledMessage { message, posted }) = ended else { return };
        self.must_read |= self.admission.leave(&message.origin);
        let Some(posted) = posted else {
            self.unposted.push(message);
            return;
        };
        let service = service_name(&message);
        self.metrics.posted(service, posted.name());
        let next = posted.next(message.failures, fastrand::f64());
        if let Some(change) = self.admission.posted(&message.origin, posted, next, Instant::now()) {
            self.report(change, &message.origin, service);
        }
        match next {
            Disposition::Accepted => self.metrics.accepted_after(self.clock.precise_now() - message.due_at),
            Disposition::Dropped => {
                static LINE: LogThrottle = LogThrottle::new();
                if let Some(more) = LINE.at(Instant::now()) {
                    tracing::warn!(service, more, "a message was dropped: its push service will never accept it");
                }
            }
            Disposition::Gone | Disposition::Unusable | Disposition::Refused(_) | Disposition::Retry(_) => {}
        }
        self.unrecorded.push(MessageOutcome { message, next, error: error_of(posted) });
    }

    fn report(&self, change: ServiceChange, origin: &str, service: &'static str) {
        match change {
            ServiceChange::Fails => {
                tracing::warn!(service, "a push service does not answer: it is probed until it does");
            }
            ServiceChange::Answers => {
                tracing::info!(service, "a push service answers again");
                let (storage, origin, now) = (self.storage.clone(), origin.to_owned(), self.clock.precise_now());
                // Runs in the background: the next round finds the messages.
                tokio::spawn(async move { drop(pushes::hasten(&storage, origin, now).await) });
            }
        }
    }

    async fn record(&mut self) -> Result<(), Error> {
        if !self.unposted.is_empty() {
            pushes::release(&self.storage, self.unposted.clone()).await?;
            self.unposted.clear();
            self.must_read = true;
        }
        if self.unrecorded.is_empty() {
            return Ok(());
        }
        let lapsed = pushes::record(&self.storage, self.unrecorded.clone(), self.clock.precise_now()).await?;
        let recorded_at = Instant::now();
        // With an idle queue nothing else would wake the dispatcher for an attempt that was put off, or for a repeat.
        let pauses = self.unrecorded.drain(..).filter_map(|MessageOutcome { message, next, .. }| {
            match (next, message.body.purpose()) {
                (Disposition::Accepted, Purpose::Ring | Purpose::Repeat) => Some(REPEAT_INTERVAL),
                (next, _) => next.pause(),
            }
        });
        self.next_read = pauses.map(|pause| recorded_at + pause.unsigned_abs()).fold(self.next_read, Instant::min);
        self.metrics.lapsed(lapsed);
        Ok(())
    }
}
