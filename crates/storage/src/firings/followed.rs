//! How far a reader has followed the log.

use time::OffsetDateTime;
use tokibako_domain::firing::FiringId;

use super::places::{INDEX_BITS, LAST_INDEX, at};

/// How far a reader has followed the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Followed {
    /// The last place that it has seen.
    pub position: FiringId,
    /// When the batch at that place was logged, if the log has it. In a log that was restored without its end another batch
    /// may get the place.
    pub fired_at: Option<OffsetDateTime>,
}

impl Followed {
    /// The end of a batch.
    #[must_use]
    pub const fn through(place: i64, fired_at: Option<OffsetDateTime>) -> Self {
        let position = if place == 0 { FiringId(0) } else { at(place, LAST_INDEX) };
        Self { position, fired_at }
    }

    /// The place of the batch.
    #[must_use]
    pub const fn place(self) -> i64 {
        self.position.0 >> INDEX_BITS
    }

    /// Whether all of the batch was read.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.position.0 == 0 || self.position.0 & LAST_INDEX == LAST_INDEX
    }
}
