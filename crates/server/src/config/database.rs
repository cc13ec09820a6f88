//! The setting of the database.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{
    key,
    layers::{InvalidValue, Layers},
};

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Database {
    /// An embedded Postgres in this folder.
    Embedded(PathBuf),
    At(String),
}

impl Database {
    pub(super) fn read(layers: &Layers) -> Result<Self> {
        let data_dir = layers.folder(&key::DATA_DIR)?;
        layers.parse(&key::DATABASE_URL, |text| Self::parse(text, &data_dir))
    }

    fn parse(text: &str, data_dir: &Path) -> Result<Self, InvalidValue> {
        if text == "embedded" {
            return Ok(Self::Embedded(data_dir.to_path_buf()));
        }
        let rest = text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://"));
        rest.filter(|rest| !rest.is_empty() && is_escaped(rest)).map(|_| Self::At(text.to_owned())).ok_or(InvalidValue)
    }
}

/// Whether libpq reads the address behind `postgres://` as it is meant. If the password contains unescaped characters,
/// it does not, and its message, which is logged, contains a part of the password.
fn is_escaped(address: &str) -> bool {
    let mut escapes = address.split('%').skip(1).map(|after| after.get(..2).unwrap_or_default());
    if !escapes.all(|code| code != "00" && code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        return false;
    }
    // Name and password end at the first @, unless there is a slash before it.
    let place = match address.find(['@', '/']) {
        Some(end) if address[end..].starts_with('@') => &address[end + 1..],
        _ => address,
    };
    let (place, query) = place.split_once('?').unwrap_or((place, ""));
    let is_parameter = |parameter: &str| {
        let name = parameter.split_once('=').map_or("", |(name, _)| name);
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_%".contains(&byte))
    };
    !place.contains('@') && query.split('&').filter(|parameter| !parameter.is_empty()).all(is_parameter)
}
