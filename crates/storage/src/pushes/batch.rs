//! Queues the messages of a batch of rings.
//!
//! A claim stores one row for its batch, because the rings of the batch wait for the claim's commit. The messages are
//! queued from the log when they are due, or before anything else that needs the message of a ring. Until then nobody
//! else sees the difference.

use diesel::{
    dsl::exists,
    pg::Pg,
    prelude::*,
    query_builder::{BoxedSqlQuery, SqlQuery},
    sql_query, sql_types,
};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    channel::UNHEARD_DELAY,
    firing::RingId,
    lateness::LATEST_RING,
    push::{HEARD_DELAY, MOST_UNSENT_RINGS, RING_DELAY},
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    log::position::{INDEX_BITS, LAST_INDEX},
    schema::push_batches,
};

/// How many batches are queued in one transaction. Their messages are several thousand if the batches are full.
const AT_ONCE: i64 = 2;

#[derive(QueryableByName)]
struct QueueRow {
    #[diesel(sql_type = sql_types::BigInt)]
    batches: i64,
}

/// Stores that the batch which this transaction has just appended to the log has to be queued, unless no device is
/// active and there is no channel. Messages to devices on which streams are `open` will be postponed.
pub(crate) fn store(
    conn: &mut PgConnection,
    fired_at: OffsetDateTime,
    open: &[(BrowserId, Uuid)],
) -> QueryResult<usize> {
    let (browsers, devices): (Vec<Uuid>, Vec<Uuid>) =
        open.iter().map(|(browser, device)| (browser.as_uuid(), *device)).unzip();
    sql_query(
        "INSERT INTO push_batches (block, fired_at, browsers, devices) SELECT currval('firing_blocks'), $1, $2, $3 \
         WHERE EXISTS (SELECT FROM devices WHERE state = 'active') OR EXISTS (SELECT FROM channels)",
    )
    .bind::<sql_types::Timestamptz, _>(fired_at)
    .bind::<sql_types::Array<sql_types::Uuid>, _>(browsers)
    .bind::<sql_types::Array<sql_types::Uuid>, _>(devices)
    .execute(conn)
}

/// Queues the messages of some batches whose messages are due; returns whether there may be more of them.
pub async fn queue_due(storage: &Storage, now: OffsetDateTime) -> Result<bool, Error> {
    let fired_until = now - RING_DELAY;
    storage
        .background(move |conn| {
            // Planning the statement takes longer than this question, and a busy dispatcher asks a hundred times a second.
            let is_due = push_batches::table.filter(push_batches::fired_at.le(fired_until));
            if !diesel::select(exists(is_due)).get_result(conn)? {
                return Ok(false);
            }
            let due = "SELECT block FROM push_batches WHERE fired_at <= $5 ORDER BY fired_at LIMIT $6 \
                       FOR UPDATE SKIP LOCKED";
            let QueueRow { batches } = queueing(due)
                .bind::<sql_types::Timestamptz, _>(fired_until)
                .bind::<sql_types::BigInt, _>(AT_ONCE)
                .get_result(conn)?;
            Ok(batches == AT_ONCE)
        })
        .await
}

/// Queues the messages of the batches of these rings, if that has not been done yet. If another transaction is doing
/// it, waits for that.
pub(super) fn queue_batches_of(conn: &mut PgConnection, rings: &[RingId]) -> QueryResult<()> {
    // Most answers come later than that.
    if !diesel::select(exists(push_batches::table.select(push_batches::block))).get_result(conn)? {
        return Ok(());
    }
    let kinds: Vec<&str> = rings.iter().map(|ring| ring.kind.as_str()).collect();
    let rows: Vec<i64> = rings.iter().map(|ring| ring.row).collect();
    let due: Vec<OffsetDateTime> = rings.iter().map(|ring| ring.scheduled_for).collect();
    let theirs = format!(
        "SELECT block FROM push_batches WHERE block IN ( \
                      SELECT firings.id >> {INDEX_BITS} FROM unnest($5, $6, $7) AS ring (kind, row_id, scheduled_for) \
                      JOIN firings ON firings.kind = ring.kind AND firings.row_id = ring.row_id \
                      AND firings.scheduled_for = ring.scheduled_for AND firings.lane = firing_lane(ring.scheduled_for) \
                  ) ORDER BY block FOR UPDATE"
    );
    queueing(&theirs)
        .bind::<sql_types::Array<sql_types::Text>, _>(kinds)
        .bind::<sql_types::Array<sql_types::BigInt>, _>(rows)
        .bind::<sql_types::Array<sql_types::Timestamptz>, _>(due)
        .get_result::<QueueRow>(conn)?;
    Ok(())
}

/// Deletes batches that no process has queued while their rings were of use: nobody sends messages here.
pub(super) fn forget(conn: &mut PgConnection, now: OffsetDateTime) -> QueryResult<usize> {
    let useless = sql_query("DELETE FROM push_batches WHERE fired_at <= $1");
    useless.bind::<sql_types::Timestamptz, _>(now - LATEST_RING).execute(conn)
}

/// A query that queues the messages of the batches that `blocks` selects and locks; returns how many batches they are.
/// The parameters of `blocks` start at `$5`.
///
/// A message replaces an unsent one about an older ring of the same alarm or timer. Of the others, a device keeps the
/// newest [`MOST_UNSENT_RINGS`], so that one visitor's rings cannot fill the queue.
///
/// A channel gets no steps of interval timers, which end by themselves.
///
/// The devices of each ring are looked up: reading all devices is slower, though the planner may not know that. Nor does it
/// know how many rows `new` and `ranked` have, so they are joined with nothing.
fn queueing(blocks: &str) -> BoxedSqlQuery<'static, Pg, SqlQuery> {
    let queueing = sql_query(format!(
        "WITH due AS MATERIALIZED ({blocks}), \
         batch AS MATERIALIZED (DELETE FROM push_batches USING due WHERE push_batches.block = due.block \
             RETURNING push_batches.block, fired_at, browsers, devices), \
         open AS (SELECT DISTINCT block, stream.* \
             FROM batch CROSS JOIN LATERAL unnest(browsers, devices) AS stream (browser_id, device_id)), \
         new AS MATERIALIZED (SELECT device.number AS device, device.origin, ring.kind, ring.row_id, \
             ring.scheduled_for, batch.fired_at, open.block IS NOT NULL AS is_open, device.delay \
             FROM batch CROSS JOIN LATERAL (SELECT browser_id, kind, row_id, scheduled_for, is_step FROM firings \
                 WHERE id BETWEEN batch.block << {INDEX_BITS} AND (batch.block << {INDEX_BITS}) + {LAST_INDEX} AND answer IS NULL OFFSET 0) AS ring \
             CROSS JOIN LATERAL (SELECT number, origin, id, 0 AS delay FROM devices \
                 WHERE devices.browser_id = ring.browser_id AND devices.state = 'active' \
                 UNION ALL SELECT number, origin, id, CASE WHEN only_unheard THEN $4 ELSE 0 END FROM channels \
                 WHERE channels.browser_id = ring.browser_id AND ring.kind = ANY (kinds) AND NOT ring.is_step \
                 OFFSET 0) AS device \
             LEFT JOIN open ON open.block = batch.block AND open.browser_id = ring.browser_id \
                 AND open.device_id = device.id), \
         old AS MATERIALIZED (SELECT unsent.* FROM (SELECT DISTINCT device FROM new) AS device \
             CROSS JOIN LATERAL (SELECT id, pushes.device, kind, row_id, scheduled_for FROM pushes \
                 WHERE pushes.device = device.device AND purpose = 'ring' AND accepted_at IS NULL \
                 AND claimed_until IS NULL OFFSET 0) AS unsent), \
         ranked AS MATERIALIZED (SELECT *, \
             count(*) FILTER (WHERE is_latest) OVER (PARTITION BY device ORDER BY scheduled_for DESC, row_id, kind) AS nth \
             FROM (SELECT unsent.*, scheduled_for = max(scheduled_for) OVER (PARTITION BY device, kind, row_id) AS is_latest \
                 FROM (SELECT NULL::bigint AS id, device, kind, row_id, scheduled_for, origin, fired_at, is_open, delay FROM new \
                     UNION ALL SELECT id, device, kind, row_id, scheduled_for, NULL, NULL, NULL, NULL FROM old \
                 ) AS unsent) AS tagged), \
         replaced AS (DELETE FROM pushes WHERE id IN (SELECT id FROM pushes WHERE id = ANY (ARRAY(SELECT id FROM ranked \
             WHERE id IS NOT NULL AND NOT (is_latest AND nth <= {MOST_UNSENT_RINGS}))) \
             AND claimed_until IS NULL AND accepted_at IS NULL FOR UPDATE SKIP LOCKED)), \
         queued AS (INSERT INTO pushes \
             (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at, postponed) \
             SELECT device, origin, 'ring', kind, row_id, scheduled_for, fired_at + \
             make_interval(secs => $1 + delay + CASE WHEN is_open THEN $2 ELSE 0 END), \
             scheduled_for + make_interval(secs => $3), is_open \
             FROM ranked WHERE id IS NULL AND is_latest AND nth <= {MOST_UNSENT_RINGS} \
             ON CONFLICT (device, row_id, scheduled_for, kind, purpose) DO NOTHING) \
         SELECT count(*) AS batches FROM batch"
    ));
    queueing
        .into_boxed()
        .bind::<sql_types::Double, _>(RING_DELAY.as_seconds_f64())
        .bind::<sql_types::Double, _>(HEARD_DELAY.as_seconds_f64())
        .bind::<sql_types::Double, _>(LATEST_RING.as_seconds_f64())
        .bind::<sql_types::Double, _>(UNHEARD_DELAY.as_seconds_f64())
}
