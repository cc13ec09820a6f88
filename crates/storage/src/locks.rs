//! Locks on browsers, and the order in which rows are locked.

use diesel::{PgConnection, RunQueryDsl as _, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::browser_id::BrowserId;
use uuid::Uuid;

use crate::{
    connections::session::{PreparedStatement, typed},
    error::Error,
    renewed_ids,
};

/// Locks browsers until the transaction ends. Other transactions that move or count everything they own wait.
///
/// Keeps the `seen_at` of a browser that was seen today, because its precision is a day.
///
/// Lock order, against deadlocks: browsers by id, accounts, sessions, alarms and timers by id, days off, lists of cities, devices by
/// number, firings, the position of pushes, pushes, the log. Whoever locks devices before alarms has locked their browser. The
/// purge of sessions skips locked rows; that of firings waits for a tenth of a second.
pub(crate) fn lock_browsers(conn: &mut PgConnection, ids: &[Uuid], now: OffsetDateTime) -> Result<(), Error> {
    let lock = sql_query(
        "INSERT INTO browsers (id, seen_at) SELECT DISTINCT locked.id, $2 FROM unnest($1) AS locked (id) \
         ORDER BY locked.id ON CONFLICT (id) DO UPDATE SET seen_at = CASE \
         WHEN browsers.seen_at < date_trunc('day', excluded.seen_at, 'UTC') THEN excluded.seen_at ELSE browsers.seen_at END",
    );
    lock.bind::<sql_types::Array<sql_types::Uuid>, _>(ids).bind::<sql_types::Timestamptz, _>(now).execute(conn)?;
    Ok(())
}

/// Locks the browser that is about to own a new row; [`Error::Conflict`] if it was handed over or deleted while this
/// waited, and [`Error::Renewed`] if an account has given up the id before. Otherwise the row would be left to an id that
/// nobody uses any more.
pub(crate) fn lock_owner(conn: &mut PgConnection, browser: BrowserId, now: OffsetDateTime) -> Result<(), Error> {
    // A row that the statement saw when it began, but could not lock, was deleted meanwhile.
    let lock = sql_query(
        "WITH locked AS MATERIALIZED (SELECT id FROM browsers WHERE id = $1 FOR UPDATE) \
         SELECT EXISTS (SELECT FROM browsers WHERE id = $1) AS is_known, EXISTS (SELECT FROM locked) AS is_locked",
    );
    let lock = typed::<(sql_types::Bool, sql_types::Bool), _>(lock.bind::<sql_types::Uuid, _>(browser.as_uuid()));
    match PreparedStatement(lock).get_result(conn)? {
        (_, true) => Ok(()),
        (true, false) => Err(Error::Conflict("the browser id was given up meanwhile")),
        (false, false) => {
            renewed_ids::refuse(conn, browser)?;
            lock_browsers(conn, &[browser.as_uuid()], now)
        }
    }
}
