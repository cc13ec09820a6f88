//! Weather reports from outside, validated before anybody sees them.

pub mod report;
