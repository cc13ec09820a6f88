//! A provider's address and the key for it.

use std::{fmt, net::IpAddr};

use reqwest::Url;

use crate::error::SetupError;

/// The base URL of a provider, to which the path of each call is added.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderAddress(Url);

/// The key for a provider. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderKey(String);

impl ProviderAddress {
    /// Parses `http://host` or `https://host`, with an optional port and path. The trailing `/v1` of the API may be
    /// left out.
    pub fn of(text: &str) -> Result<Self, SetupError> {
        let url = Url::parse(text).map_err(|_| SetupError::Address)?;
        let is_plain = url.query().is_none() && url.fragment().is_none() && url.has_host();
        let is_web = matches!(url.scheme(), "http" | "https");
        let base = url.as_str().trim_end_matches('/').trim_end_matches("/v1");
        let base = Url::parse(base).map_err(|_| SetupError::Address)?;
        (is_plain && is_web).then_some(Self(base)).ok_or(SetupError::Address)
    }

    pub(super) fn call(&self, path: &str, parameters: &[(&str, &str)]) -> Url {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{path}", self.0.path().trim_end_matches('/')));
        url.query_pairs_mut().extend_pairs(parameters);
        url
    }

    /// Whether calls go over TLS.
    pub(super) fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether the address is on this machine; then no proxy is used.
    pub(super) fn is_local(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

impl ProviderKey {
    /// Parses a key.
    pub fn of(text: &str) -> Result<Self, SetupError> {
        let is_plain = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_graphic());
        is_plain.then(|| Self(text.to_owned())).ok_or(SetupError::Key)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ProviderAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.host_str().unwrap_or_default())
    }
}

impl fmt::Debug for ProviderKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: &str, called: &str) {
        let url = ProviderAddress::of(base).unwrap().call("/v1/forecast", &[("q", "São Paulo,1&2")]);
        assert_eq!(url.as_str(), format!("{called}?q=S%C3%A3o+Paulo%2C1%262"));
    }

    #[test]
    fn the_path_of_a_call_is_appended_to_the_address() {
        check("https://api.open-meteo.com", "https://api.open-meteo.com/v1/forecast");
        check("https://api.open-meteo.com/", "https://api.open-meteo.com/v1/forecast");
        check("https://api.open-meteo.com/v1", "https://api.open-meteo.com/v1/forecast");
        check("http://127.0.0.1:8081/weather/v1/", "http://127.0.0.1:8081/weather/v1/forecast");
    }

    #[test]
    fn invalid_addresses_and_keys_are_refused() {
        for text in ["", "api.open-meteo.com", "ftp://host", "http://", "https://host/?a=b", "https://host/#a", "/v1"] {
            assert!(ProviderAddress::of(text).is_err(), "{text}");
        }
        for text in ["", "a b", "a\n", "ключ"] {
            assert!(ProviderKey::of(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn this_machine_is_recognised_by_all_its_names() {
        for (text, is_local) in [
            ("http://127.0.0.1:1", true),
            ("http://[::1]:1", true),
            ("http://localhost", true),
            ("https://api.open-meteo.com", false),
        ] {
            assert_eq!(ProviderAddress::of(text).unwrap().is_local(), is_local, "{text}");
        }
    }

    #[test]
    fn a_key_is_never_printed() {
        let address = ProviderAddress::of("https://me:secret@host/").unwrap();
        assert!(!format!("{:?} {address:?}", ProviderKey::of("secret").unwrap()).contains("secret"));
    }
}
