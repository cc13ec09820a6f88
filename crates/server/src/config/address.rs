//! Addresses to listen on.

use super::layers::InvalidValue;

/// A `host:port` to listen on; the host may be a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListenAddress(String);

impl ListenAddress {
    /// The text of the address.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn takes_any_port(&self) -> bool {
        self.0.ends_with(":0")
    }

    /// Whether only this machine can connect to it.
    pub(crate) fn is_loopback(&self) -> bool {
        let host = self.0.rsplit_once(':').map_or("", |(host, _)| host).trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    pub(super) fn parse(text: &str) -> Result<Self, InvalidValue> {
        let (host, port) = text.rsplit_once(':').ok_or(InvalidValue)?;
        let host_is_whole = !host.is_empty() && (!host.contains(':') || host.starts_with('[') && host.ends_with(']'));
        let has_port = port.parse::<u16>().is_ok();
        (host_is_whole && has_port).then(|| Self(text.to_owned())).ok_or(InvalidValue)
    }
}
