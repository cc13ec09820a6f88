//! The body of one event stream.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::web::Bytes;
use domain::firing::FiringId;
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep};

use super::{frame, hub::Admission, outbox::Event};

/// How often a stream gives a sign of life; only writing finds a client that has vanished.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// First where it stands, then what was missed, then what rings, with pings in between; ends when the
/// hub says so.
pub(super) struct EventStream {
    admission: Admission,
    position: FiringId,
    is_greeted: bool,
    missed: std::vec::IntoIter<Event>,
    ping: Pin<Box<Sleep>>,
}

impl EventStream {
    /// A stream that stands at `position` and has missed these events since.
    pub(super) fn new(admission: Admission, position: FiringId, missed: Vec<Event>) -> Self {
        let ping = Box::pin(sleep(PING_INTERVAL));
        Self { admission, position, is_greeted: false, missed: missed.into_iter(), ping }
    }

    /// The next event that this stream has not written yet.
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        loop {
            let event = match self.missed.next() {
                Some(event) => event,
                None => match self.admission.outbox().poll_next(cx.waker()) {
                    Poll::Ready(Some(event)) => event,
                    Poll::Ready(None) => return Poll::Ready(None),
                    Poll::Pending => return Poll::Pending,
                },
            };
            if event.id > self.position {
                self.position = event.id;
                return Poll::Ready(Some(event));
            }
        }
    }
}

impl Stream for EventStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let stream = &mut *self;
        if !std::mem::replace(&mut stream.is_greeted, true) {
            return Poll::Ready(Some(Ok(frame::ready(stream.position))));
        }
        if let Poll::Ready(event) = stream.poll_event(cx) {
            return Poll::Ready(event.map(|event| Ok(event.frame)));
        }
        if stream.ping.as_mut().poll(cx).is_ready() {
            stream.ping.as_mut().reset(Instant::now() + PING_INTERVAL);
            // The timer must be asked again to know its reader; the next poll does that.
            cx.waker().wake_by_ref();
            return Poll::Ready(Some(Ok(frame::ping(stream.position))));
        }
        Poll::Pending
    }
}
