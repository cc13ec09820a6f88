//! Positions in the log: those of readers, and the ids of firings.

use diesel::{dsl::sql, expression::SqlLiteral, sql_types};
use time::OffsetDateTime;
use tokibako_domain::firing::FiringId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LogPosition {
    /// The last firing that was read; at the end of a batch, the greatest id that the batch can have.
    pub firing: FiringId,
    /// When the batch of that firing was logged; `None` at the beginning of the log. In a log that was restored without
    /// its last batches, another batch may have the same offset.
    pub fired_at: Option<OffsetDateTime>,
}

impl LogPosition {
    pub const fn end_of_batch(offset: i64, fired_at: Option<OffsetDateTime>) -> Self {
        let firing = if offset == 0 { FiringId(0) } else { firing_id(offset, LAST_INDEX) };
        Self { firing, fired_at }
    }

    pub const fn offset(self) -> i64 {
        self.firing.0 >> INDEX_BITS
    }

    /// Whether the batch was read to its end.
    pub const fn is_whole(self) -> bool {
        self.firing.0 == 0 || self.firing.0 & LAST_INDEX == LAST_INDEX
    }
}

/// How many low bits of an id are the index: in the block for ids of the table, in the batch for a [`FiringId`]. The
/// block or the offset has the 40 bits above.
pub(crate) const INDEX_BITS: u32 = 12;

pub(crate) const LAST_INDEX: i64 = (1 << INDEX_BITS) - 1;

/// The [`FiringId`] of a row of `firings` that is joined with its batch.
pub(super) fn id_in_log() -> SqlLiteral<sql_types::BigInt> {
    sql("((batches.place << 12) + (firings.id & 4095))")
}

/// The block of a row of `firings`.
pub(super) fn block() -> SqlLiteral<sql_types::BigInt> {
    sql("(firings.id >> 12)")
}

pub const fn firing_id(offset: i64, index: i64) -> FiringId {
    FiringId(offset << INDEX_BITS | index)
}
