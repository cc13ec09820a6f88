//! Fairness between browsers: a browser with very many due rows does not delay the rings of others.
//!
//! Batches are claimed in due order. If one browser has more than its share of a full batch, the following claims take the
//! rows of other browsers first, as long as those fill batches. Finding the last few of them is a scan over all due rows
//! (15 ms for 200,000); so after a batch that is not full, the next such claim waits as long as that one took.

use std::time::{Duration, Instant};

use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::due::Claimed;

/// How many rows of a full batch may belong to one browser before that browser counts as crowding.
const SHARE: usize = 100;

/// The shortest pause between two claims for the other browsers, once those no longer fill a batch.
const PAUSE: Duration = Duration::from_millis(100);

/// The crowding browsers of one kind of rows, and when the others are served next.
#[derive(Debug, Default)]
pub(crate) struct Fairness {
    crowding: Vec<BrowserId>,
    others_at: Option<Instant>,
}

impl Fairness {
    /// The browsers to leave out of the next claim; `None` for a claim in plain due order.
    pub(crate) fn left_out(&self, now: Instant) -> Option<&[BrowserId]> {
        let is_turn = !self.crowding.is_empty() && self.others_at.is_none_or(|at| at <= now);
        is_turn.then_some(&*self.crowding)
    }

    /// Records a claim for the other browsers, which ran between two instants; returns whether more of their rows may
    /// be due.
    pub(crate) fn took_others(&mut self, claimed: &Claimed, limit: u16, from: Instant, to: Instant) -> bool {
        let has_more = claimed.rows >= usize::from(limit);
        self.others_at = if has_more { None } else { Some(to + (to - from).max(PAUSE)) };
        self.crowd(claimed, limit);
        has_more
    }

    /// Whether some browsers are crowding.
    pub(crate) fn is_crowded(&self) -> bool {
        !self.crowding.is_empty()
    }

    /// Records a claim in plain due order, and whether more may be due.
    pub(crate) fn took(&mut self, claimed: &Claimed, limit: u16, has_more: bool) {
        if !has_more {
            *self = Self::default();
        }
        self.crowd(claimed, limit);
    }

    fn crowd(&mut self, claimed: &Claimed, limit: u16) {
        if claimed.rows < usize::from(limit) {
            return;
        }
        for (browser, rows) in &claimed.owners {
            if *rows > SHARE && !self.crowding.contains(browser) {
                self.crowding.push(*browser);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokibako_storage::testing::sample::browser;

    use super::*;

    fn batch(rows: &[(u128, usize)]) -> Claimed {
        Claimed {
            rows: rows.iter().map(|(_, count)| count).sum(),
            owners: rows.iter().map(|(number, count)| (browser(*number), *count)).collect(),
            ..Claimed::default()
        }
    }

    #[test]
    fn a_browser_that_fills_a_batch_comes_after_the_others_until_all_are_served() {
        let (mut fairness, now) = (Fairness::default(), Instant::now());
        fairness.took(&batch(&[(1, 100), (2, 100), (3, 100)]), 300, true);
        assert_eq!(fairness.left_out(now), None);
        fairness.took(&batch(&[(1, 150), (2, 100), (3, 50)]), 300, true);
        assert_eq!(fairness.left_out(now), Some(&[browser(1)][..]));
        let later = now + Duration::from_millis(250);
        assert!(fairness.took_others(&batch(&[(2, 200), (3, 100)]), 300, now, later));
        assert_eq!(fairness.left_out(later), Some(&[browser(1), browser(2)][..]));
        assert!(!fairness.took_others(&batch(&[(3, 299)]), 300, now, later));
        assert_eq!(fairness.left_out(later + Duration::from_millis(249)), None);
        let turn = later + Duration::from_millis(250);
        assert_eq!(fairness.left_out(turn), Some(&[browser(1), browser(2)][..]));
        assert!(!fairness.took_others(&batch(&[]), 300, turn, turn));
        assert_eq!(fairness.left_out(turn + Duration::from_millis(99)), None);
        assert!(fairness.left_out(turn + PAUSE).is_some());
        fairness.took(&batch(&[(1, 299)]), 300, true);
        assert!(fairness.is_crowded());
        fairness.took(&batch(&[(1, 299)]), 300, false);
        assert!(!fairness.is_crowded());
        assert_eq!(fairness.left_out(turn + PAUSE), None);
    }
}
