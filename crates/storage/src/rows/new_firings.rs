//! New rows of `firings`.
//!
//! Each kind has a statement that names only its own columns: each array that is sent costs time for each ring, also if
//! it contains nothing.

use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{BoxedSqlQuery, SqlQuery},
    sql_query,
    sql_types::{self, Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz},
};
use serde_json::Value;
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmSettings},
    firing::{Kind, NewFiring, Rung},
    label::Label,
    timer::{Timer, TimerSettings},
};
use uuid::Uuid;

use super::{columns, intervals::IntervalColumns};
use crate::connections::prepared::Prepared;

/// What happens if the log already has a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// The insert fails with a unique violation.
    Fail,
    /// The ring is skipped. This costs a search for each ring, so it is only used after a failure.
    Skip,
}

/// A batch of rings as columns, for `unnest`.
#[derive(Default)]
pub(crate) struct NewFirings<'a> {
    alarms: OfAlarms<'a>,
    timers: OfTimers<'a>,
}

/// The columns of both kinds.
#[derive(Default)]
struct OfAll<'a> {
    /// The index of the ring in its batch.
    index: Vec<i64>,
    browser_id: Vec<Uuid>,
    row_id: Vec<i64>,
    scheduled_for: Vec<OffsetDateTime>,
    sound: Vec<&'static str>,
    label: Vec<Option<&'a str>>,
    created_at: Vec<OffsetDateTime>,
}

#[derive(Default)]
struct OfAlarms<'a> {
    all: OfAll<'a>,
    minute_of_day: Vec<i16>,
    repeat: Vec<&'static str>,
    timezone: Vec<&'static str>,
    snooze_minutes: Vec<i16>,
    next_trigger: Vec<Option<OffsetDateTime>>,
    days: Vec<Option<i16>>,
    date: Vec<Option<Date>>,
    skipped: Vec<Option<OffsetDateTime>>,
    paused_until: Vec<Option<Date>>,
    rule: Vec<Option<String>>,
}

#[derive(Default)]
struct OfTimers<'a> {
    all: OfAll<'a>,
    total_seconds: Vec<i32>,
    steps: Vec<Option<Value>>,
    rounds: Vec<Option<i16>>,
    step: Vec<Option<i32>>,
    ends_at: Vec<Option<OffsetDateTime>>,
}

impl<'a> NewFirings<'a> {
    pub(crate) fn new(rings: &'a [NewFiring]) -> Self {
        let mut new = Self::default();
        for (index, ring) in (0..).zip(rings) {
            match &ring.rung {
                Rung::Alarm(alarm) => new.alarms.push(index, ring, alarm),
                Rung::Timer(timer) => new.timers.push(index, ring, timer),
            }
        }
        new
    }

    /// Appends all of them, in their own block, in one statement for each kind; returns how many were new.
    pub(crate) fn insert(
        &self,
        fired_at: OffsetDateTime,
        repeated: Repeated,
        conn: &mut PgConnection,
    ) -> QueryResult<usize> {
        let (mut block, mut inserted) = ("nextval", 0);
        if !self.alarms.all.index.is_empty() {
            inserted += self.alarms.statement(block, fired_at, repeated).execute(conn)?;
            block = "currval";
        }
        if !self.timers.all.index.is_empty() {
            inserted += self.timers.statement(block, fired_at, repeated).execute(conn)?;
        }
        Ok(inserted)
    }
}

impl<'a> OfAlarms<'a> {
    fn push(&mut self, index: i64, ring: &NewFiring, alarm: &'a Alarm) {
        let AlarmSettings { schedule, sound, snooze_interval, label } = &alarm.settings;
        self.all.push(index, ring, sound.as_str(), label.as_ref(), alarm.created_at);
        self.minute_of_day.push(columns::minute_of_day(schedule.time));
        self.repeat.push(schedule.repeat.name().as_str());
        self.timezone.push(schedule.zone.name());
        self.snooze_minutes.push(snooze_interval.minutes().into());
        self.next_trigger.push(alarm.arming.next_trigger());
        self.days.push(columns::days(schedule.repeat));
        self.date.push(columns::date(schedule.repeat));
        self.skipped.push(alarm.skipped);
        self.paused_until.push(schedule.paused_until);
        self.rule.push(columns::rule(schedule.repeat));
    }

    fn statement(&'a self, block: &str, fired_at: OffsetDateTime, repeated: Repeated) -> Insert<'a> {
        const COLUMNS: [&str; 10] = [
            "minute_of_day",
            "repeat",
            "timezone",
            "snooze_minutes",
            "next_trigger",
            "days",
            "date",
            "skipped",
            "paused_until",
            "rule",
        ];
        let insert = self
            .all
            .bind_to(insert(Kind::Alarm, &COLUMNS, block, repeated), fired_at)
            .bind::<Array<SmallInt>, _>(&self.minute_of_day)
            .bind::<Array<Text>, _>(&self.repeat)
            .bind::<Array<Text>, _>(&self.timezone)
            .bind::<Array<SmallInt>, _>(&self.snooze_minutes)
            .bind::<Array<Nullable<Timestamptz>>, _>(&self.next_trigger)
            .bind::<Array<Nullable<SmallInt>>, _>(&self.days)
            .bind::<Array<Nullable<sql_types::Date>>, _>(&self.date)
            .bind::<Array<Nullable<Timestamptz>>, _>(&self.skipped)
            .bind::<Array<Nullable<sql_types::Date>>, _>(&self.paused_until)
            .bind::<Array<Nullable<Text>>, _>(&self.rule);
        Prepared(insert)
    }
}

impl<'a> OfTimers<'a> {
    fn push(&mut self, index: i64, ring: &NewFiring, timer: &'a Timer) {
        let TimerSettings { plan, sound, label } = &timer.settings;
        self.all.push(index, ring, sound.as_str(), label.as_ref(), timer.created_at);
        let IntervalColumns { steps, rounds, step } = IntervalColumns::new(plan, timer.progress);
        self.total_seconds.push(plan.total_seconds());
        self.steps.push(steps);
        self.rounds.push(rounds);
        self.step.push(step);
        self.ends_at.push(timer.countdown.ends_at());
    }

    fn statement(&'a self, block: &str, fired_at: OffsetDateTime, repeated: Repeated) -> Insert<'a> {
        const COLUMNS: [&str; 5] = ["total_seconds", "steps", "rounds", "step", "ends_at"];
        let insert = self
            .all
            .bind_to(insert(Kind::Timer, &COLUMNS, block, repeated), fired_at)
            .bind::<Array<Integer>, _>(&self.total_seconds)
            .bind::<Array<Nullable<Jsonb>>, _>(&self.steps)
            .bind::<Array<Nullable<SmallInt>>, _>(&self.rounds)
            .bind::<Array<Nullable<Integer>>, _>(&self.step)
            .bind::<Array<Nullable<Timestamptz>>, _>(&self.ends_at);
        Prepared(insert)
    }
}

type Unbound<'a> = BoxedSqlQuery<'a, Pg, SqlQuery>;
type Insert<'a> = Prepared<Unbound<'a>>;

impl<'a> OfAll<'a> {
    /// The names of the columns, without the index.
    const COLUMNS: [&'static str; 6] = ["browser_id", "row_id", "scheduled_for", "sound", "label", "created_at"];

    fn push(
        &mut self,
        index: i64,
        ring: &NewFiring,
        sound: &'static str,
        label: Option<&'a Label>,
        created_at: OffsetDateTime,
    ) {
        self.index.push(index);
        self.browser_id.push(ring.rung.browser().as_uuid());
        self.row_id.push(ring.rung.row());
        self.scheduled_for.push(ring.scheduled_for);
        self.sound.push(sound);
        self.label.push(label.map(Label::as_str));
        self.created_at.push(created_at);
    }

    fn bind_to(&'a self, insert: Unbound<'a>, fired_at: OffsetDateTime) -> Unbound<'a> {
        insert
            .bind::<Timestamptz, _>(fired_at)
            .bind::<Array<BigInt>, _>(&self.index)
            .bind::<Array<sql_types::Uuid>, _>(&self.browser_id)
            .bind::<Array<BigInt>, _>(&self.row_id)
            .bind::<Array<Timestamptz>, _>(&self.scheduled_for)
            .bind::<Array<Text>, _>(&self.sound)
            .bind::<Array<Nullable<Text>>, _>(&self.label)
            .bind::<Array<Timestamptz>, _>(&self.created_at)
    }
}

/// The statement for rings of a kind that has these columns beside those of both. `block` is the function of the
/// sequence of blocks.
///
/// The arrays are expanded in a select list, because in FROM each of them would be stored before it is read.
fn insert<'a>(kind: Kind, of_kind: &[&str], block: &str, repeated: Repeated) -> Unbound<'a> {
    let columns = [&OfAll::COLUMNS[..], of_kind].concat();
    let arrays: Vec<_> = (3..).take(columns.len()).map(|number| format!("unnest(${number})")).collect();
    let (columns, arrays, kind) = (columns.join(", "), arrays.join(", "), kind.as_str());
    let on_conflict = match repeated {
        Repeated::Fail => "",
        Repeated::Skip => " ON CONFLICT (kind, row_id, scheduled_for, lane) DO NOTHING",
    };
    sql_query(format!(
        "WITH block AS MATERIALIZED (SELECT {block}('firing_blocks') << 12 AS first) \
         INSERT INTO firings (id, kind, fired_at, lane, {columns}) \
         SELECT block.first + index, '{kind}', $1, firing_lane(scheduled_for), {columns} \
         FROM block, (SELECT unnest($2), {arrays}) AS ring (index, {columns}){on_conflict}"
    ))
    .into_boxed()
}
