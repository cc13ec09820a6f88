//! Wake-ups: how a write or a claim reaches the scheduler, the feed and the dispatcher of its own process.
//!
//! A wake-up is only a hint: the task that it wakes queries the database. If one is lost, the task still queries the
//! database within [`LONGEST_SLEEP`].

use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;
use time::{Duration, OffsetDateTime};
use tokio::sync::Notify;

/// The longest sleep of a scheduler before it asks the database again what is due next.
pub const LONGEST_SLEEP: std::time::Duration = std::time::Duration::from_secs(15);

/// The wake-up signals of a process.
#[derive(Debug)]
pub struct Wakeup {
    due: Notify,
    fired: Notify,
    fired_to: AtomicI64,
    pushes: Notify,
    sleeping_until: AtomicI64,
}

/// What a wake-up says about the growth of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogGrowth {
    /// At least to this place.
    ToPlace(i64),
    /// To an unknown place.
    Unknown,
}

/// Special values of `fired_to`: an unknown place, and no wake-up.
const UNKNOWN: i64 = i64::MAX;
const NO_WAKE_UP: i64 = i64::MIN;

impl Default for Wakeup {
    fn default() -> Self {
        Self {
            due: Notify::new(),
            fired: Notify::new(),
            fired_to: AtomicI64::new(NO_WAKE_UP),
            pushes: Notify::new(),
            sleeping_until: AtomicI64::new(i64::MAX),
        }
    }
}

impl Wakeup {
    /// Waits until something may be due earlier than the scheduler expects.
    pub async fn due(&self) {
        self.due.notified().await;
    }

    /// Waits until the log of firings may have grown.
    pub async fn fired(&self) {
        self.fired.notified().await;
    }

    /// Waits until the log of firings may have grown; returns how far.
    pub async fn log_growth(&self) -> LogGrowth {
        loop {
            self.fired().await;
            match self.fired_to.swap(NO_WAKE_UP, Ordering::SeqCst) {
                // An earlier wake-up has covered this one.
                NO_WAKE_UP => {}
                UNKNOWN => return LogGrowth::Unknown,
                place => return LogGrowth::ToPlace(place),
            }
        }
    }

    /// Waits until there may be a message for a device.
    pub async fn pushes(&self) {
        self.pushes.notified().await;
    }

    /// Records that the scheduler of this process is awake: every write wakes it from now on.
    pub fn scheduler_is_awake(&self) {
        self.sleeping_until.store(i64::MAX, Ordering::SeqCst);
    }

    /// Records that the scheduler of this process sleeps until `instant`: only earlier rows wake it.
    pub fn scheduler_sleeps_until(&self, instant: OffsetDateTime) {
        self.sleeping_until.store(milliseconds(instant), Ordering::SeqCst);
    }

    /// Whether the scheduler of this process sleeps until something is due.
    #[cfg(feature = "testing")]
    pub fn scheduler_is_asleep(&self) -> bool {
        self.sleeping_until.load(Ordering::SeqCst) != i64::MAX
    }

    /// A row was written that is due at `instant`.
    pub(crate) fn due_at(&self, instant: Option<OffsetDateTime>) {
        if instant.is_some_and(|instant| milliseconds(instant) < self.sleeping_until.load(Ordering::SeqCst)) {
            self.due_now();
        }
    }

    /// Something may be due earlier than the scheduler expects.
    pub(crate) fn due_now(&self) {
        self.due.notify_one();
    }

    /// Firings were appended to the log.
    pub(crate) fn fired_now(&self) {
        self.fired_to(UNKNOWN);
    }

    /// Firings were appended to the log, up to the batch at this place.
    pub(crate) fn fired_to(&self, place: i64) {
        self.fired_to.fetch_max(place, Ordering::SeqCst);
        self.fired.notify_one();
        self.pushes_now();
    }

    /// This process has committed the batch at this place. Its feed is woken unless it has already received the batch.
    pub(crate) fn committed(&self, place: i64, feed_has_it: bool) {
        if feed_has_it {
            self.pushes_now();
        } else {
            self.fired_to(place);
        }
    }

    /// There may be a message for a device.
    pub(crate) fn pushes_now(&self) {
        self.pushes.notify_one();
    }
}

fn milliseconds(instant: OffsetDateTime) -> i64 {
    i64::try_from(instant.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

/// Since when due rows have waited without any claim, and since when the database has not answered.
#[derive(Debug, Default)]
pub struct ClaimProgress(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    due_since: Option<OffsetDateTime>,
    unanswered_since: Option<OffsetDateTime>,
}

impl ClaimProgress {
    /// Records that rows are due at `now` and not claimed yet.
    pub fn work_is_due(&self, now: OffsetDateTime) {
        self.0.lock().due_since.get_or_insert(now);
    }

    /// Records that rows were claimed, or that none is due.
    pub fn made(&self) {
        self.0.lock().due_since = None;
    }

    /// Records that the database refuses the scheduler or does not answer it at `now`: whether anything is due is
    /// unknown.
    pub fn unanswered(&self, now: OffsetDateTime) {
        self.0.lock().unanswered_since.get_or_insert(now);
    }

    /// Records that the database answers the scheduler.
    pub fn answered(&self) {
        self.0.lock().unanswered_since = None;
    }

    /// How long rows have been due without any claim.
    pub fn stalled_for(&self, now: OffsetDateTime) -> Duration {
        self.0.lock().due_since.map_or(Duration::ZERO, |since| now - since)
    }

    /// How long due rows have not rung, or may not have because the database does not answer.
    pub fn overdue(&self, now: OffsetDateTime) -> Duration {
        let State { due_since, unanswered_since } = *self.0.lock();
        let since = due_since.into_iter().chain(unanswered_since).min();
        since.map_or(Duration::ZERO, |since| (now - since).max(Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::sample::NOW;

    use super::*;

    #[test]
    fn a_stall_lasts_from_the_first_look_that_finds_due_rows_to_the_next_claim() {
        let progress = ClaimProgress::default();
        assert_eq!(progress.stalled_for(NOW), Duration::ZERO);
        progress.work_is_due(NOW);
        progress.work_is_due(NOW + Duration::seconds(3));
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(5)), Duration::seconds(5));
        progress.made();
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(9)), Duration::ZERO);
    }

    #[test]
    fn rings_are_overdue_while_the_database_does_not_answer() {
        let (progress, at) = (ClaimProgress::default(), |seconds| NOW + Duration::seconds(seconds));
        assert_eq!(progress.overdue(NOW), Duration::ZERO);
        progress.unanswered(NOW);
        progress.unanswered(at(10));
        assert_eq!((progress.overdue(at(60)), progress.stalled_for(at(60))), (Duration::MINUTE, Duration::ZERO));
        progress.work_is_due(at(20));
        assert_eq!(progress.overdue(at(60)), Duration::MINUTE);
        progress.answered();
        assert_eq!(progress.overdue(at(60)), Duration::seconds(40));
        progress.made();
        assert_eq!(progress.overdue(at(60)), Duration::ZERO);
    }
}
