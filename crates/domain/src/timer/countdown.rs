//! The state of a countdown, without the plan of its timer.

use time::{Duration, OffsetDateTime};

/// The state of a countdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Countdown {
    /// Counting down to this instant.
    Running(OffsetDateTime),
    /// Stopped with this much left: all of it, part of it (paused), or nothing (completed).
    Stopped(Duration),
}

impl Countdown {
    /// A timer that has run out.
    pub const COMPLETED: Self = Self::Stopped(Duration::ZERO);

    /// Whether it is counting down.
    #[must_use]
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running(_))
    }

    /// When it runs out, if it is running.
    #[must_use]
    pub const fn ends_at(self) -> Option<OffsetDateTime> {
        match self {
            Self::Running(ends_at) => Some(ends_at),
            Self::Stopped(_) => None,
        }
    }

    /// The time left at `now`; never negative.
    #[must_use]
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
