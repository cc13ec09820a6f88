//! Writing responses: JSON and its values, and texts that are compressed once.

pub(crate) mod document;
mod guarded_body;
pub(crate) mod values;

mod json;

pub use guarded_body::GuardedBody;
pub(crate) use json::{accepted, accepted_without_content, created, no_content, ok, shared};
