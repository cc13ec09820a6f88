//! Writing responses: JSON and its values, and texts that are compressed once.

pub(crate) mod document;
pub(crate) mod values;

mod json;

pub use self::json::GuardedBody;
pub(crate) use self::json::{accepted, accepted_without_content, created, no_content, ok, shared};
