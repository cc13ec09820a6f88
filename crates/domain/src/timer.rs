//! A countdown timer: start, pause, resume, reset, complete.

use time::{Duration, OffsetDateTime};

use crate::{
    browser_id::BrowserId, intervals::Intervals, label::Label, lateness::last_too_late, length::TimerLength,
    sound::Sound,
};

/// The most that a timer has left after it was extended: 23:59:59.
pub const LONGEST_EXTENDED: Duration = Duration::seconds(86_399);

/// The number by which a timer is addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimerId(pub i64);

/// What a person chooses about a timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerSettings {
    /// What it counts down.
    pub plan: Plan,
    /// What it rings with.
    pub sound: Sound,
    /// What it is for.
    pub label: Option<Label>,
}

/// What a timer counts down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// One length.
    Once(TimerLength),
    /// Steps in rounds, each of which rings at its end.
    Intervals(Intervals),
}

/// How far a timer has come in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// The index of the present step over all rounds; 0 where the plan has one length.
    pub step: u16,
    /// How long the present step is in all where it was extended.
    pub extended_to: Option<Duration>,
}

/// Where a countdown stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Countdown {
    /// Counting down to this instant.
    Running(OffsetDateTime),
    /// Standing still with this much left: all of it, part of it (paused), or nothing (completed).
    Stopped(Duration),
}

/// A timer that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTimer {
    /// Whose it is.
    pub browser: BrowserId,
    /// What was chosen.
    pub settings: TimerSettings,
    /// Where it stands.
    pub countdown: Countdown,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

/// A stored timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer {
    /// Its number.
    pub id: TimerId,
    /// Whose it is.
    pub browser: BrowserId,
    /// What was chosen.
    pub settings: TimerSettings,
    /// Where it stands.
    pub countdown: Countdown,
    /// Of which step, and of how long a one.
    pub progress: Progress,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

impl From<TimerLength> for Plan {
    fn from(length: TimerLength) -> Self {
        Self::Once(length)
    }
}

impl Plan {
    /// How many steps it has over all rounds; one length is one step.
    #[must_use]
    pub fn count(&self) -> u16 {
        match self {
            Self::Once(_) => 1,
            Self::Intervals(intervals) => intervals.count(),
        }
    }

    /// How long the step with this index is.
    #[must_use]
    pub fn step(&self, index: u16) -> Duration {
        match self {
            Self::Once(length) => length.duration(),
            Self::Intervals(intervals) => intervals.step(index).length.duration(),
        }
    }

    /// Seconds of the whole plan.
    #[must_use]
    pub fn total_seconds(&self) -> i32 {
        match self {
            Self::Once(length) => length.total_seconds(),
            Self::Intervals(intervals) => intervals.total_seconds(),
        }
    }

    /// The steps and rounds, where it has them.
    #[must_use]
    pub const fn intervals(&self) -> Option<&Intervals> {
        match self {
            Self::Once(_) => None,
            Self::Intervals(intervals) => Some(intervals),
        }
    }
}

impl Countdown {
    /// A timer that has run out.
    pub const COMPLETED: Self = Self::Stopped(Duration::ZERO);

    /// Whether it is counting down.
    #[must_use]
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running(_))
    }

    /// The instant at which it runs out, while it is running.
    #[must_use]
    pub const fn ends_at(self) -> Option<OffsetDateTime> {
        match self {
            Self::Running(ends_at) => Some(ends_at),
            Self::Stopped(_) => None,
        }
    }

    /// What is left at `now`, never less than nothing.
    #[must_use]
    pub fn remaining(self, now: OffsetDateTime) -> Duration {
        match self {
            Self::Running(ends_at) => (ends_at - now).max(Duration::ZERO),
            Self::Stopped(remaining) => remaining,
        }
    }

    /// Running from what remains; from the whole length where nothing does. A running one runs on.
    #[must_use]
    pub fn started(self, whole: Duration, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(_) => self,
            Self::Stopped(remaining) if remaining.is_zero() => Self::Running(now + whole),
            Self::Stopped(remaining) => Self::Running(now + remaining),
        }
    }

    /// Paused with what remains, at most the whole length: a clock that is behind the one by which it was
    /// started, or was set back since, adds no time.
    ///
    /// One that has already run out cannot be paused: it is about to complete, and its ring must not
    /// be lost.
    #[must_use]
    pub fn paused(self, whole: Duration, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(ends_at) if ends_at > now => Self::Stopped((ends_at - now).min(whole)),
            Self::Running(_) | Self::Stopped(_) => self,
        }
    }
}

impl NewTimer {
    /// A timer made at `now`, running if `start`.
    #[must_use]
    pub fn new(browser: BrowserId, settings: TimerSettings, start: bool, now: OffsetDateTime) -> Self {
        let whole = settings.plan.step(0);
        let countdown = if start { Countdown::Running(now + whole) } else { Countdown::Stopped(whole) };
        Self { browser, settings, countdown, created_at: now }
    }
}

impl Timer {
    /// How long the present step is in all: as the plan has it, unless it was extended.
    #[must_use]
    pub fn run(&self) -> Duration {
        self.progress.extended_to.unwrap_or_else(|| self.settings.plan.step(self.progress.step))
    }

    /// What is left of the present step at `now`: never less than nothing, nor more than all of it.
    #[must_use]
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

    /// The timer stopped at its beginning, with all of its first step left.
    #[must_use]
    pub fn reset(self) -> Self {
        let countdown = Countdown::Stopped(self.settings.plan.step(0));
        Self { countdown, progress: Progress::default(), ..self }
    }

    /// The timer running from what remains, from its beginning where nothing does.
    #[must_use]
    pub fn started(self, now: OffsetDateTime) -> Self {
        let timer = if self.still_stands_at_its_end() { self.reset() } else { self };
        Self { countdown: timer.countdown.started(timer.run(), now), ..timer }
    }

    /// The timer as one that was started at `at`, at the latest now. Steps that have ended since then do not ring. A running
    /// one runs on.
    #[must_use]
    pub fn started_earlier(self, at: OffsetDateTime, now: OffsetDateTime) -> Self {
        if self.countdown.is_running() {
            return self;
        }
        let mut timer = self.started(at.min(now));
        while let Some(ended_at) = timer.countdown.ends_at().filter(|ends_at| *ends_at <= now) {
            timer = timer.rung(ended_at);
        }
        timer
    }

    /// The timer standing still with what remains; one that stands still already is as it was.
    #[must_use]
    pub fn paused(self, now: OffsetDateTime) -> Self {
        Self { countdown: self.countdown.paused(self.run(), now), ..self }
    }

    /// The timer switched over: running is paused, standing still is started.
    #[must_use]
    pub fn toggled(self, now: OffsetDateTime) -> Self {
        if self.countdown.is_running() { self.paused(now) } else { self.started(now) }
    }

    /// The timer with `by` more to count down, [`LONGEST_EXTENDED`] in all at most.
    ///
    /// One that runs ends later; one that stands at its end runs for that long again; one that is paused has more left. One
    /// that has run out and is about to complete counts as complete.
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

    /// The timer as it stands after the end of its present step: running on to the end of the next, or complete.
    ///
    /// Steps follow each other without a gap, however late that is noticed. Steps whose end is too late to ring at `now`
    /// are passed over.
    #[must_use]
    pub fn rung(self, now: OffsetDateTime) -> Self {
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

    /// The timer as it stands after it ran out.
    #[must_use]
    pub fn completed(self) -> Self {
        let progress = Progress { step: self.settings.plan.count().saturating_sub(1), extended_to: None };
        Self { countdown: Countdown::COMPLETED, progress, ..self }
    }

    fn rung_if_over(self, now: OffsetDateTime) -> Self {
        let is_over = self.countdown.ends_at().is_some_and(|ends_at| ends_at <= now);
        if is_over { self.rung(now) } else { self }
    }
}
