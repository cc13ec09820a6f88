//! Limits how many messages are posted for one browser, so that one visitor neither keeps a service busy nor makes it
//! throttle the whole site.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use tokibako_domain::browser_id::BrowserId;

/// How many messages a browser may be sent at once: six rings on ten devices.
const BURST: u32 = 60;

/// How often there is one more: enough for an interval timer with steps of ten seconds on ten devices.
const INTERVAL: Duration = Duration::from_secs(1);

/// What browsers have left of their allowances. Only those that are not complete are stored.
#[derive(Debug, Default)]
pub(super) struct Allowances(HashMap<BrowserId, Allowance>);

#[derive(Debug)]
struct Allowance {
    /// When it is complete again.
    complete_at: Instant,
    /// The rows of the browser's devices that were sent messages.
    devices: HashSet<i64>,
}

impl Allowance {
    /// When another message may be posted.
    fn next(&self) -> Option<Instant> {
        self.complete_at.checked_sub(INTERVAL * (BURST - 1))
    }
}

impl Allowances {
    /// Records that a message to a device of the browser is posted at `now`.
    pub(super) fn spend(&mut self, browser: BrowserId, device: i64, now: Instant) {
        let allowance = self.0.entry(browser);
        let allowance = allowance.or_insert_with(|| Allowance { complete_at: now, devices: HashSet::new() });
        allowance.complete_at = allowance.complete_at.max(now) + INTERVAL;
        allowance.devices.insert(device);
    }

    /// The devices whose browsers have used up their allowances at `now`.
    pub(super) fn spent(&mut self, now: Instant) -> Vec<i64> {
        self.0.retain(|_, allowance| allowance.complete_at > now);
        let spent = self.0.values().filter(|allowance| allowance.next().is_some_and(|next| next > now));
        spent.flat_map(|allowance| &allowance.devices).copied().collect()
    }

    /// When the first browser that has used up its allowance may be sent another message.
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
        self.0.values().filter_map(Allowance::next).filter(|next| *next > now).min()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn browser(number: u128) -> BrowserId {
        BrowserId::new(Uuid::from_u128(number)).unwrap()
    }

    #[test]
    fn a_browser_that_has_used_up_its_allowance_gets_one_message_a_second() {
        let (mut allowances, now) = (Allowances::default(), Instant::now() + Duration::from_hours(1));
        for number in 0..BURST {
            assert_eq!((allowances.spent(now), allowances.next(now)), (vec![], None), "{number}");
            allowances.spend(browser(1), 7, now);
            allowances.spend(browser(u128::from(number) + 2), 8, now);
        }
        assert_eq!((allowances.spent(now), allowances.next(now)), (vec![7], Some(now + INTERVAL)));
        assert_eq!(allowances.spent(now + INTERVAL), [0; 0]);
        allowances.spend(browser(1), 7, now + INTERVAL);
        assert_eq!(allowances.spent(now + INTERVAL), [7]);
    }

    #[test]
    fn a_complete_allowance_is_forgotten() {
        let (mut allowances, now) = (Allowances::default(), Instant::now());
        allowances.spend(browser(1), 7, now);
        allowances.spend(browser(1), 8, now);
        allowances.spent(now + INTERVAL);
        assert_eq!(allowances.0.len(), 1);
        allowances.spent(now + INTERVAL * 2);
        assert_eq!(allowances.0.len(), 0);
    }
}
