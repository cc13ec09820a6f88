//! The JSON of a timer.

use serde::Serialize;
use time::OffsetDateTime;
use tokibako_domain::{browser_id::BrowserId, label::Label, timer::Timer};
use utoipa::ToSchema;

use crate::{
    openapi::schema,
    response::{instant::Instant, list::JsonRow, text::browser_id},
};

/// A timer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Timer)]
pub(crate) struct TimerView<'a> {
    id: i64,
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    browser_id: BrowserId,
    #[schema(schema_with = schema::hours)]
    hours: u8,
    #[schema(schema_with = schema::sixtieths)]
    minutes: u8,
    #[schema(schema_with = schema::sixtieths)]
    seconds: u8,
    /// hours · 3600 + minutes · 60 + seconds.
    #[schema(schema_with = schema::total_seconds)]
    total_seconds: i32,
    /// Whether it is running.
    #[schema(schema_with = schema::flag)]
    enabled: u8,
    #[schema(schema_with = schema::sound)]
    sound: &'static str,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<&'a str>,
    created_at: Instant,
    /// When it runs out; null unless it is running.
    #[schema(required = true)]
    ends_at: Option<Instant>,
    /// Milliseconds left as of this answer.
    #[schema(minimum = 0)]
    remaining_ms: i64,
}

impl JsonRow for Timer {
    fn write(&self, now: OffsetDateTime, text: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(text, &TimerView::at(self, now))
    }
}

impl<'a> TimerView<'a> {
    /// The view of a timer at `now`.
    pub(crate) fn at(timer: &'a Timer, now: OffsetDateTime) -> Self {
        let settings = &timer.settings;
        let remaining = timer.remaining(now);
        Self {
            id: timer.id.0,
            browser_id: timer.browser,
            hours: settings.length.hours(),
            minutes: settings.length.minutes(),
            seconds: settings.length.seconds(),
            total_seconds: settings.length.total_seconds(),
            enabled: timer.countdown.is_running().into(),
            sound: settings.sound.as_str(),
            label: settings.label.as_ref().map(Label::as_str),
            created_at: Instant(timer.created_at),
            ends_at: timer.countdown.ends_at().map(Instant),
            remaining_ms: i64::try_from(remaining.whole_milliseconds()).unwrap_or(i64::MAX),
        }
    }
}
