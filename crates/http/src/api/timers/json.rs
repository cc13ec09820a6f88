//! The JSON of a timer: the fields of a request, the settings or changes that they become, and the response.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    length::Intervals,
    ring_settings::{Label, Sound},
    timer::{Plan, Timer, TimerSettings},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::plan::{IntervalParts, LengthParts, RoundsField, SentLength, StepsField};
use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::fields,
        field::{Flag, LabelField, NewLabel, Sent, WholeNumber, client_key},
    },
    response::{Instant, StepView, browser_id, text_or_null},
};

/// The fields of a timer that a client may write. Others are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TimerChanges)]
pub(crate) struct TimerFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(schema_with = schema::hours)]
    hours: Sent<WholeNumber>,
    #[schema(schema_with = schema::sixtieths)]
    minutes: Sent<WholeNumber>,
    #[schema(schema_with = schema::sixtieths)]
    seconds: Sent<WholeNumber>,
    /// If sent, it must be the sum of the other three. With steps all four are ignored, because the steps determine the
    /// length.
    #[schema(schema_with = schema::total_seconds)]
    total_seconds: Sent<WholeNumber>,
    /// The steps of one round; the timer rings at the end of each. Null for a timer without steps.
    #[schema(schema_with = schema::steps_taken)]
    steps: Sent<StepsField>,
    /// The number of rounds; 1 by default.
    #[schema(schema_with = schema::rounds)]
    rounds: Sent<RoundsField>,
    #[schema(schema_with = schema::flag_taken)]
    enabled: Sent<Flag>,
    #[schema(schema_with = schema::sound)]
    sound: Sent<String>,
    #[schema(schema_with = schema::label)]
    label: Sent<LabelField>,
    /// For a change with `enabled` 1: when the timer was started, if that was earlier. A page that was offline sends it
    /// later. Steps that have ended by now do not ring.
    #[schema(schema_with = schema::instant_taken)]
    started_at: Sent<String>,
    /// Only for a new timer.
    #[schema(schema_with = schema::client_key)]
    client_key: Sent<String>,
}

#[derive(Default, PartialEq, Eq)]
pub(crate) struct TimerChanges {
    length: LengthParts,
    intervals: IntervalParts,
    enabled: Option<bool>,
    sound: Option<Sound>,
    label: Option<NewLabel>,
    started_at: Option<OffsetDateTime>,
}

fields!(TimerFields);

impl TimerFields {
    pub(crate) fn client_key(&mut self) -> Result<Option<Uuid>, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let key = errors.sent("clientKey", self.client_key.take(), client_key);
        errors.none().map(|()| key)
    }

    /// The settings of a new timer and whether it starts at once.
    pub(crate) fn complete_timer(mut self) -> Result<(TimerSettings, bool), ValidationErrors> {
        if !StepsField::has_any(self.steps.as_ref()) {
            for part in [&mut self.hours.0, &mut self.minutes.0, &mut self.seconds.0] {
                part.get_or_insert_with(WholeNumber::zero);
            }
        }
        let TimerChanges { length, intervals, enabled, sound, label, .. } = self.changes()?;
        let settings = TimerSettings {
            plan: match intervals.onto(None)? {
                Some(intervals) => Plan::Intervals(intervals),
                None => Plan::Once(length.onto(None)?),
            },
            sound: sound.unwrap_or_default(),
            label: label.and_then(|label| label.0),
        };
        Ok((settings, enabled.unwrap_or(false)))
    }

    pub(crate) fn changes(self) -> Result<TimerChanges, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let Self { hours, minutes, seconds, total_seconds: total, .. } = self;
        let has_steps = StepsField::has_any(self.steps.as_ref());
        let intervals = IntervalParts::read(self.steps.0, self.rounds.0, &mut errors);
        let length = if has_steps {
            LengthParts::default()
        } else {
            SentLength { hours, minutes, seconds, total }.read(&mut errors)
        };
        let changes = TimerChanges {
            length,
            intervals,
            enabled: errors.sent("enabled", self.enabled, Flag::value),
            sound: errors.sent("sound", self.sound, |it: String| it.parse()),
            label: errors.sent("label", self.label, LabelField::read),
            started_at: errors.sent("startedAt", self.started_at, |it: String| Instant::parse("startedAt", &it)),
        };
        errors.none().map(|()| changes)
    }
}

impl TimerChanges {
    /// Applies the changes to a timer.
    ///
    /// Refuses parts of a length that are invalid together with the timer's other parts.
    pub(crate) fn of(self, timer: Timer, now: OffsetDateTime) -> Result<Timer, ValidationErrors> {
        let TimerSettings { plan, sound, label } = timer.settings.clone();
        let settings = TimerSettings {
            plan: match (self.intervals.onto(plan.intervals())?, plan) {
                (Some(_), _) if self.length != LengthParts::default() => return Err(length_of_steps()),
                (Some(intervals), _) => Plan::Intervals(intervals),
                (None, Plan::Once(length)) => Plan::Once(self.length.onto(Some(length))?),
                (None, Plan::Intervals(_)) => Plan::Once(self.length.onto(None)?),
            },
            sound: self.sound.unwrap_or(sound),
            label: self.label.map_or(label, |label| label.0),
        };
        let timer = timer.changed(settings);
        Ok(match self.enabled {
            Some(true) => match self.started_at {
                Some(at) => timer.started_earlier(at, now),
                None => timer.started(now),
            },
            Some(false) => timer.reset(),
            None => timer,
        })
    }
}

/// The length of a timer with steps follows from them.
fn length_of_steps() -> ValidationErrors {
    ValidationErrors::only("totalSeconds", "this timer has steps: send steps null with a length")
}

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
    #[serde(serialize_with = "text_or_null", skip_serializing_if = "Option::is_none")]
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

    pub(crate) fn keyed(self, client_key: Option<Uuid>) -> Self {
        Self { client_key, ..self }
    }
}
