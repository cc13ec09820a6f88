//! Domain values that are written as text.

use std::fmt;

use serde::Serializer;
use time::Date;
use tokibako_domain::{browser_id::BrowserId, time_of_day::TimeOfDay, weekdays::Weekdays};
use uuid::Uuid;

/// A browser id in lower case with hyphens.
pub(crate) fn browser_id<S: Serializer>(browser: &BrowserId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&browser.as_uuid())
}

/// `HH:mm`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(crate) fn time_of_day<S: Serializer>(time: &TimeOfDay, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(time)
}

/// The names of days, Monday first, or null.
#[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde calls it with a reference")]
pub(crate) fn weekdays<S: Serializer>(days: &Option<Weekdays>, serializer: S) -> Result<S::Ok, S::Error> {
    match days {
        Some(days) => serializer.collect_seq(days.names()),
        None => serializer.serialize_none(),
    }
}

/// `YYYY-MM-DD`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(crate) fn day<S: Serializer>(day: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(day)
}

/// `YYYY-MM-DD`, or null.
#[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde calls it with a reference")]
pub(crate) fn day_or_null<S: Serializer>(day: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
    match day {
        Some(day) => serializer.collect_str(day),
        None => serializer.serialize_none(),
    }
}

/// A value as it prints itself, or null.
#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
pub(crate) fn text_or_null<T: fmt::Display, S: Serializer>(text: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match text {
        Some(text) => serializer.collect_str(text),
        None => serializer.serialize_none(),
    }
}

/// A UUID in lower case with hyphens, or null.
#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
pub(crate) fn uuid_or_null<S: Serializer>(uuid: &Option<Uuid>, serializer: S) -> Result<S::Ok, S::Error> {
    match uuid {
        Some(uuid) => serializer.collect_str(uuid),
        None => serializer.serialize_none(),
    }
}
