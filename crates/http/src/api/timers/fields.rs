//! The fields of a timer in a request body, and the settings or changes that they become.

use serde::Deserialize;
use time::OffsetDateTime;
use tokibako_domain::{
    sound::Sound,
    timer::{Timer, TimerSettings},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::length::{LengthParts, SentLength};
use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::Fields,
        client_key,
        field::{Flag, LabelField, NewLabel, Whole, sent},
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
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::hours)]
    hours: Option<Whole>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::sixtieths)]
    minutes: Option<Whole>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::sixtieths)]
    seconds: Option<Whole>,
    /// If sent, it is the sum of the three.
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::total_seconds)]
    total_seconds: Option<Whole>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::flag_taken)]
    enabled: Option<Flag>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::sound)]
    sound: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::label)]
    label: Option<LabelField>,
    /// With `enabled` 1, when it was started, if that was earlier: a page without a network tells it afterwards. A timer that
    /// has run out since then is completed, and does not ring.
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::instant_taken)]
    started_at: Option<String>,
    /// Of a new timer alone.
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::client_key)]
    client_key: Option<String>,
}

/// Fields that were sent, each in its range and form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TimerChanges {
    length: LengthParts,
    enabled: Option<bool>,
    sound: Option<Sound>,
    label: Option<NewLabel>,
    started_at: Option<OffsetDateTime>,
}

impl Fields for TimerFields {
    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

/// Whether a new timer starts, and when it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Not,
    AtOnce,
    Earlier(OffsetDateTime),
}

impl TimerFields {
    /// What the client names a new timer by.
    pub(crate) fn client_key(&mut self) -> Result<Option<Uuid>, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let key = errors.sent("clientKey", self.client_key.take(), client_key::parse);
        errors.none().map(|()| key)
    }

    /// The settings of a new timer and whether it starts.
    pub(crate) fn whole_timer(mut self) -> Result<(TimerSettings, Start), ValidationErrors> {
        for part in [&mut self.hours, &mut self.minutes, &mut self.seconds] {
            part.get_or_insert_with(Whole::zero);
        }
        let TimerChanges { length, enabled, sound, label, started_at } = self.changes()?;
        let settings = TimerSettings {
            length: length.onto(None)?,
            sound: sound.unwrap_or_default(),
            label: label.and_then(|label| label.0),
        };
        let start = if enabled == Some(true) { started_at.map_or(Start::AtOnce, Start::Earlier) } else { Start::Not };
        Ok((settings, start))
    }

    /// The changes to a stored timer.
    pub(crate) fn changes(self) -> Result<TimerChanges, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let Self { hours, minutes, seconds, total_seconds: total, .. } = self;
        let changes = TimerChanges {
            length: SentLength { hours, minutes, seconds, total }.read(&mut errors),
            enabled: errors.sent("enabled", self.enabled, Flag::value),
            sound: errors.sent("sound", self.sound, |it: String| it.parse()),
            label: errors.sent("label", self.label, LabelField::read),
            started_at: errors.sent("startedAt", self.started_at, |it: String| Instant::parse("startedAt", &it)),
        };
        errors.none().map(|()| changes)
    }
}

impl TimerChanges {
    /// The timer with what was sent in place of what it had.
    ///
    /// Refuses parts of a length that only together with the timer's own make none.
    pub(crate) fn of(self, timer: Timer, now: OffsetDateTime) -> Result<Timer, ValidationErrors> {
        let TimerSettings { length, sound, label } = timer.settings.clone();
        let settings = TimerSettings {
            length: self.length.onto(Some(length))?,
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
