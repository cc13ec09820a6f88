//! The first repeats of rings, and which repeats are still wanted when they are due.

use std::collections::{HashMap, HashSet};

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    firing::{Kind, Ring, RingSubject},
    push::{Purpose, REPEAT_INTERVAL},
    timer::Timer,
};

use super::message::PushRow;
use crate::{
    error::Error,
    rows::{AlarmRow, TimerRow, readable},
    schema::{alarms, timers},
};

#[derive(QueryableByName)]
struct HushedRow {
    #[diesel(sql_type = sql_types::BigInt)]
    id: i64,
}

/// Queues the first repeats of rings that nobody has answered, or heard on a page. A ring stays in the queue a minute
/// longer than its repeats, so that its answer reaches the device.
pub(super) fn queue(conn: &mut PgConnection, rings: &[i64], now: OffsetDateTime) -> QueryResult<usize> {
    if rings.is_empty() {
        return Ok(0);
    }
    sql_query(
        "WITH kept AS (UPDATE pushes \
             SET expires_at = greatest(expires_at, $2 + make_interval(secs => devices.ring_for + 60)) \
             FROM devices WHERE devices.number = pushes.device AND pushes.id = ANY ($1) \
             AND pushes.answer IS NULL AND NOT pushes.is_hushed \
             RETURNING pushes.device, pushes.origin, pushes.kind, pushes.row_id, pushes.scheduled_for, devices.ring_for) \
         INSERT INTO pushes (device, origin, purpose, repeat, kind, row_id, scheduled_for, due_at, expires_at) \
         SELECT device, origin, 'repeat', 1, kind, row_id, scheduled_for, $2 + make_interval(secs => $3), \
         $2 + make_interval(secs => ring_for) FROM kept \
         ON CONFLICT (device, row_id, scheduled_for, kind, purpose) DO NOTHING",
    )
    .bind::<sql_types::Array<sql_types::BigInt>, _>(rings)
    .bind::<sql_types::Timestamptz, _>(now)
    .bind::<sql_types::Double, _>(REPEAT_INTERVAL.as_seconds_f64())
    .execute(conn)
}

/// The ids of the repeats among these messages whose alarm or timer was neither changed nor deleted since it rang, and
/// which no page and no person has hushed.
pub(super) fn still_wanted<'a>(
    conn: &mut PgConnection,
    messages: impl Iterator<Item = (&'a PushRow, Option<&'a Ring>)>,
) -> Result<HashSet<i64>, Error> {
    let repeats = messages.filter(|(push, _)| push.purpose == Purpose::Repeat.as_str());
    let mut rings: HashMap<i64, &Ring> = repeats.filter_map(|(push, ring)| Some((push.id, ring?))).collect();
    if rings.is_empty() {
        return Ok(HashSet::new());
    }
    let hushed = sql_query(
        "SELECT repeat.id FROM pushes AS repeat WHERE id = ANY ($1) AND NOT EXISTS (SELECT FROM pushes AS first \
         WHERE first.device = repeat.device AND first.row_id = repeat.row_id \
         AND first.scheduled_for = repeat.scheduled_for AND first.kind = repeat.kind AND first.purpose = 'ring' \
         AND NOT first.is_hushed)",
    );
    let ids: Vec<i64> = rings.keys().copied().collect();
    for HushedRow { id } in hushed.bind::<sql_types::Array<sql_types::BigInt>, _>(ids).load(conn)? {
        rings.remove(&id);
    }
    let rows = rows_of(conn, &rings)?;
    let is_wanted = |ring: &Ring| {
        let row = rows.get(&(ring.subject.kind(), ring.subject.row()));
        row.is_some_and(|row| ring.subject.is_current(row, ring.scheduled_for))
    };
    Ok(rings.into_iter().filter(|(_, ring)| is_wanted(ring)).map(|(id, _)| id).collect())
}

/// The alarms and timers of these rings as they are now.
fn rows_of(conn: &mut PgConnection, rings: &HashMap<i64, &Ring>) -> Result<HashMap<(Kind, i64), RingSubject>, Error> {
    let numbers = |kind| -> Vec<i64> {
        rings.values().filter(|ring| ring.subject.kind() == kind).map(|ring| ring.subject.row()).collect()
    };
    let alarms = alarms::table.filter(alarms::id.eq_any(numbers(Kind::Alarm))).select(AlarmRow::as_select());
    let timers = timers::table.filter(timers::id.eq_any(numbers(Kind::Timer))).select(TimerRow::as_select());
    let alarms = readable::<_, Alarm>(alarms.load::<AlarmRow>(conn)?).map(RingSubject::Alarm);
    let timers = readable::<_, Timer>(timers.load::<TimerRow>(conn)?).map(RingSubject::Timer);
    Ok(alarms.chain(timers).map(|row| ((row.kind(), row.row()), row)).collect())
}
