//! Reads requests: their sender, path, query and body.

pub(crate) mod body;
pub(crate) mod field;
pub(crate) mod head;
