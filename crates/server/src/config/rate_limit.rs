//! The configuration of rate limits and trusted proxies.

use std::net::IpAddr;

use anyhow::Result;
use ipnet::IpNet;
use tokibako_http::Limits;

use super::{
    key,
    layers::{InvalidValue, Layers},
};
use crate::connections::Connections;

/// Connections of one address: a class of forty browsers, each with all its streams and six other connections, needs
/// 720.
const CONNECTIONS_OF_ADDRESS: usize = 1_200;

/// The maximum number of connections, even if more files may be open.
const MOST_CONNECTIONS: usize = 100_000;

/// File descriptors for other purposes: the database, the listeners and the operators' address.
const OTHER_FILES: usize = 512;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RateLimitConfig {
    Off,
    /// The limits of `http::limits`, with these trusted proxies.
    On(Vec<IpNet>),
}

impl RateLimitConfig {
    pub(super) fn read(layers: &Layers) -> Result<Self> {
        let proxies = proxies(layers)?;
        layers.parse(&key::RATE_LIMIT, |text| match text {
            "on" => Ok(Self::On(proxies)),
            "off" => Ok(Self::Off),
            _ => Err(InvalidValue),
        })
    }

    /// The limits of a process that may open this many files.
    pub(crate) fn limits(&self, files: u64) -> Limits {
        let limits = match self {
            Self::Off => Limits::off(),
            Self::On(proxies) => Limits::behind(proxies.clone()),
        };
        // The rest is for pages, requests and probes.
        limits.with_streams(most_connections(files) / 5 * 4)
    }

    /// The limits of connections of a process that may open this many files.
    pub(crate) fn connections(&self, files: u64) -> Connections {
        let most = most_connections(files);
        match self {
            Self::Off => Connections::new(most, None, Vec::new()),
            Self::On(proxies) => Connections::new(most, Some(CONNECTIONS_OF_ADDRESS), proxies.clone()),
        }
    }
}

/// How many clients can connect to a process that may open this many files.
fn most_connections(files: u64) -> usize {
    let files = usize::try_from(files).unwrap_or(usize::MAX).min(MOST_CONNECTIONS);
    files.saturating_sub(OTHER_FILES).max(files / 2)
}

pub(super) fn proxies(layers: &Layers) -> Result<Vec<IpNet>> {
    layers.parse(&key::TRUSTED_PROXIES, networks)
}

fn networks(text: &str) -> Result<Vec<IpNet>, InvalidValue> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|network| self::network(network.trim())).collect()
}

fn network(text: &str) -> Result<IpNet, InvalidValue> {
    text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).map_err(|_| InvalidValue)
}

#[cfg(test)]
mod tests {
    use super::{super::Config, RateLimitConfig, most_connections};

    fn read(variables: &[(&str, &str)]) -> anyhow::Result<RateLimitConfig> {
        let environment = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Ok(Config::read(&environment, None)?.rate_limit)
    }

    #[test]
    fn rate_limits_are_on_and_trust_no_proxy_by_default() {
        assert_eq!(read(&[]).unwrap(), RateLimitConfig::On(Vec::new()));
        assert_eq!(read(&[("TOKIBAKO_RATE_LIMIT", "off")]).unwrap(), RateLimitConfig::Off);
    }

    #[test]
    fn connections_leave_file_descriptors_for_other_purposes() {
        for (files, most) in [(u64::MAX, 99_488), (65_536, 65_024), (1_024, 512), (256, 128)] {
            assert_eq!(most_connections(files), most, "{files}");
        }
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        for (value, networks) in [
            ("127.0.0.1", vec!["127.0.0.1/32"]),
            ("::1,10.0.0.0/8 , fd00::/8", vec!["::1/128", "10.0.0.0/8", "fd00::/8"]),
            (" ", vec![]),
        ] {
            let networks = networks.iter().map(|network| network.parse().unwrap()).collect();
            assert_eq!(read(&[("TOKIBAKO_TRUSTED_PROXIES", value)]).unwrap(), RateLimitConfig::On(networks), "{value}");
        }
    }

    #[test]
    fn other_values_are_refused_by_name() {
        for (variable, values) in [
            ("TOKIBAKO_RATE_LIMIT", ["yes", "0", "20"]),
            ("TOKIBAKO_TRUSTED_PROXIES", ["proxy", "10.0.0.0/33", "127.0.0.1,"]),
        ] {
            for value in values {
                let message = read(&[(variable, value)]).unwrap_err().to_string();
                assert!(message.starts_with(&format!("{variable} cannot be {value:?}; write ")), "{message}");
            }
        }
    }
}
