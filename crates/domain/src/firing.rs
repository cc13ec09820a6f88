//! A firing: one ring of one alarm or timer, which happens exactly once.

use time::{Duration, OffsetDateTime};

use crate::{alarm::Alarm, answer::RingAnswer, browser_id::BrowserId, occurrence::STEP_RINGS_FOR, timer::Timer};

/// How long a firing is kept for reconnecting streams.
pub const REPLAY_WINDOW: Duration = Duration::hours(1);

/// The position of a firing in the log: later firings have greater numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FiringId(pub i64);

/// Identifies a ring: the row and the due instant. No two rings share both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RingId {
    pub kind: Kind,
    /// The id of the alarm or timer.
    pub row: i64,
    pub scheduled_for: OffsetDateTime,
}

/// The alarm or timer that rang, as it is after the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RingSubject {
    Alarm(Alarm),
    Timer(Timer),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Alarm,
    Timer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("kind must be alarm or timer")]
pub struct UnknownKind;

names! {
    Kind, UnknownKind: Alarm = "alarm", Timer = "timer"
}

/// A ring that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFiring {
    pub scheduled_for: OffsetDateTime,
    pub subject: RingSubject,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firing {
    pub id: FiringId,
    pub ring: Ring,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ring {
    pub scheduled_for: OffsetDateTime,
    pub subject: RingSubject,
    pub answered: Option<RingAnswer>,
}

impl From<NewFiring> for Ring {
    fn from(NewFiring { scheduled_for, subject }: NewFiring) -> Self {
        Self { scheduled_for, subject, answered: None }
    }
}

impl Ring {
    /// Whether it has ended at `now` without an answer.
    pub fn is_over_at(&self, now: OffsetDateTime) -> bool {
        self.is_of_step() && self.scheduled_for + STEP_RINGS_FOR < now
    }

    /// Whether a step of an interval timer begins with it. The timer runs on.
    pub const fn is_of_step(&self) -> bool {
        self.subject.is_step()
    }

    pub const fn id(&self) -> RingId {
        RingId { kind: self.subject.kind(), row: self.subject.row(), scheduled_for: self.scheduled_for }
    }
}

impl RingSubject {
    pub const fn browser(&self) -> BrowserId {
        match self {
            Self::Alarm(alarm) => alarm.browser,
            Self::Timer(timer) => timer.browser,
        }
    }

    /// The id of the alarm or timer.
    pub const fn row(&self) -> i64 {
        match self {
            Self::Alarm(alarm) => alarm.id.0,
            Self::Timer(timer) => timer.id.0,
        }
    }

    /// Whether it is a timer that runs on with its next step.
    pub const fn is_step(&self) -> bool {
        matches!(self, Self::Timer(timer) if timer.countdown.is_running())
    }

    pub const fn kind(&self) -> Kind {
        match self {
            Self::Alarm(_) => Kind::Alarm,
            Self::Timer(_) => Kind::Timer,
        }
    }

    /// Whether a ring that was due at `due` and left the row like this is still current, given the row as it is now.
    pub fn is_current(&self, row: &Self, due: OffsetDateTime) -> bool {
        match (row, self) {
            (Self::Alarm(alarm), Self::Alarm(after)) => alarm.has_current_ring(after, due),
            (Self::Timer(timer), Self::Timer(after)) => timer.has_current_ring(after),
            _ => false,
        }
    }
}
