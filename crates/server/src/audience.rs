//! The open event streams as the audience of the feed.

use std::sync::Arc;

use tokibako_domain::{browser_id::BrowserId, firing::Firing};
use tokibako_http::Hub;
use tokibako_scheduler::feed::Audience;

/// Those who listen at a hub.
pub(crate) struct Streams(Hub);

impl Streams {
    /// The audience at `hub`.
    pub(crate) fn of(hub: Hub) -> Arc<Self> {
        Arc::new(Self(hub))
    }
}

impl Audience for Streams {
    fn browsers(&self) -> Vec<BrowserId> {
        self.0.browsers()
    }

    fn deliver(&self, firings: Vec<Firing>) {
        self.0.deliver(&firings);
    }
}
