//! The configuration: every setting, parsed and validated.

mod bus;
mod database;
mod key;
mod layers;
mod log;
mod masked;
mod push;
mod rate_limit;
mod site;
mod weather;

#[cfg(test)]
mod tests;

use std::{
    env, fmt,
    num::NonZeroU8,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use ipnet::IpNet;
use time::{Date, macros::format_description};
use tokibako_domain::browser_id::RowLimit;
use tokibako_http::{AccountSettings, SiteConfig};
use tokibako_storage::PoolSizes;

pub(crate) use self::{
    bus::BusConfig,
    database::Database,
    log::{LogConfig, LogFormat},
    push::PushConfig,
    rate_limit::RateLimitConfig,
    weather::WeatherSource,
};
use self::{
    layers::{CHOSEN_FILE, Environment, InvalidValue, Layers, Source},
    masked::{shown, without_password},
};

/// All settings.
pub(crate) struct Config {
    pub(crate) listen: ListenAddress,
    pub(crate) ops_listen: Option<ListenAddress>,
    pub(crate) database: Database,
    /// The numbers of database connections.
    pub(crate) connections: PoolSizes,
    pub(crate) bus: Option<BusConfig>,
    /// The folder of the built site; `None` for the site in this binary.
    pub(crate) site_dir: Option<PathBuf>,
    pub(crate) site: SiteConfig,
    /// Whether the public address is https.
    pub(crate) is_https: bool,
    /// The day on which it became https, if it was http before.
    pub(crate) https_since: Option<Date>,
    /// The settings of the site that still have their example values.
    pub(crate) examples: Vec<&'static str>,
    pub(crate) weather: WeatherSource,
    pub(crate) push: PushConfig,
    /// How long an idle browser's data are kept; `None` for ever.
    pub(crate) retention: Option<time::Duration>,
    pub(crate) rate_limit: RateLimitConfig,
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// The contact for security reports.
    pub(crate) security_contact: Option<String>,
    /// How many alarms, and how many timers, a browser may have.
    pub(crate) row_limit: RowLimit,
    pub(crate) accounts: AccountSettings,
    pub(crate) role: Role,
    pub(crate) log: LogConfig,
    layers: Layers,
}

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
        let weather = WeatherSource::read(&layers)?;
        let retention = layers.parse(&key::RETENTION_DAYS, retention)?;
        let accounts = AccountSettings {
            is_open: layers.parse(&key::REGISTRATION, on_or_off)?,
            logs_failures: layers.parse(&key::LOG_FAILED_SIGN_INS, on_or_off)?,
        };
        let listen = layers.parse(&key::LISTEN, ListenAddress::parse)?;
        let origin = layers.parse(&key::PUBLIC_URL, site::origin)?;
        let push = PushConfig::read(&layers, listen.is_loopback(), &origin)?;
        let site = site::read(&layers, &origin, &weather, &push, retention, accounts)?;
        let role = layers.parse(&key::ROLE, Role::parse)?;
        let ops_listen = layers.parse(&key::OPS_LISTEN, |text| match text {
            "off" => Ok(None),
            text => ListenAddress::parse(text).map(Some),
        })?;
        if role.serves() && ops_listen.as_ref() == Some(&listen) && !listen.takes_any_port() {
            let (ops, site) = (key::OPS_LISTEN.variable, key::LISTEN.variable);
            bail!("{ops} and {site} are both {}; choose another port for one of them", listen.as_str());
        }
        Ok(Self {
            listen,
            ops_listen,
            database: Database::read(&layers)?,
            connections: PoolSizes {
                requests: layers.parse(&key::POOL, |text| from_one_to(100, text))?,
                claimers: layers.parse(&key::CLAIMERS, |text| from_one_to(32, text))?,
            },
            bus: BusConfig::read(&layers)?,
            site_dir: site_dir(&layers)?,
            site,
            is_https: origin.starts_with("https:"),
            https_since: layers.parse(&key::HTTPS_SINCE, day)?,
            examples: site::examples(&layers)?,
            weather,
            push,
            retention,
            rate_limit: RateLimitConfig::read(&layers)?,
            trusted_proxies: rate_limit::proxies(&layers)?,
            security_contact: layers.parse(&key::SECURITY_CONTACT, crate::config::push::contact)?,
            row_limit: layers.parse(&key::MAX_ALARMS, row_limit)?,
            accounts,
            role,
            log: LogConfig::read(&layers)?,
            layers,
        })
    }
}

/// The folder that is set; by default the site in this binary, or the folder of a build if it contains none.
fn site_dir(layers: &Layers) -> Result<Option<PathBuf>> {
    let is_default = layers.get(&key::SITE_DIR)?.source == Source::Default;
    if is_default && cfg!(feature = "embedded-site") {
        return Ok(None);
    }
    layers.folder(&key::SITE_DIR).map(Some)
}

fn retention(text: &str) -> Result<Option<time::Duration>, InvalidValue> {
    if text == "off" {
        return Ok(None);
    }
    let days = text.parse::<u16>().ok().filter(|days| (1..=36_500).contains(days)).ok_or(InvalidValue)?;
    Ok(Some(time::Duration::days(days.into())))
}

fn day(text: &str) -> Result<Option<Date>, InvalidValue> {
    if text.is_empty() {
        return Ok(None);
    }
    Date::parse(text, format_description!("[year]-[month]-[day]")).map(Some).map_err(|_| InvalidValue)
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

/// A `host:port` to listen on; the host may be a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListenAddress(String);

impl ListenAddress {
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

/// The role of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    All,
    Http,
    Scheduler,
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
