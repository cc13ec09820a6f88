//! Values of the API's JSON: instants (RFC 3339 in UTC with `Z`, with seconds or milliseconds), domain values as text,
//! steps, answers.

use std::fmt;

use serde::{Serialize, Serializer, ser::Error};
use time::{Date, OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use tokibako_domain::{
    answer::RingAnswer,
    browser_id::BrowserId,
    day::{TimeOfDay, Weekdays},
    length::{Intervals, Step},
    ring_settings::Label,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::openapi::schema;

/// An instant in JSON.
#[derive(Clone, Copy, ToSchema)]
#[schema(value_type = String, format = DateTime, examples("2026-11-21T22:30:00Z"))]
pub(crate) struct Instant(pub(crate) OffsetDateTime);

/// The text is not an instant of the years 0 to 9999.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} must be an instant such as 2026-11-21T22:30:00Z")]
pub(crate) struct InstantError(&'static str);

impl Instant {
    /// Parses RFC 3339 with any offset for the field `name`.
    ///
    /// A `+` that a client did not percent-encode arrives in a query as a space and is read as `+`.
    pub(crate) fn parse(name: &'static str, text: &str) -> Result<OffsetDateTime, InstantError> {
        OffsetDateTime::parse(&text.replace(' ', "+"), &Rfc3339)
            .ok()
            .and_then(|instant| instant.checked_to_offset(UtcOffset::UTC))
            .filter(|instant| (0..=9999).contains(&instant.year()))
            .ok_or(InstantError(name))
    }
}

/// Written digit by digit, because a list of ten alarms has thirty instants: formatting them with `time` took a tenth
/// of the time of a list.
impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (year, month, day) = self.0.to_calendar_date();
        let (hour, minute, second, millisecond) = self.0.to_hms_milli();
        let year = u16::try_from(year).map_err(S::Error::custom)?;
        let [y1, y2, y3, y4] = digits(year);
        let [_, _, m1, m2] = digits(u8::from(month).into());
        let [_, _, d1, d2] = digits(day.into());
        let [_, _, h1, h2] = digits(hour.into());
        let [_, _, n1, n2] = digits(minute.into());
        let [_, _, s1, s2] = digits(second.into());
        let [_, f1, f2, f3] = digits(millisecond);
        let mut text = [
            y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2, b'.', f1, f2, f3,
            b'Z',
        ];
        let text = if millisecond == 0 {
            text[19] = b'Z';
            &text[..20]
        } else {
            &text[..]
        };
        serializer.serialize_str(str::from_utf8(text).map_err(S::Error::custom)?)
    }
}

/// The four digits of a number below 10,000.
const fn digits(number: u16) -> [u8; 4] {
    [digit(number / 1_000), digit(number / 100), digit(number / 10), digit(number)]
}

/// The last digit of a number.
const fn digit(number: u16) -> u8 {
    b'0' + (number % 10) as u8
}

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

/// A step of a round.
#[derive(Serialize, ToSchema)]
#[schema(as = Step)]
pub(crate) struct StepView {
    #[schema(schema_with = schema::total_seconds)]
    seconds: i32,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<String>,
}

impl StepView {
    /// The steps of one round.
    pub(crate) fn all(intervals: &Intervals) -> Vec<Self> {
        intervals.steps().map(Self::of).collect()
    }

    fn of(step: &Step) -> Self {
        Self { seconds: step.length.total_seconds(), label: step.label.as_ref().map(Label::as_str).map(str::to_owned) }
    }
}

/// The answer to a ring.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Answered)]
pub(crate) struct AnsweredView {
    #[schema(schema_with = schema::answer)]
    answer: &'static str,
    /// When the answer was given.
    at: Instant,
    /// Until when the answer snoozes the alarm; null if it does not.
    #[schema(required = true)]
    snoozed_until: Option<Instant>,
}

impl AnsweredView {
    pub(crate) fn of(answered: RingAnswer) -> Self {
        Self {
            answer: answered.answer.as_str(),
            at: Instant(answered.at),
            snoozed_until: answered.snoozed_until.map(Instant),
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[track_caller]
    fn writes(instant: OffsetDateTime, expected: &str) {
        assert_eq!(serde_json::to_string(&Instant(instant)).unwrap(), format!("\"{expected}\""));
    }

    #[track_caller]
    fn reads(text: &str, expected: OffsetDateTime) {
        assert_eq!(Instant::parse("after", text), Ok(expected), "{text}");
    }

    #[track_caller]
    fn refuses(text: &str) {
        assert_eq!(Instant::parse("after", text), Err(InstantError("after")), "{text}");
    }

    #[test]
    fn an_instant_is_written_with_as_few_digits_as_needed() {
        writes(datetime!(2026-11-21 22:30 UTC), "2026-11-21T22:30:00Z");
        writes(datetime!(2026-11-21 22:30:00.5 UTC), "2026-11-21T22:30:00.500Z");
        writes(datetime!(2026-11-21 22:30:00.007 UTC), "2026-11-21T22:30:00.007Z");
        writes(datetime!(2026-11-21 22:30:00.000_9 UTC), "2026-11-21T22:30:00Z");
        writes(datetime!(0001-01-01 00:00 UTC), "0001-01-01T00:00:00Z");
    }

    #[test]
    fn an_instant_is_parsed_with_any_offset() {
        reads("2026-11-21T22:30:00Z", datetime!(2026-11-21 22:30 UTC));
        reads("2026-11-21t22:30:00.25z", datetime!(2026-11-21 22:30:00.25 UTC));
        reads("2026-11-22T07:30:00+09:00", datetime!(2026-11-21 22:30 UTC));
        reads("2026-11-22T07:30:00 09:00", datetime!(2026-11-21 22:30 UTC));
        reads("2026-11-21T19:00:00-03:30", datetime!(2026-11-21 22:30 UTC));
        reads("9999-12-31T23:59:59Z", datetime!(9999-12-31 23:59:59 UTC));
    }

    #[test]
    fn an_invalid_instant_is_refused() {
        refuses("");
        refuses("now");
        refuses("2026-11-21");
        refuses("2026-11-21T22:30:00");
        refuses("2026-13-01T00:00:00Z");
        refuses("2026-02-29T00:00:00Z");
        refuses("2026-11-21T24:00:00Z");
        refuses("2026-11-21T22:30:00Z\0");
        refuses("1763764200");
    }

    #[test]
    fn an_offset_that_leads_out_of_the_calendar_is_refused() {
        refuses("9999-12-31T23:59:59-00:01");
        refuses("0000-01-01T00:00:00+00:01");
        refuses("+12026-11-21T22:30:00Z");
    }
}
