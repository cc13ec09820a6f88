//! How many messages are posted at the same time, in all and to one push service.

use std::{collections::HashMap, sync::Arc};

use tokio::sync::Semaphore;

/// Messages that are taken from the queue and not recorded yet.
pub(super) const IN_ALL: usize = 256;

/// Posts to one service at the same time.
const AT_ONCE: usize = 64;

/// How many messages are taken at once: a slow service has no more than twice as many as it may be posted.
pub(super) const BATCH: usize = AT_ONCE;

/// Messages on their way, by origin.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    of: HashMap<String, Lane>,
    taken: usize,
}

#[derive(Debug)]
struct Lane {
    taken: usize,
    turns: Arc<Semaphore>,
}

impl Lanes {
    /// How many messages may be taken now.
    pub(super) fn free(&self) -> usize {
        IN_ALL.saturating_sub(self.taken).min(BATCH)
    }

    /// Whether nothing is on its way.
    pub(super) fn is_empty(&self) -> bool {
        self.taken == 0
    }

    /// The services that have as many as they may.
    pub(super) fn full(&self) -> Vec<String> {
        self.of.iter().filter(|(_, lane)| lane.taken >= AT_ONCE).map(|(origin, _)| origin.clone()).collect()
    }

    /// Counts one more message to a service; its posts take turns.
    pub(super) fn enter(&mut self, origin: &str) -> Arc<Semaphore> {
        self.taken += 1;
        let lane = self.of.entry(origin.to_owned());
        let lane = lane.or_insert_with(|| Lane { taken: 0, turns: Arc::new(Semaphore::new(AT_ONCE)) });
        lane.taken += 1;
        Arc::clone(&lane.turns)
    }

    /// Counts one less.
    pub(super) fn leave(&mut self, origin: &str) {
        self.taken = self.taken.saturating_sub(1);
        if let Some(lane) = self.of.get_mut(origin) {
            lane.taken = lane.taken.saturating_sub(1);
            if lane.taken == 0 {
                self.of.remove(origin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_service_leaves_room_for_others() {
        let mut lanes = Lanes::default();
        assert_eq!((lanes.free(), lanes.is_empty()), (BATCH, true));
        for _ in 0..AT_ONCE - 1 {
            lanes.enter("slow");
        }
        assert_eq!(lanes.full(), [""; 0]);
        for _ in 0..BATCH {
            lanes.enter("slow");
        }
        assert_eq!((lanes.full(), lanes.free()), (vec!["slow".to_owned()], BATCH));
        for other in 0..IN_ALL - (AT_ONCE - 1) - BATCH {
            lanes.enter(&format!("other {other}"));
        }
        assert_eq!(lanes.free(), 0);
        for _ in 0..AT_ONCE + BATCH - 1 {
            lanes.leave("slow");
        }
        assert_eq!((lanes.full(), lanes.free()), (vec![], BATCH));
    }
}
