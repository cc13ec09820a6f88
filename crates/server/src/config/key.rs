//! The settings there are: their keys in a file and their environment variables.

/// A setting's names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// In a configuration file.
    pub(crate) name: &'static str,
    /// In the environment; with `_FILE` appended it names a file that holds the value.
    pub(crate) variable: &'static str,
    /// What a value looks like, for the message that refuses another.
    pub(crate) form: &'static str,
}

pub(crate) static LISTEN: Key =
    Key { name: "listen", variable: "TOKIBAKO_LISTEN", form: "host:port, such as 127.0.0.1:8080" };
pub(crate) static OPS_LISTEN: Key =
    Key { name: "ops_listen", variable: "TOKIBAKO_OPS_LISTEN", form: "host:port, such as 127.0.0.1:9090, or off" };
pub(crate) static DATABASE_URL: Key = Key {
    name: "database_url",
    variable: "DATABASE_URL",
    form: "postgres://user:password@host:port/database, or embedded",
};
pub(crate) static DATA_DIR: Key = Key { name: "data_dir", variable: "TOKIBAKO_DATA_DIR", form: "the path of a folder" };
pub(crate) static SITE_DIR: Key = Key { name: "site_dir", variable: "TOKIBAKO_SITE_DIR", form: "the path of a folder" };
pub(crate) static ROLE: Key = Key { name: "role", variable: "TOKIBAKO_ROLE", form: "all, http or scheduler" };
pub(crate) static LOG: Key = Key {
    name: "log",
    variable: "TOKIBAKO_LOG",
    form: "error, warn, info, debug or trace, or by room, as in info,storage=debug",
};
pub(crate) static LOG_FORMAT: Key = Key { name: "log_format", variable: "TOKIBAKO_LOG_FORMAT", form: "text or json" };

/// All settings, in the order in which they are printed.
pub(crate) static ALL: [&Key; 8] =
    [&LISTEN, &OPS_LISTEN, &DATABASE_URL, &DATA_DIR, &SITE_DIR, &ROLE, &LOG, &LOG_FORMAT];

/// The setting that a configuration file calls `name`.
pub(crate) fn named(name: &str) -> Option<&'static Key> {
    ALL.into_iter().find(|key| key.name == name)
}

/// The names that a list of settings shows, separated by commas.
pub(crate) fn listed(name_of: impl Fn(&Key) -> &str) -> String {
    ALL.into_iter().map(name_of).collect::<Vec<_>>().join(", ")
}

/// Variables whose time is yet to come: this version knows them and does nothing with them.
pub(crate) static AHEAD: [&str; 6] = [
    "TOKIBAKO_PUBLIC_URL",
    "TOKIBAKO_WEATHER_PROVIDER",
    "TOKIBAKO_WEATHER_BASE_URL",
    "TOKIBAKO_WEATHER_API_KEY",
    "TOKIBAKO_TRUSTED_PROXIES",
    "TOKIBAKO_RATE_LIMIT",
];
