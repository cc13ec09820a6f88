//! The properties of schedules in all zones, with the built-in rules.

#[path = "../schedule_properties/mod.rs"]
mod schedule_properties;

use chrono::{DateTime, Offset as _, TimeZone as _};
use chrono_tz::Tz;
use time::{OffsetDateTime, UtcOffset};
use tokibako_domain::zone::Zone;

fn zones() -> Vec<Zone> {
    Zone::all().collect()
}

fn offset_at(zone: Zone, instant: OffsetDateTime) -> UtcOffset {
    let tz: Tz = zone.name().parse().unwrap();
    let utc = DateTime::from_timestamp(instant.unix_timestamp(), 0).unwrap();
    let seconds = tz.offset_from_utc_datetime(&utc.naive_utc()).fix().local_minus_utc();
    UtcOffset::from_whole_seconds(seconds).unwrap()
}
