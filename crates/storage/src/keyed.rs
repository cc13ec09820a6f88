//! Rows with the idempotency keys of their clients.

use uuid::Uuid;

use crate::error::Error;

/// A row, and the key with which its client created it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed<Row> {
    /// The row.
    pub row: Row,
    /// The key that the client chose; `None` if the row was created without one.
    pub key: Option<Uuid>,
}

impl<Stored, Row: TryFrom<Stored, Error = Error>> TryFrom<(Stored, Option<Uuid>)> for Keyed<Row> {
    type Error = Error;

    fn try_from((stored, key): (Stored, Option<Uuid>)) -> Result<Self, Error> {
        Ok(Self { row: stored.try_into()?, key })
    }
}
