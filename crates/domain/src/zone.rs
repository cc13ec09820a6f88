//! Time zones of the IANA database, and the conversion of local times to instants.

use std::{
    borrow::Cow,
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

use time::{Date, OffsetDateTime, UtcOffset};

use crate::{
    time_of_day::TimeOfDay,
    zone_database::{ZoneDatabase, ZoneDefinition},
    zone_rules::ZoneRules,
};

/// A zone of the IANA time zone database, named as there (`Europe/Berlin`), links included (`GB`).
///
/// Two zones are equal if they have the same name.
#[derive(Clone, Copy)]
pub struct Zone(&'static ZoneDefinition);

/// The text is not a zone of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("timezone must be a name from the IANA time zone database, such as Asia/Tokyo")]
pub struct UnknownZone;

static UTC: ZoneDefinition = ZoneDefinition { name: Cow::Borrowed("UTC"), rules: ZoneRules::UTC };

impl Zone {
    /// Coordinated Universal Time, the default zone of an alarm.
    pub const UTC: Self = Self(&UTC);

    /// The name in the IANA database.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// All zones and links of the database in use, in the order of their names.
    pub fn all() -> impl Iterator<Item = Self> {
        ZoneDatabase::in_use().all().map(Self)
    }

    /// The local date in this zone at `instant`.
    ///
    /// `None` beyond the calendar of [`time::Date`] (years −9999 to 9999).
    ///
    /// ```
    /// use time::macros::{date, datetime};
    /// use tokibako_domain::zone::Zone;
    ///
    /// // Samoa left out 30 December 2011: at 10:00 UTC its clocks went from the 29th to the 31st.
    /// let apia: Zone = "Pacific/Apia".parse().unwrap();
    /// assert_eq!(apia.local_date(datetime!(2011-12-30 09:59:59 UTC)), Some(date!(2011-12-29)));
    /// assert_eq!(apia.local_date(datetime!(2011-12-30 10:00:00 UTC)), Some(date!(2011-12-31)));
    /// ```
    #[must_use]
    pub fn local_date(self, instant: OffsetDateTime) -> Option<Date> {
        self.local(instant).map(OffsetDateTime::date)
    }

    /// The local date and time in this zone at `instant`.
    ///
    /// `None` beyond the calendar of [`time::Date`] (years −9999 to 9999).
    ///
    /// ```
    /// use time::macros::datetime;
    /// use tokibako_domain::zone::Zone;
    ///
    /// let kathmandu: Zone = "Asia/Kathmandu".parse().unwrap();
    /// assert_eq!(kathmandu.local(datetime!(2026-11-21 18:15 UTC)), Some(datetime!(2026-11-22 00:00 +5:45)));
    /// ```
    #[must_use]
    pub fn local(self, instant: OffsetDateTime) -> Option<OffsetDateTime> {
        instant.checked_to_offset(self.0.rules.offset_at(instant)?)
    }

    /// The instant at which clocks in this zone show `time` on `date`.
    ///
    /// Clock changes are handled as docs/time.md says: a local time that is skipped is later
    /// by the length of the gap; one that occurs twice means the first occurrence. `None` if the instant is beyond the
    /// calendar of [`time::Date`] (years −9999 to 9999).
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
    ///
    /// // Lord Howe Island skips half an hour: 02:15 becomes 02:45 (UTC+11).
    /// let lord_howe: Zone = "Australia/Lord_Howe".parse().unwrap();
    /// let quarter_past_two = TimeOfDay::new(2, 15).unwrap();
    /// assert_eq!(lord_howe.instant(date!(2026-10-04), quarter_past_two), Some(datetime!(2026-10-03 15:45 UTC)));
    /// ```
    #[must_use]
    pub fn instant(self, date: Date, time: TimeOfDay) -> Option<OffsetDateTime> {
        let local = date.with_hms(time.hour(), time.minute(), 0).ok()?;
        local.assume_offset(self.0.rules.offset_of_local(local)?).checked_to_offset(UtcOffset::UTC)
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Zone {}

impl Hash for Zone {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl FromStr for Zone {
    type Err = UnknownZone;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        ZoneDatabase::in_use().get(name).map(Self).ok_or(UnknownZone)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
