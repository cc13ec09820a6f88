//! The order in which a person puts their timers.
//!
//! Timers are listed by the instant at which they were made. Those that were ordered by hand are listed as if they had been
//! made in that order, before all others: so timers that are made later come last, as they do without an order.

use std::collections::HashSet;

use time::{Duration, OffsetDateTime};

use crate::timer::TimerId;

/// How many timers are ordered at once at most.
pub const MOST_ORDERED: usize = 1_000;

/// What lies between two timers that were ordered.
const GAP: Duration = Duration::MICROSECOND;

/// Timers in the order in which they are to be listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerOrder(Vec<TimerId>);

/// The ids are none, or more than [`MOST_ORDERED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ids must be a list of at most 1000 whole numbers")]
pub struct NotAnOrder;

impl TimerOrder {
    /// At most [`MOST_ORDERED`] timers; of one that is named twice the first place counts.
    pub fn new(mut ids: Vec<TimerId>) -> Result<Self, NotAnOrder> {
        if ids.len() > MOST_ORDERED {
            return Err(NotAnOrder);
        }
        let mut named = HashSet::new();
        ids.retain(|id| named.insert(*id));
        Ok(Self(ids))
    }

    /// The timers, each once.
    #[must_use]
    pub fn ids(&self) -> &[TimerId] {
        &self.0
    }

    /// The instants by which these timers are listed, all of them before `first`, which no other timer of the list is before.
    pub fn places(&self, first: OffsetDateTime) -> impl Iterator<Item = (TimerId, OffsetDateTime)> {
        let mut place = first;
        // From the last one back.
        self.0.iter().rev().map(move |id| {
            place = place.saturating_sub(GAP);
            (*id, place)
        })
    }
}
