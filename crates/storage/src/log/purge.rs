//! Deletes old firings.
//!
//! `firings` has six partitions, each for twenty minutes of every two hours in which rings were due (`firing_lane`). In
//! the half hour before a partition is used again, everything in it is more than an hour old. It is then truncated,
//! whether it has one row or millions, even while rows are always due (`scheduler::periodic`, every ten minutes). A purge
//! waits a tenth of a second for the lock of a partition, and tries again for some seconds, beside transactions that move or
//! answer rings. A backup holds it for longer, and then the next purge empties the partition. Rows of `batches`, a thousand times fewer in a backlog, are deleted, except for the last one, by which
//! readers recognise the log. No partition is created or dropped while a server runs.

use std::{thread, time::Duration};

use diesel::{connection::SimpleConnection as _, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;

use crate::{Storage, error::Error};

pub const PURGE_BATCH: usize = 5_000;

const PARTITIONS: [&str; 6] = ["firings_0", "firings_1", "firings_2", "firings_3", "firings_4", "firings_5"];

/// How long to wait for the lock of a partition, because other users of the partition wait behind this. If the lock
/// is held for longer (by a backup, for example), a later purge empties the partition.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '100ms'";

/// How often a purge tries to get the lock of a partition.
const TRIES: u32 = 10;

/// The pause between two tries, in which those who waited behind the lock go on.
const PAUSE: Duration = Duration::from_millis(400);

/// Truncates each partition of the log that has nothing from `before` or later, and deletes at most [`PURGE_BATCH`]
/// older rows of `batches`; returns how many rows of `batches` were deleted.
pub async fn purge(storage: &Storage, before: OffsetDateTime) -> Result<usize, Error> {
    storage
        .background(move |conn| {
            for partition in PARTITIONS {
                if is_old(conn, partition, before)? {
                    empty(conn, partition, before)?;
                }
            }
            // The last batch stays, because readers use it to check that this is still the same log.
            let deleted = sql_query(
                "DELETE FROM batches WHERE place = ANY (ARRAY ( \
                     SELECT place FROM batches WHERE fired_at < $1 \
                     AND place <= (SELECT max(place) FROM (SELECT place FROM batches ORDER BY place LIMIT $2) AS oldest) \
                     AND place < (SELECT max(place) FROM batches) ORDER BY place FOR UPDATE SKIP LOCKED))",
            );
            let limit = i64::try_from(PURGE_BATCH).unwrap_or(i64::MAX);
            let deleted = deleted.bind::<sql_types::Timestamptz, _>(before).bind::<sql_types::BigInt, _>(limit);
            Ok(deleted.execute(conn)?)
        })
        .await
}

/// Whether a partition has rows, and all of them are from before `before`. Ids grow with time, but for the seconds that
/// a claim may take, so the greatest one belongs to the latest ring.
fn is_old(conn: &mut PgConnection, partition: &str, before: OffsetDateTime) -> Result<bool, Error> {
    let last = format!(
        "SELECT 1 FROM (SELECT fired_at FROM {partition} ORDER BY id DESC LIMIT 1) AS last WHERE fired_at < $1"
    );
    Ok(sql_query(last).bind::<sql_types::Timestamptz, _>(before).execute(conn)? > 0)
}

/// Truncates a partition, unless it stays in use or has new rows.
fn empty(conn: &mut PgConnection, partition: &str, before: OffsetDateTime) -> Result<(), Error> {
    for tries_left in (0..TRIES).rev() {
        match try_to_empty(conn, partition, before) {
            // diesel does not expose the SQLSTATE, so the error may be the lock timeout; other errors also appear
            // elsewhere.
            Err(Error::Database(_)) if tries_left > 0 => thread::sleep(PAUSE),
            Err(Error::Database(reason)) => tracing::debug!(%reason, "old rings stay until the next purge"),
            emptied => return emptied,
        }
    }
    Ok(())
}

fn try_to_empty(conn: &mut PgConnection, partition: &str, before: OffsetDateTime) -> Result<(), Error> {
    conn.transaction(|conn| {
        conn.batch_execute(LOCK_TIMEOUT)?;
        conn.batch_execute(&format!("LOCK TABLE ONLY {partition} IN ACCESS EXCLUSIVE MODE"))?;
        if is_old(conn, partition, before)? {
            conn.batch_execute(&format!("TRUNCATE {partition}"))?;
        }
        Ok(())
    })
}
