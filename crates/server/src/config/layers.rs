//! The sources of a setting, in order of precedence: the environment, a file named by it, the configuration file, the
//! defaults.

use std::{
    collections::BTreeMap,
    fmt, fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, anyhow, bail};

use super::{
    key::{self, Key},
    masked::refused,
};

const DEFAULTS: &str = include_str!("../../../../config/default.toml");

/// Names the configuration file. It is not a setting itself.
pub(crate) const CHOSEN_FILE: &str = "TOKIBAKO_CONFIG";

/// The prefix of variables that only the project's tests read.
const OF_TESTS: &str = "TOKIBAKO_TEST_";

pub(crate) type Environment = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Environment(&'static str),
    FileOf { variable: String, path: PathBuf },
    ChosenFile(PathBuf),
    Default,
}

/// The text of a value, which may contain a password, and its source.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) value: String,
    pub(crate) source: Source,
}

/// The value does not have the form that its key requires.
pub(super) struct InvalidValue;

/// The value of every key, from the source with the highest precedence.
pub(crate) struct Layers(Vec<(&'static Key, Setting)>);

impl Layers {
    pub(crate) fn read(environment: &Environment, chosen: Option<&Path>) -> Result<Self> {
        refuse_unknown_variables(environment)?;
        let defaults = parse(DEFAULTS).context("config/default.toml")?;
        let chosen = match chosen {
            Some(path) => Some((path, read_file(path)?)),
            None => None,
        };
        let setting_of = |key: &'static Key| {
            if let Some(setting) = from_environment(key, environment)? {
                return Ok((key, setting));
            }
            if let Some((path, value)) = chosen.as_ref().and_then(|(path, file)| Some((path, file.get(key.name)?))) {
                return Ok((key, Setting { value: value.clone(), source: Source::ChosenFile(path.to_path_buf()) }));
            }
            let value = defaults.get(key.name).with_context(|| format!("{} has no default", key.name))?;
            Ok((key, Setting { value: value.clone(), source: Source::Default }))
        };
        key::ALL.iter().copied().map(setting_of).collect::<Result<_>>().map(Self)
    }

    pub(crate) fn get(&self, key: &'static Key) -> Result<&Setting> {
        let found = self.0.iter().find(|(known, _)| *known == key).map(|(_, setting)| setting);
        found.with_context(|| format!("{} is not in the list of settings", key.name))
    }

    /// The parsed value of `key`. An error names the variable or file that contains it, and the required form.
    pub(super) fn parse<T>(&self, key: &'static Key, parse: impl FnOnce(&str) -> Result<T, InvalidValue>) -> Result<T> {
        let setting = self.get(key)?;
        parse(&setting.value).map_err(|InvalidValue| {
            let name = setting.source.name_of(key);
            anyhow!("{name} cannot be {:?}; write {}", refused(key, &setting.value), key.form)
        })
    }

    pub(super) fn folder(&self, key: &'static Key) -> Result<PathBuf> {
        self.parse(key, |text| if text.is_empty() { Err(InvalidValue) } else { Ok(PathBuf::from(text)) })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(&'static Key, Setting)> {
        self.0.iter()
    }
}

impl Source {
    /// How an error message names `key`, depending on its source.
    pub(crate) fn name_of(&self, key: &Key) -> String {
        match self {
            Self::Environment(variable) => (*variable).to_owned(),
            Self::FileOf { variable, path } => format!("the file {} named by {variable}", path.display()),
            Self::ChosenFile(path) => format!("{} in {}", key.name, path.display()),
            Self::Default => format!("the default of {}", key.name),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Environment(variable) => write!(f, "environment: {variable}"),
            Self::FileOf { variable, path } => write!(f, "environment: {variable}={}", path.display()),
            Self::ChosenFile(path) => write!(f, "{}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// The value in the environment, or in the file that it names. An empty variable counts as absent, because tools that
/// pass variables on may set them to nothing.
fn from_environment(key: &'static Key, environment: &Environment) -> Result<Option<Setting>> {
    let set = |name: &str| environment.get(name).filter(|value| !value.is_empty());
    if let Some(value) = set(key.variable) {
        return Ok(Some(Setting { value: value.clone(), source: Source::Environment(key.variable) }));
    }
    let variable = format!("{}_FILE", key.variable);
    let Some(path) = set(&variable).map(PathBuf::from) else {
        return Ok(None);
    };
    let content = fs::read_to_string(&path).map_err(|error| {
        let path = path.display();
        let reason = match error.kind() {
            ErrorKind::InvalidData => {
                format!("{variable}: {path} is no text; name a text file (keys and certificates as PEM) or unset it")
            }
            _ => format!("{variable}: cannot read {path}; name a readable file or unset it"),
        };
        anyhow::Error::new(error).context(reason)
    })?;
    Ok(Some(Setting { value: content.trim_end().to_owned(), source: Source::FileOf { variable, path } }))
}

fn refuse_unknown_variables(environment: &Environment) -> Result<()> {
    let is_known = |name: &str| {
        let variable = name.strip_suffix("_FILE").unwrap_or(name);
        name == CHOSEN_FILE || name.starts_with(OF_TESTS) || key::ALL.iter().any(|key| key.variable == variable)
    };
    for name in environment.keys().filter(|name| name.starts_with("TOKIBAKO_")) {
        if !is_known(name) {
            bail!("{name} is not a setting; unset it or correct it to one of {}", key::listed(|key| key.variable));
        }
    }
    Ok(())
}

fn read_file(path: &Path) -> Result<BTreeMap<String, String>> {
    let content =
        fs::read_to_string(path).with_context(|| format!("cannot read the configuration file {}", path.display()))?;
    parse(&content).with_context(|| path.display().to_string())
}

fn parse(content: &str) -> Result<BTreeMap<String, String>> {
    let table: toml::Table = content.parse().map_err(|error| without_excerpt(content, &error))?;
    let setting = |(name, value): (String, toml::Value)| {
        let Some(key) = key::named(&name) else {
            bail!("{name} is not a setting; remove it or correct it to one of {}", key::listed(|key| key.name));
        };
        match value {
            toml::Value::String(value) => Ok((name, value)),
            other => bail!("{name} is {}; write {} in quotes", article(other.type_str()), key.form),
        }
    };
    table.into_iter().map(setting).collect()
}

/// The error without the line of the file, which may contain a secret.
fn without_excerpt(content: &str, error: &toml::de::Error) -> anyhow::Error {
    let before = error.span().and_then(|span| content.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    anyhow!("line {line}, column {column}: {}", error.message())
}

fn article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {noun}")
}
