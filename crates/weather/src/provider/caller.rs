//! The interface of a weather provider, its address and key, and one HTTP request to it: with limits of time and size,
//! without redirects, and without logging the key.

use std::{fmt, net::IpAddr, sync::Arc, time::Duration};

use reqwest::{Client, Response, Url, header::RETRY_AFTER, redirect::Policy};
use rustls::crypto::{CryptoProvider, ring};
use time::OffsetDateTime;

use crate::{
    cities::City,
    report::{Failure, Report, SetupError},
};

/// Slightly less than callers wait, so that they learn of the failure.
const TIME_LIMIT: Duration = Duration::from_millis(4_750);

/// Many times the size of an answer for fifty cities.
const SIZE_LIMIT: usize = 1 << 20;

const LONGEST_REASON: usize = 200;

pub(super) struct Caller {
    client: Client,
    address: ProviderAddress,
    key: Option<ProviderKey>,
}

/// A response with any status.
pub(super) struct ProviderResponse {
    pub(super) status: u16,
    pub(super) retry_after: Option<Duration>,
    pub(super) body: Vec<u8>,
}

impl Caller {
    pub(super) fn new(address: ProviderAddress, key: Option<ProviderKey>) -> Result<Self, SetupError> {
        if CryptoProvider::get_default().is_none() {
            // Fails if another part of the process has installed a provider already, which is just as good.
            let _ = CryptoProvider::install_default(ring::default_provider());
        }
        let client = Client::builder()
            .timeout(TIME_LIMIT)
            .redirect(Policy::none())
            .user_agent(concat!("tokibako/", env!("CARGO_PKG_VERSION")));
        let client = if address.is_local() { client.no_proxy() } else { client };
        // A client for plain HTTP needs no root certificates.
        let client = if address.is_encrypted() { client } else { client.tls_certs_only([]) };
        Ok(Self { client: client.build().map_err(SetupError::Client)?, address, key })
    }

    pub(super) const fn key(&self) -> Option<&ProviderKey> {
        self.key.as_ref()
    }

    pub(super) async fn get(&self, path: &str, parameters: &[(&str, &str)]) -> Result<ProviderResponse, Failure> {
        self.send(self.address.call(path, parameters)).await
    }

    async fn send(&self, url: Url) -> Result<ProviderResponse, Failure> {
        let response = self.client.get(url).send().await.map_err(|error| self.failure(error))?;
        let status = response.status().as_u16();
        let retry_after = seconds_to_wait(&response);
        Ok(ProviderResponse { status, retry_after, body: self.body(response).await? })
    }

    async fn body(&self, mut response: Response) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.failure(error))? {
            if body.len() + chunk.len() > SIZE_LIMIT {
                return Err(Failure::Unreadable(format!("it is longer than {SIZE_LIMIT} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn failure(&self, error: reqwest::Error) -> Failure {
        if error.is_timeout() {
            return Failure::Slow;
        }
        // The URL contains the key.
        let error = error.without_url();
        let mut reason = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(error) = cause {
            reason = format!("{reason}: {error}");
            cause = error.source();
        }
        Failure::Unreachable(self.printable(&reason))
    }

    /// The provider's reason, shortened and cleaned for the log.
    pub(super) fn printable(&self, reason: &str) -> String {
        let reason = match &self.key {
            Some(key) => reason.replace(key.as_str(), "***"),
            None => reason.to_owned(),
        };
        let letters = reason.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        letters.take(LONGEST_REASON).collect()
    }
}

/// `Retry-After` in seconds. These providers do not use the other form, a date.
fn seconds_to_wait(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

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

/// The result of a call: a report or a failure for each city, in their order, or one failure for all.
pub type Outcome = Result<Vec<Result<Report, Failure>>, Failure>;

pub trait Provider: Send + Sync + 'static {
    const CITIES_PER_CALL: usize;

    const MAX_CONCURRENT_CALLS: usize;

    /// Fetches the weather of `cities`, [`Self::CITIES_PER_CALL`] at most; `now` gives their local time.
    fn fetch(&self, cities: &[Arc<City>], now: OffsetDateTime) -> impl Future<Output = Outcome> + Send;
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
