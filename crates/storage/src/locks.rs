//! Locks on browsers, and the order in which rows are locked.

use diesel::{PgConnection, QueryableByName, RunQueryDsl as _, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::browser_id::BrowserId;
use uuid::Uuid;

use crate::error::Error;

/// Locks browsers until the transaction ends. Other transactions that move or count everything they own wait. Returns
/// how many of them ended while this waited: they were handed over or deleted.
///
/// Keeps the `seen_at` of a browser that was seen today, because its precision is a day.
///
/// Lock order, against deadlocks: browsers by id, accounts, sessions, alarms and timers by id, lists of cities, devices by
/// number, firings, batches of pushes, pushes, the log. Whoever locks devices before alarms has locked their browser. The
/// purge of sessions skips locked rows; that of firings waits for a tenth of a second.
pub(crate) fn lock_browsers(conn: &mut PgConnection, ids: &[Uuid], now: OffsetDateTime) -> Result<i64, Error> {
    #[derive(QueryableByName)]
    struct Ended {
        #[diesel(sql_type = sql_types::BigInt)]
        ended: i64,
    }
    // A row that is new although the statement saw it when it began was deleted meanwhile.
    let lock = sql_query(
        "WITH known AS MATERIALIZED (SELECT id FROM browsers WHERE id = ANY($1)), \
         locked AS (INSERT INTO browsers (id, seen_at) SELECT DISTINCT locked.id, $2 FROM unnest($1) AS locked (id) \
         ORDER BY locked.id ON CONFLICT (id) DO UPDATE SET seen_at = CASE \
         WHEN browsers.seen_at < date_trunc('day', excluded.seen_at, 'UTC') THEN excluded.seen_at ELSE browsers.seen_at END \
         RETURNING id, xmax = 0 AS is_new) \
         SELECT count(*) AS ended FROM locked JOIN known USING (id) WHERE is_new",
    );
    let lock = lock.bind::<sql_types::Array<sql_types::Uuid>, _>(ids).bind::<sql_types::Timestamptz, _>(now);
    Ok(lock.get_result::<Ended>(conn)?.ended)
}

/// Locks the browser that is about to own a new row; [`Error::Unavailable`] if it ended while this waited. Otherwise the
/// row would be left to an id that nobody uses any more.
pub(crate) fn lock_owner(conn: &mut PgConnection, browser: BrowserId, now: OffsetDateTime) -> Result<(), Error> {
    match lock_browsers(conn, &[browser.as_uuid()], now)? {
        0 => Ok(()),
        _ => Err(Error::Unavailable("the browser id was given up meanwhile".to_owned())),
    }
}
