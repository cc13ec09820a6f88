//! The vocabulary in which handlers and shapes describe themselves for the OpenAPI document.

pub(crate) mod parameters;
pub(crate) mod problems;
pub(crate) mod schema;
