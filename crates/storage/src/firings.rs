//! The log of firings: appended to by the claim, read by the feed and by streams that come back.
//!
//! A reader keeps its place as the greatest [`FiringId`] it has seen. That is sound only because ids
//! become visible in order: an append takes its ids and commits under one advisory lock.

use std::collections::HashSet;

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, Kind, NewFiring},
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    rows::{FiringColumns, FiringRow, readable},
    schema::firings,
};

/// How many firings one replay has at most.
pub const REPLAY_BATCH: usize = 4_096;

/// How many rows one purge deletes at most.
pub const PURGE_BATCH: usize = 5_000;

/// Up to how many browsers the database is asked for by name. To plan and run a query that names
/// thousands takes it longer (9,000: 10 to 25 ms) than to send 1,000 firings of others (1 ms).
const NAMED_BROWSERS: usize = 100;

/// The greatest id in the log; the least of all where the log is empty.
pub async fn latest(storage: &Storage) -> Result<FiringId, Error> {
    storage.read(|conn| Ok(greatest(conn)?.unwrap_or_default())).await
}

/// What one browser has missed: firings of `kind` after `after`, as far back as `since`, in order; of very many the
/// oldest [`REPLAY_BATCH`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The firings, oldest first.
    pub missed: Vec<Firing>,
    /// The place in the log up to which the replay is complete.
    pub position: FiringId,
    /// Whether that is not the end: the rest is there for another replay.
    pub has_more: bool,
}

/// Reads what `browser` missed after the place `after`; with no place it missed nothing.
pub async fn replay(
    storage: &Storage,
    browser: BrowserId,
    kind: Kind,
    after: Option<FiringId>,
    since: OffsetDateTime,
) -> Result<Replay, Error> {
    storage
        .read(move |conn| {
            let position = greatest(conn)?.unwrap_or_default();
            let Some(after) = after.filter(|after| *after < position) else {
                return Ok(Replay { missed: Vec::new(), position, has_more: false });
            };
            let rows: Vec<FiringRow> = firings::table
                .filter(firings::browser_id.eq(browser.as_uuid()))
                .filter(firings::id.gt(after.0).and(firings::id.le(position.0)))
                .filter(firings::kind.eq(kind.as_str()))
                .filter(firings::fired_at.ge(since))
                .order(firings::id)
                .limit(REPLAY_BATCH.try_into().unwrap_or(i64::MAX))
                .select(FiringRow::as_select())
                .load(conn)?;
            let last = rows.last().filter(|_| rows.len() == REPLAY_BATCH).map(|row| FiringId(row.id));
            let has_more = last.is_some_and(|last| last < position);
            Ok(Replay { missed: readable(rows).collect(), position: last.unwrap_or(position), has_more })
        })
        .await
}

/// All that the log has of a browser, the oldest first.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Firing>, Error> {
    let rows: Vec<FiringRow> = firings::table
        .filter(firings::browser_id.eq(browser.as_uuid()))
        .order(firings::id)
        .select(FiringRow::as_select())
        .load(conn)?;
    Ok(readable(rows).collect())
}

/// A stretch of the log as some browsers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The firings of those browsers, oldest first.
    pub firings: Vec<Firing>,
    /// The place in the log at which the stretch ends.
    pub position: FiringId,
}

/// Reads the log after `after` for `browsers`, at most `limit` of its rows.
///
/// `browsers` is asked once the end of the stretch is known. Whoever starts to listen later finds that
/// end, or a later one, with [`replay`]; so no firing falls between the two.
///
/// A log that ends before `after` is another one (restored from a backup); the stretch is then empty
/// and its position the end of that log.
pub async fn stretch(
    storage: &Storage,
    after: FiringId,
    browsers: impl FnOnce() -> Vec<BrowserId> + Send + 'static,
    limit: u16,
) -> Result<Stretch, Error> {
    storage
        .ringing(move |conn| {
            let Some(end) = greatest(conn)?.filter(|end| *end != after) else {
                return Ok(Stretch { firings: Vec::new(), position: after });
            };
            let browsers: HashSet<Uuid> = browsers().into_iter().map(BrowserId::as_uuid).collect();
            if browsers.is_empty() || end < after {
                return Ok(Stretch { firings: Vec::new(), position: end });
            }
            let stretch = firings::table
                .filter(firings::id.gt(after.0).and(firings::id.le(end.0)))
                .order(firings::id)
                .limit(limit.into())
                .select(FiringRow::as_select());
            let mut rows: Vec<FiringRow> = if browsers.len() <= NAMED_BROWSERS {
                stretch.filter(firings::browser_id.eq_any(&browsers)).load(conn)?
            } else {
                stretch.load(conn)?
            };
            let is_whole = rows.len() < usize::from(limit);
            let position = if is_whole { end } else { rows.last().map_or(end, |row| FiringId(row.id)) };
            rows.retain(|row| browsers.contains(&row.browser_id));
            Ok(Stretch { firings: readable(rows).collect(), position })
        })
        .await
}

/// Deletes at most [`PURGE_BATCH`] of what was fired before `before`; says how many rows that were.
pub async fn purge(storage: &Storage, before: OffsetDateTime) -> Result<usize, Error> {
    storage
        .ringing(move |conn| {
            // Old rows have the least ids, so no index on the time is needed to find them. Those that somebody else
            // has locked go the next time: a purge waits for nobody.
            let oldest = sql_query(
                "WITH old AS MATERIALIZED ( \
                     SELECT id FROM firings WHERE fired_at < $1 \
                     AND id <= (SELECT max(id) FROM (SELECT id FROM firings ORDER BY id LIMIT $2) AS oldest) \
                     ORDER BY id FOR UPDATE SKIP LOCKED \
                 ) DELETE FROM firings WHERE id IN (SELECT id FROM old)",
            );
            let batch = i64::try_from(PURGE_BATCH).unwrap_or(i64::MAX);
            let oldest = oldest.bind::<sql_types::Timestamptz, _>(before).bind::<sql_types::BigInt, _>(batch);
            Ok(oldest.execute(conn)?)
        })
        .await
}

/// Appends rings to the log in one statement and says how many were new. From here to the commit the log is locked, so
/// this is the last statement of its transaction.
///
/// One that is there already (the system's clock was set back over it) is left out: it has rung.
pub(crate) fn append(conn: &mut PgConnection, fired_at: OffsetDateTime, rings: &[NewFiring]) -> Result<usize, Error> {
    if rings.is_empty() {
        return Ok(0);
    }
    Ok(FiringColumns::new(rings).insert(fired_at, conn)?)
}

fn greatest(conn: &mut PgConnection) -> Result<Option<FiringId>, Error> {
    let greatest: Option<i64> = firings::table.select(diesel::dsl::max(firings::id)).first(conn)?;
    Ok(greatest.map(FiringId))
}
