//! Single columns that several tables share.

use std::{fmt, str, str::FromStr};

use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    pg::{Pg, PgValue},
    prelude::{Queryable, Selectable},
    sql_types::Text,
};
use time::Date;
use tokibako_domain::{
    browser_id::BrowserId,
    days_off::{DaysOffMode, Observance},
    label::{Label, LabelError},
    occurrence::Schedule,
    repeat::{Repeat, RepeatName},
    rule::Rule,
    snooze::SnoozeInterval,
    time_of_day::TimeOfDay,
    weekdays::Weekdays,
    zone::Zone,
};
use uuid::Uuid;

use crate::{error::Error, schema::alarms};

/// A text that is parsed into a domain type without being copied first, because a list has many of them.
#[derive(FromSqlRow)]
pub(crate) struct ParsedText<T>(Result<T, Error>);

impl<T: FromStr<Err: fmt::Display>> FromSql<Text, Pg> for ParsedText<T> {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(str::from_utf8(value.as_bytes())?.parse().map_err(Error::unreadable)))
    }
}

impl<T> ParsedText<T> {
    pub(super) fn read(self) -> Result<T, Error> {
        self.0
    }

    /// The value, or the domain's default if it cannot be parsed.
    pub(super) fn read_or_default(self) -> T
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

pub(super) fn browser(id: Uuid) -> Result<BrowserId, Error> {
    BrowserId::new(id).map_err(Error::unreadable)
}

pub(super) fn label(text: Option<LabelText>) -> Result<Option<Label>, Error> {
    text.map_or(Ok(None), |LabelText(label)| label).map_err(Error::unreadable)
}

pub(super) fn snooze_interval(minutes: i16) -> Result<SnoozeInterval, Error> {
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
pub(super) fn repeat(
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
pub(super) fn date(repeat: Repeat) -> Option<Date> {
    repeat.date().or_else(|| repeat.rule().map(Rule::from))
}

pub(super) fn rule(repeat: Repeat) -> Option<String> {
    repeat.rule().map(|rule| rule.to_string())
}

pub(super) fn days_off(rings: Option<bool>) -> DaysOffMode {
    if rings == Some(true) { DaysOffMode::Ring } else { DaysOffMode::Silent }
}

pub(super) fn rings_on_days_off(observance: &Observance) -> Option<bool> {
    (observance.mode == DaysOffMode::Ring).then_some(true)
}

fn weekdays(bits: i16) -> Result<Weekdays, Error> {
    let bits = u8::try_from(bits).map_err(Error::unreadable)?;
    Weekdays::from_bits(bits).map_err(Error::unreadable)
}

pub(super) fn days(repeat: Repeat) -> Option<i16> {
    repeat.days().map(|days| days.bits().into())
}

pub(super) fn time_of_day(minute_of_day: i16) -> Result<TimeOfDay, Error> {
    let hour = u8::try_from(minute_of_day / 60).map_err(Error::unreadable)?;
    let minute = u8::try_from(minute_of_day % 60).map_err(Error::unreadable)?;
    TimeOfDay::new(hour, minute).map_err(Error::unreadable)
}

pub(super) fn minute_of_day(time: TimeOfDay) -> i16 {
    i16::from(time.hour()) * 60 + i16::from(time.minute())
}
