//! Labels of the metrics of this crate.

/// One label: its name and its value. The value is a literal of the source code, so nothing that a visitor sends can
/// become one.
pub(crate) type MetricLabel = [(&'static str, &'static str); 1];
