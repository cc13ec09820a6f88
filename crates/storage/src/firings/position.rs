//! A reader's position in the log.

use time::OffsetDateTime;
use tokibako_domain::firing::FiringId;

use super::places::{INDEX_BITS, LAST_INDEX, at};

/// A reader's position in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Followed {
    /// The last position that it has read.
    pub position: FiringId,
    /// When the batch at that place was logged, if the log has one. In a log that was restored without its last
    /// batches, another batch may have the place.
    pub fired_at: Option<OffsetDateTime>,
}

impl Followed {
    /// The end of the batch at `place`.
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

    /// Whether the whole batch was read.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.position.0 == 0 || self.position.0 & LAST_INDEX == LAST_INDEX
    }
}
