//! Whether there are rate limits, and which proxies are trusted.

use std::net::IpAddr;

use anyhow::Result;
use ipnet::IpNet;
use tokibako_http::Limits;

use super::{
    key,
    layers::Layers,
    parsed::{InvalidValue, parsed},
};

/// The rate limits of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RateLimit {
    /// None.
    Off,
    /// Those of `http::limits`, behind proxies in these networks.
    On(Vec<IpNet>),
}

impl RateLimit {
    /// The limits, with full buckets.
    pub(crate) fn limits(&self) -> Limits {
        match self {
            Self::Off => Limits::off(),
            Self::On(proxies) => Limits::behind(proxies.clone()),
        }
    }
}

pub(super) fn read(layers: &Layers) -> Result<RateLimit> {
    let proxies = proxies(layers)?;
    parsed(layers, &key::RATE_LIMIT, |text| match text {
        "on" => Ok(RateLimit::On(proxies)),
        "off" => Ok(RateLimit::Off),
        _ => Err(InvalidValue),
    })
}

/// The networks of the trusted proxies.
pub(super) fn proxies(layers: &Layers) -> Result<Vec<IpNet>> {
    parsed(layers, &key::TRUSTED_PROXIES, networks)
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
    use super::{super::Config, RateLimit};

    fn read(variables: &[(&str, &str)]) -> anyhow::Result<RateLimit> {
        let environment = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Ok(Config::read(&environment, None)?.rate_limit)
    }

    #[test]
    fn it_is_on_and_trusts_nobody_unless_set() {
        assert_eq!(read(&[]).unwrap(), RateLimit::On(Vec::new()));
        assert_eq!(read(&[("TOKIBAKO_RATE_LIMIT", "off")]).unwrap(), RateLimit::Off);
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        for (value, networks) in [
            ("127.0.0.1", vec!["127.0.0.1/32"]),
            ("::1,10.0.0.0/8 , fd00::/8", vec!["::1/128", "10.0.0.0/8", "fd00::/8"]),
            (" ", vec![]),
        ] {
            let networks = networks.iter().map(|network| network.parse().unwrap()).collect();
            assert_eq!(read(&[("TOKIBAKO_TRUSTED_PROXIES", value)]).unwrap(), RateLimit::On(networks), "{value}");
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
