//! The fields of a timer in a request body, and the settings or changes that they become.

use serde::Deserialize;
use time::OffsetDateTime;
use tokibako_domain::{
    sound::Sound,
    timer::{Plan, Timer, TimerSettings},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    length::{LengthParts, SentLength},
    steps::{IntervalParts, RoundsField, StepsField},
};
use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::fields,
        field::{Flag, LabelField, NewLabel, Sent, WholeNumber, client_key},
    },
    response::instant::Instant,
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

/// The fields that were sent, parsed and validated.
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
    /// The client's idempotency key for a new timer.
    pub(crate) fn client_key(&mut self) -> Result<Option<Uuid>, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let key = errors.sent("clientKey", self.client_key.take(), client_key);
        errors.none().map(|()| key)
    }

    /// The settings of a new timer and whether it starts at once.
    pub(crate) fn whole_timer(mut self) -> Result<(TimerSettings, bool), ValidationErrors> {
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

    /// The changes to a stored timer.
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
