//! A reader's position in the log.

use time::OffsetDateTime;
use tokibako_domain::firing::FiringId;

use super::ids::{INDEX_BITS, LAST_INDEX, firing_id};

/// A reader's position in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LogPosition {
    /// The last firing that was read; at the end of a batch, the greatest id that the batch can have.
    pub firing: FiringId,
    /// When the batch of that firing was logged; `None` at the beginning of the log. In a log that was restored without
    /// its last batches, another batch may have the same place.
    pub fired_at: Option<OffsetDateTime>,
}

impl LogPosition {
    /// The end of the batch at `place`.
    #[must_use]
    pub const fn end_of_batch(place: i64, fired_at: Option<OffsetDateTime>) -> Self {
        let firing = if place == 0 { FiringId(0) } else { firing_id(place, LAST_INDEX) };
        Self { firing, fired_at }
    }

    /// The place of the batch.
    #[must_use]
    pub const fn place(self) -> i64 {
        self.firing.0 >> INDEX_BITS
    }

    /// Whether the batch was read to its end.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.firing.0 == 0 || self.firing.0 & LAST_INDEX == LAST_INDEX
    }
}
