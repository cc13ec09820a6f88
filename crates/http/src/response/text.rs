//! Domain values that are written as text.

use serde::Serializer;
use tokibako_domain::{browser_id::BrowserId, time_of_day::TimeOfDay};

/// A browser id in lower case with hyphens.
pub(crate) fn browser_id<S: Serializer>(browser: &BrowserId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&browser.as_uuid())
}

/// `HH:mm`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(crate) fn time_of_day<S: Serializer>(time: &TimeOfDay, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(time)
}
