//! Reusable parts of the OpenAPI document.

pub(crate) mod parameters;
pub(crate) mod problems;
pub(crate) mod schema;
