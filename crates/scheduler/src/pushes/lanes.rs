//! How many messages are posted at the same time, in all and to one push service.

use std::{collections::HashMap, sync::Arc};

use tokibako_storage::pushes::Room;
use tokio::sync::Semaphore;

/// Messages that are taken from the queue and not recorded yet.
const IN_ALL: u16 = 512;

/// Posts to one service at the same time.
const AT_ONCE: u16 = 64;

/// Messages to one service that are taken: while some are posted the next have been read.
const OF_ONE: u16 = 2 * AT_ONCE;

/// Messages on their way, by origin.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    of: HashMap<String, Lane>,
    taken: u16,
    /// Whether there was no room for any service when the queue was looked at last.
    was_full: bool,
}

#[derive(Debug)]
struct Lane {
    taken: u16,
    turns: Arc<Semaphore>,
    /// Whether there was no room for more of this service when the queue was looked at last.
    was_full: bool,
}

impl Lanes {
    /// For how many messages there is room now, with none for the services of `closed`.
    pub(super) fn room(&self, closed: Vec<String>) -> Room {
        let less = self.of.iter().map(|(origin, lane)| (origin.clone(), OF_ONE.saturating_sub(lane.taken)));
        let less = less.filter(|(origin, _)| !closed.contains(origin)).collect::<Vec<_>>();
        let closed = closed.into_iter().map(|origin| (origin, 0));
        Room { in_all: IN_ALL.saturating_sub(self.taken), each: OF_ONE, less: less.into_iter().chain(closed).collect() }
    }

    /// Whether nothing is on its way.
    pub(super) fn is_empty(&self) -> bool {
        self.taken == 0
    }

    /// Whether no more can be taken of any service.
    pub(super) fn is_full(&self) -> bool {
        self.taken >= IN_ALL
    }

    /// Notes that all there was room for has been taken; returns the services of which there may be more.
    pub(super) fn looked(&mut self) -> Vec<String> {
        self.was_full = self.is_full();
        for lane in self.of.values_mut() {
            lane.was_full = lane.taken >= OF_ONE;
        }
        self.of.iter().filter(|(_, lane)| lane.was_full).map(|(origin, _)| origin.clone()).collect()
    }

    /// Counts one more message to a service; its posts take turns.
    pub(super) fn enter(&mut self, origin: &str) -> Arc<Semaphore> {
        self.taken = self.taken.saturating_add(1);
        let lane = self.of.entry(origin.to_owned());
        let lane =
            lane.or_insert_with(|| Lane { taken: 0, turns: Arc::new(Semaphore::new(AT_ONCE.into())), was_full: false });
        lane.taken = lane.taken.saturating_add(1);
        Arc::clone(&lane.turns)
    }

    /// Counts one less; says whether there is room again where there was none, and worth a look at the queue.
    pub(super) fn leave(&mut self, origin: &str) -> bool {
        self.taken = self.taken.saturating_sub(1);
        let has_room = self.was_full && self.taken <= IN_ALL - AT_ONCE;
        let Some(lane) = self.of.get_mut(origin) else { return has_room };
        lane.taken = lane.taken.saturating_sub(1);
        // All of the next may be read while none waits for a turn and all turns are taken.
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
    fn a_slow_service_leaves_room_for_others() {
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
    fn the_queue_is_looked_at_again_once_nothing_waits_for_a_turn() {
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
    fn what_found_no_room_at_all_is_looked_for_again() {
        let mut lanes = Lanes::default();
        for other in 0..IN_ALL {
            lanes.enter(&format!("other {other}"));
        }
        lanes.looked();
        let looks: Vec<bool> = (0..IN_ALL).map(|other| lanes.leave(&format!("other {other}"))).collect();
        assert_eq!(looks.iter().position(|looks| *looks), Some(usize::from(AT_ONCE - 1)));
    }

    #[test]
    fn a_service_that_is_left_alone_has_no_room() {
        let mut lanes = Lanes::default();
        lanes.enter("away");
        assert_eq!(lanes.room(vec!["away".to_owned()]), room(IN_ALL - 1, &[("away", 0)]));
    }
}
