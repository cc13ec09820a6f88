//! The configuration: every setting, parsed and validated.

mod address;
mod bus;
mod contact;
mod database;
mod key;
mod layers;
mod log;
mod masked;
mod push;
mod rate_limit;
mod report;
mod role;
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
use time::{Date, macros::format_description};
use tokibako_domain::row_limit::RowLimit;
use tokibako_http::{AccountSettings, SiteConfig};
use tokibako_storage::PoolSizes;

pub(crate) use address::ListenAddress;
pub(crate) use bus::BusConfig;
pub(crate) use database::Database;
use layers::{CHOSEN_FILE, Environment, InvalidValue, Layers, Source};
pub(crate) use log::{LogConfig, LogFormat};
pub(crate) use push::PushConfig;
pub(crate) use rate_limit::RateLimitConfig;
pub(crate) use role::Role;
pub(crate) use weather::WeatherSource;

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
            security_contact: layers.parse(&key::SECURITY_CONTACT, contact::parse)?,
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
