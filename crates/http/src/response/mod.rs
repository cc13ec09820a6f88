//! Writing responses: JSON and its value formats, and texts that are compressed once.

pub(crate) mod answered;
pub(crate) mod compressed;
pub(crate) mod content_policy;
pub(crate) mod document;
mod guarded_body;
pub(crate) mod instant;
pub(crate) mod step;
pub(crate) mod text;

mod json;

pub use guarded_body::GuardedBody;
pub(crate) use json::{accepted, accepted_without_content, created, no_content, ok, shared};
