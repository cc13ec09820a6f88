//! Middleware for every request and response.

pub(crate) mod admission;
pub(crate) mod changes;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod load;
pub(crate) mod metrics;
pub(crate) mod unread_body;

mod same_site;
