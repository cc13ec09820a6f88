//! The contact of the operator.

use url::Url;

use super::layers::InvalidValue;

/// A `mailto:` or `https:` URL on one line, as RFC 9116 (section 2.5.3) and RFC 8292 (section 2.1) require.
pub(super) fn parse(text: &str) -> Result<Option<String>, InvalidValue> {
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(text).map_err(|_| InvalidValue)?;
    let is_one_line = !text.contains(char::is_control) && text.trim() == text;
    let is_contact = match url.scheme() {
        "mailto" => url.path().contains('@'),
        "https" => url.has_host(),
        _ => false,
    };
    (is_contact && is_one_line).then(|| Some(text.to_owned())).ok_or(InvalidValue)
}
