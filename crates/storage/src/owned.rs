//! Rows that a browser owns: alarms and timers are listed, created, changed and deleted alike, by the functions here. What
//! differs between the two tables is [`OwnedRow`].

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::browser_id::{BrowserId, RowLimit};
use uuid::Uuid;

use crate::{Storage, browser_ids, error::Error};

/// An alarm or a timer, and the queries on its table. Each of them has the browser in its `WHERE`.
pub trait OwnedRow: Clone + Send + Sized + 'static {
    type Id: Copy + Send + 'static;
    type New: Send + 'static;

    /// The browser of a new one, and when it is created.
    fn owner(new: &Self::New) -> (BrowserId, OffsetDateTime);

    fn next_due(&self) -> Option<OffsetDateTime>;

    fn first_due(new: &Self::New) -> Option<OffsetDateTime>;

    /// The rows of `browser` in the order of its list.
    fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<KeyedRow<Self>>, Error>;

    fn count(conn: &mut PgConnection, browser: BrowserId) -> Result<i64, Error>;

    /// The row that a client has created with this key.
    fn with_key(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Self>, Error>;

    /// Completes new rows of a browser that is locked by what it has stored besides.
    fn completed(
        _: &mut PgConnection,
        _: BrowserId,
        batch: Vec<KeyedRow<Self::New>>,
    ) -> Result<Vec<KeyedRow<Self::New>>, Error> {
        Ok(batch)
    }

    /// Inserts a row; `None` if the browser has one with this key.
    fn store(conn: &mut PgConnection, new: Self::New, key: Option<Uuid>) -> Result<Option<Self>, Error>;

    /// Locks a row; returns it with its stored sound, which this version may not know.
    fn lock(conn: &mut PgConnection, browser: BrowserId, id: Self::Id) -> Result<(Self, String), Error>;

    /// Writes a locked row as it is `after` a change. The sound stays as it is stored unless it has changed.
    fn write(conn: &mut PgConnection, before: &Self, after: &Self, stored_sound: &str) -> Result<(), Error>;

    /// Deletes a row; returns how many rows there were.
    fn remove(conn: &mut PgConnection, browser: BrowserId, id: Self::Id) -> QueryResult<usize>;
}

/// A row, and the key with which its client created it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedRow<Row> {
    pub row: Row,
    /// The key that the client chose; `None` if the row was created without one.
    pub key: Option<Uuid>,
}

impl<Stored, Row: TryFrom<Stored, Error = Error>> TryFrom<(Stored, Option<Uuid>)> for KeyedRow<Row> {
    type Error = Error;

    fn try_from((stored, key): (Stored, Option<Uuid>)) -> Result<Self, Error> {
        Ok(Self { row: stored.try_into()?, key })
    }
}

/// The rows of `browser` in the order of its list.
pub async fn list<Row: OwnedRow>(storage: &Storage, browser: BrowserId) -> Result<Vec<KeyedRow<Row>>, Error> {
    storage
        .read(move |conn| {
            let rows = Row::of_browser(conn, browser)?;
            browser_ids::checked(conn, browser, rows)
        })
        .await
}

/// Stores a new row; [`Error::Full`] if its browser has `limit` rows already. If it has one with the client's `key`, returns
/// that unchanged.
pub async fn insert<Row: OwnedRow>(
    storage: &Storage,
    new: Row::New,
    limit: Option<RowLimit>,
    key: Option<Uuid>,
) -> Result<Row, Error> {
    let (browser, now) = Row::owner(&new);
    let stored = insert_batch(storage, browser, vec![KeyedRow { row: new, key }], limit, now).await?;
    stored.into_iter().next().flatten().ok_or(Error::Full)
}

/// Stores new rows of `browser` in one transaction, in their order. The result for a row is `None` if the browser has
/// `limit` rows already; if it has one with the client's key, that one, unchanged.
pub async fn insert_batch<Row: OwnedRow>(
    storage: &Storage,
    browser: BrowserId,
    batch: Vec<KeyedRow<Row::New>>,
    limit: Option<RowLimit>,
    now: OffsetDateTime,
) -> Result<Vec<Option<Row>>, Error> {
    let first_due = batch.iter().filter_map(|new| Row::first_due(&new.row)).min();
    if batch.is_empty() {
        // Not even the browser is stored.
        return Ok(Vec::new());
    }
    let stored = storage
        .write(move |conn| {
            browser_ids::lock_owner(conn, browser, now)?;
            let batch = Row::completed(conn, browser, batch)?;
            let mut rows = if limit.is_some() { Row::count(conn, browser)? } else { 0 };
            let store = |KeyedRow { row, key }| {
                let has_room = limit.is_none_or(|limit| limit.admits(rows + 1));
                if let Some(stored) = if has_room { Row::store(conn, row, key)? } else { None } {
                    rows += 1;
                    return Ok(Some(stored));
                }
                // A repeated request gets the row of the first one, also if that was the last for which there was room.
                key.map_or(Ok(None), |key| Row::with_key(conn, browser, key))
            };
            batch.into_iter().map(store).collect::<Result<Vec<_>, Error>>()
        })
        .await?;
    storage.written(first_due);
    Ok(stored)
}

/// Changes a row of `browser` with its row locked, so that no concurrent change and no ring is lost between reading and
/// writing.
///
/// The inner result is that of `change`; if it is an error, nothing is written.
pub async fn update<Row: OwnedRow, E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    id: Row::Id,
    change: impl FnOnce(Row) -> Result<Row, E> + Send + 'static,
) -> Result<Result<Row, E>, Error> {
    let changed = storage
        .write(move |conn| {
            let (before, sound) = Row::lock(conn, browser, id)?;
            let after = match change(before.clone()) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            Row::write(conn, &before, &after, &sound)?;
            Ok(Ok(after))
        })
        .await?;
    if let Ok(row) = &changed {
        storage.written(row.next_due());
    }
    Ok(changed)
}

pub async fn delete<Row: OwnedRow>(storage: &Storage, browser: BrowserId, id: Row::Id) -> Result<(), Error> {
    storage
        .write(move |conn| match Row::remove(conn, browser, id)? {
            0 => Err(Error::NotFound),
            _ => Ok(()),
        })
        .await
}
