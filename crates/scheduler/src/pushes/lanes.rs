//! Limits how many messages are posted at the same time: in total, and to each push service (a lane).

use std::{collections::HashMap, sync::Arc};

use tokibako_storage::pushes::Room;
use tokio::sync::Semaphore;

/// How many messages may be in progress: taken from the queue, and their outcomes not recorded yet.
const IN_ALL: u16 = 512;

/// How many posts to one service are made at the same time.
const AT_ONCE: u16 = 64;

/// How many messages to one service may be in progress: while some are posted, the next are already in memory.
const OF_ONE: u16 = 2 * AT_ONCE;

/// The messages in progress, by the origin of their service.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    of: HashMap<String, Lane>,
    taken: u16,
    /// Whether the total limit was reached at the last look at the queue.
    was_full: bool,
}

#[derive(Debug)]
struct Lane {
    taken: u16,
    turns: Arc<Semaphore>,
    /// Whether the limit of this service was reached at the last look at the queue.
    was_full: bool,
}

impl Lanes {
    /// How many more messages may be taken now; none for the services in `closed`.
    pub(super) fn room(&self, closed: Vec<String>) -> Room {
        let less = self.of.iter().map(|(origin, lane)| (origin.clone(), OF_ONE.saturating_sub(lane.taken)));
        let less = less.filter(|(origin, _)| !closed.contains(origin)).collect::<Vec<_>>();
        let closed = closed.into_iter().map(|origin| (origin, 0));
        Room { in_all: IN_ALL.saturating_sub(self.taken), each: OF_ONE, less: less.into_iter().chain(closed).collect() }
    }

    /// Whether no message is in progress.
    pub(super) fn is_empty(&self) -> bool {
        self.taken == 0
    }

    /// Whether the total limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.taken >= IN_ALL
    }

    /// Records that everything there was room for has been taken; returns the services at their limit, which may have
    /// more.
    pub(super) fn looked(&mut self) -> Vec<String> {
        self.was_full = self.is_full();
        for lane in self.of.values_mut() {
            lane.was_full = lane.taken >= OF_ONE;
        }
        self.of.iter().filter(|(_, lane)| lane.was_full).map(|(origin, _)| origin.clone()).collect()
    }

    /// Adds a message to a service; returns the semaphore by which its posts take turns.
    pub(super) fn enter(&mut self, origin: &str) -> Arc<Semaphore> {
        self.taken = self.taken.saturating_add(1);
        let lane = self.of.entry(origin.to_owned());
        let lane =
            lane.or_insert_with(|| Lane { taken: 0, turns: Arc::new(Semaphore::new(AT_ONCE.into())), was_full: false });
        lane.taken = lane.taken.saturating_add(1);
        Arc::clone(&lane.turns)
    }

    /// Removes a message; returns whether a limit that was reached has become loose enough for another look at the
    /// queue.
    pub(super) fn leave(&mut self, origin: &str) -> bool {
        self.taken = self.taken.saturating_sub(1);
        let has_room = self.was_full && self.taken <= IN_ALL - AT_ONCE;
        let Some(lane) = self.of.get_mut(origin) else { return has_room };
        lane.taken = lane.taken.saturating_sub(1);
        // Half of the limit is free then, and all turns are still in use.
        let needs_more = lane.was_full && lane.taken <= AT_ONCE;
        if lane.taken == 0 {
            self.of.remove(origin);
        }
        has_room || needs_more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(in_all: u16, less: &[(&str, u16)]) -> Room {
        let less = less.iter().map(|(origin, room)| ((*origin).to_owned(), *room)).collect();
        Room { in_all, each: OF_ONE, less }
    }

    #[test]
    fn a_slow_service_leaves_room_for_the_others() {
        let mut lanes = Lanes::default();
        assert_eq!((lanes.room(vec![]), lanes.is_empty()), (room(IN_ALL, &[]), true));
        for _ in 1..OF_ONE {
            lanes.enter("slow");
        }
        assert_eq!((lanes.looked(), lanes.room(vec![])), (vec![], room(IN_ALL - OF_ONE + 1, &[("slow", 1)])));
        lanes.enter("slow");
        let full = vec!["slow".to_owned()];
        assert_eq!((lanes.looked(), lanes.room(vec![])), (full, room(IN_ALL - OF_ONE, &[("slow", 0)])));
        for other in 0..IN_ALL - OF_ONE {
            assert!(!lanes.is_full());
            lanes.enter(&format!("other {other}"));
        }
        assert_eq!((lanes.room(vec![]).in_all, lanes.is_full()), (0, true));
    }

    #[test]
    fn the_queue_is_read_again_once_no_message_waits_for_a_turn() {
        let mut lanes = Lanes::default();
        for _ in 0..OF_ONE {
            lanes.enter("full");
        }
        lanes.enter("other");
        lanes.looked();
        assert!(!lanes.leave("other"));
        let looks: Vec<bool> = (0..OF_ONE).map(|_| lanes.leave("full")).collect();
        assert_eq!(looks.iter().position(|looks| *looks), Some(usize::from(AT_ONCE - 1)));
        assert!(lanes.is_empty());
    }

    #[test]
    fn the_queue_is_read_again_after_the_total_limit_was_reached() {
        let mut lanes = Lanes::default();
        for other in 0..IN_ALL {
            lanes.enter(&format!("other {other}"));
        }
        lanes.looked();
        let looks: Vec<bool> = (0..IN_ALL).map(|other| lanes.leave(&format!("other {other}"))).collect();
        assert_eq!(looks.iter().position(|looks| *looks), Some(usize::from(AT_ONCE - 1)));
    }

    #[test]
    fn a_service_with_an_open_breaker_has_no_room() {
        let mut lanes = Lanes::default();
        lanes.enter("away");
        assert_eq!(lanes.room(vec!["away".to_owned()]), room(IN_ALL - 1, &[("away", 0)]));
    }
}
