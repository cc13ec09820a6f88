//! Numbered browsers, with the same ids in Rust and in SQL.

/// The id of browser number `number`.
pub(crate) fn id(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// The same as an SQL expression over a numeric expression.
pub(crate) fn sql_id(number: &str) -> String {
    format!("('00000000-0000-4000-8000-' || lpad(({number})::text, 12, '0'))::uuid")
}
