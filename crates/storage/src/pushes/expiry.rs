//! Deletes messages that are of no use any more, and counts the rings that devices have not shown.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::push::{Purpose, UNSEEN_STOP};

use super::transitions;
use crate::{Storage, devices as device_table, error::Error, rows::typed, schema::pushes};

/// How many messages have expired that no service has accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExpiryReport {
    /// All of them, without repeats.
    pub unsent: usize,
    /// Those that no process has ever taken: none can send them, or none had room for them.
    pub untried: usize,
}

/// Deletes messages that are of no use any more. Counts the rings that devices have not shown.
pub async fn expire(storage: &Storage, now: OffsetDateTime) -> Result<ExpiryReport, Error> {
    storage
        .background(move |conn| {
            conn.transaction(|conn| {
                // Two processes would count the same rings.
                if sql_query(LOCK).execute(conn)? == 0 {
                    return Ok(ExpiryReport::default());
                }
                count_unshown(conn, now)?;
                // The process that was posting them when they were answered has ended, so they may have been shown.
                let perhaps_sent = pushes::table
                    .filter(pushes::expires_at.le(now).and(pushes::answer.is_not_null()))
                    .filter(pushes::accepted_at.is_null())
                    .filter(pushes::purpose.eq_any([Purpose::Ring.as_str(), Purpose::Repeat.as_str()]));
                let perhaps_sent: Vec<i64> = perhaps_sent.select(pushes::id).load(conn)?;
                // First the others: an answer that has expired makes room for a new one.
                let mut expired = delete_expired(conn, now, &perhaps_sent)?;
                if !perhaps_sent.is_empty() {
                    transitions::queue_late_stops(conn, &perhaps_sent, now)?;
                    expired.unsent += delete_expired(conn, now, &[])?.unsent;
                }
                Ok(expired)
            })
        })
        .await
}

/// Deletes expired messages, except these. The owner of a channel learns that nothing could be sent there.
fn delete_expired(conn: &mut PgConnection, now: OffsetDateTime, except: &[i64]) -> QueryResult<ExpiryReport> {
    let expired = sql_query(
        "WITH expired AS (DELETE FROM pushes WHERE expires_at <= $1 AND id <> ALL ($2) \
             RETURNING device, claimed_until, failures, \
             accepted_at IS NULL AND NOT is_repeat AND NOT is_hushed AS is_unsent), \
         untried AS (SELECT device FROM expired WHERE is_unsent AND claimed_until IS NULL AND failures = 0), \
         channel AS (UPDATE channels SET last_error = 'unsendable' WHERE number IN (SELECT number FROM channels \
             WHERE number IN (SELECT device FROM untried) FOR UPDATE SKIP LOCKED)) \
         SELECT count(*) AS unsent, (SELECT count(*) FROM untried) AS untried \
         FROM expired WHERE is_unsent",
    );
    let expired = expired.bind::<sql_types::Timestamptz, _>(now).bind::<sql_types::Array<sql_types::BigInt>, _>(except);
    let expired = typed::<(sql_types::BigInt, sql_types::BigInt), _>(expired);
    let (unsent, untried) = expired.get_result(conn)?;
    let number = |count: i64| usize::try_from(count).unwrap_or_default();
    Ok(ExpiryReport { unsent: number(unsent), untried: number(untried) })
}

/// The lock under which one process at a time deletes expired messages.
const LOCK: &str = "SELECT 1 WHERE pg_try_advisory_xact_lock(74630006)";

/// Counts, for each device, the rings that expire now and that it was sent but has not shown: those that nobody answered
/// soon, because such an answer replaces the ring at the push service.
fn count_unshown(conn: &mut PgConnection, now: OffsetDateTime) -> Result<usize, Error> {
    let unshown = sql_query(
        "SELECT devices.number AS device, count(*) AS rings, count(*) FILTER (WHERE \
             EXISTS (SELECT FROM devices AS other WHERE other.browser_id = devices.browser_id \
                 AND other.number <> devices.number AND other.last_shown_at >= pushes.scheduled_for)) AS beside \
         FROM pushes JOIN devices ON devices.number = pushes.device \
         WHERE pushes.expires_at <= $1 AND purpose = 'ring' AND accepted_at IS NOT NULL AND shown_at IS NULL \
         AND (answer IS NULL OR answered_at > accepted_at + make_interval(secs => $2)) \
         AND (last_shown_at IS NULL OR last_shown_at < pushes.scheduled_for) GROUP BY devices.number",
    );
    let unshown =
        unshown.bind::<sql_types::Timestamptz, _>(now).bind::<sql_types::Double, _>(UNSEEN_STOP.as_seconds_f64());
    let unshown = typed::<(sql_types::BigInt, sql_types::BigInt, sql_types::BigInt), _>(unshown);
    let unshown: Vec<(i64, i64, i64)> = unshown.load(conn)?;
    if unshown.is_empty() {
        return Ok(0);
    }
    let (numbers, rings, beside): (Vec<i64>, Vec<i64>, Vec<i64>) = unshown.into_iter().collect();
    device_table::lock_numbers(conn, &numbers)?;
    let counted = sql_query(
        "UPDATE devices SET unshown = unshown + own.rings, unshown_beside = unshown_beside + own.beside \
         FROM unnest($1, $2, $3) AS own (number, rings, beside) WHERE devices.number = own.number",
    )
    .bind::<sql_types::Array<sql_types::BigInt>, _>(&numbers)
    .bind::<sql_types::Array<sql_types::BigInt>, _>(rings)
    .bind::<sql_types::Array<sql_types::BigInt>, _>(beside);
    Ok(counted.execute(conn)?)
}
