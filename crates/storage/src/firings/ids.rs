//! Encodes places of the log in ids.

use diesel::{PgConnection, dsl::sql, expression::SqlLiteral, prelude::*, sql_types};
use tokibako_domain::firing::FiringId;

use crate::{error::Error, schema::batches};

/// How many bits of a firing's id are its index in its block, and how many of a position are the index in the batch. A
/// place has the 40 bits above them.
pub(super) const INDEX_BITS: u32 = 12;

/// The last index.
pub(super) const LAST_INDEX: i64 = (1 << INDEX_BITS) - 1;

/// The position of a row of `firings` that is joined with its batch.
pub(super) fn position() -> SqlLiteral<sql_types::BigInt> {
    sql("((batches.place << 12) + (firings.id & 4095))")
}

/// The block of a row of `firings`.
pub(super) fn block() -> SqlLiteral<sql_types::BigInt> {
    sql("(firings.id >> 12)")
}

/// The place of the firing with an index in the batch at `place`.
pub(crate) const fn at(place: i64, index: i64) -> FiringId {
    FiringId(place << INDEX_BITS | index)
}

/// The position after everything in the last batch.
pub(super) fn last_place(conn: &mut PgConnection) -> Result<FiringId, Error> {
    let last: Option<i64> = batches::table.select(diesel::dsl::max(batches::place)).first(conn)?;
    Ok(last.map_or_else(FiringId::default, |place| at(place, LAST_INDEX)))
}
