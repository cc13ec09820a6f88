//! The API's description: the OpenAPI document, and a page to browse it.

pub(crate) mod openapi;
pub(crate) mod page;
pub(crate) mod problem;
