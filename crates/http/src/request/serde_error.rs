//! Parses serde's error messages.

/// The field that serde reports as a duplicate.
pub(super) fn duplicate_field(message: &str) -> Option<&str> {
    message.strip_prefix("duplicate field `")?.strip_suffix('`')
}
