//! Answers to a ring, and what they do to the alarm or timer.

use time::{Duration, OffsetDateTime};

use crate::{
    alarm::{Alarm, Arming},
    timer::{Countdown, Timer},
};

/// How long before its due time a ring may be answered: a device whose clock is ahead rings early.
pub const EARLIEST_ANSWER: Duration = Duration::MINUTE;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The ring is over.
    Stop,
    /// The alarm rings again after its snooze interval.
    Snooze,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("answer must be stop or snooze")]
pub struct UnknownAnswer;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RingAnswer {
    pub answer: Answer,
    pub at: OffsetDateTime,
    pub snoozed_until: Option<OffsetDateTime>,
}

names! {
    Answer, UnknownAnswer: Stop = "stop", Snooze = "snooze"
}

/// The instant at which an answer counts as given, if its device says `given_at` and it arrives at `now`: not in the
/// future, and not before the ring was due. In milliseconds, the precision of the API: a client could not name a ring at the end of a
/// snooze that counts from a more precise instant.
pub fn effective_instant(
    given_at: Option<OffsetDateTime>,
    scheduled_for: OffsetDateTime,
    now: OffsetDateTime,
) -> OffsetDateTime {
    given_at.map_or(now, |given_at| given_at.truncate_to_millisecond().max(scheduled_for).min(now))
}

impl Alarm {
    /// The alarm after an answer to its last ring at `at`, and the answer as it is stored.
    ///
    /// An alarm that was switched after the ring is not snoozed, because the snooze would replace the ring that it was
    /// switched on for.
    #[must_use]
    pub fn answered(self, answer: Answer, at: OffsetDateTime) -> (Self, RingAnswer) {
        let after = if answer == Answer::Snooze && !self.was_switched_after_ring() { self.snoozed(at) } else { self };
        let snoozed_until = if answer == Answer::Snooze { after.arming.snoozed_until() } else { None };
        (after, RingAnswer { answer, at, snoozed_until })
    }

    /// Whether the ring that was due at `due` and left the alarm as in `after` is still current: the alarm was not moved,
    /// switched or snoozed since.
    pub fn has_current_ring(&self, after: &Self, due: OffsetDateTime) -> bool {
        let is_snoozed = matches!(self.arming, Arming::Snoozed(until) if until > due);
        self.settings.schedule == after.settings.schedule && !self.was_switched_after_ring() && !is_snoozed
    }

    /// Whether somebody has switched the alarm since its ring. The ring itself switches off only a `once` alarm.
    fn was_switched_after_ring(&self) -> bool {
        match self.arming {
            Arming::Off => !self.settings.schedule.repeat.is_once(),
            Arming::Scheduled(_) => self.settings.schedule.repeat.is_once(),
            Arming::Snoozed(_) => false,
        }
    }
}

impl Timer {
    /// The timer after its last ring was stopped: reset if it is complete and was not started again.
    #[must_use]
    pub fn stopped(self) -> Self {
        if self.still_stands_at_its_end() { self.reset() } else { self }
    }

    /// Whether the ring that left the timer as in `after` is still current: the timer was not changed since, and no
    /// later step has begun.
    pub fn has_current_ring(&self, after: &Self) -> bool {
        (self.countdown, self.progress.step) == (after.countdown, after.progress.step)
    }

    /// Whether it has run out and was not changed since.
    pub fn still_stands_at_its_end(&self) -> bool {
        self.countdown == Countdown::COMPLETED
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::{
        alarm::{AlarmId, AlarmSettings},
        days_off::Observance,
        length::TimerLength,
        occurrence::{Repeat, Schedule},
        ring_settings::{SnoozeInterval, Sound},
        timer::{Progress, TimerId, TimerSettings},
        zone::Zone,
    };

    const DUE: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);
    const TOMORROW: OffsetDateTime = datetime!(2026-11-21 07:00 UTC);

    fn alarm(repeat: Repeat, arming: Arming) -> Alarm {
        let schedule = Schedule { time: "07:00".parse().unwrap(), repeat, zone: Zone::UTC, paused_until: None };
        let settings = AlarmSettings {
            schedule,
            sound: Sound::Default,
            snooze_interval: SnoozeInterval::default(),
            label: None,
            days_off: Observance::default(),
        };
        let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
        Alarm { id: AlarmId(1), browser, settings, arming, skipped: None, created_at: DUE }
    }

    fn timer(countdown: Countdown) -> Timer {
        let length = TimerLength::from_total_seconds(90).unwrap();
        let settings = TimerSettings { plan: length.into(), sound: Sound::Default, label: None };
        let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
        Timer { id: TimerId(1), browser, settings, countdown, progress: Progress::default(), created_at: DUE }
    }

    #[test]
    fn a_snooze_counts_from_when_it_was_given() {
        let at = DUE + Duration::seconds(20);
        let until = at + Duration::minutes(5);
        for before in [alarm(Repeat::Once, Arming::Off), alarm(Repeat::Daily, Arming::Scheduled(TOMORROW))] {
            let (after, answered) = before.answered(Answer::Snooze, at);
            assert_eq!(after.arming, Arming::Snoozed(until));
            assert_eq!(answered, RingAnswer { answer: Answer::Snooze, at, snoozed_until: Some(until) });
        }
    }

    #[test]
    fn stop_and_a_snooze_of_an_alarm_that_was_switched_change_nothing() {
        for (before, answer) in [
            (alarm(Repeat::Daily, Arming::Scheduled(TOMORROW)), Answer::Stop),
            (alarm(Repeat::Daily, Arming::Snoozed(TOMORROW)), Answer::Stop),
            (alarm(Repeat::Daily, Arming::Off), Answer::Snooze),
            (alarm(Repeat::Once, Arming::Scheduled(TOMORROW)), Answer::Snooze),
        ] {
            let (after, answered) = before.clone().answered(answer, DUE);
            assert_eq!((after, answered), (before, RingAnswer { answer, at: DUE, snoozed_until: None }));
        }
    }

    #[test]
    fn an_answer_counts_as_given_between_the_ring_and_its_arrival() {
        let now = DUE + Duration::minutes(3);
        for (given_at, at) in [
            (None, now),
            (Some(DUE + Duration::minutes(1)), DUE + Duration::minutes(1)),
            (Some(DUE - Duration::minutes(1)), DUE),
            (Some(now + Duration::minutes(1)), now),
            (Some(DUE + Duration::microseconds(1_999)), DUE + Duration::MILLISECOND),
        ] {
            assert_eq!(effective_instant(given_at, DUE, now), at, "{given_at:?}");
        }
        let early = DUE - Duration::SECOND;
        assert_eq!(effective_instant(Some(DUE), DUE, early), early);
    }

    #[test]
    fn a_stopped_timer_is_reset_unless_it_runs_again() {
        assert_eq!(timer(Countdown::COMPLETED).stopped().countdown, Countdown::Stopped(Duration::seconds(90)));
        for countdown in [Countdown::Running(DUE), Countdown::Stopped(Duration::SECOND)] {
            assert_eq!(timer(countdown).stopped().countdown, countdown);
        }
    }

    #[test]
    fn a_ring_is_current_until_its_row_is_changed() {
        let after = alarm(Repeat::Daily, Arming::Scheduled(TOMORROW));
        let other_time = |alarm: &Alarm| {
            let mut other = alarm.clone();
            other.settings.schedule.time = "08:00".parse().unwrap();
            other
        };
        for (row, is_meant) in [
            (after.clone(), true),
            (alarm(Repeat::Daily, Arming::Off), false),
            (alarm(Repeat::Daily, Arming::Snoozed(DUE + Duration::MINUTE)), false),
            (alarm(Repeat::Daily, Arming::Snoozed(DUE)), true),
            (other_time(&after), false),
        ] {
            assert_eq!(row.has_current_ring(&after, DUE), is_meant, "{row:?}");
        }
        let once = alarm(Repeat::Once, Arming::Off);
        assert!(once.has_current_ring(&once, DUE));
        assert!(!alarm(Repeat::Once, Arming::Scheduled(TOMORROW)).has_current_ring(&once, DUE));
    }
}
