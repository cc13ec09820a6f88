//! The log of firings: appended to by the claim, read by the feed and by streams that come back.
//!
//! A reader keeps its place as the greatest [`FiringId`] it has seen. That is sound only because ids
//! become visible in order: an append takes its ids and commits under one advisory lock.

use std::collections::HashSet;

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, Kind, NewFiring, REPLAY_WINDOW, RingId},
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

/// From where a browser reads the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// From its end: nothing was missed.
    End,
    /// After this ring. Where the log does not have it (it is too old, or of another log), from its start.
    After(RingId),
    /// From its start.
    Start,
}

/// What one browser has missed since a place, in order; of very many the oldest [`REPLAY_BATCH`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The firings, oldest first.
    pub missed: Vec<Firing>,
    /// The browser's last ring up to which the replay is complete; it tells nothing of other browsers.
    pub last: Option<RingId>,
    /// The place in the log up to which the replay is complete.
    pub position: FiringId,
    /// Whether that is not the end: the rest is there for another replay.
    pub has_more: bool,
}

/// Reads what `browser` missed of a kind, or of both, since `place`, but not from before `since`.
pub async fn replay(
    storage: &Storage,
    browser: BrowserId,
    kind: Option<Kind>,
    place: Place,
    since: OffsetDateTime,
) -> Result<Replay, Error> {
    storage
        .read(move |conn| {
            let position = greatest(conn)?.unwrap_or_default();
            let after = match place {
                Place::Start => FiringId::default(),
                Place::After(ring) => place_of(conn, browser, ring)?.unwrap_or_default(),
                Place::End => {
                    let last = last_of(conn, browser, kind, position)?;
                    return Ok(Replay { missed: Vec::new(), last, position, has_more: false });
                }
            };
            let mut rows = firings::table
                .filter(firings::browser_id.eq(browser.as_uuid()))
                .filter(firings::id.gt(after.0).and(firings::id.le(position.0)))
                .filter(firings::fired_at.ge(since))
                .order(firings::id)
                .limit(REPLAY_BATCH.try_into().unwrap_or(i64::MAX))
                .select(FiringRow::as_select())
                .into_boxed();
            if let Some(kind) = kind {
                rows = rows.filter(firings::kind.eq(kind.as_str()));
            }
            let rows: Vec<FiringRow> = rows.load(conn)?;
            let end = rows.last().map(|row| FiringId(row.id));
            let has_more = rows.len() == REPLAY_BATCH && end < Some(position);
            let missed: Vec<Firing> = readable(rows).collect();
            let last = match missed.last() {
                Some(firing) => Some(firing.ring.id()),
                None => last_of(conn, browser, kind, position)?,
            };
            let position = if has_more { end.unwrap_or(position) } else { position };
            Ok(Replay { missed, last, position, has_more })
        })
        .await
}

/// What the log has of a browser, the oldest first; of more than [`REPLAY_BATCH`] rings the latest.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Firing>, Error> {
    let mut rows: Vec<FiringRow> = firings::table
        .filter(firings::browser_id.eq(browser.as_uuid()))
        .order(firings::id.desc())
        .limit(REPLAY_BATCH.try_into().unwrap_or(i64::MAX))
        .select(FiringRow::as_select())
        .load(conn)?;
    rows.reverse();
    Ok(readable(rows).collect())
}

/// Where a ring of a browser stands in the log.
fn place_of(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<FiringId>, Error> {
    let place = one(browser, ring).select(firings::id).first(conn).optional()?;
    Ok(place.map(FiringId))
}

/// The last ring of a browser in the log up to a place.
fn last_of(
    conn: &mut PgConnection,
    browser: BrowserId,
    kind: Option<Kind>,
    position: FiringId,
) -> Result<Option<RingId>, Error> {
    let mut last = firings::table
        .filter(firings::browser_id.eq(browser.as_uuid()).and(firings::id.le(position.0)))
        .order(firings::id.desc())
        .select((firings::kind, firings::row_id, firings::scheduled_for))
        .into_boxed();
    if let Some(kind) = kind {
        last = last.filter(firings::kind.eq(kind.as_str()));
    }
    let last = last.first::<(String, i64, OffsetDateTime)>(conn).optional()?;
    Ok(last.and_then(|(kind, row, scheduled_for)| Some(RingId { kind: Kind::named(&kind)?, row, scheduled_for })))
}

/// One ring, if it is that browser's.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, ring: RingId) -> _ {
    let (browser, kind): (Uuid, &'static str) = (browser.as_uuid(), ring.kind.as_str());
    let (row, scheduled_for): (i64, OffsetDateTime) = (ring.row, ring.scheduled_for);
    firings::table
        .filter(firings::kind.eq(kind).and(firings::row_id.eq(row)).and(firings::scheduled_for.eq(scheduled_for)))
        .filter(firings::browser_id.eq(browser))
}

/// How far a reader has followed the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Followed {
    /// The last place that it has seen.
    pub position: FiringId,
    /// When the ring at that place was logged, if the log has it. In a log that was restored without its end another ring
    /// may get the place.
    pub fired_at: Option<OffsetDateTime>,
}

/// A stretch of the log as some browsers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The firings of those browsers, oldest first.
    pub firings: Vec<Firing>,
    /// The place in the log at which the stretch ends.
    pub followed: Followed,
    /// Whether this is not the log that was followed so far: it was restored without its end, and what readers have seen
    /// of it says nothing about it. The stretch is then empty and ends where the log does.
    pub is_another_log: bool,
}

/// The end of the log.
pub async fn end(storage: &Storage) -> Result<Followed, Error> {
    storage.read(end_of_log).await
}

/// Reads the log after `followed` for `browsers`, at most `limit` of its rows.
///
/// `browsers` is asked once the end of the stretch is known. A stream that opens later finds that end, or a later one,
/// with [`replay`]; so no firing falls between the two.
pub async fn stretch(
    storage: &Storage,
    followed: Followed,
    browsers: impl FnOnce() -> Vec<BrowserId> + Send + 'static,
    limit: u16,
) -> Result<Stretch, Error> {
    storage
        .ringing(move |conn| {
            let end = end_of_log(conn)?;
            let nothing = |followed, is_another_log| Stretch { firings: Vec::new(), followed, is_another_log };
            if end == followed {
                return Ok(nothing(end, false));
            }
            if is_another_log(conn, followed, end)? {
                return Ok(nothing(end, true));
            }
            let browsers: HashSet<Uuid> = browsers().into_iter().map(BrowserId::as_uuid).collect();
            if browsers.is_empty() {
                return Ok(nothing(end, false));
            }
            let stretch = firings::table
                .filter(firings::id.gt(followed.position.0).and(firings::id.le(end.position.0)))
                .order(firings::id)
                .limit(limit.into())
                .select((FiringRow::as_select(), firings::fired_at));
            let mut rows: Vec<(FiringRow, OffsetDateTime)> = if browsers.len() <= NAMED_BROWSERS {
                stretch.filter(firings::browser_id.eq_any(&browsers)).load(conn)?
            } else {
                stretch.load(conn)?
            };
            let is_whole = rows.len() < usize::from(limit);
            let read = rows.last().filter(|_| !is_whole);
            let followed =
                read.map_or(end, |(row, fired_at)| Followed { position: FiringId(row.id), fired_at: Some(*fired_at) });
            rows.retain(|(row, _)| browsers.contains(&row.browser_id));
            let rows = rows.into_iter().map(|(row, _)| row).collect();
            Ok(Stretch { firings: readable::<FiringRow, _>(rows).collect(), followed, is_another_log: false })
        })
        .await
}

fn end_of_log(conn: &mut PgConnection) -> Result<Followed, Error> {
    let last = firings::table.order(firings::id.desc()).select((firings::id, firings::fired_at));
    let last: Option<(i64, OffsetDateTime)> = last.first(conn).optional()?;
    Ok(last
        .map_or_else(Followed::default, |(id, fired_at)| Followed { position: FiringId(id), fired_at: Some(fired_at) }))
}

/// Whether the log is not the one that was followed: it ends before that place, or has another ring there. A log that has
/// none there is the same: it was purged.
fn is_another_log(conn: &mut PgConnection, followed: Followed, end: Followed) -> Result<bool, Error> {
    let Some(fired_at) = followed.fired_at else { return Ok(false) };
    if end.fired_at.is_none() {
        // The same log, purged empty, unless the ring was too young for that.
        let now = diesel::select(sql::<sql_types::Timestamptz>("clock_timestamp()"));
        return Ok(fired_at > now.get_result::<OffsetDateTime>(conn)? - REPLAY_WINDOW);
    }
    if end.position < followed.position {
        return Ok(true);
    }
    let there: Option<OffsetDateTime> =
        firings::table.find(followed.position.0).select(firings::fired_at).first(conn).optional()?;
    Ok(there.is_some_and(|there| there != fired_at))
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
