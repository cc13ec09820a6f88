//! Reads requests: their sender, path, query and body.

pub(crate) mod batch;
pub(crate) mod body;
pub(crate) mod browser;
pub(crate) mod device;
pub(crate) mod extractor;
pub(crate) mod field;
pub(crate) mod origin;
pub(crate) mod query;
pub(crate) mod row_id;
