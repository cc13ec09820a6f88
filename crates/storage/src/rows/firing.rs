//! Rows of `firings`: what rang, as it was after the ring.

use diesel::prelude::*;
use serde_json::Value;
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    answer::{Answer, Answered},
    firing::{Firing, FiringId, Ring, Rung},
    length::TimerLength,
    occurrence::Schedule,
    repeat::{Repeat, RepeatName},
    sound::Sound,
    time_of_day::TimeOfDay,
    timer::{Countdown, Progress, Timer, TimerId, TimerSettings},
    zone::Zone,
};
use uuid::Uuid;

use super::{
    columns::{self, LabelText, Parsed},
    intervals::IntervalColumns,
};
use crate::{error::Error, schema::firings};

#[derive(Queryable, Selectable)]
#[diesel(table_name = firings, check_for_backend(diesel::pg::Pg))]
pub(crate) struct FiringRow {
    browser_id: Uuid,
    row_id: i64,
    scheduled_for: OffsetDateTime,
    sound: Parsed<Sound>,
    label: Option<LabelText>,
    created_at: OffsetDateTime,
    minute_of_day: Option<i16>,
    repeat: Option<Parsed<RepeatName>>,
    timezone: Option<Parsed<Zone>>,
    snooze_minutes: Option<i16>,
    next_trigger: Option<OffsetDateTime>,
    total_seconds: Option<i32>,
    answer: Option<Parsed<Answer>>,
    answered_at: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
    steps: Option<Value>,
    rounds: Option<i16>,
    step: Option<i32>,
    ends_at: Option<OffsetDateTime>,
    days: Option<i16>,
    date: Option<Date>,
    skipped: Option<OffsetDateTime>,
    paused_until: Option<Date>,
    rule: Option<String>,
}

impl TryFrom<FiringRow> for Ring {
    type Error = Error;

    fn try_from(mut row: FiringRow) -> Result<Self, Error> {
        let scheduled_for = row.scheduled_for;
        // An answer of a newer version has ended the ring as well.
        let answered = row.answer.take().zip(row.answered_at).map(|(answer, at)| Answered {
            answer: answer.read().unwrap_or(Answer::Stop),
            at,
            snoozed_until: row.snoozed_until,
        });
        Ok(Self { scheduled_for, rung: rung(row)?, answered })
    }
}

/// A row and its id in the log.
pub(crate) struct PlacedRow(pub(crate) FiringId, pub(crate) FiringRow);

impl TryFrom<PlacedRow> for Firing {
    type Error = Error;

    fn try_from(PlacedRow(id, row): PlacedRow) -> Result<Self, Error> {
        Ok(Self { id, ring: Ring::try_from(row)? })
    }
}

/// What rang, even if another version wrote values that this version does not know: they are replaced by the closest
/// known ones, because a client would never hear a ring that is left out. Only a row without a kind or a browser is an
/// error.
fn rung(row: FiringRow) -> Result<Rung, Error> {
    let browser = columns::browser(row.browser_id)?;
    let sound = row.sound.read_or_default();
    let label = columns::label(row.label).unwrap_or_default();
    match (row.minute_of_day, row.repeat, row.timezone, row.snooze_minutes, row.total_seconds) {
        (Some(minute_of_day), Some(repeat), Some(timezone), Some(snooze_minutes), None) => Ok(Rung::Alarm(Alarm {
            id: AlarmId(row.row_id),
            browser,
            settings: AlarmSettings {
                schedule: Schedule {
                    time: columns::time_of_day(minute_of_day).unwrap_or(TimeOfDay::MIDNIGHT),
                    // `next_trigger` says whether it rings again.
                    repeat: repeat
                        .read()
                        .and_then(|repeat| columns::repeat(repeat, row.days, row.date, row.rule.as_deref()))
                        .unwrap_or(Repeat::Once),
                    zone: timezone.read().unwrap_or(Zone::UTC),
                    paused_until: row.paused_until,
                },
                sound,
                snooze_interval: columns::snooze_interval(snooze_minutes).unwrap_or_default(),
                label,
            },
            arming: row.next_trigger.map_or(Arming::Off, Arming::Scheduled),
            skipped: row.skipped,
            created_at: row.created_at,
        })),
        (None, None, None, None, Some(total_seconds)) => {
            let intervals = IntervalColumns { steps: row.steps, rounds: row.rounds, step: row.step }.read();
            let length = || (TimerLength::closest_to(total_seconds.into()).into(), 0);
            let (plan, step) = intervals.unwrap_or_default().unwrap_or_else(length);
            Ok(Rung::Timer(Timer {
                id: TimerId(row.row_id),
                browser,
                settings: TimerSettings { plan, sound, label },
                countdown: row.ends_at.map_or(Countdown::COMPLETED, Countdown::Running),
                progress: Progress { step, extended_to: None },
                created_at: row.created_at,
            }))
        }
        _ => Err(Error::unreadable("a firing is neither an alarm's nor a timer's")),
    }
}
