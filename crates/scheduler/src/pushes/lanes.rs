//! Limits how many messages are posted at the same time: in total, and to each push service (a lane).

use std::{collections::HashMap, sync::Arc};

use tokibako_storage::pushes::Room;
use tokio::sync::Semaphore;

/// How many messages may be in progress: taken from the queue, without a recorded outcome.
const MAX_IN_PROGRESS: u16 = 512;

/// How many posts to one service run concurrently.
const POSTS_PER_SERVICE: u16 = 64;

/// How many messages to one service may be in progress. Half of them are posted while the other half waits in memory.
const MAX_PER_SERVICE: u16 = 2 * POSTS_PER_SERVICE;

/// The messages in progress, by the origin of their service.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    by_origin: HashMap<String, Lane>,
    in_progress: u16,
    /// Whether the total limit was reached when the queue was last read.
    was_full: bool,
}

#[derive(Debug)]
struct Lane {
    in_progress: u16,
    post_permits: Arc<Semaphore>,
    /// Whether the limit of this service was reached when the queue was last read.
    was_full: bool,
}

impl Lanes {
    /// How many more messages may be taken now; none for the services in `closed`.
    pub(super) fn room(&self, closed: Vec<String>) -> Room {
        let less = self
            .by_origin
            .iter()
            .map(|(origin, lane)| (origin.clone(), MAX_PER_SERVICE.saturating_sub(lane.in_progress)));
        let less = less.filter(|(origin, _)| !closed.contains(origin)).collect::<Vec<_>>();
        let closed = closed.into_iter().map(|origin| (origin, 0));
        Room {
            in_all: MAX_IN_PROGRESS.saturating_sub(self.in_progress),
            each: MAX_PER_SERVICE,
            less: less.into_iter().chain(closed).collect(),
            paused: Vec::new(),
            without_repeats: Vec::new(),
        }
    }

    /// Whether messages to this service are in progress.
    pub(super) fn has(&self, origin: &str) -> bool {
        self.by_origin.contains_key(origin)
    }

    /// Whether no message is in progress.
    pub(super) fn is_empty(&self) -> bool {
        self.in_progress == 0
    }

    /// Whether the total limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.in_progress >= MAX_IN_PROGRESS
    }

    /// Records that the queue was read and as many messages were taken as the limits allow. Returns the services at
    /// their limit, for which the queue may have more messages.
    pub(super) fn queue_was_read(&mut self) -> Vec<String> {
        self.was_full = self.is_full();
        for lane in self.by_origin.values_mut() {
            lane.was_full = lane.in_progress >= MAX_PER_SERVICE;
        }
        self.by_origin.iter().filter(|(_, lane)| lane.was_full).map(|(origin, _)| origin.clone()).collect()
    }

    /// Adds a message to a service; returns the semaphore that limits its concurrent posts.
    pub(super) fn enter(&mut self, origin: &str) -> Arc<Semaphore> {
        self.in_progress = self.in_progress.saturating_add(1);
        let lane = self.by_origin.entry(origin.to_owned());
        let lane = lane.or_insert_with(|| Lane {
            in_progress: 0,
            post_permits: Arc::new(Semaphore::new(POSTS_PER_SERVICE.into())),
            was_full: false,
        });
        lane.in_progress = lane.in_progress.saturating_add(1);
        Arc::clone(&lane.post_permits)
    }

    /// Removes a message; returns whether a limit was reached before and there is now enough room to read the queue
    /// again.
    pub(super) fn leave(&mut self, origin: &str) -> bool {
        self.in_progress = self.in_progress.saturating_sub(1);
        let has_room = self.was_full && self.in_progress <= MAX_IN_PROGRESS - POSTS_PER_SERVICE;
        let Some(lane) = self.by_origin.get_mut(origin) else { return has_room };
        lane.in_progress = lane.in_progress.saturating_sub(1);
        // Half of the limit is free then, and all permits are still in use.
        let needs_more = lane.was_full && lane.in_progress <= POSTS_PER_SERVICE;
        if lane.in_progress == 0 {
            self.by_origin.remove(origin);
        }
        has_room || needs_more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(in_all: u16, less: &[(&str, u16)]) -> Room {
        let less = less.iter().map(|(origin, room)| ((*origin).to_owned(), *room)).collect();
        Room { in_all, each: MAX_PER_SERVICE, less, paused: Vec::new(), without_repeats: Vec::new() }
    }

    #[test]
    fn a_slow_service_leaves_room_for_the_others() {
        let mut lanes = Lanes::default();
        assert_eq!((lanes.room(vec![]), lanes.is_empty()), (room(MAX_IN_PROGRESS, &[]), true));
        for _ in 1..MAX_PER_SERVICE {
            lanes.enter("slow");
        }
        assert_eq!(
            (lanes.queue_was_read(), lanes.room(vec![])),
            (vec![], room(MAX_IN_PROGRESS - MAX_PER_SERVICE + 1, &[("slow", 1)]))
        );
        lanes.enter("slow");
        let full = vec!["slow".to_owned()];
        assert_eq!(
            (lanes.queue_was_read(), lanes.room(vec![])),
            (full, room(MAX_IN_PROGRESS - MAX_PER_SERVICE, &[("slow", 0)]))
        );
        for other in 0..MAX_IN_PROGRESS - MAX_PER_SERVICE {
            assert!(!lanes.is_full());
            lanes.enter(&format!("other {other}"));
        }
        assert_eq!((lanes.room(vec![]).in_all, lanes.is_full()), (0, true));
    }

    #[test]
    fn the_queue_is_read_again_once_no_message_waits_for_a_permit() {
        let mut lanes = Lanes::default();
        for _ in 0..MAX_PER_SERVICE {
            lanes.enter("full");
        }
        lanes.enter("other");
        lanes.queue_was_read();
        assert!(!lanes.leave("other"));
        let reads: Vec<bool> = (0..MAX_PER_SERVICE).map(|_| lanes.leave("full")).collect();
        assert_eq!(reads.iter().position(|reads| *reads), Some(usize::from(POSTS_PER_SERVICE - 1)));
        assert!(lanes.is_empty());
    }

    #[test]
    fn the_queue_is_read_again_after_the_total_limit_was_reached() {
        let mut lanes = Lanes::default();
        for other in 0..MAX_IN_PROGRESS {
            lanes.enter(&format!("other {other}"));
        }
        lanes.queue_was_read();
        let reads: Vec<bool> = (0..MAX_IN_PROGRESS).map(|other| lanes.leave(&format!("other {other}"))).collect();
        assert_eq!(reads.iter().position(|reads| *reads), Some(usize::from(POSTS_PER_SERVICE - 1)));
    }

    #[test]
    fn a_service_with_an_open_breaker_has_no_room() {
        let mut lanes = Lanes::default();
        lanes.enter("away");
        assert_eq!(lanes.room(vec!["away".to_owned()]), room(MAX_IN_PROGRESS - 1, &[("away", 0)]));
    }
}
