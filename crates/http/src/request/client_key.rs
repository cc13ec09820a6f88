//! Idempotency keys, which a client chooses for a row that it creates.

use uuid::Uuid;

/// The text is not a UUID.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("clientKey must be a UUID")]
pub(crate) struct ClientKeyError;

/// Parses a key. A repeated request with the same key finds the row that the first one created.
#[expect(clippy::needless_pass_by_value, reason = "a field is read by value")]
pub(crate) fn parse(text: String) -> Result<Uuid, ClientKeyError> {
    text.parse().map_err(|_| ClientKeyError)
}
