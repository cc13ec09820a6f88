//! The JSON of a timer.

use serde::Serialize;
use time::OffsetDateTime;
use tokibako_domain::{browser_id::BrowserId, intervals::Intervals, label::Label, timer::Timer};
use tokibako_storage::KeyedRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    openapi::schema,
    response::{
        instant::Instant,
        step::StepView,
        text::{browser_id, uuid_or_null},
    },
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
    #[schema(schema_with = schema::plan_hours)]
    hours: i32,
    #[schema(schema_with = schema::sixtieths)]
    minutes: i32,
    #[schema(schema_with = schema::sixtieths)]
    seconds: i32,
    /// hours · 3600 + minutes · 60 + seconds. If the timer has steps, this is the sum of all steps in all rounds.
    #[schema(schema_with = schema::plan_seconds)]
    total_seconds: i32,
    /// The steps of one round; null for a timer without steps.
    #[schema(required = true)]
    steps: Option<Vec<StepView>>,
    /// The number of rounds; null without steps.
    #[schema(required = true, schema_with = schema::rounds)]
    rounds: Option<u8>,
    /// The index of the current step, counted from 0 over all rounds; null without steps.
    #[schema(required = true, schema_with = schema::step)]
    step: Option<u16>,
    /// The total seconds of the current run, or of the current step, including extensions.
    #[schema(minimum = 1)]
    run_seconds: i64,
    /// Whether the timer is running.
    #[schema(schema_with = schema::flag)]
    enabled: u8,
    #[schema(schema_with = schema::sound)]
    sound: &'static str,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<&'a str>,
    created_at: Instant,
    /// When the timer, or its current step, ends; null unless the timer is running.
    #[schema(required = true)]
    ends_at: Option<Instant>,
    /// The remaining milliseconds, of the current step if there are steps, at the time of this response.
    #[schema(minimum = 0)]
    remaining_ms: i64,
    /// The key that its client chose when it created the timer. Present in lists and in the response to the creation;
    /// absent if there is no key.
    #[serde(serialize_with = "uuid_or_null", skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = schema::client_key)]
    client_key: Option<Uuid>,
}

impl<'a> TimerView<'a> {
    pub(crate) fn at(timer: &'a Timer, now: OffsetDateTime) -> Self {
        let settings = &timer.settings;
        let (remaining, run) = (timer.remaining(now), timer.run());
        let (total, intervals) = (settings.plan.total_seconds(), settings.plan.intervals());
        Self {
            id: timer.id.0,
            browser_id: timer.browser,
            hours: total / 3600,
            minutes: total % 3600 / 60,
            seconds: total % 60,
            total_seconds: total,
            steps: intervals.map(StepView::all),
            rounds: intervals.map(Intervals::rounds),
            step: intervals.map(|_| timer.progress.step),
            run_seconds: run.whole_seconds() + i64::from(run.subsec_nanoseconds() > 0),
            enabled: timer.countdown.is_running().into(),
            sound: settings.sound.as_str(),
            label: settings.label.as_ref().map(Label::as_str),
            created_at: Instant(timer.created_at),
            ends_at: timer.countdown.ends_at().map(Instant),
            remaining_ms: i64::try_from(remaining.whole_milliseconds()).unwrap_or(i64::MAX),
            client_key: None,
        }
    }

    pub(crate) fn list(timers: &'a [KeyedRow<Timer>], now: OffsetDateTime) -> Vec<Self> {
        timers.iter().map(|keyed| Self::at(&keyed.row, now).keyed(keyed.key)).collect()
    }

    pub(crate) fn keyed(self, client_key: Option<Uuid>) -> Self {
        Self { client_key, ..self }
    }
}
