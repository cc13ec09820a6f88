//! Rows with the idempotency keys of their clients.

use diesel::PgConnection;
use tokibako_domain::row_limit::RowLimit;
use uuid::Uuid;

use crate::error::Error;

/// The assignments with which rows of `table` move to the browser `$2`. A key that this browser has already is dropped,
/// because the keys of a browser are unique.
///
/// Two browsers have the same key if a client repeats a request whose response it lost after it has signed in.
pub(crate) fn moving(table: &str) -> String {
    format!(
        "browser_id = $2, client_key = CASE WHEN NOT EXISTS (SELECT FROM {table} AS kept \
         WHERE kept.browser_id = $2 AND kept.client_key = {table}.client_key) THEN {table}.client_key END"
    )
}

/// A row, and the key with which its client created it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedRow<Row> {
    /// The row.
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

/// Stores new rows of a browser, in their order. The result for a row is `None` if the browser has `limit` rows already; if
/// it has one with the client's key, that one, unchanged.
pub(crate) fn store_all<New, Row>(
    conn: &mut PgConnection,
    batch: Vec<KeyedRow<New>>,
    limit: Option<RowLimit>,
    count: impl FnOnce(&mut PgConnection) -> Result<i64, Error>,
    store: impl Fn(&mut PgConnection, New, Option<Uuid>) -> Result<Option<Row>, Error>,
    keyed: impl Fn(&mut PgConnection, Uuid) -> Result<Option<Row>, Error>,
) -> Result<Vec<Option<Row>>, Error> {
    let mut rows = if limit.is_some() { count(conn)? } else { 0 };
    let store_one = |KeyedRow { row, key }: KeyedRow<New>| {
        let has_room = limit.is_none_or(|limit| limit.admits(rows + 1));
        if let Some(stored) = if has_room { store(conn, row, key)? } else { None } {
            rows += 1;
            return Ok(Some(stored));
        }
        // A repeated request gets the row of the first one, also if that was the last for which there was room.
        key.map_or(Ok(None), |key| keyed(conn, key))
    };
    batch.into_iter().map(store_one).collect()
}
