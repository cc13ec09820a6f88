//! Single columns that several tables share.

use std::{
    fmt,
    str::{self, FromStr},
};

use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    pg::{Pg, PgValue},
    prelude::{Queryable, Selectable, *},
    sql_types::Text,
};
use serde_json::Value;
use time::Date;
use tokibako_domain::{
    browser_id::BrowserId,
    day::{TimeOfDay, Weekdays},
    days_off::{DaysOffMode, Observance},
    length::{Intervals, Step, TimerLength},
    occurrence::Schedule,
    repeat::{Repeat, RepeatName},
    ring_settings::{Label, LabelError, SnoozeInterval},
    rule::Rule,
    timer::{Plan, Progress},
    zone::Zone,
};
use uuid::Uuid;

use crate::{
    error::Error,
    schema::{alarms, timers},
};

/// A text that is parsed into a domain type without being copied first, because a list has many of them.
#[derive(FromSqlRow)]
pub(crate) struct ParsedText<T>(Result<T, Error>);

impl<T: FromStr<Err: fmt::Display>> FromSql<Text, Pg> for ParsedText<T> {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(str::from_utf8(value.as_bytes())?.parse().map_err(Error::unreadable)))
    }
}

impl<T> ParsedText<T> {
    pub(crate) fn read(self) -> Result<T, Error> {
        self.0
    }

    /// The value, or the domain's default if it cannot be parsed.
    pub(crate) fn read_or_default(self) -> T
    where
        T: Default,
    {
        self.0.unwrap_or_default()
    }
}

/// A label that is parsed without being copied first.
#[derive(FromSqlRow)]
pub(crate) struct LabelText(Result<Option<Label>, LabelError>);

impl FromSql<Text, Pg> for LabelText {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(Label::parse(str::from_utf8(value.as_bytes())?)))
    }
}

pub(crate) fn browser(id: Uuid) -> Result<BrowserId, Error> {
    BrowserId::new(id).map_err(Error::unreadable)
}

pub(crate) fn label(text: Option<LabelText>) -> Result<Option<Label>, Error> {
    text.map_or(Ok(None), |LabelText(label)| label).map_err(Error::unreadable)
}

pub(crate) fn snooze_interval(minutes: i16) -> Result<SnoozeInterval, Error> {
    SnoozeInterval::from_minutes(minutes.into()).map_err(Error::unreadable)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = alarms, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ScheduleColumns {
    minute_of_day: i16,
    repeat: ParsedText<RepeatName>,
    days: Option<i16>,
    date: Option<Date>,
    timezone: ParsedText<Zone>,
    paused_until: Option<Date>,
    rule: Option<String>,
}

impl TryFrom<ScheduleColumns> for Schedule {
    type Error = Error;

    fn try_from(columns: ScheduleColumns) -> Result<Self, Error> {
        Ok(Self {
            time: time_of_day(columns.minute_of_day)?,
            repeat: repeat(columns.repeat.read()?, columns.days, columns.date, columns.rule.as_deref())?,
            zone: columns.timezone.read()?,
            paused_until: columns.paused_until,
        })
    }
}

/// A server of another version may store days, a date or a rule of recurrence with a name that has none.
pub(crate) fn repeat(
    name: RepeatName,
    days: Option<i16>,
    date: Option<Date>,
    rule: Option<&str>,
) -> Result<Repeat, Error> {
    let days = days.filter(|_| name == RepeatName::Days).map(weekdays).transpose()?;
    let rule = rule.zip(date).filter(|_| name == RepeatName::Rule);
    let rule = rule.map(|(rule, from)| Rule::parse(rule, from)).transpose().map_err(Error::unreadable)?;
    let date = date.filter(|_| name == RepeatName::Once);
    Repeat::new(name, days, date, rule).map_err(Error::unreadable)
}

/// The date of a repeat rule, or the first day of its rule of recurrence.
pub(crate) fn date(repeat: Repeat) -> Option<Date> {
    repeat.date().or_else(|| repeat.rule().map(Rule::from))
}

pub(crate) fn rule(repeat: Repeat) -> Option<String> {
    repeat.rule().map(|rule| rule.to_string())
}

pub(crate) fn days_off(rings: Option<bool>) -> DaysOffMode {
    if rings == Some(true) { DaysOffMode::Ring } else { DaysOffMode::Silent }
}

pub(crate) fn rings_on_days_off(observance: &Observance) -> Option<bool> {
    (observance.mode == DaysOffMode::Ring).then_some(true)
}

fn weekdays(bits: i16) -> Result<Weekdays, Error> {
    let bits = u8::try_from(bits).map_err(Error::unreadable)?;
    Weekdays::from_bits(bits).map_err(Error::unreadable)
}

pub(crate) fn days(repeat: Repeat) -> Option<i16> {
    repeat.days().map(|days| days.bits().into())
}

pub(crate) fn time_of_day(minute_of_day: i16) -> Result<TimeOfDay, Error> {
    let hour = u8::try_from(minute_of_day / 60).map_err(Error::unreadable)?;
    let minute = u8::try_from(minute_of_day % 60).map_err(Error::unreadable)?;
    TimeOfDay::new(hour, minute).map_err(Error::unreadable)
}

pub(crate) fn minute_of_day(time: TimeOfDay) -> i16 {
    i16::from(time.hour()) * 60 + i16::from(time.minute())
}

/// The three columns, all null for a timer without steps.
#[derive(Default, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = timers, check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct IntervalColumns {
    steps: Option<Value>,
    rounds: Option<i16>,
    step: Option<i32>,
}

/// A step as JSON: `[1500, "Focus"]`.
type StepJson = (i64, Option<String>);

impl IntervalColumns {
    pub(crate) fn new(plan: &Plan, progress: Progress) -> Self {
        let Some(intervals) = plan.intervals() else { return Self::default() };
        let step = |step: &Step| -> Value {
            let label = step.label.as_ref().map(Label::as_str);
            vec![Value::from(step.length.total_seconds()), label.map_or(Value::Null, Value::from)].into()
        };
        Self {
            steps: Some(intervals.steps().map(step).collect()),
            rounds: Some(intervals.rounds().into()),
            step: Some(progress.step.into()),
        }
    }

    /// The plan and the index of the present step; `None` if the columns are null.
    pub(crate) fn read(self) -> Result<Option<(Plan, u16)>, Error> {
        let (Some(steps), Some(rounds), Some(step)) = (self.steps, self.rounds, self.step) else { return Ok(None) };
        let steps: Vec<StepJson> =
            serde_json::from_value(steps).map_err(|_| Error::unreadable("steps are not JSON"))?;
        let steps = steps.into_iter().map(step_of).collect::<Result<_, _>>()?;
        let intervals = Intervals::new(steps, rounds.into()).map_err(Error::unreadable)?;
        let step = u16::try_from(step).ok().filter(|step| *step < intervals.count());
        let step = step.ok_or_else(|| Error::unreadable("a timer is at a step that it does not have"))?;
        Ok(Some((Plan::Intervals(intervals), step)))
    }
}

fn step_of((seconds, label): StepJson) -> Result<Step, Error> {
    Ok(Step {
        length: TimerLength::from_total_seconds(seconds).map_err(Error::unreadable)?,
        label: label.map_or(Ok(None), |label| Label::parse(&label)).map_err(Error::unreadable)?,
    })
}
