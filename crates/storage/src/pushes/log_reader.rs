//! The dispatcher as a reader of the log: queues the messages of each ring.
//!
//! A claim only appends to the log. The dispatchers of all processes share one position in it, a row that is advanced in the
//! transaction that queues messages, so a ring is neither left out nor queued twice, whoever is killed. Batches are read when
//! their first messages are due. What must be known before that is a message already: a page that was given the ring has
//! postponed it, one that sounds has muted it (`queue`). An answer is in the log itself.
//!
//! The position keeps nothing in the log. A dispatcher that was off for longer than a ring is of use passes over what it has
//! missed, and where nobody pushes, the log is purged all the same.

use diesel::{
    connection::SimpleConnection as _,
    dsl::exists,
    pg::Pg,
    prelude::*,
    query_builder::{BoxedSqlQuery, SqlQuery},
    sql_query, sql_types,
};
use time::OffsetDateTime;
use tokibako_domain::{
    channel::UNHEARD_DELAY,
    occurrence::LATEST_RING,
    push::{DeviceState, GREETING_LIFETIME, MOST_UNSENT_RINGS, Purpose, RING_DELAY, is_too_young},
};

use crate::{
    Storage,
    error::Error,
    faults::is_planted,
    log::position::{INDEX_BITS, LAST_INDEX},
    rows::typed,
    schema::{batches, channels, devices, push_position, pushes},
    signals::wakeup,
};

/// How many batches are queued in one transaction. Their messages are several thousand if the batches are full.
const AT_ONCE: usize = 2;

/// How many batches are examined in one transaction. Most are passed over if nobody has read the log for long.
const EXAMINED: i64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LogRead {
    pub has_more: bool,
    /// How many batches nobody has read while their rings were of use.
    pub too_late: usize,
    /// Whether the log was restored, so that reading begins at its start.
    pub is_another_log: bool,
}

/// The last batch that was read: its place, and when it was logged.
type Position = (i64, Option<OffsetDateTime>);

/// The position, when the batch after it was logged, and whether the log was restored since: it ends before the position, or
/// has another batch there.
const POSITION: &str = "SELECT place, fired_at, \
        (SELECT fired_at FROM batches WHERE batches.place > position.place ORDER BY batches.place LIMIT 1) AS next, \
        place > coalesce((SELECT max(batches.place) FROM batches), 0) OR EXISTS (SELECT FROM batches \
            WHERE batches.place = position.place AND batches.fired_at IS DISTINCT FROM position.fired_at) AS is_another_log \
    FROM push_position AS position";

fn position(conn: &mut PgConnection) -> QueryResult<(Position, Option<OffsetDateTime>, bool)> {
    type Instant = sql_types::Nullable<sql_types::Timestamptz>;
    type Columns = ((sql_types::BigInt, Instant), Instant, sql_types::Bool);
    typed::<Columns, _>(sql_query(POSITION)).get_result(conn)
}

/// Locks the position and returns it. Who does not get it leaves the log to the process that has it.
fn lock_position(conn: &mut PgConnection) -> QueryResult<Option<Position>> {
    let position = push_position::table.select((push_position::place, push_position::fired_at));
    position.for_update().skip_locked().get_result(conn).optional()
}

/// Queues the messages of the next batches whose messages are due.
///
/// A message is queued once, because the position moves with it and because a device has one message of a ring.
pub async fn read_log(storage: &Storage, now: OffsetDateTime) -> Result<LogRead, Error> {
    storage
        .background(move |conn| {
            // A busy dispatcher asks a hundred times a second.
            let (position, next, is_another_log) = position(conn)?;
            if !is_another_log && next.is_none_or(|fired_at| is_too_young(fired_at, now)) {
                return Ok(LogRead::default());
            }
            Ok(conn.transaction(|conn| read_after(conn, position, is_another_log, now))?)
        })
        .await
}

/// Reads the batches after a position, unless another process is reading or has moved it.
fn read_after(
    conn: &mut PgConnection,
    position: Position,
    is_another_log: bool,
    now: OffsetDateTime,
) -> QueryResult<LogRead> {
    match lock_position(conn)? {
        None => return Ok(LogRead::default()),
        // What is next has to be asked again.
        Some(locked) if locked != position => return Ok(LogRead { has_more: true, ..LogRead::default() }),
        Some(_) => {}
    }
    // Of a ring that was queued before the log was restored, the message is still there while the ring is of use.
    let place = if is_another_log { 0 } else { position.0 };
    let rows: Vec<(i64, i64, OffsetDateTime)> = batches::table
        .filter(batches::place.gt(place))
        .order(batches::place)
        .limit(EXAMINED)
        .select((batches::place, batches::block, batches::fired_at))
        .load(conn)?;
    let has_recipients = has_recipients(conn)?;
    let mut read = LogRead { is_another_log, ..LogRead::default() };
    let (mut blocks, mut instants, mut passed) = (Vec::new(), Vec::new(), 0);
    for (_, block, fired_at) in rows.iter().take_while(|(_, _, fired_at)| !is_too_young(*fired_at, now)) {
        if has_recipients && blocks.len() == AT_ONCE {
            read.has_more = true;
            break;
        }
        passed += 1;
        if has_recipients && *fired_at <= now - LATEST_RING {
            read.too_late += 1;
        } else if has_recipients {
            blocks.push(*block);
            // A message of a batch that is from after `now` is due like one of now.
            instants.push((*fired_at).min(now));
        }
    }
    read.has_more |= i64::try_from(passed) == Ok(EXAMINED);
    let last = rows.get(..passed).and_then(<[_]>::last).map(|(place, _, fired_at)| (*place, Some(*fired_at)));
    let last = last.or_else(|| is_another_log.then_some((0, None)));
    if let Some((place, fired_at)) = last {
        diesel::update(push_position::table)
            .set((push_position::place.eq(place), push_position::fired_at.eq(fired_at)))
            .execute(conn)?;
    }
    if is_planted("position-before-messages") {
        conn.batch_execute("COMMIT; BEGIN")?;
    }
    if !blocks.is_empty() {
        queueing()
            .bind::<sql_types::Array<sql_types::BigInt>, _>(blocks)
            .bind::<sql_types::Array<sql_types::Timestamptz>, _>(instants)
            .bind::<sql_types::Timestamptz, _>(now)
            .execute(conn)?;
    }
    Ok(read)
}

/// Whether anything is pushed to anywhere.
fn has_recipients(conn: &mut PgConnection) -> QueryResult<bool> {
    let is_active = devices::table.filter(devices::state.eq(DeviceState::Active.as_str()));
    diesel::select(exists(is_active).or(exists(channels::table.select(channels::number)))).get_result(conn)
}

/// A query that queues the messages of the batches with the blocks `$4`, which were logged at `$5`, at `$6`.
///
/// A message replaces an unsent one about an older ring of the same alarm or timer. Of the others, a device keeps the
/// newest [`MOST_UNSENT_RINGS`], so that one visitor's rings cannot fill the queue.
///
/// A channel gets no steps of interval timers, which end by themselves.
///
/// The devices of each ring and the messages that are queued already are looked up: reading all of them is slower, though the
/// planner may not know that. Nor does it know how many rows `new` and `ranked` have, so they are joined with nothing. Rows
/// are inserted in the order in which streams insert theirs.
fn queueing() -> BoxedSqlQuery<'static, Pg, SqlQuery> {
    let queueing = sql_query(format!(
        "WITH rung AS MATERIALIZED (SELECT device.number AS device, device.origin, ring.kind, ring.row_id, \
             ring.scheduled_for, batch.fired_at, device.delay \
             FROM unnest($4, $5) AS batch (block, fired_at) \
             CROSS JOIN LATERAL (SELECT browser_id, kind, row_id, scheduled_for, is_step FROM firings \
                 WHERE id BETWEEN batch.block << {INDEX_BITS} AND (batch.block << {INDEX_BITS}) + {LAST_INDEX} \
                 AND answer IS NULL AND scheduled_for + make_interval(secs => $2) > $6 OFFSET 0) AS ring \
             CROSS JOIN LATERAL (SELECT number, origin, 0 AS delay FROM devices \
                 WHERE devices.browser_id = ring.browser_id AND devices.state = 'active' \
                 UNION ALL SELECT number, origin, CASE WHEN only_unheard THEN $3 ELSE 0 END FROM channels \
                 WHERE channels.browser_id = ring.browser_id AND ring.kind = ANY (kinds) AND NOT ring.is_step \
                 OFFSET 0) AS device), \
         new AS MATERIALIZED (SELECT rung.* FROM rung LEFT JOIN LATERAL (SELECT TRUE AS is_queued FROM pushes \
                 WHERE pushes.device = rung.device AND pushes.row_id = rung.row_id \
                 AND pushes.scheduled_for = rung.scheduled_for AND pushes.kind = rung.kind AND purpose = 'ring' \
                 OFFSET 0) AS message ON TRUE WHERE is_queued IS NULL), \
         old AS MATERIALIZED (SELECT unsent.* FROM (SELECT DISTINCT device FROM rung) AS device \
             CROSS JOIN LATERAL (SELECT id, pushes.device, kind, row_id, scheduled_for FROM pushes \
                 WHERE pushes.device = device.device AND purpose = 'ring' AND accepted_at IS NULL \
                 AND claimed_until IS NULL AND NOT is_hushed OFFSET 0) AS unsent), \
         ranked AS MATERIALIZED (SELECT *, \
             count(*) FILTER (WHERE is_latest) OVER (PARTITION BY device ORDER BY scheduled_for DESC, row_id, kind) AS nth \
             FROM (SELECT unsent.*, scheduled_for = max(scheduled_for) OVER (PARTITION BY device, kind, row_id) AS is_latest \
                 FROM (SELECT NULL::bigint AS id, device, kind, row_id, scheduled_for, origin, fired_at, delay FROM new \
                     UNION ALL SELECT id, device, kind, row_id, scheduled_for, NULL, NULL, NULL FROM old \
                 ) AS unsent) AS tagged), \
         replaced AS (DELETE FROM pushes WHERE id IN (SELECT id FROM pushes WHERE id = ANY (ARRAY(SELECT id FROM ranked \
             WHERE id IS NOT NULL AND NOT (is_latest AND nth <= {MOST_UNSENT_RINGS}))) \
             AND claimed_until IS NULL AND accepted_at IS NULL FOR UPDATE SKIP LOCKED)) \
         INSERT INTO pushes (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at) \
         SELECT device, origin, 'ring', kind, row_id, scheduled_for, fired_at + make_interval(secs => $1 + delay), \
             scheduled_for + make_interval(secs => $2) \
         FROM ranked WHERE id IS NULL AND is_latest AND nth <= {MOST_UNSENT_RINGS} \
         ORDER BY device, row_id, scheduled_for, kind \
         ON CONFLICT (device, row_id, scheduled_for, kind, purpose) DO NOTHING"
    ));
    queueing
        .into_boxed()
        .bind::<sql_types::Double, _>(RING_DELAY.as_seconds_f64())
        .bind::<sql_types::Double, _>(LATEST_RING.as_seconds_f64())
        .bind::<sql_types::Double, _>(UNHEARD_DELAY.as_seconds_f64())
}

/// Queues a message that is about no ring, for a device or a channel: a code, or without one a test. It replaces a waiting one.
pub(crate) fn queue_greeting(
    conn: &mut PgConnection,
    device: i64,
    origin: String,
    code: Option<String>,
    due_at: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let purpose = if code.is_some() { Purpose::Hello } else { Purpose::Test };
    let waiting = pushes::table.filter(pushes::device.eq(device).and(pushes::purpose.eq(purpose.as_str())));
    diesel::delete(waiting).execute(conn)?;
    diesel::insert_into(pushes::table)
        .values((
            pushes::device.eq(device),
            pushes::origin.eq(origin),
            pushes::purpose.eq(purpose.as_str()),
            pushes::code.eq(code),
            pushes::due_at.eq(due_at),
            pushes::expires_at.eq(now + GREETING_LIFETIME),
        ))
        .execute(conn)?;
    wakeup::notify_pushes(conn)
}

#[cfg(test)]
mod tests {
    use diesel::Connection as _;

    use super::*;
    use crate::testing::{TestDatabase, sample::NOW};

    #[test]
    fn a_position_that_was_moved_meanwhile_is_asked_for_again() {
        let database = TestDatabase::create();
        let conn = &mut PgConnection::establish(&database.url()).unwrap();
        let batch = (batches::block.eq(0), batches::rings.eq(1), batches::fired_at.eq(NOW));
        diesel::insert_into(batches::table).values(batch).execute(conn).unwrap();
        let (seen, next, _) = position(conn).unwrap();
        assert_eq!((seen, next), ((0, None), Some(NOW)));
        let now = NOW + RING_DELAY;
        assert_eq!(read_after(conn, seen, false, now).unwrap(), LogRead::default());
        assert_eq!(read_after(conn, seen, false, now).unwrap(), LogRead { has_more: true, ..LogRead::default() });
        let (moved, next, is_another_log) = position(conn).unwrap();
        assert_eq!((moved, next, is_another_log), ((1, Some(NOW)), None, false));
    }
}
