//! The order that a visitor has chosen for their timers.
//!
//! Timers are sorted by creation. Timers that were ordered by hand are sorted as if they had been created in that
//! order, before all others. So new timers come last, as they do without an order.

use std::collections::HashSet;

use time::{Duration, OffsetDateTime};

use crate::timer::TimerId;

pub const MOST_ORDERED: usize = 1_000;

/// The interval between two ordered timers.
const GAP: Duration = Duration::MICROSECOND;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerOrder(Vec<TimerId>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ids must be a list of at most 1000 whole numbers")]
pub struct TimerOrderError;

impl TimerOrder {
    /// At most [`MOST_ORDERED`] timers. If an id appears twice, its first position counts.
    pub fn new(mut ids: Vec<TimerId>) -> Result<Self, TimerOrderError> {
        if ids.len() > MOST_ORDERED {
            return Err(TimerOrderError);
        }
        let mut named = HashSet::new();
        ids.retain(|id| named.insert(*id));
        Ok(Self(ids))
    }

    /// The ids without duplicates.
    pub fn ids(&self) -> &[TimerId] {
        &self.0
    }

    /// The instants that these timers are sorted by, all before `first`, the earliest instant of the list.
    pub fn places(&self, first: OffsetDateTime) -> impl Iterator<Item = (TimerId, OffsetDateTime)> {
        let mut place = first;
        // Computed from the last one backwards.
        self.0.iter().rev().map(move |id| {
            place = place.saturating_sub(GAP);
            (*id, place)
        })
    }
}
