//! The body of one event stream.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::web::Bytes;
use futures_util::Stream;
use tokibako_domain::firing::{FiringId, RingId};
use tokibako_storage::clock::Clock;
use tokio::time::{Instant, Sleep, sleep};

use super::{
    hub::{Admission, StreamMetrics},
    outbox::{Event, LogEntry},
};
use crate::{events::outbox, limits::UnreadPermit};

/// The interval of pings. Only a write can detect a client that has vanished.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// Writes the event `ready`, then missed events, then new ones, with pings in between. It ends when its outbox is
/// closed.
pub(super) struct EventStream {
    admission: Admission,
    position: FiringId,
    last: Option<RingId>,
    is_ready_sent: bool,
    missed: std::vec::IntoIter<Event>,
    /// The missed events, until all are written.
    unread: Option<UnreadPermit>,
    ping: Pin<Box<Sleep>>,
    metrics: StreamMetrics,
    clock: Clock,
}

impl EventStream {
    /// A stream that starts with the missed events, which count as unread. `position` is the id before the first of them, and `last` the
    /// browser's last ring up to there.
    pub(super) fn new(
        admission: Admission,
        position: FiringId,
        last: Option<RingId>,
        (missed, unread): (Vec<Event>, UnreadPermit),
        metrics: StreamMetrics,
        clock: Clock,
    ) -> Self {
        let ping = Box::pin(sleep(PING_INTERVAL));
        metrics.began(admission.interest);
        Self {
            admission,
            position,
            last,
            is_ready_sent: false,
            missed: missed.into_iter(),
            unread: Some(unread),
            ping,
            metrics,
            clock,
        }
    }

    /// The next event that this stream has not written yet.
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        loop {
            let missed = self.missed.next();
            let is_replay = missed.is_some();
            if !is_replay {
                (self.missed, self.unread) = (Vec::new().into_iter(), None);
            }
            let event = match missed {
                Some(event) => event,
                None => match self.admission.outbox.poll_next(cx.waker()) {
                    Poll::Ready(Some(event)) => event,
                    Poll::Ready(None) => return Poll::Ready(None),
                    Poll::Pending => return Poll::Pending,
                },
            };
            let Some(LogEntry { id, ring }) = event.ring else { return Poll::Ready(Some(event)) };
            if id > self.position {
                self.position = id;
                self.last = Some(ring);
                if !is_replay {
                    self.metrics.delivered(ring.scheduled_for, self.clock.precise_now());
                }
                return Poll::Ready(Some(event));
            }
        }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.metrics.ended(self.admission.interest, self.admission.outbox.end());
    }
}

impl Stream for EventStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let stream = &mut *self;
        if !std::mem::replace(&mut stream.is_ready_sent, true) {
            return Poll::Ready(Some(Ok(outbox::ready(stream.last))));
        }
        if let Poll::Ready(event) = stream.poll_event(cx) {
            return Poll::Ready(event.map(|event| Ok(event.frame)));
        }
        if stream.ping.as_mut().poll(cx).is_ready() {
            stream.ping.as_mut().reset(Instant::now() + PING_INTERVAL);
            // The timer must be polled again to register the waker. The next poll does that.
            cx.waker().wake_by_ref();
            return Poll::Ready(Some(Ok(outbox::ping(stream.last))));
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use ::time::OffsetDateTime;
    use futures_util::{FutureExt as _, StreamExt as _};
    use tokibako_domain::firing::Kind;

    use super::*;
    use crate::{
        events::hub::{Hub, Interest, StreamClient},
        limits::UnreadCounter,
    };

    const READY: &str = "retry: 1000\n\nevent: ready\nid: t3-0\ndata: {}\n\n";

    fn ring(row: i64) -> RingId {
        RingId { kind: Kind::Timer, row, scheduled_for: OffsetDateTime::UNIX_EPOCH }
    }

    fn event(id: i64) -> Event {
        Event { ring: Some(LogEntry { id: FiringId(id), ring: ring(id) }), frame: format!("{id}").into() }
    }

    /// A stream at position 3 with these missed events.
    fn stream(hub: &Hub, missed: &[i64]) -> EventStream {
        let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
        let unread = UnreadCounter::unlimited();
        let bytes = unread.hold(0).unwrap();
        let admission = hub.admit(browser, Interest::Everything, StreamClient::default(), unread).unwrap();
        let missed = missed.iter().copied().map(event).collect();
        EventStream::new(
            admission,
            FiringId(3),
            Some(ring(3)),
            (missed, bytes),
            StreamMetrics::default(),
            Clock::simulated(|| time::OffsetDateTime::UNIX_EPOCH),
        )
    }

    impl EventStream {
        fn ring(&self, id: i64) {
            self.admission.outbox.push(event(id)).unwrap();
        }

        async fn frame(&mut self) -> Option<String> {
            let bytes = self.next().await?.unwrap();
            Some(String::from_utf8(bytes.to_vec()).unwrap())
        }

        /// The events that it writes before it waits, and whether it has ended.
        fn written(&mut self) -> (Vec<String>, bool) {
            let mut frames = Vec::new();
            loop {
                match self.frame().now_or_never() {
                    Some(Some(frame)) => frames.push(frame),
                    end => return (frames, end.is_some()),
                }
            }
        }
    }

    #[tokio::test]
    async fn a_missed_event_that_is_also_delivered_is_written_once() {
        let hub = Hub::new();
        let mut stream = stream(&hub, &[4, 6]);
        for id in [2, 3, 4, 6, 7] {
            stream.ring(id);
        }
        let frames = [READY, "4", "6", "7"].map(str::to_owned);
        assert_eq!(stream.written(), (frames.to_vec(), false));
        stream.ring(9);
        assert_eq!(stream.written(), (vec!["9".to_owned()], false));
    }

    #[tokio::test]
    async fn a_stream_writes_its_events_before_it_ends_with_the_hub() {
        let hub = Hub::new();
        let mut stream = stream(&hub, &[4]);
        stream.ring(5);
        hub.close().await;
        let frames = [READY, "4", "5"].map(str::to_owned);
        assert_eq!(stream.written(), (frames.to_vec(), true));
    }

    #[tokio::test(start_paused = true)]
    async fn a_ping_with_the_position_comes_every_fifteen_seconds() {
        let hub = Hub::new();
        let mut stream = stream(&hub, &[]);
        assert_eq!(stream.frame().await.unwrap(), READY);
        let opened = Instant::now();
        assert_eq!(stream.frame().await.unwrap(), "event: ping\nid: t3-0\ndata: {}\n\n");
        assert_eq!(opened.elapsed().as_secs(), 15);
        stream.ring(8);
        assert_eq!(stream.frame().await.unwrap(), "8");
        assert_eq!(opened.elapsed().as_secs(), 15);
        assert_eq!(stream.frame().await.unwrap(), "event: ping\nid: t8-0\ndata: {}\n\n");
        assert_eq!(opened.elapsed().as_secs(), 30);
    }
}
