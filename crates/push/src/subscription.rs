//! A subscription: its endpoint, whose push service must be one that may be called, and the keys that the device's browser made.

use std::{fmt, str::FromStr};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::Url;
use ring::{agreement, rand::SystemRandom};

/// The length of a public key: an uncompressed point on P-256.
pub const PUBLIC_KEY: usize = 65;

/// The length of the authentication secret.
pub const AUTH: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Keys {
    pub p256dh: [u8; PUBLIC_KEY],
    /// The authentication secret that the device shares with this server only.
    pub auth: [u8; AUTH],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionKeyError {
    #[error("p256dh must be an uncompressed point of P-256 in base64url")]
    P256dh,
    #[error("auth must be 16 bytes in base64url")]
    Auth,
}

impl Keys {
    /// The keys from the database; `None` if a length is wrong.
    pub fn stored(p256dh: &[u8], auth: &[u8]) -> Option<Self> {
        Some(Self { p256dh: p256dh.try_into().ok()?, auth: auth.try_into().ok()? })
    }
}

/// Hides both: one is a secret, and the other identifies a device.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(***)")
    }
}

/// Parses a public key and checks that it is a point on the curve.
pub fn p256dh(text: &str) -> Result<[u8; PUBLIC_KEY], SubscriptionKeyError> {
    let bytes: [u8; PUBLIC_KEY] = bytes_of(text).ok_or(SubscriptionKeyError::P256dh)?;
    // The library checks the point during a key agreement.
    let own = agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new());
    let point = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, &bytes);
    let agreed = own.and_then(|own| agreement::agree_ephemeral(own, &point, |_| ()));
    agreed.map(|()| bytes).map_err(|_| SubscriptionKeyError::P256dh)
}

pub fn auth(text: &str) -> Result<[u8; AUTH], SubscriptionKeyError> {
    bytes_of(text).ok_or(SubscriptionKeyError::Auth)
}

/// Decodes base64url. Browsers leave out the padding, some libraries do not.
fn bytes_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()
}

const LONGEST: usize = 1_024;

/// The hosts of the browsers' push services, each with its name in metrics. `*` stands for one label.
///
/// Each host gets its own share of the dispatcher, so an attacker must not be able to invent hosts.
const SERVICES: [(&str, &str); 4] = [
    ("fcm.googleapis.com", "google"),
    ("updates.push.services.mozilla.com", "mozilla"),
    ("web.push.apple.com", "apple"),
    ("*.notify.windows.com", "microsoft"),
];

/// The name of any other service in metrics.
const OTHER: &str = "other";

/// The push services that may be called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Services {
    hosts: Vec<String>,
    is_any_public: bool,
    local: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "push services are host names with commas between them (*. stands for one more label), any, or http:// with a \
     loopback address and a port"
)]
pub struct ServicesError;

/// The URL of a subscription. It works like a password: anybody who knows it can send messages to the device.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub(crate) url: Url,
    pub(crate) is_local: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    #[error("endpoint must be the https address of a subscription, without port, user and fragment")]
    Form,
    #[error("endpoint may have at most 1024 characters")]
    TooLong,
    #[error("endpoint must be of a push service that this server calls")]
    Service,
}

impl FromStr for Services {
    type Err = ServicesError;

    /// Reads the hosts that are allowed besides the services of the browsers. An empty text adds none.
    fn from_str(text: &str) -> Result<Self, ServicesError> {
        let mut services = Self::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "any" => services.is_any_public = true,
                word if word.starts_with("http://") => services.local.push(local_origin(word).ok_or(ServicesError)?),
                word => services.hosts.push(host_pattern(word).ok_or(ServicesError)?),
            }
        }
        Ok(services)
    }
}

impl Services {
    /// Whether an origin on this machine is allowed, which is meant for tests.
    pub fn has_local(&self) -> bool {
        !self.local.is_empty()
    }

    /// Whether the push service at an origin may be called.
    pub fn calls(&self, origin: &str) -> bool {
        self.endpoint(&format!("{origin}/")).is_ok()
    }

    /// Parses the endpoint of a device; fails if it may not be called.
    pub fn endpoint(&self, text: &str) -> Result<Endpoint, EndpointError> {
        if text.len() > LONGEST {
            return Err(EndpointError::TooLong);
        }
        let url = Url::parse(text).map_err(|_| EndpointError::Form)?;
        // If the parser normalises anything (a backslash, a tab, another notation of an address), another parser may
        // read the text differently: then it is refused.
        let is_plain = url.as_str() == text
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none()
            && !url.cannot_be_a_base();
        if !is_plain {
            return Err(EndpointError::Form);
        }
        if self.local.iter().any(|origin| *origin == url.origin().ascii_serialization()) {
            return Ok(Endpoint { url, is_local: true });
        }
        // `port()` is also `None` for the default port of the scheme.
        if url.scheme() != "https" || url.port().is_some() {
            return Err(EndpointError::Form);
        }
        let host = url.host_str().and_then(host_name).ok_or(EndpointError::Form)?;
        let is_known = SERVICES.iter().any(|(service, _)| is_host_of(&host, service));
        let is_allowed = is_known || self.is_any_public || self.hosts.iter().any(|service| is_host_of(&host, service));
        if is_allowed { Ok(Endpoint { url, is_local: false }) } else { Err(EndpointError::Service) }
    }
}

impl Endpoint {
    /// The whole URL, for the database and the request only.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// Shows the host only.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&service_of(&self.origin())).finish()
    }
}

/// The name of the service at an origin, for metrics and logs.
pub fn service_of(origin: &str) -> &'static str {
    let host = origin.strip_prefix("https://").unwrap_or_default();
    SERVICES.iter().find(|(service, _)| is_host_of(host, service)).map_or(OTHER, |(_, name)| name)
}

pub fn service_names() -> Vec<&'static str> {
    SERVICES.iter().map(|(_, name)| *name).chain([OTHER]).collect()
}

pub(crate) fn is_host_of(host: &str, service: &str) -> bool {
    match service.strip_prefix("*.") {
        Some(domain) => host.split_once('.').is_some_and(|(_, rest)| rest == domain),
        None => host == service,
    }
}

/// A host name, which may begin with `*.`.
pub(crate) fn host_pattern(text: &str) -> Option<String> {
    host_name(text.strip_prefix("*.").unwrap_or(text))?;
    Some(text.to_owned())
}

/// A DNS name of at least two labels in lower-case ASCII, without a trailing dot. A name whose last label is a number
/// is an address.
pub(crate) fn host_name(text: &str) -> Option<String> {
    let labels: Vec<&str> = text.split('.').collect();
    let is_label = |label: &&str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let ends_in_letters =
        labels.last().is_some_and(|last| last.bytes().next().is_some_and(|it| it.is_ascii_lowercase()));
    let is_name = labels.len() > 1 && text.len() <= 253 && labels.iter().all(is_label) && ends_in_letters;
    is_name.then(|| text.to_owned())
}

/// `http://` with a loopback address and a port, and nothing else.
pub(crate) fn local_origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let host = url.host_str()?;
    let address: std::net::IpAddr = host.trim_start_matches('[').trim_end_matches(']').parse().ok()?;
    let origin = url.origin().ascii_serialization();
    let is_origin = text.trim_end_matches('/') == origin && url.path() == "/";
    (address.is_loopback() && url.port().is_some() && is_origin).then_some(origin)
}

#[cfg(test)]
mod tests;
