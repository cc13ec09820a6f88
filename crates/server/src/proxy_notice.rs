//! Detects from requests that a proxy is not configured, and logs it once.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use actix_web::{
    HttpRequest,
    http::header::{X_FORWARDED_FOR, X_FORWARDED_PROTO},
};
use ipnet::IpNet;
use tracing::warn;

/// What was detected so far. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct ProxyNotice(Arc<State>);

#[derive(Debug)]
struct State {
    proxies: Vec<IpNet>,
    is_https: bool,
    said: [AtomicBool; 2],
}

/// What the settings do not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finding {
    /// A peer forwards requests, but is not one of the trusted proxies.
    UnknownProxy(IpAddr),
    /// Visitors use https, but the public address is not https.
    UnknownHttps,
}

impl ProxyNotice {
    pub(crate) fn new(proxies: Vec<IpNet>, is_https: bool) -> Self {
        Self(Arc::new(State { proxies, is_https, said: Default::default() }))
    }

    /// Checks a request, and logs what it detects for the first time.
    pub(crate) fn check(&self, request: &HttpRequest) {
        match self.news(request) {
            Some(Finding::UnknownProxy(peer)) => warn!(
                "requests with X-Forwarded-For come from {peer}, which is not in TOKIBAKO_TRUSTED_PROXIES: if that is the \
                 proxy in front, name it there; until then all its visitors count as one"
            ),
            Some(Finding::UnknownHttps) => warn!(
                "visitors come by https, and TOKIBAKO_PUBLIC_URL does not say so: set it to https:// and the name that \
                 they type; until then cookies are not Secure and browsers are not told to use https alone"
            ),
            None => {}
        }
    }

    /// What this request reveals that was not detected before.
    fn news(&self, request: &HttpRequest) -> Option<Finding> {
        let State { proxies, is_https, said } = &*self.0;
        if request.headers().get(X_FORWARDED_FOR).is_none() && request.headers().get(X_FORWARDED_PROTO).is_none() {
            return None;
        }
        let peer = request.peer_addr()?.ip().to_canonical();
        let is_trusted = proxies.iter().any(|network| network.contains(&peer));
        let [proxy, https] = said;
        let is_forwarded = request.headers().contains_key(X_FORWARDED_FOR);
        if !is_trusted {
            // A visitor's address must not be logged, and a distant peer can forge the header.
            let is_news = is_forwarded && is_near(peer) && !proxy.swap(true, Ordering::Relaxed);
            return is_news.then_some(Finding::UnknownProxy(peer));
        }
        let scheme = request.headers().get(X_FORWARDED_PROTO)?;
        let is_news =
            !is_https && scheme.as_bytes().eq_ignore_ascii_case(b"https") && !https.swap(true, Ordering::Relaxed);
        is_news.then_some(Finding::UnknownHttps)
    }
}

/// Whether an address is of this machine or of a private network, like most proxies.
const fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use actix_web::test::TestRequest;

    use super::*;

    fn request(peer: &str, headers: &[(&'static str, &str)]) -> HttpRequest {
        let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4000));
        let request = headers.iter().fold(request, |request, header| request.append_header(*header));
        request.to_http_request()
    }

    fn notice(is_https: bool) -> ProxyNotice {
        ProxyNotice::new(vec!["10.0.0.0/8".parse().unwrap()], is_https)
    }

    #[test]
    fn an_untrusted_proxy_nearby_is_reported_once() {
        let notice = notice(false);
        let forwarded = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")];
        assert_eq!(notice.news(&request("172.18.0.1", &[])), None);
        assert_eq!(notice.news(&request("203.0.113.5", &forwarded)), None);
        let peer = "172.18.0.1".parse().unwrap();
        assert_eq!(notice.news(&request("172.18.0.1", &forwarded)), Some(Finding::UnknownProxy(peer)));
        assert_eq!(notice.clone().news(&request("172.18.0.2", &forwarded)), None);
    }

    #[test]
    fn https_at_a_trusted_proxy_is_reported_once_if_the_public_address_is_http() {
        let by_https = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")];
        let by_http = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "http")];
        let without = notice(false);
        assert_eq!(without.news(&request("10.1.2.3", &by_http)), None);
        assert_eq!(without.news(&request("10.1.2.3", &by_https)), Some(Finding::UnknownHttps));
        assert_eq!(without.news(&request("10.1.2.3", &by_https)), None);
        assert_eq!(notice(true).news(&request("10.1.2.3", &by_https)), None);
    }
}
