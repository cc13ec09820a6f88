//! What a connection is doing, as its socket and its requests see it, and until when it may go on.

use std::{cell::Cell, rc::Rc, time::Duration};

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};
use tokibako_http::Held;
use tokio::time::Instant;

/// How long a client may be silent between two requests. The web server closes connections before, except where part of
/// a request has arrived.
const IDLE: Duration = Duration::from_secs(35);

/// How long a client may take to send the head of a request. The web server answers 408 to a first request before.
const HEAD: Duration = Duration::from_secs(12);

/// How long a client may take to accept something that is sent to it.
const BLOCKED: Duration = Duration::from_secs(20);

/// The state of one connection.
#[derive(Debug)]
pub(crate) struct Activity {
    /// Requests that are being answered.
    requests: Cell<u32>,
    /// When the last answer ended or was written on.
    idle_since: Cell<Instant>,
    /// When the first byte of the next request arrived.
    head_since: Cell<Option<Instant>>,
    /// Since when the client has accepted nothing of what is to be sent.
    blocked_since: Cell<Option<Instant>>,
}

/// A request that is being answered until this is dropped.
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

    /// Something was received.
    pub(super) fn received(&self, now: Instant) {
        if self.requests.get() == 0 && self.head_since.get().is_none() {
            self.head_since.set(Some(now));
        }
    }

    /// Something was sent.
    pub(super) fn sent(&self, now: Instant) {
        self.blocked_since.set(None);
        self.idle_since.set(now);
    }

    /// Something could not be sent.
    pub(super) fn blocked(&self, now: Instant) {
        self.blocked_since.set(self.blocked_since.get().or(Some(now)));
    }

    /// When the connection is to be closed unless something happens before; `None` while a request is being answered.
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

/// Passes a request on; until its response has been taken for sending its connection counts as busy.
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
    fn silence_and_half_a_head_end_a_connection_and_a_request_does_not() {
        assert_eq!(closed_after(|_, _| ()), Some(35));
        assert_eq!(closed_after(|activity, now| activity.received(now + SECOND)), Some(13));
        // A byte a second prolongs nothing.
        let slow = |activity: &Rc<Activity>, now| (1..10).for_each(|second| activity.received(now + SECOND * second));
        assert_eq!(closed_after(slow), Some(13));
        let answering = |activity: &Rc<Activity>, _| std::mem::forget(activity.answering());
        assert_eq!(closed_after(answering), None);
    }

    #[test]
    fn a_second_request_has_as_long_as_the_first() {
        let second = |activity: &Rc<Activity>, now| {
            activity.received(now);
            drop(activity.answering());
            activity.received(now + 5 * SECOND);
        };
        assert_eq!(closed_after(second), Some(17));
    }

    #[test]
    fn one_that_accepts_nothing_ends_and_one_that_is_slow_does_not() {
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
