//! The JSON of an alarm.

use serde::Serialize;
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::Alarm, browser_id::BrowserId, label::Label, rule::Rule, time_of_day::TimeOfDay, weekdays::Weekdays,
};
use tokibako_storage::KeyedRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    openapi::schema,
    response::{
        instant::Instant,
        text::{browser_id, day_or_null, text_or_null, time_of_day, uuid_or_null, weekdays},
    },
};

/// An alarm.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Alarm)]
pub(crate) struct AlarmView<'a> {
    id: i64,
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    browser_id: BrowserId,
    /// The local time at which it rings.
    #[serde(serialize_with = "time_of_day")]
    #[schema(schema_with = schema::time_of_day)]
    time: TimeOfDay,
    /// Whether it will ring.
    #[schema(schema_with = schema::flag)]
    enabled: u8,
    /// The days on which it rings.
    #[schema(schema_with = schema::repeat)]
    repeat: &'static str,
    /// The chosen days, Monday first, with repeat `days`; else null.
    #[serde(serialize_with = "weekdays")]
    #[schema(required = true, schema_with = schema::days)]
    days: Option<Weekdays>,
    /// The day, with repeat `once`, if one was chosen; else null.
    #[serde(serialize_with = "day_or_null")]
    #[schema(required = true, schema_with = schema::day)]
    date: Option<Date>,
    /// The rule of recurrence in its normal form, with repeat `rule`; else null.
    #[serde(serialize_with = "text_or_null")]
    #[schema(required = true, schema_with = schema::rule)]
    rule: Option<Rule>,
    /// The first day of the rule, from which intervals count; null without a rule.
    #[serde(serialize_with = "day_or_null")]
    #[schema(required = true, schema_with = schema::day)]
    from: Option<Date>,
    #[schema(schema_with = schema::sound)]
    sound: &'static str,
    /// The length of a snooze in minutes.
    #[schema(schema_with = schema::snooze_interval)]
    snooze_interval: u8,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<&'a str>,
    #[schema(schema_with = schema::zone)]
    timezone: &'static str,
    /// When it next rings; null while it is switched off.
    #[schema(required = true)]
    next_trigger: Option<Instant>,
    /// Until when the alarm is snoozed; null if it is not snoozed.
    #[schema(required = true)]
    snoozed_until: Option<Instant>,
    /// The instant of the ring that is skipped; null if none is, or once that instant has passed.
    #[schema(required = true)]
    skipped: Option<Instant>,
    /// The alarm does not ring before this day. Null if it is not paused, or once the day has begun in the time zone.
    #[serde(serialize_with = "day_or_null")]
    #[schema(required = true, schema_with = schema::day)]
    paused_until: Option<Date>,
    /// What the alarm does on days off.
    #[schema(schema_with = schema::days_off_mode)]
    days_off: &'static str,
    created_at: Instant,
    /// The key that its client chose when it created the alarm. Present in lists and in the response to the creation;
    /// absent if there is no key.
    #[serde(serialize_with = "uuid_or_null", skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = schema::client_key)]
    client_key: Option<Uuid>,
}

impl<'a> AlarmView<'a> {
    pub(crate) fn of(alarm: &'a Alarm, now: OffsetDateTime) -> Self {
        let settings = &alarm.settings;
        let repeat = settings.schedule.repeat;
        Self {
            id: alarm.id.0,
            browser_id: alarm.browser,
            time: settings.schedule.time,
            enabled: alarm.arming.is_on().into(),
            repeat: repeat.name().as_str(),
            days: repeat.days(),
            date: repeat.date(),
            rule: repeat.rule(),
            from: repeat.rule().map(Rule::from),
            sound: settings.sound.as_str(),
            snooze_interval: settings.snooze_interval.minutes(),
            label: settings.label.as_ref().map(Label::as_str),
            timezone: settings.schedule.zone.name(),
            next_trigger: alarm.arming.next_trigger().map(Instant),
            snoozed_until: alarm.arming.snoozed_until().map(Instant),
            skipped: alarm.skips(now).map(Instant),
            paused_until: settings.schedule.pauses_until(now),
            days_off: settings.days_off.mode.as_str(),
            created_at: Instant(alarm.created_at),
            client_key: None,
        }
    }

    pub(crate) fn list(alarms: &'a [KeyedRow<Alarm>], now: OffsetDateTime) -> Vec<Self> {
        alarms.iter().map(|keyed| Self::of(&keyed.row, now).keyed(keyed.key)).collect()
    }

    pub(crate) fn keyed(self, client_key: Option<Uuid>) -> Self {
        Self { client_key, ..self }
    }
}
