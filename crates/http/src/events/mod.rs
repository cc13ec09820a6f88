//! Event streams: how rings and hints reach browsers.
//!
//! The feed follows the log of firings (`tokibako_feed`); the [`Hub`] registers the open streams; each stream owns an
//! `Outbox`, a bounded queue that the hub fills and the stream empties. A new stream registers with the hub *before* it reads the
//! rings that it missed, so that no ring falls between the two. It recognises duplicates by the firing's id.

mod frame;
mod hints;
mod hub;
mod metrics;
mod open;
mod outbox;
mod stream;

pub use hints::Hints;
pub use hub::Hub;
pub(crate) use metrics::StreamMetrics;
pub(crate) use open::{__path_alarms, __path_everything, __path_timers, alarms, everything, timers};
