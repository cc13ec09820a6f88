//! A firing: one ring of one alarm or timer, which happens exactly once.

use time::{Duration, OffsetDateTime};

use crate::{alarm::Alarm, browser_id::BrowserId, timer::Timer};

/// How long a firing is kept for streams that come back.
pub const REPLAY_WINDOW: Duration = Duration::hours(1);

/// The place of a firing in the log of all firings: later ones have greater numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FiringId(pub i64);

/// What rang, as it stands after the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rung {
    /// An alarm's time has come.
    Alarm(Alarm),
    /// A timer has run out.
    Timer(Timer),
}

/// The two kinds of things that ring; each has an event stream of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An alarm.
    Alarm,
    /// A timer.
    Timer,
}

impl Kind {
    /// The name of the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Alarm => "alarm",
            Self::Timer => "timer",
        }
    }
}

/// A ring that was not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFiring {
    /// The instant for which it was due.
    pub scheduled_for: OffsetDateTime,
    /// What rang.
    pub rung: Rung,
}

/// A ring in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firing {
    /// Its place in the log.
    pub id: FiringId,
    /// The instant for which it was due; with the row's number it tells one ring from another.
    pub scheduled_for: OffsetDateTime,
    /// What rang.
    pub rung: Rung,
}

impl Rung {
    /// Whose it is.
    #[must_use]
    pub const fn browser(&self) -> BrowserId {
        match self {
            Self::Alarm(alarm) => alarm.browser,
            Self::Timer(timer) => timer.browser,
        }
    }

    /// Which kind it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Alarm(_) => Kind::Alarm,
            Self::Timer(_) => Kind::Timer,
        }
    }
}
