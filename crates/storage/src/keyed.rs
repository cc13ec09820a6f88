//! Rows with the keys that their clients made up for them.

use uuid::Uuid;

use crate::error::Error;

/// A row, and what its client named it by when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed<Row> {
    /// The row.
    pub row: Row,
    /// Its client's name for it; none where it was made without one.
    pub key: Option<Uuid>,
}

impl<Stored, Row: TryFrom<Stored, Error = Error>> TryFrom<(Stored, Option<Uuid>)> for Keyed<Row> {
    type Error = Error;

    fn try_from((stored, key): (Stored, Option<Uuid>)) -> Result<Self, Error> {
        Ok(Self { row: stored.try_into()?, key })
    }
}
