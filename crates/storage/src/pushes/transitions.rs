//! What moves messages from one state to the next: an answer, a page or a worker that reports a ring, a stream that was given it.
//! The outcome of a post is in `outcome`.
//!
//! The states, and what may happen in each, are the table at the head of `domain::push::message`, on which `crates/model` runs; a
//! test compares the two. In a row of `pushes` they are:
//!
//! | state | the row |
//! | --- | --- |
//! | waiting | never accepted, leased, muted or answered |
//! | posting (again) | `claimed_until`; the process that has leased it knows whether another one had |
//! | muted | `is_hushed`, and due when it expires, so that nobody takes it before |
//! | posting, muted | `is_hushed` and `claimed_until` |
//! | answered (again) | `answer`, not accepted |
//! | sent; sent and answered | `accepted_at`; with `answer` |

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    answer::RingAnswer,
    browser_id::BrowserId,
    firing::RingId,
    occurrence::LATEST_RING,
    push::{HEARD_DELAY, LONGEST_UNSEEN_STOP, REPEAT_INTERVAL, RING_DELAY},
};
use uuid::Uuid;

use crate::{Storage, error::Error, rows::typed, signals::wakeup};

/// How the server knows that a device already shows a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RingReceipt {
    /// A page of the device sounds, so nothing needs to be sent.
    ByPage,
    /// The service worker has shown the push.
    ByWorker,
    /// A person has dismissed the notification, so it is not repeated.
    Dismissed,
}

/// Deletes the unsent messages of an answered ring, and queues the answer for the devices that were sent the ring,
/// except the one that it was given on. If the ring is being posted, the answer is queued after that. So it is if a lease
/// has ended without an outcome: the process that was killed may have posted the ring.
pub(crate) fn answered(
    conn: &mut PgConnection,
    browser: BrowserId,
    ring: RingId,
    answered: RingAnswer,
    on: Option<Uuid>,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let mine = format!(
        "purpose IN ('ring', 'repeat') AND {THIS_RING} AND device IN (SELECT number FROM devices WHERE browser_id = $4 \
         UNION ALL SELECT number FROM channels WHERE browser_id = $4)"
    );
    // Whoever records meanwhile that the ring was accepted queues its repeat. Only a later statement sees that one.
    of_ring(format!("SELECT FROM pushes WHERE {mine} ORDER BY id FOR UPDATE"), browser, ring).execute(conn)?;
    let taken_back = format!(
        "DELETE FROM pushes WHERE {mine} AND ((accepted_at IS NULL AND claimed_until IS NULL) \
         OR EXISTS (SELECT FROM devices WHERE devices.number = pushes.device AND devices.id = $5) \
         OR EXISTS (SELECT FROM channels WHERE channels.number = pushes.device AND channels.id = $5))"
    );
    of_ring(taken_back, browser, ring).bind::<sql_types::Nullable<sql_types::Uuid>, _>(on).execute(conn)?;
    // One that was queued meanwhile is not sent: its ring is answered.
    let known = format!(
        "UPDATE pushes SET answer = $5, answered_at = $6, snoozed_until = $7 WHERE {mine} \
         AND (accepted_at IS NOT NULL OR claimed_until IS NOT NULL)"
    );
    let sent = of_ring(known, browser, ring)
        .bind::<sql_types::Text, _>(answered.answer.as_str())
        .bind::<sql_types::Timestamptz, _>(answered.at)
        .bind::<sql_types::Nullable<sql_types::Timestamptz>, _>(answered.snoozed_until)
        .execute(conn)?;
    if sent == 0 {
        return Ok(());
    }
    // A repeat that is being posted follows a ring that was accepted.
    let accepted = format!("{mine} AND accepted_at IS NOT NULL");
    let stops = of_ring(queue_stops(&accepted, "$5", "$6"), browser, ring)
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Double, _>(LONGEST_UNSEEN_STOP.as_seconds_f64())
        .execute(conn)?;
    if stops > 0 {
        wakeup::notify_pushes(conn)?;
    }
    Ok(())
}

/// Queues the answers to rings that were answered while they were being posted.
pub(super) fn queue_late_stops(conn: &mut PgConnection, rings: &[i64], now: OffsetDateTime) -> QueryResult<usize> {
    sql_query(queue_stops("id = ANY ($1) AND answer IS NOT NULL", "$2", "$3"))
        .bind::<sql_types::Array<sql_types::BigInt>, _>(rings)
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Double, _>(LONGEST_UNSEEN_STOP.as_seconds_f64())
        .execute(conn)
}

/// Queues answers at `now`. If the ring was shown, its answer is kept just as long. If not, the answer is kept for
/// `unseen` seconds: it replaces the ring at the service and then expires. An answer that is being posted is posted
/// again, after the message that may have overtaken it.
fn queue_stops(rings: &str, now: &str, unseen: &str) -> String {
    let lapses = format!("{now} + make_interval(secs => {unseen})");
    format!(
        "INSERT INTO pushes (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at, answer, answered_at, \
         snoozed_until) \
         SELECT device, origin, 'stop', kind, row_id, scheduled_for, {now}, CASE WHEN shown_at IS NULL THEN {lapses} \
         ELSE greatest(expires_at, {lapses}) END, answer, answered_at, snoozed_until FROM pushes WHERE {rings} \
         ON CONFLICT (device, row_id, scheduled_for, kind, purpose) DO UPDATE SET due_at = excluded.due_at, \
         claimed_until = NULL"
    )
}

const THIS_RING: &str = "kind = $1 AND row_id = $2 AND scheduled_for = $3";

/// Records that a device of a browser shows a ring, by a page or by a notification, or that a person has dismissed that.
pub async fn heard(
    storage: &Storage,
    browser: BrowserId,
    device: Uuid,
    ring: RingId,
    heard: RingReceipt,
    now: OffsetDateTime,
) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let mine = format!(
                "purpose IN ('ring', 'repeat') AND {THIS_RING} AND device = \
                 (SELECT number FROM devices WHERE devices.browser_id = $4 AND devices.id = $5)"
            );
            let bound = |query: String| {
                of_ring(query, browser, ring).bind::<sql_types::Uuid, _>(device).bind::<sql_types::Timestamptz, _>(now)
            };
            // Before any message: devices are locked first.
            sql_query(
                "UPDATE devices SET unshown = 0, unshown_beside = 0, \
                 last_shown_at = CASE WHEN $4 THEN $3 ELSE last_shown_at END WHERE browser_id = $1 AND id = $2",
            )
            .bind::<sql_types::Uuid, _>(browser.as_uuid())
            .bind::<sql_types::Uuid, _>(device)
            .bind::<sql_types::Timestamptz, _>(now)
            .bind::<sql_types::Bool, _>(heard != RingReceipt::ByPage)
            .execute(conn)?;
            if heard != RingReceipt::ByPage {
                // What was shown by a worker was accepted, even if the outcome was lost.
                let accepted = format!(
                    "UPDATE pushes SET accepted_at = $6 WHERE {mine} AND purpose = 'ring' AND accepted_at IS NULL RETURNING id"
                );
                let accepted: Vec<i64> = typed::<sql_types::BigInt, _>(bound(accepted)).load(conn)?;
                queue_repeats(conn, &accepted, now)?;
            }
            let shown = if heard == RingReceipt::ByWorker { "" } else { ", is_hushed = TRUE" };
            bound(format!("UPDATE pushes SET shown_at = $6{shown} WHERE {mine} AND purpose = 'ring'")).execute(conn)?;
            if heard != RingReceipt::ByWorker {
                let unsent = "accepted_at IS NULL AND claimed_until IS NULL";
                bound(format!("DELETE FROM pushes WHERE {mine} AND purpose = 'repeat' AND {unsent}")).execute(conn)?;
            }
            bound(mute(heard))
                .bind::<sql_types::Double, _>(LATEST_RING.as_seconds_f64())
                .execute(conn)?;
            Ok(())
        })
        .await
}

/// A query that mutes the ring on the channels that are only for unheard ones and, if a page has reported it, on its device:
/// what is not sent yet never will be. If a message is not queued yet, a muted one takes its place.
///
/// A muted message is due when it expires. Whoever leases it then, a server of the version before included, deletes it. One that
/// is being posted may be shown already.
fn mute(heard: RingReceipt) -> String {
    let on_device = match heard {
        RingReceipt::ByPage => {
            "SELECT number, origin FROM devices WHERE browser_id = $4 AND id = $5 AND state = 'active' UNION ALL"
        }
        RingReceipt::ByWorker | RingReceipt::Dismissed => "",
    };
    format!(
        "INSERT INTO pushes (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at, is_hushed) \
         SELECT number, origin, 'ring', $1, $2, $3, expires_at, expires_at, TRUE \
         FROM (SELECT kind, is_step, scheduled_for + make_interval(secs => $7) AS expires_at FROM firings \
             WHERE {THIS_RING} AND lane = firing_lane($3) AND browser_id = $4 AND answer IS NULL) AS ring \
         CROSS JOIN LATERAL ({on_device} SELECT number, origin FROM channels \
             WHERE channels.browser_id = $4 AND only_unheard AND ring.kind = ANY (kinds) AND NOT ring.is_step) AS muted \
         WHERE expires_at > $6 ORDER BY number \
         ON CONFLICT (device, row_id, scheduled_for, kind, purpose) DO UPDATE \
         SET is_hushed = TRUE, \
         due_at = CASE WHEN pushes.claimed_until IS NULL THEN pushes.expires_at ELSE pushes.due_at END, \
         failures = CASE WHEN pushes.claimed_until IS NULL THEN 0 ELSE pushes.failures END \
         WHERE pushes.accepted_at IS NULL"
    )
}

/// Postpones, once each, the pushes of rings that streams of their devices received: the page may report that it
/// sounds. Returns how many.
///
/// If the dispatcher has not queued a message yet, a postponed one takes its place, so it does not matter who is first. Rows
/// are locked in the order in which answers lock them, and inserted in the order in which the dispatcher inserts its own.
pub async fn postpone(
    storage: &Storage,
    given: Vec<(BrowserId, Uuid, RingId)>,
    now: OffsetDateTime,
) -> Result<usize, Error> {
    let browsers: Vec<Uuid> = given.iter().map(|(browser, _, _)| browser.as_uuid()).collect();
    let devices: Vec<Uuid> = given.iter().map(|(_, device, _)| *device).collect();
    let kinds: Vec<&str> = given.iter().map(|(_, _, ring)| ring.kind.as_str()).collect();
    let rows: Vec<i64> = given.iter().map(|(_, _, ring)| ring.row).collect();
    let due: Vec<OffsetDateTime> = given.iter().map(|(_, _, ring)| ring.scheduled_for).collect();
    storage
        .background(move |conn| {
            let postponed = sql_query(
                "WITH given AS MATERIALIZED (SELECT DISTINCT number AS device, origin, kind, row_id, scheduled_for, fired_at \
                     FROM unnest($1, $2, $3, $4, $5) AS given (browser, id, of_kind, row, due) \
                     CROSS JOIN LATERAL (SELECT number, origin FROM devices \
                         WHERE devices.browser_id = given.browser AND devices.id = given.id AND state = 'active' OFFSET 0) AS device \
                     CROSS JOIN LATERAL (SELECT kind, row_id, scheduled_for, fired_at FROM firings \
                         WHERE kind = of_kind AND row_id = row AND scheduled_for = due AND lane = firing_lane(due) \
                         AND browser_id = browser AND answer IS NULL OFFSET 0) AS ring \
                     WHERE scheduled_for + make_interval(secs => $8) > $9), \
                 waiting AS MATERIALIZED (SELECT pushes.id FROM given JOIN pushes ON pushes.device = given.device \
                     AND pushes.row_id = given.row_id AND pushes.scheduled_for = given.scheduled_for \
                     AND pushes.kind = given.kind AND purpose = 'ring' WHERE NOT postponed AND NOT is_hushed \
                     AND claimed_until IS NULL AND failures = 0 AND accepted_at IS NULL \
                     ORDER BY pushes.id FOR UPDATE OF pushes), \
                 moved AS (UPDATE pushes SET due_at = due_at + make_interval(secs => $7), postponed = TRUE \
                     FROM waiting WHERE pushes.id = waiting.id RETURNING pushes.id), \
                 queued AS (INSERT INTO pushes \
                     (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at, postponed) \
                     SELECT device, origin, 'ring', kind, row_id, scheduled_for, \
                     least(fired_at, $9) + make_interval(secs => $6 + $7), scheduled_for + make_interval(secs => $8), TRUE \
                     FROM given ORDER BY device, row_id, scheduled_for, kind \
                     ON CONFLICT (device, row_id, scheduled_for, kind, purpose) DO NOTHING RETURNING id) \
                 SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM queued) AS postponed",
            );
            let postponed = postponed
                .bind::<sql_types::Array<sql_types::Uuid>, _>(browsers)
                .bind::<sql_types::Array<sql_types::Uuid>, _>(devices)
                .bind::<sql_types::Array<sql_types::Text>, _>(kinds)
                .bind::<sql_types::Array<sql_types::BigInt>, _>(rows)
                .bind::<sql_types::Array<sql_types::Timestamptz>, _>(due)
                .bind::<sql_types::Double, _>(RING_DELAY.as_seconds_f64())
                .bind::<sql_types::Double, _>(HEARD_DELAY.as_seconds_f64())
                .bind::<sql_types::Double, _>(LATEST_RING.as_seconds_f64())
                .bind::<sql_types::Timestamptz, _>(now);
            let postponed: i64 = typed::<sql_types::BigInt, _>(postponed).get_result(conn)?;
            Ok(usize::try_from(postponed).unwrap_or_default())
        })
        .await
}

/// A query whose first four parameters are a ring and its browser.
fn of_ring(
    query: String,
    browser: BrowserId,
    RingId { kind, row, scheduled_for }: RingId,
) -> diesel::query_builder::BoxedSqlQuery<'static, diesel::pg::Pg, diesel::query_builder::SqlQuery> {
    sql_query(query)
        .into_boxed()
        .bind::<sql_types::Text, _>(kind.as_str())
        .bind::<sql_types::BigInt, _>(row)
        .bind::<sql_types::Timestamptz, _>(scheduled_for)
        .bind::<sql_types::Uuid, _>(browser.as_uuid())
}

/// Queues the first repeats of rings that nobody has answered, or heard on a page. A ring stays in the queue a minute
/// longer than its repeats, so that its answer reaches the device.
pub(super) fn queue_repeats(conn: &mut PgConnection, rings: &[i64], now: OffsetDateTime) -> QueryResult<usize> {
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
