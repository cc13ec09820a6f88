//! Inserts several rows of one kind, within the limits of the browsers that own them.

use std::collections::HashMap;

use diesel::PgConnection;
use time::OffsetDateTime;
use tokibako_domain::{browser_id::BrowserId, row_limit::RowLimit};
use uuid::Uuid;

use crate::{error::Error, locks};

/// A row that is not stored yet.
pub(crate) trait NewRow: Send + 'static {
    /// The row once it is stored.
    type Stored: Send + 'static;

    /// The browser that will own it, and when it was created.
    fn origin(&self) -> (BrowserId, OffsetDateTime);

    /// The id of a stored row.
    fn id(stored: &Self::Stored) -> i64;

    /// How many rows of this kind each of `browsers` has; browsers without rows are left out.
    fn count(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<Vec<(Uuid, i64)>, Error>;

    /// Inserts several rows, each with its client's key, in one statement and returns them in their order.
    fn insert(conn: &mut PgConnection, new: &[(&Self, Option<Uuid>)]) -> Result<Vec<Self::Stored>, Error>;

    /// The row of `browser` with this key.
    fn keyed(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Self::Stored>, Error>;

    /// Deletes the rows with these ids.
    fn delete(conn: &mut PgConnection, ids: &[i64]) -> Result<(), Error>;
}

/// A row to insert, with its browser's limit for rows of this kind.
pub(crate) struct Insert<New> {
    pub(crate) row: New,
    pub(crate) limit: Option<RowLimit>,
    /// The client's idempotency key: if the browser has a row with it already, that row is returned.
    pub(crate) key: Option<Uuid>,
}

/// Inserts the rows that their browsers have room for; the others get [`Error::Full`]. If a row's key is stored
/// already, the stored row is returned. The results are in the order of the rows.
///
/// Browsers with a limit stay locked until the transaction ends, so that concurrent inserts cannot exceed the limit. They
/// are locked before the keys are looked up: a row that was stored meanwhile must not count against its own repetition.
pub(crate) fn insert<New: NewRow>(
    conn: &mut PgConnection,
    inserts: &[&Insert<New>],
) -> Result<Vec<Result<New::Stored, Error>>, Error> {
    lock(conn, inserts)?;
    let known = inserts.iter().map(|insert| known(conn, insert)).collect::<Result<Vec<_>, _>>()?;
    let new: Vec<_> = inserts.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(new, _)| *new).collect();
    let mut new = insert_new(conn, &new)?.into_iter();
    let results =
        known.into_iter().map(|known| known.map_or_else(|| new.next().unwrap_or_else(|| Err(unnumbered())), Ok));
    Ok(results.collect())
}

fn lock<New: NewRow>(conn: &mut PgConnection, inserts: &[&Insert<New>]) -> Result<(), Error> {
    let limited = inserts.iter().filter(|insert| insert.limit.is_some()).map(|insert| insert.row.origin());
    let (browsers, made_at): (Vec<_>, Vec<_>) = limited.map(|(browser, made_at)| (browser.as_uuid(), made_at)).unzip();
    made_at.into_iter().max().map_or(Ok(()), |now| locks::lock_browsers(conn, &browsers, now))
}

fn known<New: NewRow>(conn: &mut PgConnection, insert: &Insert<New>) -> Result<Option<New::Stored>, Error> {
    insert.key.map_or(Ok(None), |key| New::keyed(conn, insert.row.origin().0, key))
}

fn insert_new<New: NewRow>(
    conn: &mut PgConnection,
    inserts: &[&Insert<New>],
) -> Result<Vec<Result<New::Stored, Error>>, Error> {
    let fits = fits(conn, inserts)?;
    let rows = inserts.iter().zip(&fits).filter(|(_, fits)| **fits).map(|(insert, _)| (&insert.row, insert.key));
    let rows: Vec<_> = rows.collect();
    let stored = if rows.is_empty() { Vec::new() } else { New::insert(conn, &rows)? };
    let mut stored = stored.into_iter();
    let results =
        fits.into_iter().map(|fits| if fits { stored.next().ok_or_else(unnumbered) } else { Err(Error::Full) });
    Ok(results.collect())
}

/// For each row, whether its browser has room for it.
fn fits<New: NewRow>(conn: &mut PgConnection, inserts: &[&Insert<New>]) -> Result<Vec<bool>, Error> {
    let limited = inserts.iter().filter(|insert| insert.limit.is_some());
    let browsers: Vec<_> = limited.map(|insert| insert.row.origin().0.as_uuid()).collect();
    if browsers.is_empty() {
        return Ok(vec![true; inserts.len()]);
    }
    let mut counts: HashMap<_, _> = New::count(conn, &browsers)?.into_iter().collect();
    let fits = inserts.iter().map(|insert| {
        let Some(limit) = insert.limit else { return true };
        let count = counts.entry(insert.row.origin().0.as_uuid()).or_default();
        let fits = limit.admits(*count + 1);
        *count += i64::from(fits);
        fits
    });
    Ok(fits.collect())
}

fn unnumbered() -> Error {
    Error::unreadable("a new row was given no number")
}
