//! The next instant at which a schedule rings.

use time::{Duration, OffsetDateTime};

use crate::{repeat::Repeat, time_of_day::TimeOfDay, zone::Zone};

/// When an alarm rings: a time on the wall, the days it applies to, and whose wall it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The time that clocks in `zone` show.
    pub time: TimeOfDay,
    /// The days on which it rings.
    pub repeat: Repeat,
    /// The zone whose clocks count.
    pub zone: Zone,
}

/// A date that a zone left out altogether (Apia, 30 December 2011) rings a day late, so the search
/// starts two days before the date on which `after` falls.
const DAYS_BEFORE: i64 = 2;

/// From any date, the longest run without an allowed day is the five of a weekend rule; one more is
/// needed where today's occurrence is over, and as many as were searched before.
const DAYS_SEARCHED: i64 = DAYS_BEFORE + 9;

impl Schedule {
    /// The first occurrence strictly after `after`.
    ///
    /// `None` where it would fall beyond the year 9999. See [`Zone::instant`] for clock changes.
    #[must_use]
    pub fn next_after(&self, after: OffsetDateTime) -> Option<OffsetDateTime> {
        let today = self.zone.local_date(after)?;
        (0..DAYS_SEARCHED)
            .filter_map(|day| today.checked_add(Duration::days(day - DAYS_BEFORE)))
            .filter(|date| self.repeat.allows(date.weekday()))
            .filter_map(|date| self.zone.instant(date, self.time))
            .find(|instant| *instant > after)
    }
}
