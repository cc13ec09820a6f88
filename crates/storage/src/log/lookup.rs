//! Reads single rings, and all rings of a browser.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Ring, RingId},
};
use uuid::Uuid;

use crate::{
    error::Error,
    rows::{FiringRow, readable},
    schema::firings,
};

/// The most firings that one replay, or an export, returns.
pub const REPLAY_BATCH: usize = 512;

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
