//! The id of a row in a path.

use super::extractor::extractor;
use crate::error::Problem;

/// The `{id}` of a path. It may be invalid; then there is no such row.
pub(crate) struct RowId(Option<i64>);

impl RowId {
    /// The id; an invalid one is answered like a missing row.
    pub(crate) fn number(self) -> Result<i64, Problem> {
        self.0.ok_or(Problem::NoSuchRow)
    }
}

extractor!(RowId, |request| {
    let id = request.match_info().get("id").filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
    Ok(Self(id.and_then(|id| id.parse().ok())))
});
