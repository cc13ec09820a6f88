//! Many new rows in one request. Each has a result of its own: one that is not valid, or for which there is no room, does
//! not keep the others from being created.

use std::collections::BTreeMap;

use tokibako_storage::KeyedRow;
use uuid::Uuid;

use super::field::{Object, Sent};
use crate::error::ValidationErrors;

/// How many rows a request may have.
pub(crate) const MAX_ROWS: usize = 100;

/// The longest body, in bytes. A hundred alarms with the longest labels and rules have about 100 KB; of timers with the
/// longest labels of steps it may have fewer.
pub(crate) const LIMIT: usize = 128 * 1024;

/// For each row of a request its key, or what is wrong with it.
pub(crate) struct BatchKeys(Vec<Result<Option<Uuid>, ValidationErrors>>);

/// The result for a new row.
pub(crate) struct BatchResult<'a, View> {
    /// The row; `None` if it was not created.
    pub(crate) row: Option<View>,
    /// Why it was not created.
    pub(crate) problem: Option<&'static str>,
    /// What is not valid.
    pub(crate) errors: Option<&'a BTreeMap<&'static str, Vec<String>>>,
}

/// The valid rows of the field `name`, each read by `read`; refuses a request with none or too many.
pub(crate) fn read<Fields, Row>(
    name: &'static str,
    Sent(sent): Sent<Vec<Object<Fields>>>,
    read: impl Fn(Fields) -> Result<KeyedRow<Row>, ValidationErrors>,
) -> Result<(Vec<KeyedRow<Row>>, BatchKeys), ValidationErrors> {
    let sent = sent.unwrap_or_default();
    if sent.is_empty() || sent.len() > MAX_ROWS {
        return Err(ValidationErrors::only(name, format!("must be a list of 1 to {MAX_ROWS} {name}")));
    }
    let mut valid = Vec::new();
    let keys = sent.into_iter().map(|Object(fields)| {
        read(fields).map(|row| {
            let key = row.key;
            valid.push(row);
            key
        })
    });
    let keys = keys.collect();
    Ok((valid, BatchKeys(keys)))
}

impl BatchKeys {
    /// The result for each row of the request, from what was stored of the valid ones.
    pub(crate) fn results<'a, Row, View>(
        &'a self,
        stored: &'a [Option<Row>],
        view: impl Fn(&'a Row, Option<Uuid>) -> View,
    ) -> impl Iterator<Item = BatchResult<'a, View>> {
        let mut stored = stored.iter();
        self.0.iter().map(move |read| match read {
            Ok(key) => {
                let row = stored.next().and_then(Option::as_ref).map(|row| view(row, *key));
                BatchResult { problem: row.is_none().then_some("full"), row, errors: None }
            }
            Err(errors) => BatchResult { row: None, problem: Some("validation"), errors: Some(errors.messages()) },
        })
    }
}
