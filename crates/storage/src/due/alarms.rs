//! Due alarms.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, days_off::DaysOff, firing::RingSubject};
use uuid::Uuid;

use super::{batch::Batch, claim::DueRow};
use crate::{days_off, error::Error, rows::AlarmRow, schema::alarms};

impl DueRow for Alarm {
    type Row = AlarmRow;
    type NextColumns = Option<OffsetDateTime>;

    fn id(row: &AlarmRow) -> i64 {
        row.id
    }

    fn take(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<AlarmRow>> {
        match batch {
            Batch::Oldest { limit, without_rows } => {
                let due = oldest(now, (*limit).into(), without_rows.clone());
                due.select(AlarmRow::as_select()).for_update().skip_locked().load(conn)
            }
            Batch::These(rows) => {
                these(now, rows.clone()).select(AlarmRow::as_select()).for_update().skip_locked().load(conn)
            }
        }
    }

    /// The days off of their browsers. Read after the rows are locked: who replaces a list later waits for them.
    type Context = HashMap<Uuid, Arc<DaysOff>>;

    fn context(conn: &mut PgConnection, rows: &[AlarmRow]) -> QueryResult<Self::Context> {
        let browsers: HashSet<_> = rows.iter().map(|row| row.browser_id).collect();
        if browsers.is_empty() {
            return Ok(HashMap::new());
        }
        days_off::of_browsers(conn, &Vec::from_iter(browsers))
    }

    fn read(row: AlarmRow, context: &Self::Context) -> Result<Self, Error> {
        let list = context.get(&row.browser_id).cloned();
        let mut alarm = Self::try_from(row)?;
        alarm.settings.days_off.list = list;
        Ok(alarm)
    }

    fn ids(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<i64>> {
        match batch {
            Batch::Oldest { limit, without_rows } => {
                oldest(now, (*limit).into(), without_rows.clone()).select(alarms::id).load(conn)
            }
            Batch::These(rows) => these(now, rows.clone()).select(alarms::id).load(conn),
        }
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
fn oldest(now: OffsetDateTime, limit: i64, without_rows: Vec<i64>) -> _ {
    alarms::table
        .filter(alarms::next_trigger.le(now))
        .filter(alarms::id.ne_all(without_rows))
        // By this column only: with a second one, all rows due at one instant would be sorted for each batch.
        .order(alarms::next_trigger)
        .limit(limit)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn these(now: OffsetDateTime, rows: Vec<i64>) -> _ {
    alarms::table.filter(alarms::next_trigger.le(now)).filter(alarms::id.eq_any(rows)).order(alarms::next_trigger)
}
