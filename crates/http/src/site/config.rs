//! The values of the placeholders in a built site, which does not know its address, its operator, or the settings that
//! its privacy page describes.

use std::collections::BTreeMap;

/// The values of the placeholders, and other settings of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteConfig {
    /// The values by key, such as `operator.name`. An empty value hides its element. `origin` is the public address
    /// without a path, such as `https://time.example`.
    pub values: BTreeMap<&'static str, String>,
    /// Another host whose images pages may show, such as `https://pictures.example`.
    pub picture_host: Option<String>,
}

impl SiteConfig {
    /// The value of a placeholder; `None` for an unknown key.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// The public address.
    pub(super) fn origin(&self) -> &str {
        self.value("origin").unwrap_or_default()
    }
}
