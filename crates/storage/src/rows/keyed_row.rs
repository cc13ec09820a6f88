//! Rows with the idempotency keys of their clients.

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
