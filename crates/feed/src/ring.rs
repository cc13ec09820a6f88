//! The encoding of a ring. Its fields have the names of the columns of the log.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    answer::Answered,
    browser_id::BrowserId,
    firing::{Ring, Rung},
    intervals::{Intervals, Step},
    label::Label,
    length::TimerLength,
    occurrence::Schedule,
    repeat::Repeat,
    rule::Rule,
    snooze::SnoozeInterval,
    time_of_day::TimeOfDay,
    timer::{Countdown, Plan, Progress, Timer, TimerId, TimerSettings},
    weekdays::Weekdays,
};

/// The bytes cannot be decoded: another version wrote them, or they were damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a message of the bus is of another version, or damaged")]
pub struct DecodeError;

impl From<postcard::Error> for DecodeError {
    fn from(_: postcard::Error) -> Self {
        Self
    }
}

/// A ring without its browser.
#[derive(Serialize, Deserialize)]
pub(crate) struct Wire<'a> {
    row: i64,
    scheduled_for: i64,
    created_at: i64,
    sound: &'a str,
    label: Option<&'a str>,
    #[serde(borrow)]
    answered: Option<WireAnswered<'a>>,
    #[serde(borrow)]
    of: WireRung<'a>,
}

#[derive(Serialize, Deserialize)]
struct WireAnswered<'a> {
    answer: &'a str,
    at: i64,
    snoozed_until: Option<i64>,
}

#[derive(Serialize, Deserialize)]
enum WireRung<'a> {
    Alarm {
        hour: u8,
        minute: u8,
        repeat: &'a str,
        days: Option<u8>,
        /// The date, or the first day of the rule of recurrence.
        date: Option<i32>,
        #[serde(borrow)]
        rule: Option<Cow<'a, str>>,
        zone: &'a str,
        paused_until: Option<i32>,
        snooze_minutes: u8,
        next_trigger: Option<i64>,
        skipped: Option<i64>,
    },
    Timer {
        #[serde(borrow)]
        plan: WirePlan<'a>,
        step: u16,
        ends_at: Option<i64>,
    },
}

#[derive(Serialize, Deserialize)]
enum WirePlan<'a> {
    Once(i32),
    Intervals {
        #[serde(borrow)]
        steps: Vec<(i32, Option<&'a str>)>,
        rounds: u8,
    },
}

impl<'a> From<&'a Ring> for Wire<'a> {
    fn from(Ring { scheduled_for, rung, answered }: &'a Ring) -> Self {
        let (created_at, sound, label, of) = match rung {
            Rung::Alarm(alarm) => {
                let AlarmSettings { sound, label, .. } = &alarm.settings;
                (alarm.created_at, *sound, label, WireRung::of_alarm(alarm))
            }
            Rung::Timer(timer) => {
                let TimerSettings { sound, label, .. } = &timer.settings;
                (timer.created_at, *sound, label, WireRung::of_timer(timer))
            }
        };
        Self {
            row: rung.row(),
            scheduled_for: microseconds(*scheduled_for),
            created_at: microseconds(created_at),
            sound: sound.as_str(),
            label: label.as_ref().map(Label::as_str),
            answered: answered.map(|Answered { answer, at, snoozed_until }| WireAnswered {
                answer: answer.as_str(),
                at: microseconds(at),
                snoozed_until: snoozed_until.map(microseconds),
            }),
            of,
        }
    }
}

impl<'a> WireRung<'a> {
    fn of_alarm(alarm: &'a Alarm) -> Self {
        let AlarmSettings { schedule, snooze_interval, .. } = &alarm.settings;
        Self::Alarm {
            hour: schedule.time.hour(),
            minute: schedule.time.minute(),
            repeat: schedule.repeat.name().as_str(),
            days: schedule.repeat.days().map(Weekdays::bits),
            date: schedule.repeat.date().or_else(|| schedule.repeat.rule().map(Rule::from)).map(Date::to_julian_day),
            rule: schedule.repeat.rule().map(|rule| rule.to_string().into()),
            zone: schedule.zone.name(),
            paused_until: schedule.paused_until.map(Date::to_julian_day),
            snooze_minutes: snooze_interval.minutes(),
            next_trigger: alarm.arming.next_trigger().map(microseconds),
            skipped: alarm.skipped.map(microseconds),
        }
    }

    fn of_timer(timer: &'a Timer) -> Self {
        let plan = match &timer.settings.plan {
            Plan::Once(length) => WirePlan::Once(length.total_seconds()),
            Plan::Intervals(intervals) => WirePlan::Intervals {
                steps: intervals
                    .steps()
                    .map(|Step { length, label }| (length.total_seconds(), label.as_ref().map(Label::as_str)))
                    .collect(),
                rounds: intervals.rounds(),
            },
        };
        Self::Timer { plan, step: timer.progress.step, ends_at: timer.countdown.ends_at().map(microseconds) }
    }
}

impl Wire<'_> {
    /// The decoded ring, given its browser.
    pub(crate) fn decode(self, browser: BrowserId) -> Result<Ring, DecodeError> {
        let answered = self.answered.as_ref().map(WireAnswered::decode).transpose()?;
        let scheduled_for = instant(self.scheduled_for)?;
        Ok(Ring { scheduled_for, rung: self.rung(browser)?, answered })
    }

    fn rung(self, browser: BrowserId) -> Result<Rung, DecodeError> {
        let created_at = instant(self.created_at)?;
        let sound = self.sound.parse().map_err(|_| DecodeError)?;
        let label = label(self.label)?;
        Ok(match self.of {
            WireRung::Alarm {
                hour,
                minute,
                repeat,
                days,
                date,
                rule,
                zone,
                paused_until,
                snooze_minutes,
                next_trigger,
                skipped,
            } => {
                let days = days.map(Weekdays::from_bits).transpose().map_err(|_| DecodeError)?;
                let repeat = repeat.parse().map_err(|_| DecodeError)?;
                let date = date.map(day).transpose()?;
                let rule = rule.map(|text| Rule::parse(&text, date.ok_or(DecodeError)?).map_err(|_| DecodeError));
                let rule = rule.transpose()?;
                let date = date.filter(|_| rule.is_none());
                let schedule = Schedule {
                    time: TimeOfDay::new(hour, minute).map_err(|_| DecodeError)?,
                    repeat: Repeat::new(repeat, days, date, rule).map_err(|_| DecodeError)?,
                    zone: zone.parse().map_err(|_| DecodeError)?,
                    paused_until: paused_until.map(day).transpose()?,
                };
                let snooze_interval = SnoozeInterval::from_minutes(snooze_minutes.into()).map_err(|_| DecodeError)?;
                Rung::Alarm(Alarm {
                    id: AlarmId(self.row),
                    browser,
                    settings: AlarmSettings { schedule, sound, snooze_interval, label },
                    arming: next_trigger.map(instant).transpose()?.map_or(Arming::Off, Arming::Scheduled),
                    skipped: skipped.map(instant).transpose()?,
                    created_at,
                })
            }
            WireRung::Timer { plan, step, ends_at } => {
                let plan = plan.decode()?;
                if step >= plan.count() {
                    return Err(DecodeError);
                }
                let ends_at = ends_at.map(instant).transpose()?;
                Rung::Timer(Timer {
                    id: TimerId(self.row),
                    browser,
                    settings: TimerSettings { plan, sound, label },
                    countdown: ends_at.map_or(Countdown::COMPLETED, Countdown::Running),
                    progress: Progress { step, extended_to: None },
                    created_at,
                })
            }
        })
    }
}

impl WireAnswered<'_> {
    fn decode(&self) -> Result<Answered, DecodeError> {
        Ok(Answered {
            answer: self.answer.parse().map_err(|_| DecodeError)?,
            at: instant(self.at)?,
            snoozed_until: self.snoozed_until.map(instant).transpose()?,
        })
    }
}

impl WirePlan<'_> {
    fn decode(self) -> Result<Plan, DecodeError> {
        match self {
            Self::Once(seconds) => Ok(length(seconds)?.into()),
            Self::Intervals { steps, rounds } => {
                let step = |(seconds, text)| Ok(Step { length: length(seconds)?, label: label(text)? });
                let steps = steps.into_iter().map(step).collect::<Result<_, DecodeError>>()?;
                Ok(Plan::Intervals(Intervals::new(steps, rounds.into()).map_err(|_| DecodeError)?))
            }
        }
    }
}

/// Microseconds since 1970, the precision of Postgres.
pub(crate) fn microseconds(instant: OffsetDateTime) -> i64 {
    i64::try_from(instant.unix_timestamp_nanos().div_euclid(1_000)).unwrap_or(i64::MAX)
}

pub(crate) fn instant(microseconds: i64) -> Result<OffsetDateTime, DecodeError> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(microseconds) * 1_000).map_err(|_| DecodeError)
}

fn day(julian_day: i32) -> Result<Date, DecodeError> {
    Date::from_julian_day(julian_day).map_err(|_| DecodeError)
}

fn label(text: Option<&str>) -> Result<Option<Label>, DecodeError> {
    text.map_or(Ok(None), Label::parse).map_err(|_| DecodeError)
}

fn length(seconds: i32) -> Result<TimerLength, DecodeError> {
    TimerLength::from_total_seconds(seconds.into()).map_err(|_| DecodeError)
}
