//! The ids of the log: the place of a batch, or the number of a block, with an index.

use diesel::{PgConnection, dsl::sql, expression::SqlLiteral, prelude::*, sql_types};
use tokibako_domain::firing::FiringId;

use crate::{error::Error, schema::batches};

/// How many low bits of an id are the index: in the block for ids of the table, in the batch for a [`FiringId`]. The
/// block or the place has the 40 bits above.
pub(crate) const INDEX_BITS: u32 = 12;

/// The greatest index.
pub(crate) const LAST_INDEX: i64 = (1 << INDEX_BITS) - 1;

/// The [`FiringId`] of a row of `firings` that is joined with its batch.
pub(super) fn id_in_log() -> SqlLiteral<sql_types::BigInt> {
    sql("((batches.place << 12) + (firings.id & 4095))")
}

/// The block of a row of `firings`.
pub(super) fn block() -> SqlLiteral<sql_types::BigInt> {
    sql("(firings.id >> 12)")
}

/// The id of the firing with this index in the batch at `place`.
pub(crate) const fn firing_id(place: i64, index: i64) -> FiringId {
    FiringId(place << INDEX_BITS | index)
}

/// The greatest id that a firing of the last batch can have.
pub(super) fn end_id(conn: &mut PgConnection) -> Result<FiringId, Error> {
    let last: Option<i64> = batches::table.select(diesel::dsl::max(batches::place)).first(conn)?;
    Ok(last.map_or_else(FiringId::default, |place| firing_id(place, LAST_INDEX)))
}
