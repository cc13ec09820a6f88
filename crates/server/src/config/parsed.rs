//! Parses the text of a setting; an error names the setting.

use anyhow::{Result, anyhow};

use super::{key::Key, layers::Layers, masked::refused};

/// The value does not have the form that its key requires.
pub(super) struct InvalidValue;

/// Parses the value of `key`. An error names the variable or file that contains it, and the required form.
pub(super) fn parsed<T>(
    layers: &Layers,
    key: &'static Key,
    parse: impl FnOnce(&str) -> Result<T, InvalidValue>,
) -> Result<T> {
    let setting = layers.get(key)?;
    parse(&setting.value).map_err(|InvalidValue| {
        let name = setting.source.name_of(key);
        anyhow!("{name} cannot be {:?}; write {}", refused(key, &setting.value), key.form)
    })
}
