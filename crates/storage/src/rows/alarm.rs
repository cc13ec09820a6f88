//! Rows of `alarms`.

use diesel::prelude::*;
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming, NewAlarm},
    label::Label,
    sound::Sound,
};
use uuid::Uuid;

use super::columns::{self, LabelText, ParsedText, ScheduleColumns};
use crate::{error::Error, schema::alarms};

#[derive(Queryable, Selectable)]
#[diesel(table_name = alarms, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AlarmRow {
    pub(crate) id: i64,
    pub(crate) browser_id: Uuid,
    #[diesel(embed)]
    schedule: ScheduleColumns,
    sound: ParsedText<Sound>,
    snooze_minutes: i16,
    label: Option<LabelText>,
    next_trigger: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
    skipped: Option<OffsetDateTime>,
    rings_on_days_off: Option<bool>,
    created_at: OffsetDateTime,
}

/// The columns that an update writes.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = alarms, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct AlarmSettingsRow<'a> {
    pub(super) minute_of_day: i16,
    pub(super) repeat: &'static str,
    pub(super) days: Option<i16>,
    pub(super) date: Option<Date>,
    pub(super) timezone: &'static str,
    pub(super) sound: &'a str,
    pub(super) snooze_minutes: i16,
    pub(super) label: Option<&'a str>,
    pub(super) next_trigger: Option<OffsetDateTime>,
    pub(super) snoozed_until: Option<OffsetDateTime>,
    pub(super) skipped: Option<OffsetDateTime>,
    pub(super) paused_until: Option<Date>,
    pub(super) rule: Option<String>,
    pub(super) rings_on_days_off: Option<bool>,
}

#[derive(Insertable)]
#[diesel(table_name = alarms, treat_none_as_default_value = false)]
pub(crate) struct NewAlarmRow<'a> {
    browser_id: Uuid,
    created_at: OffsetDateTime,
    client_key: Option<Uuid>,
    #[diesel(embed)]
    settings: AlarmSettingsRow<'a>,
}

impl TryFrom<AlarmRow> for Alarm {
    type Error = Error;

    fn try_from(row: AlarmRow) -> Result<Self, Error> {
        let arming = match (row.snoozed_until, row.next_trigger) {
            (Some(until), _) => Arming::Snoozed(until),
            (None, Some(next)) => Arming::Scheduled(next),
            (None, None) => Arming::Off,
        };
        Ok(Self {
            id: AlarmId(row.id),
            browser: columns::browser(row.browser_id)?,
            settings: AlarmSettings {
                schedule: row.schedule.try_into()?,
                // An alarm with a sound of a newer version rings with the default one.
                sound: row.sound.read_or_default(),
                snooze_interval: columns::snooze_interval(row.snooze_minutes)?,
                label: columns::label(row.label)?,
                days_off: columns::days_off(row.rings_on_days_off).into(),
            },
            arming,
            skipped: row.skipped,
            created_at: row.created_at,
        })
    }
}

impl<'a> AlarmSettingsRow<'a> {
    /// The row with the stored sound, which this version may not know.
    pub(crate) fn keeping_sound(self, stored: &'a str) -> Self {
        Self { sound: stored, ..self }
    }

    /// The columns of an alarm.
    pub(crate) fn of(alarm: &'a Alarm) -> Self {
        Self::new(&alarm.settings, alarm.arming, alarm.skipped)
    }

    fn new(settings: &'a AlarmSettings, arming: Arming, skipped: Option<OffsetDateTime>) -> Self {
        let schedule = &settings.schedule;
        Self {
            minute_of_day: columns::minute_of_day(schedule.time),
            repeat: schedule.repeat.name().as_str(),
            days: columns::days(schedule.repeat),
            date: columns::date(schedule.repeat),
            timezone: schedule.zone.name(),
            sound: settings.sound.as_str(),
            snooze_minutes: settings.snooze_interval.minutes().into(),
            label: settings.label.as_ref().map(Label::as_str),
            next_trigger: arming.next_trigger(),
            snoozed_until: arming.snoozed_until(),
            skipped,
            paused_until: schedule.paused_until,
            rule: columns::rule(schedule.repeat),
            rings_on_days_off: columns::rings_on_days_off(&settings.days_off),
        }
    }
}

impl<'a> NewAlarmRow<'a> {
    pub(crate) fn new(alarm: &'a NewAlarm, client_key: Option<Uuid>) -> Self {
        Self {
            browser_id: alarm.browser.as_uuid(),
            created_at: alarm.created_at,
            client_key,
            settings: AlarmSettingsRow::new(&alarm.settings, alarm.arming, alarm.skipped),
        }
    }
}
