//! The values for the placeholders of a built site, which does not know its address, its operator or the settings that
//! its privacy page describes.

use std::collections::BTreeMap;

/// The placeholders' keys and their values, and what else pages are served by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteConfig {
    /// The value of each placeholder by its key, such as `operator.name`. What is empty is not shown. `origin` is the
    /// public address without a path, such as `https://time.example`.
    pub values: BTreeMap<&'static str, String>,
    /// Another host whose pictures pages may show, such as `https://pictures.example`.
    pub picture_host: Option<String>,
}

impl SiteConfig {
    /// The value of a placeholder's key; `None` for a key that this version does not know.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// The public address.
    pub(super) fn origin(&self) -> &str {
        self.value("origin").unwrap_or_default()
    }
}
