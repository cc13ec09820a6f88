//! Deletes browsers that have been idle for long, with everything they own.
//!
//! `http` adds each browser id that it meets to a set in memory (`storage::upkeep::last_seen`). Every ten seconds and
//! at the end, the day's new ones are written to `browsers` in one statement, but only those that own something. So
//! invented ids fill no table, and a browser costs one write a day. Once a day the scheduler's process deletes what
//! belongs to browsers that were last seen too long ago (`scheduler::retention`): at most 50 browsers per transaction,
//! under an advisory lock that one process holds at a time. If a sweep would delete very much at once, it waits for the
//! operator (docs/time.md says why). Storing, handing over and deleting lock the browser's row first, and record it if
//! it is new, so that they wait for each other. Transactions that lock rows of several tables use one order
//! (`storage::browser_ids`), so that they cannot deadlock.

use diesel::{prelude::*, sql_query};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    Storage, browsers as owned,
    error::Error,
    faults::is_planted,
    schema::{accounts, browsers},
    upkeep::share::Share,
};

/// How many browsers one transaction deletes. Each owns a thousand alarms and a thousand timers at most.
pub const BATCH: u16 = 50;

/// The lock under which one process at a time deletes; another process skips its run.
const LOCK: &str = "SELECT 1 WHERE pg_try_advisory_xact_lock(74630004)";

/// The rows that a batch deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeletionReport {
    pub browsers: usize,
    /// Their alarms and timers.
    pub things: usize,
    pub accounts: usize,
}

/// How many browsers were last seen before `before`.
pub async fn idle(storage: &Storage, before: OffsetDateTime) -> Result<Share, Error> {
    storage
        .background(move |conn| {
            let over = browsers::table.filter(browsers::seen_at.lt(before)).count().get_result(conn)?;
            Ok(Share { over, all: browsers::table.count().get_result(conn)? })
        })
        .await
}

/// Deletes at most `limit` browsers that were last seen before `before`, the longest idle first. A call that deletes
/// nothing is the last one.
pub async fn forget(storage: &Storage, before: OffsetDateTime, limit: u16) -> Result<DeletionReport, Error> {
    storage
        .background(move |conn| {
            conn.transaction(|conn| {
                if sql_query(LOCK).execute(conn)? == 0 {
                    return Ok(DeletionReport::default());
                }
                // Skips browsers that come back at this moment.
                let idle = browsers::table.filter(browsers::seen_at.lt(before)).order(browsers::seen_at);
                let idle = idle.limit(limit.into()).select(browsers::id);
                let idle: Vec<Uuid> = if is_planted("sweep-without-lock") {
                    idle.load(conn)?
                } else {
                    idle.for_update().skip_locked().load(conn)?
                };
                let things = owned::delete_owned(conn, &idle)?;
                let accounts =
                    diesel::delete(accounts::table.filter(accounts::browser_id.eq_any(&idle))).execute(conn)?;
                let browsers = diesel::delete(browsers::table.filter(browsers::id.eq_any(&idle))).execute(conn)?;
                Ok(DeletionReport { browsers, things, accounts })
            })
        })
        .await
}
