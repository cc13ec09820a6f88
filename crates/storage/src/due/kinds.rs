//! Due alarms and due timers: how each is taken, read and moved.

use std::collections::HashSet;

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, firing::RingSubject, timer::Timer};
use uuid::Uuid;

use super::claim::{Batch, DueRow, Scan};
use crate::{
    days_off::ListsOfDays,
    error::Error,
    faults::{Fault, is_planted},
    rows::{AlarmRow, TimerRow},
    schema::{alarms, timers},
};

impl DueRow for Alarm {
    type Row = AlarmRow;
    type NextColumns = Option<OffsetDateTime>;

    fn id(row: &AlarmRow) -> i64 {
        row.id
    }

    fn take(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<AlarmRow>> {
        match batch {
            Batch::Oldest { limit, without_rows } => {
                let due = oldest_alarms(now, (*limit).into(), without_rows.clone());
                if is_planted(Fault::ClaimWithoutLock) {
                    return due.select(AlarmRow::as_select()).load(conn);
                }
                due.select(AlarmRow::as_select()).for_update().skip_locked().load(conn)
            }
            Batch::These(rows) => {
                these_alarms(now, rows.clone()).select(AlarmRow::as_select()).for_update().skip_locked().load(conn)
            }
        }
    }

    /// The days off of their browsers. Read after the rows are locked: who replaces a list later waits for them.
    type Context = ListsOfDays;

    fn context(conn: &mut PgConnection, rows: &[AlarmRow]) -> QueryResult<ListsOfDays> {
        let browsers: HashSet<_> = rows.iter().map(|row| row.browser_id).collect();
        if browsers.is_empty() {
            return Ok(ListsOfDays::default());
        }
        ListsOfDays::of_browsers(conn, &Vec::from_iter(browsers))
    }

    fn read(row: AlarmRow, lists: &ListsOfDays) -> Result<Self, Error> {
        let list = lists.get(row.browser_id);
        let mut alarm = Self::try_from(row)?;
        alarm.settings.days_off.list = list;
        Ok(alarm)
    }

    fn scan(conn: &mut PgConnection, due: Scan) -> QueryResult<Vec<(i64, Uuid)>> {
        let rows = oldest_alarms(due.until, due.limit.into(), due.without).filter(alarms::next_trigger.gt(due.after));
        let rows = rows.filter(alarms::browser_id.ne_all(due.without_browsers));
        rows.select((alarms::id, alarms::browser_id)).load(conn)
    }

    fn due(&self) -> Option<OffsetDateTime> {
        self.arming.next_trigger()
    }

    fn subject(self) -> RingSubject {
        RingSubject::Alarm(self)
    }

    fn next(&self) -> Self::NextColumns {
        self.due()
    }

    /// A snooze ends with its ring.
    fn move_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Option<OffsetDateTime>]) -> QueryResult<usize> {
        sql_query(
            "UPDATE alarms SET last_due = alarms.next_trigger, next_trigger = moved.next_trigger, snoozed_until = NULL \
             FROM unnest($1, $2) AS moved (id, next_trigger) WHERE alarms.id = moved.id",
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(nexts)
        .execute(conn)
    }
}

/// The longest due rows.
#[diesel::dsl::auto_type(no_type_alias)]
fn oldest_alarms(now: OffsetDateTime, limit: i64, without_rows: Vec<i64>) -> _ {
    alarms::table
        .filter(alarms::next_trigger.le(now))
        .filter(alarms::id.ne_all(without_rows))
        // By this column only: with a second one, all rows due at one instant would be sorted for each batch.
        .order(alarms::next_trigger)
        .limit(limit)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn these_alarms(now: OffsetDateTime, rows: Vec<i64>) -> _ {
    alarms::table.filter(alarms::next_trigger.le(now)).filter(alarms::id.eq_any(rows)).order(alarms::next_trigger)
}

impl DueRow for Timer {
    type Row = TimerRow;
    /// The new end if the timer continues, and the index of its current step if it has steps.
    type NextColumns = (Option<OffsetDateTime>, Option<i32>);

    fn id(row: &TimerRow) -> i64 {
        row.id
    }

    fn take(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<TimerRow>> {
        match batch {
            Batch::Oldest { limit, without_rows } => {
                let due = oldest_timers(now, (*limit).into(), without_rows.clone());
                if is_planted(Fault::ClaimWithoutLock) {
                    return due.select(TimerRow::as_select()).load(conn);
                }
                due.select(TimerRow::as_select()).for_update().skip_locked().load(conn)
            }
            Batch::These(rows) => {
                these_timers(now, rows.clone()).select(TimerRow::as_select()).for_update().skip_locked().load(conn)
            }
        }
    }

    type Context = ();

    fn context(_: &mut PgConnection, _: &[TimerRow]) -> QueryResult<()> {
        Ok(())
    }

    fn read(row: TimerRow, (): &()) -> Result<Self, Error> {
        row.try_into()
    }

    fn scan(conn: &mut PgConnection, due: Scan) -> QueryResult<Vec<(i64, Uuid)>> {
        let rows = oldest_timers(due.until, due.limit.into(), due.without).filter(timers::ends_at.gt(due.after));
        let rows = rows.filter(timers::browser_id.ne_all(due.without_browsers));
        rows.select((timers::id, timers::browser_id)).load(conn)
    }

    fn due(&self) -> Option<OffsetDateTime> {
        self.countdown.ends_at()
    }

    fn subject(self) -> RingSubject {
        RingSubject::Timer(self)
    }

    fn next(&self) -> Self::NextColumns {
        (self.due(), self.settings.plan.intervals().map(|_| self.progress.step.into()))
    }

    /// A timer without a new end has no time left.
    fn move_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Self::NextColumns]) -> QueryResult<usize> {
        let (ends, steps): (Vec<_>, Vec<_>) = nexts.iter().copied().unzip();
        sql_query(
            "UPDATE timers SET ends_at = moved.ends_at, remaining_ms = CASE WHEN moved.ends_at IS NULL THEN 0 END, \
             step = moved.step, run_seconds = NULL \
             FROM unnest($1, $2, $3) AS moved (id, ends_at, step) WHERE timers.id = moved.id",
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(ends)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Integer>>, _>(steps)
        .execute(conn)
    }
}

/// The longest due rows.
#[diesel::dsl::auto_type(no_type_alias)]
fn oldest_timers(now: OffsetDateTime, limit: i64, without_rows: Vec<i64>) -> _ {
    timers::table
        .filter(timers::ends_at.le(now))
        .filter(timers::id.ne_all(without_rows))
        // By this column only: with a second one, all rows due at one instant would be sorted for each batch.
        .order(timers::ends_at)
        .limit(limit)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn these_timers(now: OffsetDateTime, rows: Vec<i64>) -> _ {
    timers::table.filter(timers::ends_at.le(now)).filter(timers::id.eq_any(rows)).order(timers::ends_at)
}
