//! What a client names a row by before the server has it.

use uuid::Uuid;

/// The text is no UUID.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("clientKey must be a UUID")]
pub(crate) struct NotAKey;

/// Reads a key. A repeated request with the same one finds the row that the first one made.
#[expect(clippy::needless_pass_by_value, reason = "a field is read by value")]
pub(crate) fn parse(text: String) -> Result<Uuid, NotAKey> {
    text.parse().map_err(|_| NotAKey)
}
