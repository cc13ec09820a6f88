//! A setting's text made a value, or refused by its name.

use anyhow::{Result, anyhow};

use super::{key::Key, layers::Layers, masked::shown};

/// The value is not of the form that its key asks for.
pub(super) struct InvalidValue;

/// The value of `key`, read by `parse`; the error names the variable or file that holds it and the form that it must have.
pub(super) fn parsed<T>(
    layers: &Layers,
    key: &'static Key,
    parse: impl FnOnce(&str) -> Result<T, InvalidValue>,
) -> Result<T> {
    let setting = layers.get(key)?;
    parse(&setting.value).map_err(|InvalidValue| {
        let name = setting.source.name_of(key);
        anyhow!("{name} cannot be {:?}; write {}", shown(key, &setting.value), key.form)
    })
}
