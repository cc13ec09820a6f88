//! The receivers of rings: what the feed asks of the streams of its process.

use std::fmt;

use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, RingId},
};
use uuid::Uuid;

/// A ring that was queued for a stream of a device.
pub type StreamDelivery = (BrowserId, Uuid, RingId);

/// The open streams of a process. Clones share them.
pub trait Listeners: Clone + fmt::Debug + Send + Sync + 'static {
    /// The browsers that have open streams.
    fn browsers(&self) -> Vec<BrowserId>;

    /// Calls `read` with a check for browsers that have open streams. No stream opens or ends meanwhile.
    fn with_listeners<T>(&self, read: impl FnOnce(&dyn Fn(BrowserId) -> bool) -> T) -> T;

    /// Queues rings for the streams of their browsers; returns which devices received which rings.
    fn deliver_to_devices(&self, firings: &[Firing]) -> Vec<StreamDelivery>;

    /// Ends all streams, so that they reconnect and replay, because the log was restored.
    fn restart_streams(&self);
}
