//! The settings as anybody may see them. `tokibako config` prints a configuration file that says where each
//! value came from.

use std::fmt;

use super::{
    Config, Database,
    key::{self, Key},
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

/// As it is printed, so that no password gets out by this way either.
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

/// A value as anybody may see it.
pub(super) fn shown(key: &Key, value: &str) -> String {
    if *key == key::DATABASE_URL || *key == key::WEATHER_BASE_URL {
        without_password(value)
    } else if *key == key::WEATHER_API_KEY && !value.is_empty() {
        "***".to_owned()
    } else {
        value.to_owned()
    }
}

/// The URL with three stars for each password. Where the text is not quite a URL, it hides too much
/// rather than too little.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        let is_a_word = url.chars().all(|letter| letter.is_ascii_alphabetic());
        return if is_a_word { url.to_owned() } else { "***".to_owned() };
    };
    let (account, place) = rest.rsplit_once('@').map_or((None, rest), |(account, place)| (Some(account), place));
    let (place, query) = place.split_once('?').map_or((place, None), |(place, query)| (place, Some(query)));
    let account = account.map(|account| match account.split_once(':') {
        Some((user, _)) => format!("{user}:***@"),
        None => format!("{account}@"),
    });
    let query = query.map(|query| {
        let parameters = query.split('&').map(|parameter| match parameter.split_once('=') {
            Some((name, _)) if name.contains("pass") => format!("{name}=***"),
            _ => parameter.to_owned(),
        });
        format!("?{}", parameters.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{}{place}{}", account.unwrap_or_default(), query.unwrap_or_default())
}
