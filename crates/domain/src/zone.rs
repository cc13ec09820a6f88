//! A time zone of the IANA database, and where a local time falls on the line of instants.

use std::{fmt, str::FromStr};

use chrono::{DateTime, LocalResult, NaiveDateTime, Offset, TimeZone};
use chrono_tz::{GapInfo, Tz};
use time::{Date, OffsetDateTime};

use crate::time_of_day::TimeOfDay;

/// A zone of the IANA time zone database, named as there (`Europe/Berlin`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Zone(Tz);

/// The text names no zone of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("timezone is a name of the IANA time zone database, such as Asia/Tokyo")]
pub struct UnknownZone;

impl Zone {
    /// Coordinated Universal Time, the zone of an alarm that was given none.
    pub const UTC: Self = Self(Tz::UTC);

    /// The name in the IANA database.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// All zones and links of the database that this build knows.
    pub fn all() -> impl Iterator<Item = Self> {
        chrono_tz::TZ_VARIANTS.into_iter().map(Self)
    }

    /// The calendar date that a person in this zone reads at `instant`.
    ///
    /// `None` beyond the calendar of [`time::Date`] (years −9999 to 9999).
    #[must_use]
    pub fn local_date(self, instant: OffsetDateTime) -> Option<Date> {
        let utc = DateTime::from_timestamp(instant.unix_timestamp(), 0)?.naive_utc();
        let offset = self.0.offset_from_utc_datetime(&utc).fix().local_minus_utc();
        let local = instant.unix_timestamp().checked_add(offset.into())?;
        OffsetDateTime::from_unix_timestamp(local).ok().map(OffsetDateTime::date)
    }

    /// The instant at which clocks in this zone show `time` on `date`.
    ///
    /// Clock changes are settled as the HTTP contract says: a local time that is skipped falls later by
    /// the length of the gap, one that occurs twice is the first of the two.
    ///
    /// ```
    /// use time::macros::{date, datetime};
    /// use tokibako_domain::{time_of_day::TimeOfDay, zone::Zone};
    ///
    /// let new_york: Zone = "America/New_York".parse().unwrap();
    /// let half_past_two = TimeOfDay::new(2, 30).unwrap();
    /// // 02:30 does not exist on this day; an hour is skipped, so it is 03:30 (UTC−4).
    /// assert_eq!(new_york.instant(date!(2026-03-08), half_past_two), Some(datetime!(2026-03-08 07:30 UTC)));
    /// // 01:30 comes twice; the first is still summer time (UTC−4).
    /// let half_past_one = TimeOfDay::new(1, 30).unwrap();
    /// assert_eq!(new_york.instant(date!(2026-11-01), half_past_one), Some(datetime!(2026-11-01 05:30 UTC)));
    /// ```
    #[must_use]
    pub fn instant(self, date: Date, time: TimeOfDay) -> Option<OffsetDateTime> {
        let local = date.with_hms(time.hour(), time.minute(), 0).ok()?.assume_utc().unix_timestamp();
        let offset = self.offset_of_local(&DateTime::from_timestamp(local, 0)?.naive_utc())?;
        OffsetDateTime::from_unix_timestamp(local - i64::from(offset)).ok()
    }

    /// Seconds east of UTC that hold for a local time: before a gap, or first in an overlap.
    fn offset_of_local(self, local: &NaiveDateTime) -> Option<i32> {
        let offset = match self.0.offset_from_local_datetime(local) {
            LocalResult::Single(offset) | LocalResult::Ambiguous(offset, _) => offset,
            LocalResult::None => GapInfo::new(local, &self.0)?.begin?.1,
        };
        Some(offset.fix().local_minus_utc())
    }
}

impl FromStr for Zone {
    type Err = UnknownZone;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        name.parse().map(Self).map_err(|_| UnknownZone)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
