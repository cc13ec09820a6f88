//! A countdown timer: start, pause, resume, reset, complete.

use time::{Duration, OffsetDateTime};

use crate::{browser_id::BrowserId, label::Label, length::TimerLength, sound::Sound};

/// The number by which a timer is addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimerId(pub i64);

/// What a person chooses about a timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerSettings {
    /// How long it runs in all.
    pub length: TimerLength,
    /// What it rings with.
    pub sound: Sound,
    /// What it is for.
    pub label: Option<Label>,
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
    /// When it was made.
    pub created_at: OffsetDateTime,
}

impl Countdown {
    /// Standing still with the whole length left.
    #[must_use]
    pub fn full(length: TimerLength) -> Self {
        Self::Stopped(length.duration())
    }

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
    pub fn started(self, length: TimerLength, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(_) => self,
            Self::Stopped(remaining) if remaining.is_zero() => Self::Running(now + length.duration()),
            Self::Stopped(remaining) => Self::Running(now + remaining),
        }
    }

    /// Completed if it has run out by `now`.
    #[must_use]
    fn settled(self, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(ends_at) if ends_at <= now => Self::COMPLETED,
            Self::Running(_) | Self::Stopped(_) => self,
        }
    }

    /// Paused with what remains, at most the whole length: a clock that is behind the one by which it was
    /// started, or was set back since, adds no time.
    ///
    /// One that has already run out cannot be paused: it is about to complete, and its ring must not
    /// be lost.
    #[must_use]
    pub fn paused(self, length: TimerLength, now: OffsetDateTime) -> Self {
        match self {
            Self::Running(ends_at) if ends_at > now => Self::Stopped((ends_at - now).min(length.duration())),
            Self::Running(_) | Self::Stopped(_) => self,
        }
    }
}

impl NewTimer {
    /// A timer made at `now`, running if `start`.
    #[must_use]
    pub fn new(browser: BrowserId, settings: TimerSettings, start: bool, now: OffsetDateTime) -> Self {
        let full = Countdown::full(settings.length);
        let countdown = if start { full.started(settings.length, now) } else { full };
        Self { browser, settings, countdown, created_at: now }
    }

    /// The timer as one that was started at `at`, at the latest now: where it has run out since then it is completed,
    /// without a ring.
    #[must_use]
    pub fn started_earlier(self, at: OffsetDateTime, now: OffsetDateTime) -> Self {
        let full = Countdown::full(self.settings.length);
        Self { countdown: full.started(self.settings.length, at.min(now)).settled(now), ..self }
    }
}

impl Timer {
    /// What is left at `now`: never less than nothing, nor more than the whole length.
    #[must_use]
    pub fn remaining(&self, now: OffsetDateTime) -> Duration {
        self.countdown.remaining(now).min(self.settings.length.duration())
    }

    /// The timer with new settings; a new length resets it.
    #[must_use]
    pub fn changed(self, settings: TimerSettings) -> Self {
        let countdown =
            if settings.length == self.settings.length { self.countdown } else { Countdown::full(settings.length) };
        Self { settings, countdown, ..self }
    }

    /// The timer stopped with its whole length left.
    #[must_use]
    pub fn reset(self) -> Self {
        Self { countdown: Countdown::full(self.settings.length), ..self }
    }

    /// The timer running from what remains.
    #[must_use]
    pub fn started(self, now: OffsetDateTime) -> Self {
        Self { countdown: self.countdown.started(self.settings.length, now), ..self }
    }

    /// The timer as one that was started at `at`, at the latest now: where it has run out since then it is completed,
    /// without a ring. A running one runs on.
    #[must_use]
    pub fn started_earlier(self, at: OffsetDateTime, now: OffsetDateTime) -> Self {
        if self.countdown.is_running() {
            return self;
        }
        Self { countdown: self.countdown.started(self.settings.length, at.min(now)).settled(now), ..self }
    }

    /// The timer standing still with what remains; one that stands still already is as it was.
    #[must_use]
    pub fn paused(self, now: OffsetDateTime) -> Self {
        Self { countdown: self.countdown.paused(self.settings.length, now), ..self }
    }

    /// The timer switched over: running is paused, standing still is started.
    #[must_use]
    pub fn toggled(self, now: OffsetDateTime) -> Self {
        if self.countdown.is_running() { self.paused(now) } else { self.started(now) }
    }

    /// The timer as it stands after it ran out.
    #[must_use]
    pub fn completed(self) -> Self {
        Self { countdown: Countdown::COMPLETED, ..self }
    }
}
