//! Numbered browsers, with the same ids in Rust and in SQL.

/// The id of browser number `number`.
pub(crate) fn id(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// The id of a browser as an SQL expression over a numeric expression.
pub(crate) fn sql_id(number: &str) -> String {
    format!("('00000000-0000-4000-8000-' || lpad(({number})::text, 12, '0'))::uuid")
}

/// The id of a device of a browser by its number, from 1 on.
pub(crate) fn device_id(browser: u32, device: u32) -> String {
    format!("00000000-0000-4000-9000-{device:04}{browser:08}")
}

/// The id of a device as an SQL expression over numeric expressions.
pub(crate) fn sql_device_id(browser: &str, device: &str) -> String {
    format!("('00000000-0000-4000-9000-' || lpad(({device})::text, 4, '0') || lpad(({browser})::text, 8, '0'))::uuid")
}
