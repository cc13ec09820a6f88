//! The limit of rows per browser.

use std::num::NonZeroU32;

/// The most alarms, and the most timers, of one browser; `None` for no limit.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Capacity(pub(crate) Option<NonZeroU32>);
