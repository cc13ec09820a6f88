//! The hosts of channels that may be called, by the operator's choice.

use std::{fmt, str::FromStr};

use reqwest::Url;
use tokibako_domain::channel::Protocol;

use super::ntfy;
use crate::subscription::{host_name, host_pattern, is_host_of, local_origin};

const LONGEST: usize = 1_024;

/// The hosts that may be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hosts {
    /// None: there are no channels.
    Off,
    /// Any, those of the local network included.
    Any,
    /// Some, by https at public addresses only.
    Some {
        /// Host names; `*.` stands for one label.
        names: Vec<String>,
        /// Origins of this machine, for tests.
        local: Vec<String>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("hosts of channels are names with commas between them (*. stands for one more label), any, or off")]
pub struct HostsError;

/// The address of a channel that may be called. Whoever knows it may be able to send messages there.
#[derive(Clone, PartialEq, Eq)]
pub struct ChannelAddress {
    pub(super) url: Url,
    pub(super) is_public: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChannelAddressError {
    #[error("url must be an https address without user and fragment")]
    Form,
    #[error("url may have at most 1024 characters")]
    TooLong,
    #[error(
        "url must be the address of an ntfy topic, such as https://ntfy.sh/my-topic: 1 to 64 of A-Z, a-z, 0-9, - and _"
    )]
    Topic,
    /// This server calls hosts by https at the usual port only.
    #[error(
        "url must have no port and begin with https, unless the operator of this server has set TOKIBAKO_CHANNEL_HOSTS to any"
    )]
    Port,
    #[error("url must be of a host that this server calls: its operator lists them in TOKIBAKO_CHANNEL_HOSTS")]
    Host,
}

impl FromStr for Hosts {
    type Err = HostsError;

    fn from_str(text: &str) -> Result<Self, HostsError> {
        match text.trim() {
            "off" => return Ok(Self::Off),
            "any" => return Ok(Self::Any),
            _ => {}
        }
        let (mut names, mut local) = (Vec::new(), Vec::new());
        for word in text.split(',').map(str::trim) {
            if word.starts_with("http://") {
                local.push(local_origin(word).ok_or(HostsError)?);
            } else {
                names.push(host_pattern(word).ok_or(HostsError)?);
            }
        }
        Ok(Self::Some { names, local })
    }
}

impl Hosts {
    pub fn are_on(&self) -> bool {
        *self != Self::Off
    }

    /// Whether an origin on this machine is named, which is meant for tests.
    pub fn has_local(&self) -> bool {
        matches!(self, Self::Some { local, .. } if !local.is_empty())
    }

    pub fn calls(&self, origin: &str) -> bool {
        self.address(Protocol::Webhook, origin).is_ok()
    }

    /// Parses the address of a channel; fails if it may not be called.
    pub fn address(&self, protocol: Protocol, text: &str) -> Result<ChannelAddress, ChannelAddressError> {
        if text.len() > LONGEST {
            return Err(ChannelAddressError::TooLong);
        }
        let url = Url::parse(text).map_err(|_| ChannelAddressError::Form)?;
        // What the parser changes, another parser may read differently.
        let is_plain = (url.as_str() == text || url.as_str().strip_suffix('/') == Some(text))
            && matches!(url.scheme(), "https" | "http")
            && url.host_str().is_some()
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        if !is_plain {
            return Err(ChannelAddressError::Form);
        }
        if protocol == Protocol::Ntfy && ntfy::topic(&url).is_none() {
            return Err(ChannelAddressError::Topic);
        }
        match self {
            Self::Off => Err(ChannelAddressError::Host),
            Self::Any => Ok(ChannelAddress { url, is_public: false }),
            Self::Some { local, .. } if local.contains(&url.origin().ascii_serialization()) => {
                Ok(ChannelAddress { url, is_public: false })
            }
            // `port()` is also `None` for the default port of the scheme.
            Self::Some { .. } if url.scheme() != "https" || url.port().is_some() => Err(ChannelAddressError::Port),
            Self::Some { names, .. } => {
                let host = url.host_str().and_then(host_name).ok_or(ChannelAddressError::Host)?;
                let is_named = names.iter().any(|name| is_host_of(&host, name));
                if is_named { Ok(ChannelAddress { url, is_public: true }) } else { Err(ChannelAddressError::Host) }
            }
        }
    }
}

impl ChannelAddress {
    /// The whole address, for the database and the request only.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// Hides the address.
impl fmt::Debug for ChannelAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(hosts: &str, protocol: Protocol, url: &str) -> Option<ChannelAddressError> {
        hosts.parse::<Hosts>().unwrap().address(protocol, url).err()
    }

    #[test]
    fn only_named_hosts_are_called_and_by_https() {
        let check =
            |url, expected| assert_eq!(refused("ntfy.sh, *.hooks.example", Protocol::Webhook, url), expected, "{url}");
        check("https://ntfy.sh/a", None);
        check("https://eu.hooks.example/a?b=c", None);
        for url in ["http://ntfy.sh/a", "https://ntfy.sh:8443/a", "http://192.168.1.2:8123/a"] {
            check(url, Some(ChannelAddressError::Port));
        }
        for url in [
            "https://u@ntfy.sh/a",
            "https://u:p@ntfy.sh/a",
            "https://ntfy.sh/a#b",
            "https://NTFY.sh/a",
            "https:\\\\ntfy.sh\\a",
            "ftp://ntfy.sh/a",
            "ntfy.sh/a",
            "",
        ] {
            check(url, Some(ChannelAddressError::Form));
        }
        for url in [
            "https://ntfy.sh.example/a",
            "https://hooks.example/a",
            "https://a.b.hooks.example/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://localhost/a",
            "https://10.0.0.1/a",
        ] {
            check(url, Some(ChannelAddressError::Host));
        }
        check(&format!("https://ntfy.sh/{}", "a".repeat(1_024)), Some(ChannelAddressError::TooLong));
    }

    #[test]
    fn any_allows_the_local_network_and_off_nothing() {
        for url in ["http://192.168.1.2:8123/api/webhook/x", "https://[fd00::1]/x", "http://nas:8080/x"] {
            assert_eq!(refused("any", Protocol::Webhook, url), None, "{url}");
            assert_eq!(refused("off", Protocol::Webhook, url), Some(ChannelAddressError::Host), "{url}");
        }
        assert_eq!(refused("any", Protocol::Webhook, "file:///etc/passwd"), Some(ChannelAddressError::Form));
        assert_eq!(refused("http://127.0.0.1:9000", Protocol::Webhook, "http://127.0.0.1:9000/x"), None);
        assert_eq!(
            refused("http://127.0.0.1:9000", Protocol::Webhook, "http://127.0.0.1:9001/x"),
            Some(ChannelAddressError::Port)
        );
    }

    #[test]
    fn an_ntfy_address_is_that_of_a_topic() {
        assert_eq!(refused("ntfy.sh", Protocol::Ntfy, "https://ntfy.sh/my-topic_1"), None);
        let long = format!("https://ntfy.sh/{}", "a".repeat(65));
        for url in [
            "https://ntfy.sh",
            "https://ntfy.sh/",
            "https://ntfy.sh/a/b",
            "https://ntfy.sh/a?b",
            "https://ntfy.sh/a%20b",
            &long,
        ] {
            assert_eq!(refused("ntfy.sh", Protocol::Ntfy, url), Some(ChannelAddressError::Topic), "{url}");
        }
    }

    #[test]
    fn a_list_of_hosts_is_names_only() {
        for text in ["", "ntfy.sh,", "https://ntfy.sh", "ntfy", "10.0.0.1", "any,ntfy.sh", "http://10.0.0.1:80"] {
            assert_eq!(text.parse::<Hosts>(), Err(HostsError), "{text}");
        }
    }
}
