//! Locks on browsers, and the order in which rows are locked.

use diesel::{PgConnection, RunQueryDsl as _, sql_query, sql_types};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::Error;

/// Locks browsers until the transaction ends. Other transactions that move or count everything they own wait.
///
/// Keeps the `seen_at` of a browser that was seen today, because its precision is a day.
///
/// Lock order, against deadlocks: browsers by id, accounts, sessions, alarms and timers by id, lists of cities, devices by
/// number, firings, batches of pushes, pushes, the log. The purge of sessions skips locked rows; that of firings waits
/// for a tenth of a second.
pub(crate) fn lock_browsers(conn: &mut PgConnection, ids: &[Uuid], now: OffsetDateTime) -> Result<(), Error> {
    let lock = sql_query(
        "INSERT INTO browsers (id, seen_at) SELECT DISTINCT locked.id, $2 FROM unnest($1) AS locked (id) \
         ORDER BY locked.id ON CONFLICT (id) DO UPDATE SET seen_at = CASE \
         WHEN browsers.seen_at < date_trunc('day', excluded.seen_at, 'UTC') THEN excluded.seen_at ELSE browsers.seen_at END",
    );
    lock.bind::<sql_types::Array<sql_types::Uuid>, _>(ids).bind::<sql_types::Timestamptz, _>(now).execute(conn)?;
    Ok(())
}
