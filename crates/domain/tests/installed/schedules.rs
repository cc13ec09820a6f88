//! The properties of schedules by installed rules: compiled files, and rules without an end.

#[path = "../schedule_properties/mod.rs"]
mod schedule_properties;

use jiff::Timestamp;
use time::{OffsetDateTime, UtcOffset};
use tokibako_domain::zone::Zone;

use crate::RULES;

fn zones() -> Vec<Zone> {
    RULES.keys().map(|name| name.parse().unwrap()).collect()
}

fn offset_at(zone: Zone, instant: OffsetDateTime) -> UtcOffset {
    let instant = Timestamp::from_second(instant.unix_timestamp()).unwrap();
    UtcOffset::from_whole_seconds(RULES.get(zone.name()).unwrap().to_offset(instant).seconds()).unwrap()
}
