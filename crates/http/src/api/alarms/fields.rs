//! The fields of an alarm in a request body, and the settings or changes that they become.

use std::borrow::Cow;

use serde::Deserialize;
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmSettings},
    occurrence::Schedule,
    repeat::Repeat,
    snooze::{SnoozeInterval, SnoozeIntervalError},
    sound::Sound,
    time_of_day::TimeOfDay,
    zone::Zone,
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{AllOfBuilder, ObjectBuilder, Ref, RefOr, Schema},
};
use uuid::Uuid;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::Fields,
        client_key,
        field::{Flag, LabelField, NewLabel, Whole, sent},
    },
};

/// The fields of an alarm that a client may write. Others are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = AlarmChanges)]
pub(crate) struct AlarmFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::time_of_day)]
    time: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::flag_taken)]
    enabled: Option<Flag>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::repeat)]
    repeat: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::sound)]
    sound: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::snooze_interval)]
    snooze_interval: Option<Whole>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::label)]
    label: Option<LabelField>,
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::zone)]
    timezone: Option<String>,
    /// Of a new alarm alone.
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = schema::client_key)]
    client_key: Option<String>,
}

/// The fields of a new alarm: those of a change, of which two have to be there.
pub(crate) struct NewAlarmBody;

/// Fields that were sent, each in its range and form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AlarmChanges {
    time: Option<TimeOfDay>,
    enabled: Option<bool>,
    repeat: Option<Repeat>,
    sound: Option<Sound>,
    snooze_interval: Option<SnoozeInterval>,
    label: Option<NewLabel>,
    zone: Option<Zone>,
}

impl PartialSchema for NewAlarmBody {
    fn schema() -> RefOr<Schema> {
        let required = ObjectBuilder::new().required("time").required("repeat");
        AllOfBuilder::new().item(Ref::from_schema_name(AlarmFields::name())).item(required).into()
    }
}

impl ToSchema for NewAlarmBody {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("NewAlarm")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((AlarmFields::name().into_owned(), AlarmFields::schema()));
    }
}

impl Fields for AlarmFields {
    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

impl AlarmFields {
    /// What the client names a new alarm by.
    pub(crate) fn client_key(&mut self) -> Result<Option<Uuid>, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let key = errors.sent("clientKey", self.client_key.take(), client_key::parse);
        errors.none().map(|()| key)
    }

    /// The settings of a new alarm and whether it is switched on.
    pub(crate) fn whole_alarm(self) -> Result<(AlarmSettings, bool), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("time", self.time.is_some()), ("repeat", self.repeat.is_some())]);
        let changes = self.read(&mut errors);
        let (Some(time), Some(repeat), true) = (changes.time, changes.repeat, errors.is_empty()) else {
            return Err(errors);
        };
        let settings = AlarmSettings {
            schedule: Schedule { time, repeat, zone: changes.zone.unwrap_or(Zone::UTC) },
            sound: changes.sound.unwrap_or_default(),
            snooze_interval: changes.snooze_interval.unwrap_or_default(),
            label: changes.label.and_then(|label| label.0),
        };
        Ok((settings, changes.enabled.unwrap_or(true)))
    }

    /// The changes to a stored alarm.
    pub(crate) fn changes(self) -> Result<AlarmChanges, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let changes = self.read(&mut errors);
        errors.none().map(|()| changes)
    }

    fn read(self, errors: &mut ValidationErrors) -> AlarmChanges {
        AlarmChanges {
            time: errors.sent("time", self.time, |it: String| it.parse()),
            enabled: errors.sent("enabled", self.enabled, Flag::value),
            repeat: errors.sent("repeat", self.repeat, |it: String| it.parse()),
            sound: errors.sent("sound", self.sound, |it: String| it.parse()),
            snooze_interval: errors.sent("snoozeInterval", self.snooze_interval, |it| {
                it.number().ok_or(SnoozeIntervalError).and_then(SnoozeInterval::from_minutes)
            }),
            label: errors.sent("label", self.label, LabelField::read),
            zone: errors.sent("timezone", self.timezone, |it: String| it.parse()),
        }
    }
}

impl AlarmChanges {
    /// The alarm with these changes.
    pub(crate) fn of(self, alarm: Alarm, now: OffsetDateTime) -> Alarm {
        let AlarmSettings { schedule, sound, snooze_interval, label } = alarm.settings.clone();
        let settings = AlarmSettings {
            schedule: Schedule {
                time: self.time.unwrap_or(schedule.time),
                repeat: self.repeat.unwrap_or(schedule.repeat),
                zone: self.zone.unwrap_or(schedule.zone),
            },
            sound: self.sound.unwrap_or(sound),
            snooze_interval: self.snooze_interval.unwrap_or(snooze_interval),
            label: self.label.map_or(label, |label| label.0),
        };
        let on = self.enabled.unwrap_or(alarm.arming.is_on());
        alarm.changed(settings, on, now)
    }
}
