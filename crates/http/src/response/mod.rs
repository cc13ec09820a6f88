//! Writing responses: JSON and its value formats, and texts that are compressed once.

pub(crate) mod answered;
pub(crate) mod compressed;
pub(crate) mod content_policy;
pub(crate) mod document;
pub(crate) mod instant;
pub(crate) mod text;

mod json;

pub(crate) use json::{created, no_content, ok, shared};
