//! The offset from UTC of a zone, by built-in or installed rules.

use chrono::{DateTime, LocalResult, NaiveDateTime, Offset as _, TimeZone as _};
use chrono_tz::{GapInfo, Tz};
use jiff::{
    Timestamp, civil,
    tz::{AmbiguousOffset, TimeZone},
};
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

/// The offsets of a zone.
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
