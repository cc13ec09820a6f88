//! Deletes browsers that have been idle for long, with everything they own.

use diesel::{prelude::*, sql_query};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    Storage, browsers as owned,
    error::Error,
    schema::{accounts, browsers},
    upkeep::share::Share,
};

/// How many browsers one transaction deletes. Each owns a thousand alarms and a thousand timers at most.
pub const BATCH: u16 = 50;

/// The lock under which one process at a time deletes; another process skips its run.
const LOCK: &str = "SELECT 1 WHERE pg_try_advisory_xact_lock(74630004)";

/// The rows that a batch deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    /// Idle browsers.
    pub browsers: usize,
    /// Their alarms and timers.
    pub things: usize,
    /// Their accounts.
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
pub async fn forget(storage: &Storage, before: OffsetDateTime, limit: u16) -> Result<Forgotten, Error> {
    storage
        .background(move |conn| {
            conn.transaction(|conn| {
                if sql_query(LOCK).execute(conn)? == 0 {
                    return Ok(Forgotten::default());
                }
                // Skips browsers that come back at this moment.
                let idle: Vec<Uuid> = browsers::table
                    .filter(browsers::seen_at.lt(before))
                    .order(browsers::seen_at)
                    .limit(limit.into())
                    .select(browsers::id)
                    .for_update()
                    .skip_locked()
                    .load(conn)?;
                let things = owned::delete_owned(conn, &idle)?;
                let accounts =
                    diesel::delete(accounts::table.filter(accounts::browser_id.eq_any(&idle))).execute(conn)?;
                let browsers = diesel::delete(browsers::table.filter(browsers::id.eq_any(&idle))).execute(conn)?;
                Ok(Forgotten { browsers, things, accounts })
            })
        })
        .await
}
