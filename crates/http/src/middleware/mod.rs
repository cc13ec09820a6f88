//! Middleware for every request and response.

pub(crate) mod admission;
pub(crate) mod changes;
pub(crate) mod headers;
pub(crate) mod metrics;
pub(crate) mod same_site;
pub(crate) mod unread_body;
