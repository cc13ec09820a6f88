//! The claim: takes due rows, moves them to their next occurrence and writes their rings to the log, in one
//! transaction.
//!
//! Any number of schedulers claim concurrently. `FOR UPDATE SKIP LOCKED` gives each row to one of them. The row is
//! moved and its firing appended in the same transaction, so a crash at any point neither loses nor duplicates a ring.
//! The domain decides whether a row rings and where it moves.
//!
//! A claim always moves on. A row that cannot be read, whose rule panics, or which the database refuses, is left unchanged
//! and listed in [`ClaimReport::left`]. A claim decides for a quarter of a second at most, and gives the other rows back:
//! they are due for the next one. If its session ends, the caller claims half as many rows, down to one, and then that row
//! is listed, too. The caller decides which rows the next claim leaves out.
//!
//! What a batch reads is bounded: a timer has at most a few kilobytes, and of lists of days off a claim reads the days only.

mod claim;

use std::collections::HashSet;

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    firing::{Kind, RingSubject},
    timer::Timer,
};
use uuid::Uuid;

pub use self::claim::{Batch, ClaimReport, Decision, Phases, Scan};
use self::claim::{DueRow, claim};
use crate::{
    Storage,
    alarms::AlarmRow,
    browser_lists::ListsOfDays,
    clock::Clock,
    error::Error,
    faults::{Fault, is_planted},
    owned::OwnedRow as _,
    schema::{alarms, timers},
    timers::TimerRow,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NextDue {
    pub alarm: Option<OffsetDateTime>,
    pub timer: Option<OffsetDateTime>,
}

impl NextDue {
    pub fn earliest(self) -> Option<OffsetDateTime> {
        self.alarm.into_iter().chain(self.timer).min()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExcludedRows {
    pub alarms: Vec<i64>,
    pub timers: Vec<i64>,
}

/// When the next row of each kind is due, apart from the rows in `without`, in one query, because it runs far more often
/// than anything rings. Also measures the database's clock, so that the claim after it is by a fresh measurement.
pub async fn next(storage: &Storage, clock: &Clock, without: ExcludedRows) -> Result<NextDue, Error> {
    let clock = clock.clone();
    storage
        .ringing(move |conn| {
            let alarm = alarms::table
                .filter(alarms::id.ne_all(without.alarms))
                .select(diesel::dsl::min(alarms::next_trigger))
                .single_value();
            let timer = timers::table
                .filter(timers::id.ne_all(without.timers))
                .select(diesel::dsl::min(timers::ends_at))
                .single_value();
            let database = sql::<sql_types::Timestamptz>("clock_timestamp()");
            clock.with_measurement(|| {
                let (alarm, timer, database) = diesel::select((alarm, timer, database)).get_result(conn)?;
                Ok((NextDue { alarm, timer }, database))
            })
        })
        .await
}

/// Claims alarms that are due at `now`.
///
/// `decide` is the domain's decision on a row.
pub async fn claim_alarms(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(Alarm) -> Decision<Alarm> + Send + 'static,
) -> Result<ClaimReport, Error> {
    claim(storage, now, batch, decide).await
}

/// Claims timers that are due at `now`, like [`claim_alarms`].
pub async fn claim_timers(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(Timer) -> Decision<Timer> + Send + 'static,
) -> Result<ClaimReport, Error> {
    claim(storage, now, batch, decide).await
}

/// The longest due rows of a kind, with their browsers.
pub async fn scan(storage: &Storage, kind: Kind, due: Scan) -> Result<Vec<(i64, Uuid)>, Error> {
    storage
        .ringing(move |conn| {
            Ok(match kind {
                Kind::Alarm => Alarm::scan(conn, due)?,
                Kind::Timer => Timer::scan(conn, due)?,
            })
        })
        .await
}

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

    fn subject(self) -> RingSubject {
        RingSubject::Alarm(self)
    }

    fn next(&self) -> Self::NextColumns {
        self.next_due()
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

    fn subject(self) -> RingSubject {
        RingSubject::Timer(self)
    }

    fn next(&self) -> Self::NextColumns {
        (self.next_due(), self.settings.plan.intervals().map(|_| self.progress.step.into()))
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
