//! A countdown timer: start, pause, resume, reset, complete; the state of its countdown; and the order of timers.

use std::collections::HashSet;

use time::{Duration, OffsetDateTime};

use crate::{
    browser_id::BrowserId,
    length::{Intervals, TimerLength},
    occurrence::last_too_late,
    ring_settings::{Label, Sound},
};

/// The most time that a timer can have left after an extension: 23:59:59.
pub const LONGEST_EXTENDED: Duration = Duration::seconds(86_399);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimerId(pub i64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerSettings {
    pub plan: Plan,
    pub sound: Sound,
    pub label: Option<Label>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    Once(TimerLength),
    /// Steps in rounds. The timer rings at the end of each step.
    Intervals(Intervals),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// The index of the present step over all rounds; 0 for a timer without steps.
    pub step: u16,
    /// The total length of the present step, if that is not the planned one.
    pub extended_to: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTimer {
    pub browser: BrowserId,
    pub settings: TimerSettings,
    pub countdown: Countdown,
    pub created_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer {
    pub id: TimerId,
    pub browser: BrowserId,
    pub settings: TimerSettings,
    pub countdown: Countdown,
    /// The present step, and its extended length.
    pub progress: Progress,
    pub created_at: OffsetDateTime,
}

impl From<TimerLength> for Plan {
    fn from(length: TimerLength) -> Self {
        Self::Once(length)
    }
}

impl Plan {
    /// The number of steps in all rounds; 1 for a timer without steps.
    pub fn count(&self) -> u16 {
        match self {
            Self::Once(_) => 1,
            Self::Intervals(intervals) => intervals.count(),
        }
    }

    pub fn step(&self, index: u16) -> Duration {
        match self {
            Self::Once(length) => length.duration(),
            Self::Intervals(intervals) => intervals.step(index).length.duration(),
        }
    }

    pub fn total_seconds(&self) -> i32 {
        match self {
            Self::Once(length) => length.total_seconds(),
            Self::Intervals(intervals) => intervals.total_seconds(),
        }
    }

    pub const fn intervals(&self) -> Option<&Intervals> {
        match self {
            Self::Once(_) => None,
            Self::Intervals(intervals) => Some(intervals),
        }
    }
}

impl NewTimer {
    /// How many rings of its steps its first run has; 0 if it does not start, and for a timer without steps.
    pub fn steps_begun(&self) -> u16 {
        let intervals = self.settings.plan.intervals().filter(|_| self.countdown.is_running());
        intervals.map_or(0, Intervals::count)
    }

    pub fn new(browser: BrowserId, settings: TimerSettings, start: bool, now: OffsetDateTime) -> Self {
        let whole = settings.plan.step(0);
        let countdown = if start { Countdown::Running(now + whole) } else { Countdown::Stopped(whole) };
        Self { browser, settings, countdown, created_at: now }
    }
}

impl Timer {
    /// How many rings of its steps a run has before it, if it begins with this change of `before`; 0 for a run that goes
    /// on, and for a timer without steps.
    pub fn steps_begun(&self, before: Option<&Self>) -> u16 {
        let is_same = |before: &Self| {
            (before.countdown, before.progress, &before.settings.plan)
                == (self.countdown, self.progress, &self.settings.plan)
        };
        match self.settings.plan.intervals() {
            Some(intervals) if self.countdown.is_running() && !before.is_some_and(is_same) => {
                intervals.count().saturating_sub(self.progress.step)
            }
            _ => 0,
        }
    }

    /// The total length of the present step, extensions included.
    pub fn run(&self) -> Duration {
        self.progress.extended_to.unwrap_or_else(|| self.settings.plan.step(self.progress.step))
    }

    /// The time left of the present step at `now`: never negative, nor more than its total length.
    pub fn remaining(&self, now: OffsetDateTime) -> Duration {
        self.countdown.remaining(now).min(self.run())
    }

    /// The timer with new settings; a new plan resets it.
    #[must_use]
    pub fn changed(self, settings: TimerSettings) -> Self {
        let is_same = settings.plan == self.settings.plan;
        let changed = Self { settings, ..self };
        if is_same { changed } else { changed.reset() }
    }

    /// Resets the timer: it is stopped with its first step complete.
    #[must_use]
    pub fn reset(self) -> Self {
        let countdown = Countdown::Stopped(self.settings.plan.step(0));
        Self { countdown, progress: Progress::default(), ..self }
    }

    /// Starts the timer with the time that is left, or from its beginning if nothing is.
    #[must_use]
    pub fn started(self, now: OffsetDateTime) -> Self {
        let timer = if self.still_stands_at_its_end() { self.reset() } else { self };
        Self { countdown: timer.countdown.started(timer.run(), now), ..timer }
    }

    /// Starts the timer as of `at`, in milliseconds and at the latest `now`. Steps that have ended since then do not ring.
    /// A running timer is unchanged.
    #[must_use]
    pub fn started_earlier(self, at: OffsetDateTime, now: OffsetDateTime) -> Self {
        if self.countdown.is_running() {
            return self;
        }
        let mut timer = self.started(at.truncate_to_millisecond().min(now));
        while let Some(ended_at) = timer.countdown.ends_at().filter(|ends_at| *ends_at <= now) {
            timer = timer.after_ring(ended_at);
        }
        timer
    }

    /// Pauses the timer. A stopped one is unchanged.
    #[must_use]
    pub fn paused(self, now: OffsetDateTime) -> Self {
        Self { countdown: self.countdown.paused(self.run(), now), ..self }
    }

    /// Toggles the timer: pauses a running one and starts a stopped one.
    #[must_use]
    pub fn toggled(self, now: OffsetDateTime) -> Self {
        if self.countdown.is_running() { self.paused(now) } else { self.started(now) }
    }

    /// Adds time to the timer, up to [`LONGEST_EXTENDED`].
    ///
    /// A running timer ends later, a completed one runs for that time again, a paused one has more left. A timer that
    /// has run out but is not claimed yet counts as completed.
    #[must_use]
    pub fn extended(self, by: TimerLength, now: OffsetDateTime) -> Self {
        let timer = self.rung_if_over(now);
        if timer.still_stands_at_its_end() {
            let progress = Progress { extended_to: Some(by.duration()), ..timer.progress };
            return Self { countdown: Countdown::Running(now + by.duration()), progress, ..timer };
        }
        let left = timer.countdown.remaining(now);
        let more = by.duration().min(LONGEST_EXTENDED - left).max(Duration::ZERO);
        let countdown = match timer.countdown {
            Countdown::Running(ends_at) => Countdown::Running(ends_at + more),
            Countdown::Stopped(left) => Countdown::Stopped(left + more),
        };
        let progress = Progress { extended_to: Some(timer.run() + more), ..timer.progress };
        Self { countdown, progress, ..timer }
    }

    /// How many rings of steps an extension at `now` adds: the last step of a timer that has ended rings once more.
    pub fn steps_extended(&self, now: OffsetDateTime) -> u16 {
        let has_ended = || self.clone().rung_if_over(now).still_stands_at_its_end();
        u16::from(self.settings.plan.intervals().is_some() && has_ended())
    }

    /// Moves the end of a running timer, to an instant from `now` to [`LONGEST_EXTENDED`] later. `run` is the total length
    /// of its step afterwards, at least what is left; by default as before. A stopped timer, and one that has run out, are
    /// unchanged.
    #[must_use]
    pub fn ending_at(self, end: OffsetDateTime, run: Option<Duration>, now: OffsetDateTime) -> Self {
        if self.countdown.ends_at().is_none_or(|present| present <= now) {
            return self;
        }
        let end = end.truncate_to_millisecond().clamp(now, now + LONGEST_EXTENDED);
        let run = run.unwrap_or_else(|| self.run()).max(end - now);
        let is_planned = run == self.settings.plan.step(self.progress.step);
        let progress = Progress { extended_to: (!is_planned).then_some(run), ..self.progress };
        Self { countdown: Countdown::Running(end), progress, ..self }
    }

    /// The timer after the end of its present step: it runs on with the next step, or is complete.
    ///
    /// Steps follow each other without a gap, however late the end was processed. Steps whose end is too late to ring
    /// at `now` are missed.
    #[must_use]
    pub fn after_ring(self, now: OffsetDateTime) -> Self {
        let Countdown::Running(mut ends_at) = self.countdown else { return self };
        for step in self.progress.step.saturating_add(1)..self.settings.plan.count() {
            ends_at += self.settings.plan.step(step);
            if ends_at > last_too_late(now) {
                let progress = Progress { step, extended_to: None };
                return Self { countdown: Countdown::Running(ends_at), progress, ..self };
            }
        }
        self.completed()
    }

    #[must_use]
    pub fn completed(self) -> Self {
        let progress = Progress { step: self.settings.plan.count().saturating_sub(1), extended_to: None };
        Self { countdown: Countdown::COMPLETED, progress, ..self }
    }

    fn rung_if_over(self, now: OffsetDateTime) -> Self {
        let is_over = self.countdown.ends_at().is_some_and(|ends_at| ends_at <= now);
        if is_over { self.after_ring(now) } else { self }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Countdown {
    /// Counting down to this instant.
    Running(OffsetDateTime),
    /// Stopped with this much left: all of it, part of it (paused), or nothing (completed).
    Stopped(Duration),
}

impl Countdown {
    pub const COMPLETED: Self = Self::Stopped(Duration::ZERO);

    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running(_))
    }

    pub const fn ends_at(self) -> Option<OffsetDateTime> {
        match self {
            Self::Running(ends_at) => Some(ends_at),
            Self::Stopped(_) => None,
        }
    }

    /// The time left at `now`; never negative.
    pub fn remaining(self, now: OffsetDateTime) -> Duration {
        match self {
            Self::Running(ends_at) => (ends_at - now).max(Duration::ZERO),
            Self::Stopped(remaining) => remaining,
        }
    }

    /// Starts the countdown with the time that is left, or with the whole length if nothing is. A running one is
    /// unchanged.
    #[must_use]
    pub fn started(self, whole: Duration, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(_) => self,
            Self::Stopped(remaining) if remaining.is_zero() => Self::Running(now + whole),
            Self::Stopped(remaining) => Self::Running(now + remaining),
        }
    }

    /// Pauses the countdown. It has at most the whole length left, even if this clock is behind the one by which it was
    /// started.
    ///
    /// A countdown that has run out cannot be paused: it is about to complete, and its ring must not be lost.
    #[must_use]
    pub fn paused(self, whole: Duration, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(ends_at) if ends_at > now => Self::Stopped((ends_at - now).min(whole)),
            Self::Running(_) | Self::Stopped(_) => self,
        }
    }
}

pub const MOST_ORDERED: usize = 1_000;

/// The interval between two ordered timers.
const GAP: Duration = Duration::MICROSECOND;

/// The order that a visitor has chosen for their timers.
///
/// Timers are sorted by creation. Timers that were ordered by hand are sorted as if they had been created in that
/// order, before all others. So new timers come last, as they do without an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerOrder(Vec<TimerId>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ids must be a list of at most 1000 whole numbers")]
pub struct TimerOrderError;

impl TimerOrder {
    /// At most [`MOST_ORDERED`] timers. If an id appears twice, its first position counts.
    pub fn new(mut ids: Vec<TimerId>) -> Result<Self, TimerOrderError> {
        if ids.len() > MOST_ORDERED {
            return Err(TimerOrderError);
        }
        let mut named = HashSet::new();
        ids.retain(|id| named.insert(*id));
        Ok(Self(ids))
    }

    pub fn ids(&self) -> &[TimerId] {
        &self.0
    }

    /// The instants that these timers are sorted by, all before `first`, the earliest instant of the list.
    pub fn places(&self, first: OffsetDateTime) -> impl Iterator<Item = (TimerId, OffsetDateTime)> {
        let mut place = first;
        // Computed from the last one backwards.
        self.0.iter().rev().map(move |id| {
            place = place.saturating_sub(GAP);
            (*id, place)
        })
    }
}
