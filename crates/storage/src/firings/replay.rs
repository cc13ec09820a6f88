//! Replays the firings that a browser has missed.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, Kind, RingId},
};

use super::{
    lookup::{REPLAY_BATCH, one},
    places::{block, last_place, position},
};
use crate::{
    Storage,
    error::Error,
    rows::{FiringRow, PlacedRow, readable},
    schema::{batches, firings},
};

/// Where a browser's replay begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the end of the log: nothing was missed.
    End,
    /// After this ring. If the log does not have it (it is too old, or of another log), at the start.
    After(RingId),
    /// At the start of the log.
    Start,
}

/// The firings of a browser since a place, in order; if there are very many, the oldest [`REPLAY_BATCH`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The firings, oldest first.
    pub missed: Vec<Firing>,
    /// The browser's last ring that the replay covers. It reveals nothing about other browsers.
    pub last: Option<RingId>,
    /// The position in the log that the replay covers.
    pub position: FiringId,
    /// Whether there are more, for another replay.
    pub has_more: bool,
}

/// Reads what `browser` missed of one kind or of both since `place`, but nothing older than `since`.
pub async fn replay(
    storage: &Storage,
    browser: BrowserId,
    kind: Option<Kind>,
    place: Place,
    since: OffsetDateTime,
) -> Result<Replay, Error> {
    storage
        .read(move |conn| {
            let end = last_place(conn)?;
            let after = match place {
                Place::Start => FiringId::default(),
                Place::After(ring) => place_of(conn, browser, ring)?.unwrap_or_default(),
                Place::End => {
                    let last = last_of(conn, browser, kind, end)?;
                    return Ok(Replay { missed: Vec::new(), last, position: end, has_more: false });
                }
            };
            let mut rows = firings::table
                .inner_join(batches::table.on(batches::block.eq(block())))
                .filter(firings::browser_id.eq(browser.as_uuid()))
                .filter(position().gt(after.0).and(position().le(end.0)))
                .filter(firings::fired_at.ge(since))
                .order(position())
                .limit(i64::try_from(REPLAY_BATCH).unwrap_or(i64::MAX).saturating_add(1))
                .select((position(), FiringRow::as_select()))
                .into_boxed();
            if let Some(kind) = kind {
                rows = rows.filter(firings::kind.eq(kind.as_str()));
            }
            let mut rows: Vec<(i64, FiringRow)> = rows.load(conn)?;
            let has_more = rows.len() > REPLAY_BATCH;
            rows.truncate(REPLAY_BATCH);
            let read = rows.last().map(|(position, _)| FiringId(*position));
            let rows = rows.into_iter().map(|(position, row)| PlacedRow(FiringId(position), row)).collect();
            let missed: Vec<Firing> = readable::<PlacedRow, _>(rows).collect();
            let last = match missed.last() {
                Some(firing) => Some(firing.ring.id()),
                None => last_of(conn, browser, kind, end)?,
            };
            let position = if has_more { read.unwrap_or(end) } else { end };
            Ok(Replay { missed, last, position, has_more })
        })
        .await
}

/// The position of a ring of a browser.
fn place_of(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<FiringId>, Error> {
    let place = one(browser, ring).inner_join(batches::table.on(batches::block.eq(block()))).select(position());
    Ok(place.first(conn).optional()?.map(FiringId))
}

/// A browser's last ring up to a position.
fn last_of(
    conn: &mut PgConnection,
    browser: BrowserId,
    kind: Option<Kind>,
    end: FiringId,
) -> Result<Option<RingId>, Error> {
    let mut last = firings::table
        .inner_join(batches::table.on(batches::block.eq(block())))
        .filter(firings::browser_id.eq(browser.as_uuid()).and(position().le(end.0)))
        .order(position().desc())
        .select((firings::kind, firings::row_id, firings::scheduled_for))
        .into_boxed();
    if let Some(kind) = kind {
        last = last.filter(firings::kind.eq(kind.as_str()));
    }
    let last = last.first::<(String, i64, OffsetDateTime)>(conn).optional()?;
    Ok(last.and_then(|(kind, row, scheduled_for)| Some(RingId { kind: Kind::named(&kind)?, row, scheduled_for })))
}
