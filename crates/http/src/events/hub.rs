//! Who listens: all open streams of this process, by browser.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::{
    browser_id::BrowserId,
    firing::{Firing, Kind},
};

use super::{
    frame,
    outbox::{Event, Outbox},
};

/// Streams that one browser may hold open at once (seven tabs of two streams each share two).
const STREAMS_PER_BROWSER: usize = 12;

/// The open streams of one process. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Hub(Arc<Mutex<Streams>>);

#[derive(Debug, Default)]
struct Streams {
    by_browser: HashMap<BrowserId, Vec<Listener>>,
    is_closed: bool,
}

#[derive(Debug)]
struct Listener {
    kind: Kind,
    outbox: Arc<Outbox>,
}

/// Why a stream is not admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotAdmitted {
    /// The browser holds [`STREAMS_PER_BROWSER`] open already.
    TooMany,
    /// The server is about to stop.
    Closed,
}

/// A stream's entry in the hub; it is struck out when this is dropped.
#[derive(Debug)]
pub(super) struct Admission {
    hub: Hub,
    browser: BrowserId,
    outbox: Arc<Outbox>,
}

impl Hub {
    /// A hub with nobody listening.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The browsers that listen now.
    #[must_use]
    pub fn browsers(&self) -> Vec<BrowserId> {
        self.streams().by_browser.keys().copied().collect()
    }

    /// How many streams are open.
    #[must_use]
    pub fn open_streams(&self) -> usize {
        self.streams().by_browser.values().map(Vec::len).sum()
    }

    /// Hands firings to the streams of their browsers and kinds.
    ///
    /// A stream that is too far behind is cut off: it comes back and replays.
    pub fn deliver(&self, firings: &[Firing]) {
        for firing in firings {
            let (browser, kind) = (firing.rung.browser(), firing.rung.kind());
            let mut streams = self.streams();
            let Some(listeners) = streams.by_browser.get_mut(&browser) else { continue };
            if !listeners.iter().any(|listener| listener.kind == kind) {
                continue;
            }
            let event = Event { id: firing.id, frame: frame::firing(firing) };
            listeners.retain(|listener| listener.kind != kind || listener.outbox.push(event.clone()).is_ok());
            if listeners.is_empty() {
                streams.by_browser.remove(&browser);
            }
        }
    }

    /// Ends all streams and admits no more.
    pub fn close(&self) {
        let ended = {
            let mut streams = self.streams();
            streams.is_closed = true;
            std::mem::take(&mut streams.by_browser)
        };
        for listener in ended.values().flatten() {
            listener.outbox.close();
        }
    }

    /// Admits a stream: from now on it gets every firing of `kind` for `browser`.
    pub(super) fn admit(&self, browser: BrowserId, kind: Kind) -> Result<Admission, NotAdmitted> {
        let mut streams = self.streams();
        if streams.is_closed {
            return Err(NotAdmitted::Closed);
        }
        let listeners = streams.by_browser.entry(browser).or_default();
        if listeners.len() >= STREAMS_PER_BROWSER {
            return Err(NotAdmitted::TooMany);
        }
        let outbox = Arc::new(Outbox::default());
        listeners.reserve_exact(1);
        listeners.push(Listener { kind, outbox: Arc::clone(&outbox) });
        Ok(Admission { hub: self.clone(), browser, outbox })
    }

    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission {
    /// Where the hub puts what this stream is to write.
    pub(super) fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut streams = self.hub.streams();
        if let Some(listeners) = streams.by_browser.get_mut(&self.browser) {
            listeners.retain(|listener| !Arc::ptr_eq(&listener.outbox, &self.outbox));
            if listeners.is_empty() {
                streams.by_browser.remove(&self.browser);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn browser(text: &str) -> BrowserId {
        text.parse().unwrap()
    }

    const ONE: &str = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c";
    const OTHER: &str = "7b1e54ce-6f0e-4c1b-8f5a-7a4cf1d0a001";

    #[test]
    fn a_browser_holds_twelve_streams_and_another_is_not_counted_in() {
        let hub = Hub::new();
        let mut admitted: Vec<_> = (0..12).map(|_| hub.admit(browser(ONE), Kind::Alarm).unwrap()).collect();
        assert_eq!(hub.admit(browser(ONE), Kind::Timer).unwrap_err(), NotAdmitted::TooMany);
        hub.admit(browser(OTHER), Kind::Timer).unwrap();
        admitted.pop();
        hub.admit(browser(ONE), Kind::Timer).unwrap();
    }

    #[test]
    fn a_dropped_stream_is_struck_out() {
        let hub = Hub::new();
        let stays = hub.admit(browser(ONE), Kind::Alarm).unwrap();
        drop(hub.admit(browser(ONE), Kind::Timer).unwrap());
        drop(hub.admit(browser(OTHER), Kind::Timer).unwrap());
        assert_eq!((hub.open_streams(), hub.browsers()), (1, vec![browser(ONE)]));
        drop(stays);
        assert_eq!((hub.open_streams(), hub.browsers()), (0, vec![]));
    }

    #[test]
    fn a_closed_hub_admits_nobody() {
        let hub = Hub::new();
        let open = hub.admit(browser(ONE), Kind::Alarm).unwrap();
        hub.close();
        assert_eq!(open.outbox().poll_next(std::task::Waker::noop()), std::task::Poll::Ready(None));
        assert_eq!(hub.admit(browser(OTHER), Kind::Alarm).unwrap_err(), NotAdmitted::Closed);
    }
}
