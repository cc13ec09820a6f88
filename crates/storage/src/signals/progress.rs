//! The progress of this process's scheduler, in memory, so that readiness needs no query.

use parking_lot::Mutex;
use time::{Duration, OffsetDateTime};

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
    use super::*;
    use crate::testing::sample::NOW;

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
