//! Time zones of the IANA database, where their rules come from, and the conversion of local times to instants.

use std::{
    borrow::Cow,
    collections::{BTreeMap, btree_map},
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
    sync::OnceLock,
};

use chrono::{DateTime, LocalResult, NaiveDateTime, Offset as _, TimeZone as _};
use chrono_tz::{GapInfo, TZ_VARIANTS, Tz};
use jiff::{
    Timestamp, civil,
    tz::{AmbiguousOffset, TimeZone},
};
use time::{Date, OffsetDateTime, PrimitiveDateTime, UtcOffset};

use crate::day::TimeOfDay;

/// A zone of the IANA time zone database, named as there (`Europe/Berlin`), links included (`GB`).
///
/// Two zones are equal if they have the same name.
#[derive(Clone, Copy)]
pub struct Zone(&'static ZoneDefinition);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("timezone must be a name from the IANA time zone database, such as Asia/Tokyo")]
pub struct UnknownZone;

static UTC: ZoneDefinition = ZoneDefinition { name: Cow::Borrowed("UTC"), rules: ZoneRules::UTC };

impl Zone {
    /// Coordinated Universal Time, the default zone of an alarm.
    pub const UTC: Self = Self(&UTC);

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
    /// use tokibako_domain::{day::TimeOfDay, zone::Zone};
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

/// The database in use. [`ZoneDatabase::install`] or the first look-up sets it, whichever comes first.
static IN_USE: OnceLock<ZoneDatabase> = OnceLock::new();

/// Zones by name, as in the [IANA time zone database](https://www.iana.org/time-zones).
#[derive(Debug)]
pub struct ZoneDatabase {
    release: Option<String>,
    zones: BTreeMap<Cow<'static, str>, ZoneDefinition>,
}

/// A zone: its name and its offsets from UTC.
#[derive(Debug)]
pub(crate) struct ZoneDefinition {
    pub(crate) name: Cow<'static, str>,
    pub(crate) rules: ZoneRules,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time zone database is already in use")]
pub struct DatabaseInUse;

impl ZoneDatabase {
    pub fn built_in() -> Self {
        let mut database = Self { release: Some(Self::built_in_release().to_owned()), zones: BTreeMap::new() };
        for tz in TZ_VARIANTS {
            database.put(tz.name().into(), ZoneRules::BuiltIn(tz));
        }
        database
    }

    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        TZ_VARIANTS.iter().map(|tz| tz.name())
    }

    /// The name of the built-in release, such as `2025b`.
    pub fn built_in_release() -> &'static str {
        chrono_tz::IANA_TZDB_VERSION
    }

    /// The name of the release in use, such as `2026f`, if it is known.
    pub fn release_in_use() -> Option<&'static str> {
        Self::in_use().release.as_deref()
    }

    /// Sets the name of the release; `None` if it is unknown.
    pub fn set_release(&mut self, release: Option<String>) {
        self.release = release;
    }

    pub fn contains(&self, name: &str) -> bool {
        self.zones.contains_key(name)
    }

    /// Replaces the built-in rules of this zone, or adds the zone.
    ///
    /// Names in a compiled database that are not zones are ignored.
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, rules: TimeZone) {
        let name = name.into();
        if is_a_zone(&name) {
            self.put(name, ZoneRules::Installed(rules));
        }
    }

    /// Makes this database the one that every [`Zone`] comes from.
    ///
    /// Call it at most once per process, before any zone is looked up by name. Without it, the built-in release is
    /// used.
    pub fn install(self) -> Result<(), DatabaseInUse> {
        IN_USE.set(self).map_err(|_| DatabaseInUse)
    }

    pub(crate) fn in_use() -> &'static Self {
        IN_USE.get_or_init(Self::built_in)
    }

    fn put(&mut self, name: Cow<'static, str>, rules: ZoneRules) {
        self.zones.insert(name.clone(), ZoneDefinition { name, rules });
    }

    pub(crate) fn get(&self, name: &str) -> Option<&ZoneDefinition> {
        self.zones.get(name)
    }

    pub(crate) fn all(&self) -> btree_map::Values<'_, Cow<'static, str>, ZoneDefinition> {
        self.zones.values()
    }
}

/// Excludes the zone that the machine is set to, the rules for incomplete settings, and the name for an unset machine.
fn is_a_zone(name: &str) -> bool {
    !matches!(name, "localtime" | "posixrules" | "Factory")
}

#[derive(Debug)]
pub(crate) enum ZoneRules {
    /// Tables of the built-in release. They end with the year 2099; after that the offset of the last day applies.
    BuiltIn(Tz),
    /// A compiled zone file, whose rules have no end.
    Installed(TimeZone),
}

impl ZoneRules {
    /// Coordinated Universal Time.
    pub(crate) const UTC: Self = Self::BuiltIn(Tz::UTC);

    pub(crate) fn offset_at(&self, instant: OffsetDateTime) -> Option<UtcOffset> {
        let seconds = instant.unix_timestamp();
        let offset = match self {
            Self::BuiltIn(tz) => {
                let utc = DateTime::from_timestamp(seconds, 0)?.naive_utc();
                tz.offset_from_utc_datetime(&utc).fix().local_minus_utc()
            }
            Self::Installed(zone) => {
                // Jiff's range ends a day before the calendar does; no offset changes on that day.
                let within = seconds.clamp(Timestamp::MIN.as_second(), Timestamp::MAX.as_second());
                zone.to_offset(Timestamp::from_second(within).ok()?).seconds()
            }
        };
        UtcOffset::from_whole_seconds(offset).ok()
    }

    /// The offset that gives a local time its instant. If a clock change skips or repeats that time, it is the offset
    /// before the change.
    pub(crate) fn offset_of_local(&self, local: PrimitiveDateTime) -> Option<UtcOffset> {
        let offset = match self {
            Self::BuiltIn(tz) => built_in_offset(*tz, local)?,
            Self::Installed(zone) => installed_offset(zone, local)?,
        };
        UtcOffset::from_whole_seconds(offset).ok()
    }
}

fn built_in_offset(tz: Tz, local: PrimitiveDateTime) -> Option<i32> {
    let local: NaiveDateTime = DateTime::from_timestamp(local.assume_utc().unix_timestamp(), 0)?.naive_utc();
    let before = match tz.offset_from_local_datetime(&local) {
        LocalResult::Single(only) => only,
        LocalResult::Ambiguous(first, _) => first,
        LocalResult::None => GapInfo::new(&local, &tz)?.begin?.1,
    };
    Some(before.fix().local_minus_utc())
}

fn installed_offset(zone: &TimeZone, local: PrimitiveDateTime) -> Option<i32> {
    let local = civil::DateTime::new(
        local.year().try_into().ok()?,
        u8::from(local.month()).cast_signed(),
        local.day().cast_signed(),
        local.hour().cast_signed(),
        local.minute().cast_signed(),
        local.second().cast_signed(),
        0,
    )
    .ok()?;
    let (AmbiguousOffset::Unambiguous { offset: before }
    | AmbiguousOffset::Gap { before, .. }
    | AmbiguousOffset::Fold { before, .. }) = zone.to_ambiguous_timestamp(local).offset();
    Some(before.seconds())
}
