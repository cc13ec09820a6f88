//! Values as they are stored: single columns that several tables share; and the one encoding of what rang, a column of the
//! log and a part of the bus's messages.
//!
//! Servers of two versions share a log, and a ring that one of them left out would never be heard. So a value is extended
//! only at its end: a reader ignores what follows the fields that it knows, and a field that a value lacks reads as zero,
//! none or empty. A name or number that a reader does not know is replaced by the closest known one.

use std::{
    borrow::Cow,
    fmt,
    str::{self, FromStr},
};

use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    pg::{Pg, PgValue},
    sql_types::Text,
};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    browser_id::BrowserId,
    day::{TimeOfDay, Weekdays},
    days_off::{DaysOffMode, Observance},
    firing::RingSubject,
    length::{Intervals, Step, TimerLength},
    occurrence::{Repeat, RepeatName, Schedule},
    ring_settings::{Label, LabelError, SnoozeInterval},
    rule::Rule,
    timer::{Countdown, Plan, Progress, Timer, TimerId, TimerSettings},
    zone::Zone,
};
use uuid::Uuid;

use crate::error::Error;

/// The first byte of a value. Increase it for a change that older servers cannot read in spite of the rules above.
const VERSION: u8 = 1;

/// What is read after the end of a value, for the fields that it lacks.
const MISSING: [u8; 64] = [0; 64];

/// An alarm or timer after its ring, without its id and its browser. Instants are microseconds since 1970, the precision
/// of Postgres; dates are Julian days.
#[derive(Serialize, Deserialize)]
struct EncodedSubject<'a> {
    created_at: i64,
    sound: &'a str,
    label: Option<&'a str>,
    #[serde(borrow)]
    of_kind: KindFields<'a>,
}

#[derive(Serialize, Deserialize)]
enum KindFields<'a> {
    Alarm {
        minute_of_day: i16,
        repeat: &'a str,
        zone: &'a str,
        snooze_minutes: u8,
        next_trigger: Option<i64>,
        days: Option<u8>,
        /// The date, or the first day of the rule of recurrence.
        date: Option<i32>,
        skipped: Option<i64>,
        paused_until: Option<i32>,
        #[serde(borrow)]
        rule: Option<Cow<'a, str>>,
        rings_on_days_off: bool,
    },
    Timer {
        total_seconds: i32,
        ends_at: Option<i64>,
        /// Empty for a timer without steps.
        #[serde(borrow)]
        steps: Vec<(i32, Option<&'a str>)>,
        rounds: u8,
        step: u16,
    },
}

pub fn encode(subject: &RingSubject) -> Vec<u8> {
    let (created_at, sound, label, of_kind) = match subject {
        RingSubject::Alarm(alarm) => {
            let AlarmSettings { sound, label, .. } = &alarm.settings;
            (alarm.created_at, *sound, label, KindFields::of_alarm(alarm))
        }
        RingSubject::Timer(timer) => {
            let TimerSettings { sound, label, .. } = &timer.settings;
            (timer.created_at, *sound, label, KindFields::of_timer(timer))
        }
    };
    let label = label.as_ref().map(Label::as_str);
    let encoded = EncodedSubject { created_at: microseconds(created_at), sound: sound.as_str(), label, of_kind };
    let mut bytes = Vec::with_capacity(128);
    bytes.push(VERSION);
    // Encoding cannot fail, because the values are plain data in memory.
    postcard::serialize_with_flavor(&encoded, postcard::ser_flavors::ExtendFlavor::new(bytes)).unwrap_or_else(|error| {
        tracing::error!(%error, "a ring could not be encoded");
        Vec::new()
    })
}

/// Decodes what rang, given the rest of its identity.
pub fn decode(bytes: &[u8], browser: BrowserId, row: i64) -> Result<RingSubject, Error> {
    let Some((&VERSION, value)) = bytes.split_first() else {
        return Err(Error::unreadable("a ring is in an encoding of another version"));
    };
    if let Ok((encoded, _)) = postcard::take_from_bytes::<EncodedSubject<'_>>(value) {
        return encoded.subject(browser, row);
    }
    let whole = [value, &MISSING].concat();
    let (encoded, _) = postcard::take_from_bytes::<EncodedSubject<'_>>(&whole).map_err(Error::unreadable)?;
    encoded.subject(browser, row)
}

impl<'a> KindFields<'a> {
    fn of_alarm(alarm: &'a Alarm) -> Self {
        let AlarmSettings { schedule, snooze_interval, days_off, .. } = &alarm.settings;
        Self::Alarm {
            minute_of_day: minute_of_day(schedule.time),
            repeat: schedule.repeat.name().as_str(),
            zone: schedule.zone.name(),
            snooze_minutes: snooze_interval.minutes(),
            next_trigger: alarm.arming.next_trigger().map(microseconds),
            days: schedule.repeat.days().map(Weekdays::bits),
            date: date(schedule.repeat).map(Date::to_julian_day),
            skipped: alarm.skipped.map(microseconds),
            paused_until: schedule.paused_until.map(Date::to_julian_day),
            rule: rule(schedule.repeat).map(Cow::Owned),
            rings_on_days_off: days_off.mode == DaysOffMode::Ring,
        }
    }

    fn of_timer(timer: &'a Timer) -> Self {
        let plan = &timer.settings.plan;
        let intervals = plan.intervals();
        let step = |step: &'a Step| (step.length.total_seconds(), step.label.as_ref().map(Label::as_str));
        Self::Timer {
            total_seconds: plan.total_seconds(),
            ends_at: timer.countdown.ends_at().map(microseconds),
            steps: intervals.map(|intervals| intervals.steps().map(step).collect()).unwrap_or_default(),
            rounds: intervals.map(Intervals::rounds).unwrap_or_default(),
            step: timer.progress.step,
        }
    }
}

impl EncodedSubject<'_> {
    fn subject(self, browser: BrowserId, row: i64) -> Result<RingSubject, Error> {
        let created_at = instant(self.created_at)?;
        let sound = self.sound.parse().unwrap_or_default();
        let label = self.label.and_then(|label| Label::parse(label).unwrap_or_default());
        Ok(match self.of_kind {
            KindFields::Alarm {
                minute_of_day,
                repeat,
                zone,
                snooze_minutes,
                next_trigger,
                days,
                date,
                skipped,
                paused_until,
                rule,
                rings_on_days_off,
            } => RingSubject::Alarm(Alarm {
                id: AlarmId(row),
                browser,
                settings: AlarmSettings {
                    schedule: Schedule {
                        time: time_of_day(minute_of_day).unwrap_or(TimeOfDay::MIDNIGHT),
                        // `next_trigger` says whether it rings again.
                        repeat: encoded_repeat(repeat, days, date, rule.as_deref()).unwrap_or(Repeat::Once),
                        zone: zone.parse().unwrap_or(Zone::UTC),
                        paused_until: paused_until.and_then(day),
                    },
                    sound,
                    snooze_interval: snooze_interval(snooze_minutes.into()).unwrap_or_default(),
                    label,
                    days_off: days_off(Some(rings_on_days_off)).into(),
                },
                arming: next_trigger.map(instant).transpose()?.map_or(Arming::Off, Arming::Scheduled),
                skipped: skipped.map(instant).transpose()?,
                created_at,
            }),
            KindFields::Timer { total_seconds, ends_at, steps, rounds, step } => {
                let (plan, step) = intervals(steps, rounds, step)
                    .unwrap_or_else(|| (TimerLength::closest_to(total_seconds.into()).into(), 0));
                RingSubject::Timer(Timer {
                    id: TimerId(row),
                    browser,
                    settings: TimerSettings { plan, sound, label },
                    countdown: ends_at.map(instant).transpose()?.map_or(Countdown::COMPLETED, Countdown::Running),
                    progress: Progress { step, extended_to: None },
                    created_at,
                })
            }
        })
    }
}

fn encoded_repeat(name: &str, days: Option<u8>, date: Option<i32>, rule: Option<&str>) -> Option<Repeat> {
    repeat(name.parse().ok()?, days.map(Into::into), date.and_then(day), rule).ok()
}

/// The plan of a timer with steps, and the index of its present step; `None` if it has none, or if they are unknown here.
fn intervals(steps: Vec<(i32, Option<&str>)>, rounds: u8, step: u16) -> Option<(Plan, u16)> {
    let step_of = |(seconds, label): (i32, Option<&str>)| {
        let label = label.map_or(Ok(None), Label::parse).ok()?;
        Some(Step { length: TimerLength::from_total_seconds(seconds.into()).ok()?, label })
    };
    let steps = steps.into_iter().map(step_of).collect::<Option<Vec<_>>>()?;
    let intervals = Intervals::new(steps, rounds.into()).ok()?;
    (step < intervals.count()).then_some((Plan::Intervals(intervals), step))
}

pub fn microseconds(instant: OffsetDateTime) -> i64 {
    i64::try_from(instant.unix_timestamp_nanos().div_euclid(1_000)).unwrap_or(i64::MAX)
}

/// The instant that is so many microseconds after 1970.
pub fn instant(microseconds: i64) -> Result<OffsetDateTime, Error> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(microseconds) * 1_000).map_err(Error::unreadable)
}

fn day(julian_day: i32) -> Option<Date> {
    Date::from_julian_day(julian_day).ok()
}

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

#[cfg(test)]
mod tests;
