//! Reads the rings of one browser: all of them, a single one, or those that it has missed.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, Kind, Ring, RingId},
};
use uuid::Uuid;

use super::position::{block, end_id, id_in_log};
use crate::{
    Storage,
    error::Error,
    renewed_ids,
    rows::{FiringRow, PlacedRow, readable},
    schema::{batches, firings},
};

/// The most firings that one replay, or an export, returns.
pub const REPLAY_BATCH: usize = 512;

/// Where a browser's replay begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayFrom {
    /// At the end of the log: nothing was missed.
    End,
    /// After this ring. If the log does not have the ring (it was purged, or the log was restored), at the start.
    After(RingId),
    /// At the start of the log.
    Start,
}

/// The firings that a browser has missed, in order. If there are more than [`REPLAY_BATCH`], it has the oldest of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The firings, oldest first.
    pub missed: Vec<Firing>,
    /// The browser's last ring that the replay covers. It reveals nothing about other browsers.
    pub last: Option<RingId>,
    /// The replay covers the log up to this id.
    pub end: FiringId,
    /// Whether there are more, for another replay.
    pub has_more: bool,
}

/// Reads the rings of `browser` after `from`, of one kind or of both. Rings from before `since` are left out.
///
/// [`Error::Renewed`] if an account has given up the id.
pub async fn replay(
    storage: &Storage,
    browser: BrowserId,
    kind: Option<Kind>,
    from: ReplayFrom,
    since: OffsetDateTime,
) -> Result<Replay, Error> {
    storage
        .read(move |conn| {
            renewed_ids::refuse(conn, browser)?;
            let end = end_id(conn)?;
            let after = match from {
                ReplayFrom::Start => FiringId::default(),
                ReplayFrom::After(ring) => id_of(conn, browser, ring)?.unwrap_or_default(),
                ReplayFrom::End => {
                    let last = last_of(conn, browser, kind, end)?;
                    return Ok(Replay { missed: Vec::new(), last, end, has_more: false });
                }
            };
            let mut rows = firings::table
                .inner_join(batches::table.on(batches::block.eq(block())))
                .filter(firings::browser_id.eq(browser.as_uuid()))
                .filter(id_in_log().gt(after.0).and(id_in_log().le(end.0)))
                .filter(firings::fired_at.ge(since))
                .order(id_in_log())
                .limit(i64::try_from(REPLAY_BATCH).unwrap_or(i64::MAX).saturating_add(1))
                .select((id_in_log(), FiringRow::as_select()))
                .into_boxed();
            if let Some(kind) = kind {
                rows = rows.filter(firings::kind.eq(kind.as_str()));
            }
            let mut rows: Vec<(i64, FiringRow)> = rows.load(conn)?;
            let has_more = rows.len() > REPLAY_BATCH;
            rows.truncate(REPLAY_BATCH);
            let last_read = rows.last().map(|(id, _)| FiringId(*id));
            let rows = rows.into_iter().map(|(id, row)| PlacedRow(FiringId(id), row)).collect();
            let missed: Vec<Firing> = readable::<PlacedRow, _>(rows).collect();
            let last = match missed.last() {
                Some(firing) => Some(firing.ring.id()),
                None => last_of(conn, browser, kind, end)?,
            };
            let end = if has_more { last_read.unwrap_or(end) } else { end };
            Ok(Replay { missed, last, end, has_more })
        })
        .await
}

/// The rings of a browser, the oldest first; if there are more than [`REPLAY_BATCH`], the latest of them.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Ring>, Error> {
    let mut rows: Vec<FiringRow> = firings::table
        .filter(firings::browser_id.eq(browser.as_uuid()))
        .order(firings::id.desc())
        .limit(REPLAY_BATCH.try_into().unwrap_or(i64::MAX))
        .select(FiringRow::as_select())
        .load(conn)?;
    rows.reverse();
    Ok(readable(rows).collect())
}

/// One ring, if it belongs to the browser.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, ring: RingId) -> _ {
    let (browser, kind): (Uuid, &'static str) = (browser.as_uuid(), ring.kind.as_str());
    let (row, scheduled_for): (i64, OffsetDateTime) = (ring.row, ring.scheduled_for);
    firings::table
        .filter(firings::kind.eq(kind).and(firings::row_id.eq(row)).and(firings::scheduled_for.eq(scheduled_for)))
        .filter(firings::browser_id.eq(browser))
}

fn id_of(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<FiringId>, Error> {
    let id = one(browser, ring).inner_join(batches::table.on(batches::block.eq(block()))).select(id_in_log());
    Ok(id.first(conn).optional()?.map(FiringId))
}

/// A browser's last ring up to `end`.
fn last_of(
    conn: &mut PgConnection,
    browser: BrowserId,
    kind: Option<Kind>,
    end: FiringId,
) -> Result<Option<RingId>, Error> {
    let mut last = firings::table
        .inner_join(batches::table.on(batches::block.eq(block())))
        .filter(firings::browser_id.eq(browser.as_uuid()).and(id_in_log().le(end.0)))
        .order(id_in_log().desc())
        .select((firings::kind, firings::row_id, firings::scheduled_for))
        .into_boxed();
    if let Some(kind) = kind {
        last = last.filter(firings::kind.eq(kind.as_str()));
    }
    let last = last.first::<(String, i64, OffsetDateTime)>(conn).optional()?;
    Ok(last.and_then(|(kind, row, scheduled_for)| Some(RingId { kind: Kind::named(&kind)?, row, scheduled_for })))
}
