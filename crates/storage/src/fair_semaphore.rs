//! A semaphore that is shared by turns: whoever has many waiting requests waits behind a request of each of the others.
//!
//! Each key, such as a client address, holds a share of the permits at most, so others find permits free even while its
//! requests take long. Freed permits go round the keys that wait. Urgent requests go first, by turns among themselves.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use parking_lot::Mutex;
use tokio::sync::oneshot::{self, error::RecvError};

/// Whose turn it is, such as the hash of an address.
pub type Key = u64;

/// How many permits may be held at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PermitLimit {
    pub total: usize,
    pub of_key: usize,
}

pub struct FairSemaphore {
    limit: PermitLimit,
    /// How many of the permits that are given while the semaphore is narrowed.
    narrowed: PermitLimit,
    state: Mutex<State>,
}

/// A permit, released when this is dropped.
pub struct FairPermit {
    semaphore: Arc<FairSemaphore>,
    key: Option<Key>,
    is_narrow: bool,
}

/// Narrows a semaphore until this is dropped.
pub struct Narrowing(Arc<FairSemaphore>);

struct State {
    narrowings: usize,
    all: Held,
    by_key: HashMap<Key, Held>,
    urgent: Waiting,
    ordinary: Waiting,
}

#[derive(Debug, Clone, Copy, Default)]
struct Held {
    total: usize,
    /// Those that were given while the semaphore was narrowed.
    narrow: usize,
}

/// What waits: the keys in the order of their turns, each with its queue.
type Waiting = VecDeque<(Option<Key>, VecDeque<Waiter>)>;

type Waiter = oneshot::Sender<FairPermit>;

impl FairSemaphore {
    /// A semaphore with this limit, and a lower one for permits that are given while it is narrowed.
    pub fn new(limit: PermitLimit, narrowed: PermitLimit) -> Arc<Self> {
        let state = State {
            narrowings: 0,
            all: Held::default(),
            by_key: HashMap::new(),
            urgent: Waiting::default(),
            ordinary: Waiting::default(),
        };
        Arc::new(Self { limit, narrowed, state: Mutex::new(state) })
    }

    /// Waits for a permit. Without a key there is no limit for the key, and all such requests share one turn.
    ///
    /// A request that is dropped waits no more.
    pub async fn acquire(self: &Arc<Self>, key: Option<Key>, is_urgent: bool) -> Result<FairPermit, RecvError> {
        let (waiter, permit) = oneshot::channel();
        {
            let mut state = self.state.lock();
            let waiting = state.waiting(is_urgent);
            match waiting.iter_mut().find(|(other, _)| *other == key) {
                Some((_, queue)) => queue.push_back(waiter),
                None => waiting.push_back((key, VecDeque::from([waiter]))),
            }
        }
        self.give();
        permit.await
    }

    /// Narrows the semaphore until the returned value is dropped. Permits that were given before do not count.
    #[must_use]
    pub fn narrow(self: &Arc<Self>) -> Narrowing {
        self.state.lock().narrowings += 1;
        Narrowing(Arc::clone(self))
    }

    /// Gives permits to those whose turn it is, as far as there are any.
    fn give(self: &Arc<Self>) {
        loop {
            let (waiter, permit) = {
                let mut state = self.state.lock();
                let Some((key, waiter)) = state.next(self) else { return };
                let is_narrow = state.narrowings > 0;
                state.change(key, |held| {
                    held.total += 1;
                    held.narrow += usize::from(is_narrow);
                });
                (waiter, FairPermit { semaphore: Arc::clone(self), key, is_narrow })
            };
            // If the request was dropped meanwhile, the permit is released here.
            drop(waiter.send(permit));
        }
    }
}

impl State {
    /// Whether a request of this key may have a permit.
    fn admits(&self, semaphore: &FairSemaphore, key: Option<Key>) -> bool {
        let of_key = key.and_then(|key| self.by_key.get(&key)).copied().unwrap_or_default();
        let fits = |limit: PermitLimit, total, of_key| total < limit.total && (key.is_none() || of_key < limit.of_key);
        fits(semaphore.limit, self.all.total, of_key.total)
            && (self.narrowings == 0 || fits(semaphore.narrowed, self.all.narrow, of_key.narrow))
    }

    /// The next request that may have a permit.
    fn next(&mut self, semaphore: &FairSemaphore) -> Option<(Option<Key>, Waiter)> {
        if !self.admits(semaphore, None) {
            return None;
        }
        for is_urgent in [true, false] {
            for _ in 0..self.waiting(is_urgent).len() {
                let Some((key, mut queue)) = self.waiting(is_urgent).pop_front() else { break };
                // Those that were dropped are forgotten.
                while queue.front().is_some_and(oneshot::Sender::is_closed) {
                    queue.pop_front();
                }
                let next = if self.admits(semaphore, key) { queue.pop_front() } else { None };
                if !queue.is_empty() {
                    self.waiting(is_urgent).push_back((key, queue));
                }
                if let Some(waiter) = next {
                    return Some((key, waiter));
                }
            }
        }
        None
    }

    const fn waiting(&mut self, is_urgent: bool) -> &mut Waiting {
        if is_urgent { &mut self.urgent } else { &mut self.ordinary }
    }

    fn change(&mut self, key: Option<Key>, change: impl Fn(&mut Held)) {
        change(&mut self.all);
        let Some(key) = key else { return };
        let held = self.by_key.entry(key).or_default();
        change(held);
        if held.total == 0 {
            self.by_key.remove(&key);
        }
    }
}

impl Drop for FairPermit {
    fn drop(&mut self) {
        let is_narrow = self.is_narrow;
        self.semaphore.state.lock().change(self.key, |held| {
            held.total -= 1;
            held.narrow -= usize::from(is_narrow);
        });
        self.semaphore.give();
    }
}

impl Drop for Narrowing {
    fn drop(&mut self) {
        self.0.state.lock().narrowings -= 1;
        self.0.give();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::Pin,
        task::{Context, Poll, Waker},
    };

    use super::*;

    type Request = Pin<Box<dyn Future<Output = Result<FairPermit, RecvError>>>>;

    fn semaphore(total: usize, of_key: usize) -> Arc<FairSemaphore> {
        FairSemaphore::new(PermitLimit { total, of_key }, PermitLimit { total: 3, of_key: 1 })
    }

    /// A request that waits, or has a permit.
    fn request(semaphore: &Arc<FairSemaphore>, key: impl Into<Option<Key>>, is_urgent: bool) -> Request {
        let (semaphore, key) = (Arc::clone(semaphore), key.into());
        let mut request: Request = Box::pin(async move { semaphore.acquire(key, is_urgent).await });
        // Without this it does not wait.
        if let Poll::Ready(permit) = poll(&mut request) {
            return Box::pin(std::future::ready(permit));
        }
        request
    }

    fn poll(request: &mut Request) -> Poll<Result<FairPermit, RecvError>> {
        request.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    /// The permit of a request; `None` if it waits.
    fn permit(request: &mut Request) -> Option<FairPermit> {
        match poll(request) {
            Poll::Ready(permit) => Some(permit.unwrap()),
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_key_with_a_hundred_requests_and_one_with_a_single_one_take_turns() {
        let semaphore = semaphore(1, 1);
        let held = permit(&mut request(&semaphore, 0, false)).unwrap();
        let mut many: Vec<_> = (0..100).map(|_| request(&semaphore, 1, false)).collect();
        let mut one = request(&semaphore, 2, false);
        drop(held);
        let first = permit(&mut many[0]).unwrap();
        assert!(permit(&mut one).is_none());
        drop(first);
        let second = permit(&mut one).unwrap();
        drop(second);
        // Whoever comes again has the next turn but one.
        let third = permit(&mut many[1]).unwrap();
        let mut again = request(&semaphore, 2, false);
        drop(third);
        let fourth = permit(&mut many[2]);
        assert!(fourth.is_some() && permit(&mut again).is_none());
        drop(fourth);
        assert!(permit(&mut again).is_some());
    }

    #[test]
    fn a_key_holds_its_share_and_others_find_permits_free() {
        let semaphore = semaphore(10, 3);
        let mut many: Vec<_> = (0..20).map(|_| request(&semaphore, 1, false)).collect();
        let held: Vec<_> = many.iter_mut().filter_map(permit).collect();
        assert_eq!(held.len(), 3);
        assert!(permit(&mut request(&semaphore, 2, false)).is_some());
        // What has no key has only the limit in total.
        let others: Vec<_> = (0..20).filter_map(|_| permit(&mut request(&semaphore, None, false))).collect();
        assert_eq!(others.len(), 7);
    }

    #[test]
    fn urgent_requests_go_first_and_have_a_share_as_well() {
        let semaphore = semaphore(2, 1);
        let (one, other) = (request(&semaphore, 1, false), request(&semaphore, 2, false));
        let mut ordinary = request(&semaphore, 3, false);
        let mut urgent: Vec<_> = (0..5).map(|_| request(&semaphore, 4, true)).collect();
        drop(one);
        let first = permit(&mut urgent[0]);
        assert!(first.is_some() && permit(&mut ordinary).is_none());
        drop(other);
        assert!(permit(&mut urgent[1]).is_none());
        assert!(permit(&mut ordinary).is_some());
    }

    #[test]
    fn a_lowered_limit_counts_the_permits_in_use() {
        let semaphore = semaphore(10, 4);
        let _before: Vec<_> = (0..4).filter_map(|_| permit(&mut request(&semaphore, 1, false))).collect();
        let (one, other) = (semaphore.narrow(), semaphore.narrow());
        drop(other);
        let mut held: Vec<_> =
            (2..9).map(|key| request(&semaphore, key, false)).filter_map(|mut it| permit(&mut it)).collect();
        assert_eq!(held.len(), 3);
        let mut next = request(&semaphore, 9, false);
        assert!(permit(&mut next).is_none());
        held.pop();
        let ninth = permit(&mut next);
        assert!(ninth.is_some());
        // One of each key.
        held.pop();
        let mut again = request(&semaphore, 9, false);
        assert!(permit(&mut again).is_none());
        drop(one);
        assert!(permit(&mut again).is_some());
    }

    #[test]
    fn a_request_that_was_dropped_has_no_turn_and_nothing_is_remembered_of_those_that_are_done() {
        let semaphore = semaphore(1, 1);
        let held = permit(&mut request(&semaphore, 1, false)).unwrap();
        for key in 0..100 {
            drop(request(&semaphore, key, false));
        }
        let mut last = request(&semaphore, 7, false);
        // A permit that was sent to a request which was dropped before it read it is given to the next one.
        let unread = request(&semaphore, 8, false);
        drop(held);
        drop(permit(&mut last).unwrap());
        drop(unread);
        drop(permit(&mut request(&semaphore, 9, false)).unwrap());
        let state = semaphore.state.lock();
        assert_eq!((state.all.total, state.by_key.len()), (0, 0));
        assert!(state.ordinary.is_empty());
    }
}
