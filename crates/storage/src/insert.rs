//! Inserting rows of one kind, several at a time, within the limits of the browsers that own them.

use std::{collections::HashMap, num::NonZeroU32};

use diesel::PgConnection;
use time::OffsetDateTime;
use tokibako_domain::browser_id::BrowserId;
use uuid::Uuid;

use crate::{error::Error, locks};

/// A row that is not stored yet.
pub(crate) trait NewRow: Send + 'static {
    /// The row once it is stored.
    type Stored: Send + 'static;

    /// Which browser will own it, and when it was made.
    fn origin(&self) -> (BrowserId, OffsetDateTime);

    /// The number of a stored row.
    fn id(stored: &Self::Stored) -> i64;

    /// How many rows of this kind each of `browsers` has; those without any are left out.
    fn count(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<Vec<(Uuid, i64)>, Error>;

    /// Inserts several rows in one statement and returns them in their order.
    fn insert(conn: &mut PgConnection, new: &[&Self]) -> Result<Vec<Self::Stored>, Error>;

    /// Deletes the rows with these numbers.
    fn delete(conn: &mut PgConnection, ids: &[i64]) -> Result<(), Error>;
}

/// A row to insert, unless its browser has `limit` of its kind already.
pub(crate) struct Insert<New> {
    pub(crate) row: New,
    pub(crate) limit: Option<NonZeroU32>,
}

/// Inserts the rows that their browsers have room for; the others are [`Error::Full`]. The results are in the order of
/// the rows.
pub(crate) fn insert<New: NewRow>(
    conn: &mut PgConnection,
    inserts: &[&Insert<New>],
) -> Result<Vec<Result<New::Stored, Error>>, Error> {
    let fits = fits(conn, inserts)?;
    let rows: Vec<_> = inserts.iter().zip(&fits).filter(|(_, fits)| **fits).map(|(insert, _)| &insert.row).collect();
    let stored = if rows.is_empty() { Vec::new() } else { New::insert(conn, &rows)? };
    let mut stored = stored.into_iter();
    let results =
        fits.into_iter().map(|fits| if fits { stored.next().ok_or_else(unnumbered) } else { Err(Error::Full) });
    Ok(results.collect())
}

/// Which rows their browsers have room for.
///
/// Browsers with a limit stay locked until the transaction ends, so that it holds however many processes insert at once.
fn fits<New: NewRow>(conn: &mut PgConnection, inserts: &[&Insert<New>]) -> Result<Vec<bool>, Error> {
    let limited = inserts.iter().filter(|insert| insert.limit.is_some()).map(|insert| insert.row.origin());
    let (browsers, made_at): (Vec<_>, Vec<_>) = limited.map(|(browser, made_at)| (browser.as_uuid(), made_at)).unzip();
    let Some(now) = made_at.into_iter().max() else { return Ok(vec![true; inserts.len()]) };
    locks::lock_browsers(conn, &browsers, now)?;
    let mut counts: HashMap<_, _> = New::count(conn, &browsers)?.into_iter().collect();
    let fits = inserts.iter().map(|insert| {
        let Some(limit) = insert.limit else { return true };
        let count = counts.entry(insert.row.origin().0.as_uuid()).or_default();
        let fits = *count < i64::from(limit.get());
        *count += i64::from(fits);
        fits
    });
    Ok(fits.collect())
}

fn unnumbered() -> Error {
    Error::unreadable("a new row was given no number")
}
