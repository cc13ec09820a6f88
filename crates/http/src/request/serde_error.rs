//! What serde's error messages say.

/// The known field that a message calls a duplicate.
pub(super) fn duplicate_field(message: &str) -> Option<&str> {
    message.strip_prefix("duplicate field `")?.strip_suffix('`')
}
