//! Rows of `firings`: what rang, as it was after the ring.

use diesel::{
    prelude::*,
    sql_query,
    sql_types::{self, Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz},
};
use serde_json::Value;
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    answer::{Answer, Answered},
    firing::{Firing, FiringId, NewFiring, Ring, Rung},
    label::Label,
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
use crate::{error::Error, prepared::Prepared, schema::firings};

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
                        .and_then(|repeat| columns::repeat(repeat, row.days, row.date))
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

/// Rings as columns, for `unnest`.
#[derive(Default)]
pub(crate) struct FiringColumns<'a> {
    browser_id: Vec<Uuid>,
    kind: Vec<&'static str>,
    row_id: Vec<i64>,
    scheduled_for: Vec<OffsetDateTime>,
    sound: Vec<&'static str>,
    label: Vec<Option<&'a str>>,
    created_at: Vec<OffsetDateTime>,
    minute_of_day: Vec<Option<i16>>,
    repeat: Vec<Option<&'static str>>,
    timezone: Vec<Option<&'static str>>,
    snooze_minutes: Vec<Option<i16>>,
    next_trigger: Vec<Option<OffsetDateTime>>,
    total_seconds: Vec<Option<i32>>,
    steps: Vec<Option<Value>>,
    rounds: Vec<Option<i16>>,
    step: Vec<Option<i32>>,
    ends_at: Vec<Option<OffsetDateTime>>,
    days: Vec<Option<i16>>,
    date: Vec<Option<Date>>,
    skipped: Vec<Option<OffsetDateTime>>,
    paused_until: Vec<Option<Date>>,
}

impl<'a> FiringColumns<'a> {
    pub(crate) fn new(rings: &'a [NewFiring]) -> Self {
        let mut columns = Self::default();
        for ring in rings {
            columns.browser_id.push(ring.rung.browser().as_uuid());
            columns.kind.push(ring.rung.kind().as_str());
            columns.scheduled_for.push(ring.scheduled_for);
            match &ring.rung {
                Rung::Alarm(alarm) => columns.push_alarm(alarm),
                Rung::Timer(timer) => columns.push_timer(timer),
            }
        }
        columns
    }

    fn push_alarm(&mut self, alarm: &'a Alarm) {
        let AlarmSettings { schedule, sound, snooze_interval, label } = &alarm.settings;
        self.row_id.push(alarm.id.0);
        self.sound.push(sound.as_str());
        self.label.push(label.as_ref().map(Label::as_str));
        self.created_at.push(alarm.created_at);
        self.minute_of_day.push(Some(columns::minute_of_day(schedule.time)));
        self.repeat.push(Some(schedule.repeat.name().as_str()));
        self.timezone.push(Some(schedule.zone.name()));
        self.snooze_minutes.push(Some(snooze_interval.minutes().into()));
        self.next_trigger.push(alarm.arming.next_trigger());
        self.total_seconds.push(None);
        self.push_intervals(IntervalColumns::default(), None);
        self.days.push(columns::days(schedule.repeat));
        self.date.push(schedule.repeat.date());
        self.skipped.push(alarm.skipped);
        self.paused_until.push(schedule.paused_until);
    }

    fn push_timer(&mut self, timer: &'a Timer) {
        let TimerSettings { plan, sound, label } = &timer.settings;
        self.row_id.push(timer.id.0);
        self.sound.push(sound.as_str());
        self.label.push(label.as_ref().map(Label::as_str));
        self.created_at.push(timer.created_at);
        self.minute_of_day.push(None);
        self.repeat.push(None);
        self.timezone.push(None);
        self.snooze_minutes.push(None);
        self.next_trigger.push(None);
        self.total_seconds.push(Some(plan.total_seconds()));
        self.push_intervals(IntervalColumns::new(plan, timer.progress), timer.countdown.ends_at());
        self.days.push(None);
        self.date.push(None);
        self.skipped.push(None);
        self.paused_until.push(None);
    }

    fn push_intervals(&mut self, columns: IntervalColumns, ends_at: Option<OffsetDateTime>) {
        self.steps.push(columns.steps);
        self.rounds.push(columns.rounds);
        self.step.push(columns.step);
        self.ends_at.push(ends_at);
    }

    /// Appends all of them in one statement, in order, in their own block; returns how many were new.
    pub(crate) fn insert(&self, fired_at: OffsetDateTime, conn: &mut PgConnection) -> QueryResult<usize> {
        let appended = sql_query(
            "WITH block AS MATERIALIZED (SELECT nextval('firing_blocks') << 12 AS first) \
             INSERT INTO firings (id, lane, fired_at, browser_id, kind, row_id, scheduled_for, sound, label, created_at, \
             minute_of_day, repeat, timezone, snooze_minutes, next_trigger, total_seconds, steps, rounds, step, ends_at, \
             days, date, skipped, paused_until) \
             SELECT block.first + row_number() OVER () - 1, firing_lane(ring.scheduled_for), $1, ring.* \
             FROM block, unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
             $21, $22) AS ring (browser_id, kind, row_id, scheduled_for) \
             ON CONFLICT (kind, row_id, scheduled_for, lane) DO NOTHING",
        )
        .bind::<Timestamptz, _>(fired_at)
        .bind::<Array<diesel::sql_types::Uuid>, _>(&self.browser_id)
        .bind::<Array<Text>, _>(&self.kind)
        .bind::<Array<BigInt>, _>(&self.row_id)
        .bind::<Array<Timestamptz>, _>(&self.scheduled_for)
        .bind::<Array<Text>, _>(&self.sound)
        .bind::<Array<Nullable<Text>>, _>(&self.label)
        .bind::<Array<Timestamptz>, _>(&self.created_at)
        .bind::<Array<Nullable<SmallInt>>, _>(&self.minute_of_day)
        .bind::<Array<Nullable<Text>>, _>(&self.repeat)
        .bind::<Array<Nullable<Text>>, _>(&self.timezone)
        .bind::<Array<Nullable<SmallInt>>, _>(&self.snooze_minutes)
        .bind::<Array<Nullable<Timestamptz>>, _>(&self.next_trigger)
        .bind::<Array<Nullable<Integer>>, _>(&self.total_seconds)
        .bind::<Array<Nullable<Jsonb>>, _>(&self.steps)
        .bind::<Array<Nullable<SmallInt>>, _>(&self.rounds)
        .bind::<Array<Nullable<Integer>>, _>(&self.step)
        .bind::<Array<Nullable<Timestamptz>>, _>(&self.ends_at)
        .bind::<Array<Nullable<SmallInt>>, _>(&self.days)
        .bind::<Array<Nullable<sql_types::Date>>, _>(&self.date)
        .bind::<Array<Nullable<Timestamptz>>, _>(&self.skipped)
        .bind::<Array<Nullable<sql_types::Date>>, _>(&self.paused_until);
        Prepared(appended).execute(conn)
    }
}
