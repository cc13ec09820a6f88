//! The progress of this process's scheduler, in memory: readiness reads it without a query.

use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

/// Since when due rows have been waiting without any claim, and since when the database has not answered.
#[derive(Debug, Default)]
pub struct Progress(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    due_since: Option<OffsetDateTime>,
    unanswered_since: Option<OffsetDateTime>,
}

impl Progress {
    /// Notes at `now` that rows are due and not claimed yet.
    pub fn work_is_due(&self, now: OffsetDateTime) {
        self.state().due_since.get_or_insert(now);
    }

    /// Notes that rows were claimed, or that none is due.
    pub fn made(&self) {
        self.state().due_since = None;
    }

    /// Notes at `now` that the database refuses the scheduler, or does not answer it: whether something is due is unknown.
    pub fn unanswered(&self, now: OffsetDateTime) {
        self.state().unanswered_since.get_or_insert(now);
    }

    /// Notes that the database answers the scheduler.
    pub fn answered(&self) {
        self.state().unanswered_since = None;
    }

    /// How long rows have been due at `now` without any claim.
    pub fn stalled_for(&self, now: OffsetDateTime) -> Duration {
        self.state().due_since.map_or(Duration::ZERO, |since| now - since)
    }

    /// For how long nothing has rung at `now` that is due, or may be: the database does not answer.
    pub fn overdue(&self, now: OffsetDateTime) -> Duration {
        let State { due_since, unanswered_since } = *self.state();
        let since = due_since.into_iter().chain(unanswered_since).min();
        since.map_or(Duration::ZERO, |since| (now - since).max(Duration::ZERO))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample::NOW;

    #[test]
    fn a_stall_lasts_from_the_first_look_that_finds_something_due_to_the_next_claim() {
        let progress = Progress::default();
        assert_eq!(progress.stalled_for(NOW), Duration::ZERO);
        progress.work_is_due(NOW);
        progress.work_is_due(NOW + Duration::seconds(3));
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(5)), Duration::seconds(5));
        progress.made();
        assert_eq!(progress.stalled_for(NOW + Duration::seconds(9)), Duration::ZERO);
    }

    #[test]
    fn without_an_answer_of_the_database_rings_are_overdue_whatever_is_known_to_be_due() {
        let (progress, at) = (Progress::default(), |seconds| NOW + Duration::seconds(seconds));
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
