//! The JSON of an alarm: the fields of a request, the settings or changes that they become, and the response. And the query
//! of a preview, whose parameters are fields of an alarm.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmSettings},
    browser_id::BrowserId,
    day::{self, TimeOfDay, Weekdays},
    days_off::{DaysOffMode, Observance},
    occurrence::{Repeat, RepeatError, RepeatName, Schedule, ScheduleError},
    ring_settings::{Label, SnoozeInterval, SnoozeIntervalError, Sound},
    rule::Rule,
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
        body::fields,
        field::{Flag, LabelField, NewLabel, Nullable, Sent, WholeNumber, client_key},
    },
    response::{Instant, browser_id, text, text_or_null, weekdays},
};

/// The fields of an alarm that a client may write. Others are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = AlarmChanges)]
pub(crate) struct AlarmFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(schema_with = schema::time_of_day)]
    time: Sent<String>,
    #[schema(schema_with = schema::flag_taken)]
    enabled: Sent<Flag>,
    #[schema(schema_with = schema::repeat)]
    repeat: Sent<String>,
    /// The chosen days; only with repeat `days`.
    #[schema(schema_with = schema::days)]
    days: Sent<Nullable<Vec<String>>>,
    /// The day of the ring; only with repeat `once`.
    #[schema(schema_with = schema::day)]
    date: Sent<Nullable<String>>,
    /// A rule of recurrence, in upper or lower case; only with repeat `rule`.
    #[schema(schema_with = schema::rule)]
    rule: Sent<Nullable<String>>,
    /// The first day of the rule in the time zone, from which intervals count; the present day by default.
    #[schema(schema_with = schema::day)]
    from: Sent<Nullable<String>>,
    #[schema(schema_with = schema::sound)]
    sound: Sent<String>,
    #[schema(schema_with = schema::snooze_interval)]
    snooze_interval: Sent<WholeNumber>,
    #[schema(schema_with = schema::label)]
    label: Sent<LabelField>,
    #[schema(schema_with = schema::zone)]
    timezone: Sent<String>,
    /// Only for a new alarm.
    #[schema(schema_with = schema::client_key)]
    client_key: Sent<String>,
    /// The alarm does not ring before this day in the time zone.
    #[schema(schema_with = schema::day)]
    paused_until: Sent<Nullable<String>>,
    /// What the alarm does on days off; `silent` by default.
    #[schema(schema_with = schema::days_off_mode)]
    days_off: Sent<String>,
}

/// The body of a new alarm: the fields of a change, two of which are required.
pub(crate) struct NewAlarmBody;

#[derive(Debug, Default)]
pub(crate) struct AlarmChanges {
    schedule: ScheduleChanges,
    enabled: Option<bool>,
    sound: Option<Sound>,
    snooze_interval: Option<SnoozeInterval>,
    label: Option<NewLabel>,
    days_off: Option<DaysOffMode>,
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

fields!(AlarmFields);

impl AlarmFields {
    pub(crate) fn client_key(&mut self) -> Result<Option<Uuid>, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let key = errors.sent("clientKey", self.client_key.take(), client_key);
        errors.none().map(|()| key)
    }

    /// The settings of a new alarm, and whether it is on.
    pub(crate) fn complete_alarm(self, now: OffsetDateTime) -> Result<(AlarmSettings, bool), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let changes = self.read_complete(&mut errors);
        let settings = AlarmSettings {
            schedule: changes.schedule.complete(now, errors)?,
            sound: changes.sound.unwrap_or_default(),
            snooze_interval: changes.snooze_interval.unwrap_or_default(),
            label: changes.label.and_then(|label| label.0),
            days_off: changes.days_off.unwrap_or_default().into(),
        };
        Ok((settings, changes.enabled.unwrap_or(true)))
    }

    pub(crate) fn changes(self) -> Result<AlarmChanges, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let changes = self.read(&mut errors);
        errors.none().map(|()| changes)
    }

    /// Reads the fields of an alarm that must have the two required ones.
    fn read_complete(self, errors: &mut ValidationErrors) -> AlarmChanges {
        errors.require([("time", self.time.is_some()), ("repeat", self.repeat.is_some())]);
        self.read(errors)
    }

    fn read(self, errors: &mut ValidationErrors) -> AlarmChanges {
        let day = |field| move |text: String| day::parse(&text).map_err(|error| format!("{field} {error}"));
        let schedule = ScheduleChanges {
            time: errors.sent("time", self.time, |it| it.parse()),
            repeat: errors.sent("repeat", self.repeat, |it| it.parse()),
            days: errors
                .sent("days", self.days, |it| it.read(|names| Weekdays::named(names.iter().map(String::as_str)))),
            date: errors.sent("date", self.date, |it| it.read(day("date"))),
            rule: errors.sent("rule", self.rule, |it| it.read(|text| Rule::parse(&text, Date::MIN).map(|_| text))),
            from: errors.sent("from", self.from, |it| it.read(day("from"))),
            zone: errors.sent("timezone", self.timezone, |it| it.parse()),
            paused_until: errors.sent("pausedUntil", self.paused_until, |it| it.read(day("pausedUntil"))),
        };
        AlarmChanges {
            schedule,
            enabled: errors.sent("enabled", self.enabled, Flag::value),
            sound: errors.sent("sound", self.sound, |it: String| it.parse()),
            snooze_interval: errors.sent("snoozeInterval", self.snooze_interval, |it| {
                it.number().ok_or(SnoozeIntervalError).and_then(SnoozeInterval::from_minutes)
            }),
            label: errors.sent("label", self.label, LabelField::read),
            days_off: errors.sent("daysOff", self.days_off, |it: String| it.parse()),
        }
    }
}

impl AlarmChanges {
    /// Applies the changes to an alarm. A schedule without a ring is refused if it is new or if the alarm is
    /// switched on.
    pub(crate) fn of(self, alarm: Alarm, now: OffsetDateTime) -> Result<Alarm, ValidationErrors> {
        let AlarmSettings { schedule: before, sound, snooze_interval, label, days_off } = alarm.settings.clone();
        let schedule = self.schedule.of(before, now)?;
        let on = self.enabled.unwrap_or(alarm.arming.is_on());
        if schedule != before || (on && !alarm.arming.is_on()) {
            check(&schedule, now)?;
        }
        let settings = AlarmSettings {
            schedule,
            sound: self.sound.unwrap_or(sound),
            snooze_interval: self.snooze_interval.unwrap_or(snooze_interval),
            label: self.label.map_or(label, |label| label.0),
            days_off: Observance { mode: self.days_off.unwrap_or(days_off.mode), ..days_off },
        };
        if self.enabled.is_none() && !on && !alarm.is_moved_by(&settings) {
            return Ok(Alarm { settings, ..alarm });
        }
        Ok(alarm.changed(settings, on, now))
    }
}

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
    #[serde(serialize_with = "text")]
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
    #[serde(serialize_with = "text_or_null")]
    #[schema(required = true, schema_with = schema::day)]
    date: Option<Date>,
    /// The rule of recurrence in its normal form, with repeat `rule`; else null.
    #[serde(serialize_with = "text_or_null")]
    #[schema(required = true, schema_with = schema::rule)]
    rule: Option<Rule>,
    /// The first day of the rule, from which intervals count; null without a rule.
    #[serde(serialize_with = "text_or_null")]
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
    #[serde(serialize_with = "text_or_null")]
    #[schema(required = true, schema_with = schema::day)]
    paused_until: Option<Date>,
    /// What the alarm does on days off.
    #[schema(schema_with = schema::days_off_mode)]
    days_off: &'static str,
    created_at: Instant,
    /// The key that its client chose when it created the alarm. Present in lists and in the response to the creation;
    /// absent if there is no key.
    #[serde(serialize_with = "text_or_null", skip_serializing_if = "Option::is_none")]
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

    pub(crate) fn keyed(self, client_key: Option<Uuid>) -> Self {
        Self { client_key, ..self }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewQuery {
    time: Option<String>,
    repeat: Option<String>,
    /// Separated by commas.
    days: Option<String>,
    date: Option<String>,
    paused_until: Option<String>,
    rule: Option<String>,
    /// By default the day of `after`.
    from: Option<String>,
    /// UTC by default.
    timezone: Option<String>,
    /// An instant with any offset; now by default.
    after: Option<String>,
}

impl PreviewQuery {
    /// The schedule, and the instant after which it rings.
    pub(super) fn schedule(self, now: OffsetDateTime) -> Result<(Schedule, OffsetDateTime), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let after = errors.sent("after", Sent(self.after), |it| Instant::parse("after", &it)).unwrap_or(now);
        let days = |days: String| Nullable(Some(days.split(',').map(ToOwned::to_owned).collect()));
        let text = |text: Option<String>| Sent(text.map(|text| Nullable(Some(text))));
        let fields = AlarmFields {
            time: Sent(self.time),
            repeat: Sent(self.repeat),
            days: Sent(self.days.map(days)),
            date: text(self.date),
            rule: text(self.rule),
            from: text(self.from),
            timezone: Sent(self.timezone),
            paused_until: text(self.paused_until),
            ..AlarmFields::default()
        };
        let schedule = fields.read_complete(&mut errors).schedule.complete(after, errors)?;
        Ok((schedule, after))
    }
}

#[derive(Debug, Default, Clone)]
struct ScheduleChanges {
    time: Option<TimeOfDay>,
    repeat: Option<RepeatName>,
    days: Option<Nullable<Weekdays>>,
    date: Option<Nullable<Date>>,
    /// A rule that can be read; its days may follow from its first one, which is known later.
    rule: Option<Nullable<String>>,
    from: Option<Nullable<Date>>,
    zone: Option<Zone>,
    paused_until: Option<Nullable<Date>>,
}

impl ScheduleChanges {
    /// The schedule of a new alarm, which must ring, if nothing in its request is refused.
    fn complete(self, now: OffsetDateTime, mut errors: ValidationErrors) -> Result<Schedule, ValidationErrors> {
        // Invalid days or an invalid rule are refused already, and not missing as well.
        let is_readable = !errors.contains("days") && !errors.contains("rule");
        if let (true, Some(time), Some(name)) = (is_readable, self.time, self.repeat) {
            let zone = self.zone.unwrap_or(Zone::UTC);
            let paused_until = self.paused_until.and_then(|sent| sent.0);
            let repeat = errors.take_from(self.repeat_after(None, name, zone, now));
            if let (Some(repeat), true) = (repeat, errors.is_empty()) {
                let schedule = Schedule { time, repeat, zone, paused_until };
                return check(&schedule, now).map(|()| schedule);
            }
        }
        Err(errors)
    }

    fn of(self, schedule: Schedule, now: OffsetDateTime) -> Result<Schedule, ValidationErrors> {
        let name = self.repeat.unwrap_or(schedule.repeat.name());
        let zone = self.zone.unwrap_or(schedule.zone);
        Ok(Schedule {
            time: self.time.unwrap_or(schedule.time),
            zone,
            paused_until: self.paused_until.map_or(schedule.paused_until, |sent| sent.0),
            repeat: self.repeat_after(Some(schedule.repeat), name, zone, now)?,
        })
    }

    /// Days, a date and a rule are kept if the name stays the same, and dropped with another name.
    fn repeat_after(
        self,
        before: Option<Repeat>,
        name: RepeatName,
        zone: Zone,
        now: OffsetDateTime,
    ) -> Result<Repeat, ValidationErrors> {
        let previous = before.filter(|before| before.name() == name);
        let previous_rule = previous.and_then(Repeat::rule);
        let rule = self.rule.map_or_else(|| previous_rule.map(|rule| rule.to_string()), |sent| sent.0);
        if name != RepeatName::Rule && self.from.is_some_and(|sent| sent.0.is_some()) {
            return Err(ValidationErrors::only("from", "from belongs to repeat rule only"));
        }
        let today = || zone.local_date(now).unwrap_or(now.date());
        let from = self.from.map_or_else(|| previous_rule.map(Rule::from), |sent| sent.0).unwrap_or_else(today);
        let rule = rule.map(|text| Rule::parse(&text, from)).transpose();
        let rule = rule.map_err(|error| ValidationErrors::only("rule", error))?;
        let days = self.days.map_or_else(|| previous.and_then(Repeat::days), |sent| sent.0);
        let date = self.date.map_or_else(|| previous.and_then(Repeat::date), |sent| sent.0);
        Repeat::new(name, days, date, rule).map_err(|error| {
            let field = match error {
                RepeatError::DaysMissing | RepeatError::DaysUnused => "days",
                RepeatError::DateUnused => "date",
                RepeatError::RuleMissing | RepeatError::RuleUnused => "rule",
            };
            ValidationErrors::only(field, error)
        })
    }
}

/// Refuses a schedule that would not ring after `now`.
pub(super) fn check(schedule: &Schedule, now: OffsetDateTime) -> Result<(), ValidationErrors> {
    schedule.check(now).map_err(|error| {
        let field = match error {
            ScheduleError::Passed => "date",
            ScheduleError::Ended | ScheduleError::NoDay => "rule",
            ScheduleError::PausedPastIt => "pausedUntil",
        };
        ValidationErrors::only(field, error)
    })
}
