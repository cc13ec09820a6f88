//! The configuration: every setting, parsed and validated.

mod bus;
mod contact;
mod database;
mod key;
mod layers;
mod masked;
mod parsed;
mod push;
mod rate_limit;
mod report;
mod site;
#[cfg(test)]
mod tests;
mod weather;

use std::{
    env,
    num::NonZeroU8,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use ipnet::IpNet;
use tokibako_domain::row_limit::RowLimit;
use tokibako_http::{AccountSettings, SiteConfig};
use tokibako_storage::Connections;
use tracing_subscriber::EnvFilter;

pub(crate) use bus::BusConfig;
pub(crate) use database::Database;
use layers::{CHOSEN_FILE, Environment, Layers, Source};
use parsed::{InvalidValue, parsed};
pub(crate) use push::PushConfig;
pub(crate) use rate_limit::RateLimit;
pub(crate) use weather::WeatherSource;

/// All settings.
pub(crate) struct Config {
    pub(crate) listen: Address,
    pub(crate) ops_listen: Option<Address>,
    pub(crate) database: Database,
    /// The numbers of database connections.
    pub(crate) connections: Connections,
    pub(crate) bus: Option<BusConfig>,
    /// The folder of the built site; `None` for the site in this binary.
    pub(crate) site_dir: Option<PathBuf>,
    pub(crate) site: SiteConfig,
    /// Whether the public address is https.
    pub(crate) is_https: bool,
    /// The settings of the site that still have their example values.
    pub(crate) examples: Vec<&'static str>,
    pub(crate) weather: WeatherSource,
    pub(crate) push: PushConfig,
    /// How long an idle browser's data are kept; `None` for ever.
    pub(crate) retention: Option<time::Duration>,
    pub(crate) rate_limit: RateLimit,
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// The contact for security reports.
    pub(crate) security_contact: Option<String>,
    /// How many alarms, and how many timers, a browser may have; `None` for any number.
    pub(crate) row_limit: RowLimit,
    pub(crate) accounts: AccountSettings,
    pub(crate) role: Role,
    pub(crate) log: String,
    pub(crate) log_format: LogFormat,
    layers: Layers,
}

/// A `host:port` to listen on; the host may be a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address(String);

/// The role of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    All,
    Http,
    Scheduler,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The crates for which a log level can be set: ours, and libraries that log.
const LOG_TARGETS: [&str; 23] = [
    "tokibako",
    "tokibako_domain",
    "tokibako_storage",
    "tokibako_scheduler",
    "tokibako_http",
    "tokibako_weather",
    "tokibako_push",
    "tokibako_bus",
    "tokibako_feed",
    "tokibako_embedded_postgres",
    "actix_files",
    "actix_http",
    "actix_router",
    "actix_server",
    "actix_web",
    "async_nats",
    "diesel",
    "h2",
    "hyper",
    "hyper_util",
    "mio",
    "reqwest",
    "rustls",
];

impl Config {
    /// Reads the environment and the configuration file that `chosen` or `TOKIBAKO_CONFIG` names.
    pub(crate) fn load(chosen: Option<&Path>) -> Result<Self> {
        let environment = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        let environment =
            environment.map(|(name, value)| (name, value.to_string_lossy().into_owned())).collect::<Environment>();
        Self::read(&environment, chosen)
    }

    fn read(environment: &Environment, chosen: Option<&Path>) -> Result<Self> {
        let by_environment = environment.get(CHOSEN_FILE).filter(|path| !path.is_empty()).map(Path::new);
        let layers = Layers::read(environment, chosen.or(by_environment))?;
        let weather = weather::read(&layers)?;
        let retention = parsed(&layers, &key::RETENTION_DAYS, retention)?;
        let accounts = AccountSettings {
            is_open: parsed(&layers, &key::REGISTRATION, on_or_off)?,
            logs_failures: parsed(&layers, &key::LOG_FAILED_SIGN_INS, on_or_off)?,
        };
        let listen = parsed(&layers, &key::LISTEN, Address::parse)?;
        let origin = parsed(&layers, &key::PUBLIC_URL, site::origin)?;
        let push = push::read(&layers, listen.is_loopback(), &origin)?;
        let site = site::read(&layers, &origin, &weather, &push, retention, accounts)?;
        let data_dir = parsed(&layers, &key::DATA_DIR, folder)?;
        let role = parsed(&layers, &key::ROLE, Role::parse)?;
        let ops_listen = parsed(&layers, &key::OPS_LISTEN, |text| match text {
            "off" => Ok(None),
            text => Address::parse(text).map(Some),
        })?;
        if role.serves() && ops_listen.as_ref() == Some(&listen) && !listen.takes_any_port() {
            let (ops, site) = (key::OPS_LISTEN.variable, key::LISTEN.variable);
            bail!("{ops} and {site} are both {}; choose another port for one of them", listen.as_str());
        }
        Ok(Self {
            listen,
            ops_listen,
            database: parsed(&layers, &key::DATABASE_URL, |text| Database::parse(text, &data_dir))?,
            connections: Connections {
                requests: parsed(&layers, &key::POOL, |text| from_one_to(100, text))?,
                claimers: parsed(&layers, &key::CLAIMERS, |text| from_one_to(32, text))?,
            },
            bus: bus::read(&layers)?,
            site_dir: site_dir(&layers)?,
            site,
            is_https: origin.starts_with("https:"),
            examples: site::examples(&layers)?,
            weather,
            push,
            retention,
            rate_limit: rate_limit::read(&layers)?,
            trusted_proxies: rate_limit::proxies(&layers)?,
            security_contact: parsed(&layers, &key::SECURITY_CONTACT, contact::parse)?,
            row_limit: parsed(&layers, &key::MAX_ALARMS, row_limit)?,
            accounts,
            role,
            log: parsed(&layers, &key::LOG, log_filter)?,
            log_format: parsed(&layers, &key::LOG_FORMAT, LogFormat::parse)?,
            layers,
        })
    }
}

impl Role {
    /// Whether this process serves the site.
    pub(crate) const fn serves(self) -> bool {
        matches!(self, Self::All | Self::Http)
    }

    /// Whether this process runs the scheduler.
    pub(crate) const fn rings(self) -> bool {
        matches!(self, Self::All | Self::Scheduler)
    }

    /// The name of the role in the configuration.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Http => "http",
            Self::Scheduler => "scheduler",
        }
    }

    fn parse(text: &str) -> Result<Self, InvalidValue> {
        match text {
            "all" => Ok(Self::All),
            "http" => Ok(Self::Http),
            "scheduler" => Ok(Self::Scheduler),
            _ => Err(InvalidValue),
        }
    }
}

impl LogFormat {
    fn parse(text: &str) -> Result<Self, InvalidValue> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(InvalidValue),
        }
    }
}

impl Address {
    /// The text of the address.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    fn takes_any_port(&self) -> bool {
        self.0.ends_with(":0")
    }

    /// Whether only this machine can connect to it.
    pub(crate) fn is_loopback(&self) -> bool {
        let host = self.0.rsplit_once(':').map_or("", |(host, _)| host).trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    fn parse(text: &str) -> Result<Self, InvalidValue> {
        let (host, port) = text.rsplit_once(':').ok_or(InvalidValue)?;
        let host_is_whole = !host.is_empty() && (!host.contains(':') || host.starts_with('[') && host.ends_with(']'));
        let has_port = port.parse::<u16>().is_ok();
        (host_is_whole && has_port).then(|| Self(text.to_owned())).ok_or(InvalidValue)
    }
}

/// The folder that is set; by default the site in this binary, or the folder of a build if it contains none.
fn site_dir(layers: &Layers) -> Result<Option<PathBuf>> {
    let is_default = layers.get(&key::SITE_DIR)?.source == Source::Default;
    if is_default && cfg!(feature = "embedded-site") {
        return Ok(None);
    }
    parsed(layers, &key::SITE_DIR, folder).map(Some)
}

fn folder(text: &str) -> Result<PathBuf, InvalidValue> {
    if text.is_empty() { Err(InvalidValue) } else { Ok(PathBuf::from(text)) }
}

fn retention(text: &str) -> Result<Option<time::Duration>, InvalidValue> {
    if text == "off" {
        return Ok(None);
    }
    let days = text.parse::<u16>().ok().filter(|days| (1..=36_500).contains(days)).ok_or(InvalidValue)?;
    Ok(Some(time::Duration::days(days.into())))
}

fn from_one_to(most: u8, text: &str) -> Result<NonZeroU8, InvalidValue> {
    text.parse().ok().filter(|number: &NonZeroU8| number.get() <= most).ok_or(InvalidValue)
}

fn row_limit(text: &str) -> Result<RowLimit, InvalidValue> {
    text.parse().ok().and_then(|rows| RowLimit::new(rows).ok()).ok_or(InvalidValue)
}

fn on_or_off(text: &str) -> Result<bool, InvalidValue> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(InvalidValue),
    }
}

fn log_filter(text: &str) -> Result<String, InvalidValue> {
    let is_known = text.split(',').all(|part| {
        let (target, level) = part.trim().split_once('=').map_or((None, part), |(target, level)| (Some(target), level));
        LEVELS.contains(&level.trim()) && target.is_none_or(is_log_target)
    });
    // A misspelt level would otherwise be taken for a crate's name, and silence everything else.
    if !is_known {
        return Err(InvalidValue);
    }
    EnvFilter::try_new(text).map(|_| text.to_owned()).map_err(|_| InvalidValue)
}

fn is_log_target(target: &str) -> bool {
    let name = target.split("::").next().unwrap_or_default();
    LOG_TARGETS.contains(&name)
}
