//! The state of a connection, and its deadline.

use std::{cell::Cell, rc::Rc, time::Duration};

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};
use tokibako_http::Held;
use tokio::time::Instant;

/// How long a client may be silent between two requests. The web server closes such connections earlier, unless part of
/// a request has arrived.
const IDLE: Duration = Duration::from_secs(35);

/// How long a client may take to send the head of a request. The web server answers 408 earlier to a slow first
/// request.
const HEAD: Duration = Duration::from_secs(12);

/// How long a client may accept nothing of what is sent to it.
const BLOCKED: Duration = Duration::from_secs(20);

/// The state of one connection.
#[derive(Debug)]
pub(crate) struct Activity {
    /// The number of requests in progress.
    requests: Cell<u32>,
    /// When the last response ended, or was last written to.
    idle_since: Cell<Instant>,
    /// When the first byte of the next request arrived.
    head_since: Cell<Option<Instant>>,
    /// Since when the client has accepted none of the queued bytes.
    blocked_since: Cell<Option<Instant>>,
}

/// A request in progress, until this is dropped.
#[derive(Debug)]
pub(crate) struct Answering(Rc<Activity>);

impl Activity {
    pub(super) fn new(now: Instant) -> Rc<Self> {
        Rc::new(Self {
            requests: Cell::new(0),
            idle_since: Cell::new(now),
            head_since: Cell::new(None),
            blocked_since: Cell::new(None),
        })
    }

    /// Bytes were received.
    pub(super) fn received(&self, now: Instant) {
        if self.requests.get() == 0 && self.head_since.get().is_none() {
            self.head_since.set(Some(now));
        }
    }

    /// Bytes were sent.
    pub(super) fn sent(&self, now: Instant) {
        self.blocked_since.set(None);
        self.idle_since.set(now);
    }

    /// Bytes could not be sent.
    pub(super) fn blocked(&self, now: Instant) {
        self.blocked_since.set(self.blocked_since.get().or(Some(now)));
    }

    /// When to close the connection unless something happens before; `None` while a request is in progress.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let unanswered = || match self.head_since.get() {
            Some(since) => since + HEAD,
            None => self.idle_since.get() + IDLE,
        };
        let request = (self.requests.get() == 0).then(unanswered);
        let blocked = self.blocked_since.get().map(|since| since + BLOCKED);
        request.into_iter().chain(blocked).min()
    }

    fn answering(self: &Rc<Self>) -> Answering {
        self.requests.set(self.requests.get() + 1);
        self.head_since.set(None);
        Answering(Rc::clone(self))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.requests.set(self.0.requests.get().saturating_sub(1));
        self.0.idle_since.set(Instant::now());
    }
}

/// Passes a request on. Its connection counts as busy until the response has been taken for sending.
pub(crate) async fn track<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<Held<Option<Answering>>>, Error> {
    let answering = request.conn_data::<Rc<Activity>>().map(Activity::answering);
    Ok(next.call(request).await?.map_body(|_, body| Held::new(body, answering)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many seconds a connection is closed that was opened now and does this.
    fn closed_after(doing: impl FnOnce(&Rc<Activity>, Instant)) -> Option<u64> {
        let now = Instant::now();
        let activity = Activity::new(now);
        doing(&activity, now);
        activity.deadline().map(|deadline| (deadline - now).as_secs())
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn silence_and_an_incomplete_head_end_a_connection_and_a_request_does_not() {
        assert_eq!(closed_after(|_, _| ()), Some(35));
        assert_eq!(closed_after(|activity, now| activity.received(now + SECOND)), Some(13));
        // A byte a second does not extend the deadline.
        let slow = |activity: &Rc<Activity>, now| (1..10).for_each(|second| activity.received(now + SECOND * second));
        assert_eq!(closed_after(slow), Some(13));
        let answering = |activity: &Rc<Activity>, _| std::mem::forget(activity.answering());
        assert_eq!(closed_after(answering), None);
    }

    #[test]
    fn a_second_request_has_as_much_time_as_the_first() {
        let second = |activity: &Rc<Activity>, now| {
            activity.received(now);
            drop(activity.answering());
            activity.received(now + 5 * SECOND);
        };
        assert_eq!(closed_after(second), Some(17));
    }

    #[test]
    fn a_client_that_accepts_nothing_is_closed_and_a_slow_one_is_not() {
        let blocked = |activity: &Rc<Activity>, now| {
            std::mem::forget(activity.answering());
            activity.blocked(now + SECOND);
            activity.blocked(now + 9 * SECOND);
        };
        assert_eq!(closed_after(blocked), Some(21));
        let slow = |activity: &Rc<Activity>, now| {
            activity.blocked(now + SECOND);
            activity.sent(now + 9 * SECOND);
        };
        assert_eq!(closed_after(slow), Some(44));
    }
}
