//! Old firings go.

use diesel::{connection::SimpleConnection as _, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;

use crate::{Storage, error::Error};

/// How many batches one purge deletes at most.
pub const PURGE_BATCH: usize = 5_000;

/// The partitions of the log.
const LANES: [&str; 6] = ["firings_0", "firings_1", "firings_2", "firings_3", "firings_4", "firings_5"];

/// How long a partition is waited for: whoever else wants it waits behind. Where somebody holds it for longer, such as a
/// backup, it is emptied by a later purge.
const PATIENCE: &str = "SET LOCAL lock_timeout = '100ms'";

/// Empties each partition of the log that has nothing from `before` or later, at once whatever it holds, and deletes at
/// most [`PURGE_BATCH`] of the batches of before; says how many rows of these that were.
pub async fn purge(storage: &Storage, before: OffsetDateTime) -> Result<usize, Error> {
    storage
        .ringing(move |conn| {
            for lane in LANES {
                if is_old(conn, lane, before)? {
                    empty(conn, lane, before)?;
                }
            }
            // The last one stays: readers know by it that it is still the same log.
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

/// Whether a partition has something, and nothing of it is from `before` or later. Blocks are drawn when something rings,
/// so what rang last has the greatest id, within the seconds that a claim may take.
fn is_old(conn: &mut PgConnection, lane: &str, before: OffsetDateTime) -> Result<bool, Error> {
    let last =
        format!("SELECT 1 FROM (SELECT fired_at FROM {lane} ORDER BY id DESC LIMIT 1) AS last WHERE fired_at < $1");
    Ok(sql_query(last).bind::<sql_types::Timestamptz, _>(before).execute(conn)? > 0)
}

/// Empties a partition, unless somebody else uses it or has just written to it.
fn empty(conn: &mut PgConnection, lane: &str, before: OffsetDateTime) -> Result<(), Error> {
    let emptied = conn.transaction(|conn| {
        conn.batch_execute(PATIENCE)?;
        conn.batch_execute(&format!("LOCK TABLE ONLY {lane} IN ACCESS EXCLUSIVE MODE"))?;
        if is_old(conn, lane, before)? {
            conn.batch_execute(&format!("TRUNCATE {lane}"))?;
        }
        Ok::<_, Error>(())
    });
    match emptied {
        // diesel tells no SQLSTATE; what is wrong with the database shows elsewhere.
        Err(Error::Database(reason)) => tracing::debug!(%reason, "old rings stay until the next purge"),
        other => other?,
    }
    Ok(())
}
