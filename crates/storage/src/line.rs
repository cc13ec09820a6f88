//! A line of those who wait, and when a leader leaves with some of them.

use std::collections::VecDeque;

/// Beside a leader who is under way another leaves with one in so many of those who ask at a time, or more. If fewer
/// were enough the crowds would shrink, and what each costs would be paid more often; if it took more, one of the
/// two would mostly wait for the other.
const WORTH_ANOTHER: usize = 3;

/// A leader who leaves forgets one in so many of the busiest time, unless it is now.
const FORGOTTEN: usize = 8;

/// Those who wait in the order they came, and how many lead.
pub(crate) struct Line<Waiter> {
    waiting: VecDeque<Waiter>,
    under_way: usize,
    leaders: u8,
    most_leaders: u8,
    /// How many waited or were under way at the busiest time of late: about as many as ask at a time.
    crowd: usize,
}

impl<Waiter> Line<Waiter> {
    /// An empty line for at most so many leaders.
    pub(crate) fn led_by(most_leaders: u8) -> Self {
        Self { waiting: VecDeque::new(), under_way: 0, leaders: 0, most_leaders, crowd: 0 }
    }

    /// Adds to the line; says whether it needs another leader, who must then come.
    pub(crate) fn join(&mut self, waiter: Waiter) -> bool {
        self.waiting.push_back(waiter);
        self.crowd = self.crowd.max(self.waiting.len() + self.under_way);
        let needs_leader = self.leaders < self.most_leaders && self.is_worth_a_leader_beside(self.leaders);
        self.leaders += u8::from(needs_leader);
        needs_leader
    }

    /// Lets go those at the front who have left. All wait as long at most, so of a line in which nothing moves there stay
    /// those who came of late.
    pub(crate) fn let_go(&mut self, has_left: impl Fn(&Waiter) -> bool) {
        while self.waiting.front().is_some_and(&has_left) {
            self.waiting.pop_front();
        }
    }

    /// Gives a leader who comes, or is back with so many, at most `most` of those who wait. Given nobody, the leader is
    /// none any more.
    pub(crate) fn leave(&mut self, back: usize, most: usize) -> Vec<Waiter> {
        self.crowd -= self.crowd.div_ceil(FORGOTTEN);
        self.crowd = self.crowd.max(self.waiting.len() + self.under_way);
        self.under_way -= back;
        if !self.is_worth_a_leader_beside(self.leaders - 1) {
            self.leaders -= 1;
            return Vec::new();
        }
        let leaving: Vec<_> = self.waiting.drain(..self.waiting.len().min(most)).collect();
        self.under_way += leaving.len();
        leaving
    }

    /// Makes room for another leader where one is lost with so many.
    pub(crate) fn lose_leader(&mut self, lost: usize) {
        self.leaders -= 1;
        self.under_way -= lost;
    }

    /// How many wait.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// A leader alone takes whoever waits, so nobody is kept for want of a crowd.
    fn is_worth_a_leader_beside(&self, others: u8) -> bool {
        let waiting = self.waiting.len();
        waiting > 0 && (others == 0 || waiting * WORTH_ANOTHER >= self.crowd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of two leaders, the first of whom is under way with nine.
    fn with_nine_under_way() -> Line<u8> {
        let mut line = Line::led_by(2);
        assert!(line.join(1), "nobody leads");
        assert!(line.join(2), "one of two");
        assert!((3..=9).all(|waiter| !line.join(waiter)), "two lead");
        assert_eq!(line.leave(0, 64), (1..=9).collect::<Vec<_>>());
        assert!(line.leave(0, 64).is_empty(), "nobody waits");
        line
    }

    #[test]
    fn one_who_comes_alone_leaves_at_once() {
        let mut line = Line::led_by(2);
        for waiter in 1..=20 {
            assert!(line.join(waiter));
            assert_eq!(line.leave(0, 64), [waiter]);
            assert!(line.leave(1, 64).is_empty());
        }
    }

    #[test]
    fn another_leader_leaves_with_a_third_of_the_crowd() {
        let mut line = with_nine_under_way();
        assert!((1..=4).all(|waiter| !line.join(waiter)), "four of thirteen");
        assert!(line.join(5), "five of fourteen");
        assert_eq!(line.leave(0, 64), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn fewer_wait_for_the_first_who_is_back_alone() {
        let mut line = with_nine_under_way();
        assert_eq!((1..=5).filter(|waiter| line.join(*waiter)).count(), 1);
        assert_eq!(line.leave(0, 64), [1, 2, 3, 4, 5]);
        assert!(!line.join(6));
        assert!(line.leave(9, 64).is_empty(), "one of fifteen is not enough beside another");
        assert_eq!(line.leave(5, 64), [6]);
    }

    #[test]
    fn no_more_leave_than_may() {
        let mut line = Line::led_by(1);
        let asked_for_leaders = (0..100).filter(|waiter| line.join(*waiter)).count();
        assert_eq!(asked_for_leaders, 1);
        assert_eq!(line.leave(0, 64).len(), 64);
        assert_eq!(line.leave(64, 64).len(), 36);
    }

    #[test]
    fn a_crowd_that_has_gone_is_forgotten() {
        let mut line = with_nine_under_way();
        assert!(line.leave(9, 64).is_empty());
        for _ in 0..9 {
            assert!(line.join(0));
            assert_eq!(line.leave(0, 64), [0]);
            assert!(line.leave(1, 64).is_empty());
        }
        assert!(line.join(1));
        assert_eq!(line.leave(0, 64), [1]);
        assert!(line.join(2), "one of two");
    }

    #[test]
    fn a_leader_who_is_lost_makes_room() {
        let mut line = with_nine_under_way();
        line.lose_leader(9);
        assert!(line.join(1));
        assert_eq!(line.leave(0, 64), [1]);
    }
}
