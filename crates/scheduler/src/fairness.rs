//! Fairness between browsers: a browser with very many due rows does not delay the rings of others.
//!
//! Batches are claimed in due order. If one browser has more than its share of a full batch, the next claims take the
//! rows of other browsers first, as long as these fill batches. To find the last few of them, Postgres scans all due
//! rows (15 ms for 200,000). So after a batch that is not full, the next such claim waits for as long as that claim
//! took.

use std::time::{Duration, Instant};

use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::due::Claimed;

/// How many rows of a full batch may belong to one browser.
const MAX_SHARE: usize = 100;

/// The shortest pause between two claims for the other browsers, once those no longer fill a batch.
const PAUSE: Duration = Duration::from_millis(100);

/// The browsers that exceed their share of one kind of rows, and when the other browsers are claimed for next.
#[derive(Debug, Default)]
pub(crate) struct Fairness {
    over_share: Vec<BrowserId>,
    others_at: Option<Instant>,
}

impl Fairness {
    /// The browsers to exclude from the next claim; `None` for a claim in due order.
    pub(crate) fn excluded(&self, now: Instant) -> Option<&[BrowserId]> {
        let is_due = !self.over_share.is_empty() && self.others_at.is_none_or(|at| at <= now);
        is_due.then_some(&*self.over_share)
    }

    /// Records a claim for the other browsers, which ran between two instants; returns whether more of their rows may
    /// be due.
    pub(crate) fn took_others(&mut self, claimed: &Claimed, limit: u16, from: Instant, to: Instant) -> bool {
        let has_more = claimed.rows >= usize::from(limit);
        self.others_at = if has_more { None } else { Some(to + (to - from).max(PAUSE)) };
        self.find_over_share(claimed, limit);
        has_more
    }

    /// Whether any browser exceeds its share.
    pub(crate) fn is_share_exceeded(&self) -> bool {
        !self.over_share.is_empty()
    }

    /// Records a claim in due order, and whether more rows may be due.
    pub(crate) fn took(&mut self, claimed: &Claimed, limit: u16, has_more: bool) {
        if !has_more {
            *self = Self::default();
        }
        self.find_over_share(claimed, limit);
    }

    fn find_over_share(&mut self, claimed: &Claimed, limit: u16) {
        if claimed.rows < usize::from(limit) {
            return;
        }
        for (browser, rows) in &claimed.owners {
            if *rows > MAX_SHARE && !self.over_share.contains(browser) {
                self.over_share.push(*browser);
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
    fn a_browser_over_its_share_is_claimed_after_the_others() {
        let (mut fairness, now) = (Fairness::default(), Instant::now());
        fairness.took(&batch(&[(1, 100), (2, 100), (3, 100)]), 300, true);
        assert_eq!(fairness.excluded(now), None);
        fairness.took(&batch(&[(1, 150), (2, 100), (3, 50)]), 300, true);
        assert_eq!(fairness.excluded(now), Some(&[browser(1)][..]));
        let later = now + Duration::from_millis(250);
        assert!(fairness.took_others(&batch(&[(2, 200), (3, 100)]), 300, now, later));
        assert_eq!(fairness.excluded(later), Some(&[browser(1), browser(2)][..]));
        assert!(!fairness.took_others(&batch(&[(3, 299)]), 300, now, later));
        assert_eq!(fairness.excluded(later + Duration::from_millis(249)), None);
        let turn = later + Duration::from_millis(250);
        assert_eq!(fairness.excluded(turn), Some(&[browser(1), browser(2)][..]));
        assert!(!fairness.took_others(&batch(&[]), 300, turn, turn));
        assert_eq!(fairness.excluded(turn + Duration::from_millis(99)), None);
        assert!(fairness.excluded(turn + PAUSE).is_some());
        fairness.took(&batch(&[(1, 299)]), 300, true);
        assert!(fairness.is_share_exceeded());
        fairness.took(&batch(&[(1, 299)]), 300, false);
        assert!(!fairness.is_share_exceeded());
        assert_eq!(fairness.excluded(turn + PAUSE), None);
    }
}
