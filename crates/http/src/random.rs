//! Random bytes of the system.

use crate::error::Problem;

/// Bytes for an id, a code or a token.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system provides no random bytes");
        Problem::Internal
    })?;
    Ok(bytes)
}
