//! How much one browser may own.

use std::num::NonZeroU32;

/// The most alarms, and the most timers, of one browser; `None` is no cap.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Capacity(pub(crate) Option<NonZeroU32>);
