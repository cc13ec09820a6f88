//! Turns between browsers: one that has very many rows due at an instant does not keep the others waiting.
//!
//! The longest due come first. Where one browser fills a batch, the rows of the others come before more of it. To find
//! those, the database walks over all that is due; so it is asked for them no more than half of the time.

use std::time::{Duration, Instant};

use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::due::Claimed;

/// How many rows of a full batch are one browser's fair share.
const SHARE: usize = 100;

/// How long the others wait at least before they are asked for again.
const PAUSE: Duration = Duration::from_millis(100);

/// Whose turn it is, for one kind.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    crowding: Vec<BrowserId>,
    others_at: Option<Instant>,
}

impl Turns {
    /// The browsers that are left out of the next claim, if it is the others' turn.
    pub(crate) fn left_out(&self, now: Instant) -> Option<&[BrowserId]> {
        let is_turn = !self.crowding.is_empty() && self.others_at.is_none_or(|at| at <= now);
        is_turn.then_some(&*self.crowding)
    }

    /// A claim of the others, from one instant to another, took this.
    pub(crate) fn took_others(&mut self, claimed: &Claimed, limit: u16, from: Instant, to: Instant) {
        self.others_at = Some(to + (to - from).max(PAUSE));
        self.crowd(claimed, limit);
    }

    /// A claim of whatever is due took this.
    pub(crate) fn took(&mut self, claimed: &Claimed, limit: u16) {
        if claimed.rows < usize::from(limit) {
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
    fn a_browser_that_fills_a_batch_is_left_out_of_every_other_claim_until_all_are_served() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        turns.took(&batch(&[(1, 100), (2, 100), (3, 100)]), 300);
        assert_eq!(turns.left_out(now), None);
        turns.took(&batch(&[(1, 150), (2, 100), (3, 50)]), 300);
        assert_eq!(turns.left_out(now), Some(&[browser(1)][..]));
        let later = now + Duration::from_millis(250);
        turns.took_others(&batch(&[(2, 200), (3, 100)]), 300, now, later);
        assert_eq!(turns.left_out(later + Duration::from_millis(249)), None);
        let turn = later + Duration::from_millis(250);
        assert_eq!(turns.left_out(turn), Some(&[browser(1), browser(2)][..]));
        turns.took_others(&batch(&[]), 300, turn, turn);
        assert_eq!(turns.left_out(turn + Duration::from_millis(99)), None);
        assert!(turns.left_out(turn + PAUSE).is_some());
        turns.took(&batch(&[(1, 299)]), 300);
        assert_eq!(turns.left_out(turn + PAUSE), None);
    }
}
