//! The settings in force, printed by `tokibako config` as a configuration file with the source of each value. Secrets
//! are masked.

use std::fmt;

use super::{
    Config, Database,
    masked::{shown, without_password},
};

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, setting) in self.layers.iter() {
            let value = toml::Value::String(shown(key, &setting.value));
            writeln!(f, "{:<17} = {value:<32} # {}", key.name, setting.source)?;
        }
        Ok(())
    }
}

/// Prints what `Display` prints, so that `Debug` reveals no password either.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded(data_dir) => f.debug_tuple("Embedded").field(data_dir).finish(),
            Self::At(url) => f.debug_tuple("At").field(&without_password(url)).finish(),
        }
    }
}
