//! Who sends a request, and to which host. Protection against cross-site request forgery: only pages of this site and
//! clients that are not browsers may write. Requests whose header `Host` is no host, or is sent twice, are refused (RFC
//! 9112, section 3.2).

use std::{
    fmt::Write as _,
    net::Ipv6Addr,
    sync::atomic::{AtomicBool, Ordering},
};

use actix_web::{
    Error, HttpRequest, ResponseError as _,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HOST, HeaderName},
    middleware::Next,
};

use crate::error::Problem;

/// Set by browsers, and not by pages: the relation of the requesting page to this site.
static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What is repeated of a header, in bytes.
const LONGEST_REPEATED: usize = 100;

/// Refuses writes from pages of other sites. The site's own pages are at `origin`, or at the host that the request was
/// sent to. A client that sends neither header is not a browser, so it does not have a visitor's cookies.
pub(crate) fn check(request: &HttpRequest, origin: &str) -> Result<(), Problem> {
    if request.method().is_safe() {
        return Ok(());
    }
    let sent = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    if let Some(site) = sent(&SEC_FETCH_SITE) {
        return if matches!(site, "same-origin" | "none") { Ok(()) } else { Err(Problem::OtherSite) };
    }
    // Browsers do not send `Sec-Fetch-Site` by plain http.
    let Some(page) = sent(&header::ORIGIN) else { return Ok(()) };
    let host = sent(&header::HOST).unwrap_or_default();
    if page == origin || is_at(page, host) {
        return Ok(());
    }
    if name_of(host_of(page)).eq_ignore_ascii_case(name_of(host)) && is_printable(page) {
        warn_once(page, host);
    }
    Err(Problem::OtherOrigin(difference(page, host, origin)))
}

/// Whether an origin is at a host, with http or https: a proxy may have terminated TLS.
fn is_at(origin: &str, host: &str) -> bool {
    let default_port = if origin.starts_with("https://") { ":443" } else { ":80" };
    let host = host.strip_suffix(default_port).unwrap_or(host);
    !host.is_empty() && host_of(origin).eq_ignore_ascii_case(host)
}

/// The host of an origin, with its port; empty if it has none.
fn host_of(origin: &str) -> &str {
    origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://")).unwrap_or_default()
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// What was compared, and what to do if the page is one of this site.
fn difference(page: &str, host: &str, origin: &str) -> String {
    let mut text = "requests from pages of other sites may not change anything here".to_owned();
    if is_printable(page) && is_printable(host) {
        let _ = write!(
            text,
            ": the page is at {page}, this site is at {origin} (TOKIBAKO_PUBLIC_URL), and the request came for the host \
             {host}. If the page is one of this site, its operator has to set TOKIBAKO_PUBLIC_URL to {page}, or let the \
             proxy forward the header Host with its port"
        );
    }
    text
}

fn is_printable(text: &str) -> bool {
    (1..=LONGEST_REPEATED).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Says it in the log, if only the port or the scheme of the page differs: it is probably one of this site.
fn warn_once(page: &str, host: &str) {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            page,
            host,
            "changes by pages at an address that is not TOKIBAKO_PUBLIC_URL are refused: set it to that address, or let \
             the proxy forward Host with its port"
        );
    }
}

/// Passes a request on, unless its host is invalid.
pub(crate) async fn check_host<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse, Error> {
    if is_acceptable(request.request()) {
        Ok(next.call(request).await?.map_into_boxed_body())
    } else {
        Ok(request.into_response(Problem::Host.error_response()))
    }
}

/// A request without the header is one of HTTP/1.0, or of a probe.
fn is_acceptable(request: &HttpRequest) -> bool {
    let mut hosts = request.headers().get_all(HOST);
    let Some(host) = hosts.next() else { return true };
    hosts.next().is_none() && host.to_str().is_ok_and(is_host)
}

/// Whether a text is a host with or without a port (RFC 3986, section 3.2.2).
fn is_host(text: &str) -> bool {
    let (is_name, port) = if let Some(rest) = text.strip_prefix('[') {
        let Some((address, port)) = rest.split_once(']') else { return false };
        (address.parse::<Ipv6Addr>().is_ok(), if port.is_empty() { None } else { Some(port) })
    } else {
        let (name, port) = text.find(':').map_or((text, None), |at| (&text[..at], Some(&text[at..])));
        (!name.is_empty() && name.bytes().all(is_of_name), port)
    };
    is_name && port.is_none_or(|port| port.strip_prefix(':').is_some_and(is_port))
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'%')
}

fn is_port(text: &str) -> bool {
    text.is_empty() || (text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use actix_web::{http::Method, test::TestRequest};

    use super::*;

    const SITE: &str = "https://time.example";

    #[track_caller]
    fn check_headers(headers: &[(&str, &str)], passes: bool) {
        for method in [Method::POST, Method::PATCH, Method::DELETE, Method::PUT] {
            let request = TestRequest::default().method(method);
            let request = headers.iter().fold(request, |request, header| request.insert_header(*header));
            assert_eq!(check(&request.to_http_request(), SITE).is_ok(), passes, "{headers:?}");
        }
    }

    #[test]
    fn own_pages_and_clients_without_pages_may_write() {
        check_headers(&[], true);
        check_headers(&[("origin", SITE)], true);
        check_headers(&[("origin", SITE), ("host", "backend:8080")], true);
        check_headers(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")], true);
        check_headers(&[("origin", "https://LAN.example"), ("host", "lan.example")], true);
        check_headers(&[("origin", "https://lan.example"), ("host", "lan.example:443")], true);
        check_headers(&[("origin", "http://lan.example"), ("host", "lan.example:80")], true);
        check_headers(&[("origin", "http://[::1]"), ("host", "[::1]:80")], true);
        check_headers(&[("sec-fetch-site", "same-origin")], true);
        check_headers(&[("sec-fetch-site", "none")], true);
        // Behind a proxy that changes the host, on a server without a configured address.
        check_headers(&[("sec-fetch-site", "same-origin"), ("origin", "https://real.example")], true);
    }

    #[test]
    fn pages_of_other_sites_may_not_write() {
        for origin in [
            "https://evil.example",
            "http://time.example",
            "https://time.example.evil.example",
            "https://time.example:8443",
            "https://evil.time.example",
            "null",
            "",
            "time.example",
        ] {
            check_headers(&[("origin", origin), ("host", "localhost:8080")], false);
        }
        check_headers(&[("origin", "http://lan.example"), ("host", "lan.example:443")], false);
        check_headers(&[("origin", "https://lan.example"), ("host", "lan.example:80")], false);
        check_headers(&[("origin", "https://lan.example:443"), ("host", "lan.example:8443")], false);
        check_headers(&[("origin", "http://"), ("host", "")], false);
        for site in ["cross-site", "same-site", "", "else"] {
            check_headers(&[("sec-fetch-site", site)], false);
            check_headers(&[("sec-fetch-site", site), ("origin", SITE)], false);
        }
    }

    #[test]
    fn reading_is_always_allowed() {
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            let request = TestRequest::default().method(method).insert_header(("sec-fetch-site", "cross-site"));
            assert!(check(&request.to_http_request(), SITE).is_ok());
        }
    }

    #[test]
    fn a_refusal_names_what_was_compared_and_the_setting() {
        let refused = |page: &str, host: &str| {
            let request = TestRequest::post().insert_header(("origin", page)).insert_header(("host", host));
            check(&request.to_http_request(), SITE).unwrap_err().to_string()
        };
        let text = refused("http://lan.home:19201", "lan.home");
        for part in ["http://lan.home:19201", SITE, "the host lan.home.", "set TOKIBAKO_PUBLIC_URL to http://lan.home"]
        {
            assert!(text.contains(part), "{text}");
        }
        let long = format!("http://{}", "a".repeat(200));
        for page in [long.as_str(), "http://a b", ""] {
            assert_eq!(refused(page, "lan.home"), Problem::OtherSite.to_string());
        }
    }

    #[test]
    fn hosts_are_names_and_addresses_with_or_without_a_port() {
        for host in [
            "time.example",
            "TIME.example:8443",
            "localhost",
            "192.0.2.1:80",
            "[::1]",
            "[2001:db8::1]:8080",
            "a_b",
            "h:",
        ] {
            assert!(is_host(host), "{host}");
        }
        for host in [
            "",
            "a b",
            "time.example, time.example",
            "time.example,time.example",
            "[::1",
            "[::1]x",
            "[::1]8080",
            "[time]",
            "time.example:99999",
            "time.example:+80",
            "time.example:80:80",
            ":80",
            "user@time.example",
            "time.example/x",
            "::1",
        ] {
            assert!(!is_host(host), "{host}");
        }
    }
}
