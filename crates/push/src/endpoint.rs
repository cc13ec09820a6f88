//! Endpoints of subscriptions, and the list of push services that may be called.

use std::{fmt, str::FromStr};

use reqwest::Url;

/// The longest endpoint that is accepted.
const LONGEST: usize = 1_024;

/// The push services of the browsers, each with its name in metrics.
const SERVICES: [(&str, &str); 4] = [
    ("fcm.googleapis.com", "google"),
    ("push.services.mozilla.com", "mozilla"),
    ("push.apple.com", "apple"),
    ("notify.windows.com", "microsoft"),
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

/// The text is not a list of push services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("push services are host names with commas between them, any, or http:// with a loopback address and a port")]
pub struct NotServices;

/// The URL of a subscription. It works like a password: anybody who knows it can send messages to the device.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    url: Url,
    is_local: bool,
}

/// Why an endpoint is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotCalled {
    /// It is not an https URL as browsers create them.
    #[error("endpoint must be the https address of a subscription, without port, user and fragment")]
    Form,
    /// It is too long.
    #[error("endpoint may have at most 1024 characters")]
    TooLong,
    /// This server does not call its host.
    #[error("endpoint must be of a push service that this server calls")]
    Service,
}

impl FromStr for Services {
    type Err = NotServices;

    /// Reads the hosts that are allowed besides the services of the browsers. An empty text adds none.
    fn from_str(text: &str) -> Result<Self, NotServices> {
        let mut services = Self::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "any" => services.is_any_public = true,
                word if word.starts_with("http://") => services.local.push(local_origin(word).ok_or(NotServices)?),
                word => services.hosts.push(host_name(word).ok_or(NotServices)?),
            }
        }
        Ok(services)
    }
}

impl Services {
    /// Whether an origin on this machine is allowed, which is meant for tests.
    #[must_use]
    pub fn has_local(&self) -> bool {
        !self.local.is_empty()
    }

    /// Parses the endpoint of a device; fails if it may not be called.
    pub fn endpoint(&self, text: &str) -> Result<Endpoint, NotCalled> {
        if text.len() > LONGEST {
            return Err(NotCalled::TooLong);
        }
        let url = Url::parse(text).map_err(|_| NotCalled::Form)?;
        // If the parser normalises anything (a backslash, a tab, another notation of an address), another parser may
        // read the text differently: then it is refused.
        let is_plain = url.as_str() == text
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none()
            && !url.cannot_be_a_base();
        if !is_plain {
            return Err(NotCalled::Form);
        }
        if self.local.iter().any(|origin| *origin == url.origin().ascii_serialization()) {
            return Ok(Endpoint { url, is_local: true });
        }
        // `port()` is `None` for the scheme's default port, too.
        if url.scheme() != "https" || url.port().is_some() {
            return Err(NotCalled::Form);
        }
        let host = url.host_str().and_then(host_name).ok_or(NotCalled::Form)?;
        let is_known = SERVICES.iter().any(|(service, _)| is_under(&host, service));
        let is_allowed = is_known || self.is_any_public || self.hosts.iter().any(|service| is_under(&host, service));
        if is_allowed { Ok(Endpoint { url, is_local: false }) } else { Err(NotCalled::Service) }
    }
}

impl Endpoint {
    /// The whole URL, for the database and the request only.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Whether it is on this machine.
    pub(crate) fn is_local(&self) -> bool {
        self.is_local
    }

    pub(crate) fn url(&self) -> Url {
        self.url.clone()
    }
}

/// Shows the host only.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&service_of(&self.origin())).finish()
    }
}

/// The name of the service at an origin, for metrics and logs.
#[must_use]
pub fn service_of(origin: &str) -> &'static str {
    let host = origin.strip_prefix("https://").unwrap_or_default();
    SERVICES.iter().find(|(service, _)| is_under(host, service)).map_or(OTHER, |(_, name)| name)
}

/// The names of all services.
#[must_use]
pub fn service_names() -> Vec<&'static str> {
    SERVICES.iter().map(|(_, name)| *name).chain([OTHER]).collect()
}

fn is_under(host: &str, service: &str) -> bool {
    host == service || host.strip_suffix(service).is_some_and(|rest| rest.ends_with('.'))
}

/// A DNS name of at least two labels in lower-case ASCII, without a trailing dot. A name whose last label is a number
/// is an address.
fn host_name(text: &str) -> Option<String> {
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
fn local_origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let host = url.host_str()?;
    let address: std::net::IpAddr = host.trim_start_matches('[').trim_end_matches(']').parse().ok()?;
    let origin = url.origin().ascii_serialization();
    let is_origin = text.trim_end_matches('/') == origin && url.path() == "/";
    (address.is_loopback() && url.port().is_some() && is_origin).then_some(origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(text: &str) -> Services {
        text.parse().unwrap()
    }

    #[track_caller]
    fn takes(services: &Services, text: &str, service: &str) {
        let endpoint = services.endpoint(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((endpoint.as_str(), service_of(&endpoint.origin())), (text, service));
    }

    #[track_caller]
    fn refuses(services: &Services, text: &str) {
        assert!(services.endpoint(text).is_err(), "{text}");
    }

    #[test]
    fn endpoints_of_browsers_are_accepted() {
        let services = Services::default();
        takes(&services, "https://fcm.googleapis.com/fcm/send/dXNlcg:APA91bH-_x", "google");
        takes(&services, "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk", "mozilla");
        takes(&services, "https://web.push.apple.com/QGs-Wo8i", "apple");
        takes(&services, "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2b%2f", "microsoft");
    }

    /// URLs by which an attacker may try to reach another host.
    const HOSTILE: [&str; 58] = [
        "",
        "fcm.googleapis.com",
        "//fcm.googleapis.com/x",
        "http://fcm.googleapis.com/x",
        "ftp://fcm.googleapis.com/x",
        "file:///etc/passwd",
        "data:text/plain,x",
        "javascript:alert(1)",
        "https:///x",
        "https:fcm.googleapis.com/x",
        "https:/fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:80/x",
        "https://fcm.googleapis.com:443/x",
        "https://fcm.googleapis.com./x",
        "https://fcm.googleapis.com../x",
        "https://.fcm.googleapis.com/x",
        "https://user@fcm.googleapis.com/x",
        "https://user:secret@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com:x@127.0.0.1/x",
        "https://127.0.0.1#@fcm.googleapis.com/x",
        "https://127.0.0.1\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x#fragment",
        "https://127.0.0.1/x",
        "https://127.0.0.1:9200/x.google.com/",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://0177.0.0.1/x",
        "https://0/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/x",
        "https://8.8.8.8/x",
        "https://１２７.0.0.1/x",
        "https://localhost/x",
        "https://localhost.localdomain/x",
        "https://metadata.google.internal/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com.example/x",
        "https://notfcm.googleapis.com/x",
        "https://fcm-googleapis.com/x",
        "https://googleapis.com/x",
        "https://evil.example/fcm.googleapis.com/",
        "https://evil.example/?https://fcm.googleapis.com/x",
        "https://evil.example#fcm.googleapis.com",
        "https://fcm.googleаpis.com/x",
        "https://xn--fcm-googleapis-fake.com/x",
        "https://FCM.googleapis.com/x",
        "https://fcm。googleapis.com/x",
        "https://fcm.googleapis.com/x\ny",
        "https://fcm.goo\tgleapis.com/x",
        " https://fcm.googleapis.com/x",
        "https://fcm.googleapis.com/a b",
        "https://fcm%2egoogleapis.com/x",
    ];

    #[test]
    fn hostile_endpoints_are_refused() {
        for text in HOSTILE {
            refuses(&Services::default(), text);
        }
        refuses(&Services::default(), &format!("https://fcm.googleapis.com/{}", "x".repeat(LONGEST)));
    }

    #[test]
    fn where_any_service_is_allowed_addresses_and_other_forms_are_still_refused() {
        let any = services("any");
        takes(&any, "https://up.example/UP?token=1", "other");
        // All but the plain https URLs of host names.
        let is_plain_name = |text: &&str| {
            ["evil", "xn--", "internal", "localdomain", "notfcm", "fcm-g", "://googleapis.com"]
                .iter()
                .any(|it| text.contains(it))
        };
        for text in HOSTILE.iter().filter(|text| !is_plain_name(text)) {
            refuses(&any, text);
        }
    }

    #[test]
    fn an_operator_can_add_hosts_and_an_origin_of_this_machine() {
        let services = services("ntfy.sh, http://127.0.0.1:9999");
        assert!(services.has_local());
        takes(&services, "https://ntfy.sh/upABC?up=1", "other");
        takes(&services, "http://127.0.0.1:9999/push/1", "other");
        takes(&services, "https://fcm.googleapis.com/x", "google");
        for text in [
            "http://127.0.0.1:9998/x",
            "http://127.0.0.2:9999/x",
            "http://127.0.0.1/x",
            "https://127.0.0.1:9999/x",
            "http://localhost:9999/x",
            "http://user@127.0.0.1:9999/x",
            "http://127.0.0.1:9999@evil.example/x",
            "http://ntfy.sh/x",
        ] {
            refuses(&services, text);
        }
    }

    #[test]
    fn lists_of_services_are_checked() {
        for text in ["", " ", "any", "ntfy.sh", "a.example,b.example", "http://127.0.0.1:1", "http://[::1]:80/"] {
            // The scheme's default port must not be written.
            let is_ok = !text.contains(":80");
            assert_eq!(text.parse::<Services>().is_ok(), is_ok, "{text}");
        }
        for text in [
            "localhost",
            "127.0.0.1",
            "https://ntfy.sh",
            "http://ntfy.sh:80",
            "http://127.0.0.1",
            "http://127.0.0.1:1/path",
            "http://10.0.0.1:1",
            "ntfy.sh:443",
            "*.ntfy.sh",
            "NTFY.sh",
        ] {
            assert_eq!(text.parse::<Services>(), Err(NotServices), "{text}");
        }
    }

    #[test]
    fn debug_output_does_not_reveal_the_endpoint() {
        let endpoint = Services::default().endpoint("https://fcm.googleapis.com/fcm/send/secret").unwrap();
        assert_eq!(format!("{endpoint:?}"), "Endpoint(\"google\")");
    }
}
