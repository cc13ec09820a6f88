//! Admission: sheds load, and checks requests before their handlers: their host, the site that they come from, and rate
//! limits. After them it says of a browser id that was renewed that it was, instead of that a row is missing.
//!
//! Protection against cross-site request forgery: only pages of this site and clients that are not browsers may write.
//! Requests whose header `Host` is no host, or is sent twice, are refused (RFC 9112, section 3.2).

use std::{
    fmt::Write as _,
    net::Ipv6Addr,
    sync::atomic::{AtomicBool, Ordering},
};

use actix_web::{
    Error, HttpRequest, ResponseError as _,
    body::{BodySize, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HOST, HeaderName},
    },
    middleware::Next,
    web::Data,
};
use tokibako_storage::{Storage, browser_ids, connections::pool::Requester};

use crate::{
    endpoint::{ANSWER, API},
    error::Problem,
    limits::{AddressPermit, Limits, ListPermit, UnreadPermit, Work},
    request::head,
    response::GuardedBody,
    site::Site,
};

/// Passes a request on, or refuses it. The response counts as unread until it has been sent.
pub(crate) async fn admit<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<GuardedBody<(Admission, Option<UnreadPermit>)>>>, Error> {
    let (admission, list_permit, requester) = match admitted(&request).await {
        Ok(admitted) => admitted,
        Err(problem) => return Ok(request.into_response(problem.error_response().map_into_right_body())),
    };
    let response = requester.scope(next.call(request)).await?;
    let unread = unread(&response, &admission);
    drop(list_permit);
    match unread {
        Ok(unread) => Ok(response.map_body(|_, body| EitherBody::left(GuardedBody::new(body, (admission, unread))))),
        Err(problem) => Ok(response.into_response(problem.error_response().map_into_right_body())),
    }
}

/// What a request holds until its response has been sent.
pub(crate) enum Admission {
    Free,
    Stream(#[expect(dead_code, reason = "it is kept to be dropped")] AddressPermit),
    Work(#[expect(dead_code, reason = "it is kept to be dropped")] Option<AddressPermit>),
}

/// What a request holds, and for whom it uses the database, once it is admitted.
async fn admitted(request: &ServiceRequest) -> Result<(Admission, Option<ListPermit>, Requester), Problem> {
    let limits = limits(request.request())?;
    let admission = check(request, limits)?;
    let list_permit = if is_list(request) { limits.admit_list(request.request()).await? } else { None };
    Ok((admission, list_permit, limits.requester(request.request(), request.match_info().as_str() == ANSWER)))
}

fn check(request: &ServiceRequest, limits: &Limits) -> Result<Admission, Problem> {
    let site = request.app_data::<Data<Site>>().ok_or(Problem::Internal)?;
    if !is_open_to_others(request.request()) {
        check_site(request.request(), site.origin())?;
    }
    // A request without a browser is refused later, by the handler that needs one. The path is the routed one, so that
    // percent-encoding cannot bypass a limit.
    match request.match_info().as_str() {
        path if is_unlimited(path) => Ok(Admission::Free),
        path if is_stream(path) => {
            limits.admit_stream(request.request(), head::browser_named_by_stream).map(Admission::Stream)
        }
        _ => {
            limits.admit_call(request.request(), head::browser_named)?;
            let work = if request.method().is_safe() { Work::Read } else { Work::Change };
            limits.admit_work(request.request(), work).map(Admission::Work)
        }
    }
}

/// Whether any page may send this request: an answer to a ring by its token, which a browser does not add by itself. The
/// web app of an ntfy server sends such answers.
fn is_open_to_others(request: &HttpRequest) -> bool {
    request.match_info().as_str() == ANSWER && head::bearer_token(request).is_some()
}

/// Whether a request reads a list, a log or what a stream has missed.
fn is_list(request: &ServiceRequest) -> bool {
    let path = request.match_info().as_str();
    let is_list = ["/api/alarms", "/api/timers", "/api/rings", "/api/browser"].contains(&path) || is_stream(path);
    is_list && *request.method() != Method::POST
}

/// Counts the body of a response, unless all clients share it. Bodies of streams count their events themselves.
fn unread<B: MessageBody>(
    response: &ServiceResponse<B>,
    admission: &Admission,
) -> Result<Option<UnreadPermit>, Problem> {
    match (admission, response.response().body().size()) {
        (Admission::Work(_), BodySize::Sized(bytes)) => {
            let counter = limits(response.request())?.unread(response.request());
            counter.hold_response(usize::try_from(bytes).unwrap_or(usize::MAX))
        }
        _ => Ok(None),
    }
}

fn limits(request: &HttpRequest) -> Result<&Data<Limits>, Problem> {
    request.app_data::<Data<Limits>>().ok_or(Problem::Internal)
}

fn is_stream(path: &str) -> bool {
    path == "/api/events" || path.ends_with("/notifications")
}

/// Paths that cost as little as a page and must not fail because of other requests: clients set their clocks by the
/// time.
fn is_unlimited(path: &str) -> bool {
    matches!(path, "/api/time" | "/api/docs") || path.starts_with("/api/docs/")
}

/// Passes a request on, unless it is for a page and too many requests are in progress.
pub(crate) async fn shed<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse, Error> {
    let limits = request.app_data::<Data<Limits>>().filter(|_| is_of_site(request.path()));
    match limits.map(|limits| limits.admit_work(request.request(), Work::Page)) {
        Some(Err(problem)) => Ok(request.into_response(problem.error_response())),
        _ => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// Whether a path is a page or a file of the site, rather than of the API (see `admission`) or a probe.
fn is_of_site(path: &str) -> bool {
    !path.starts_with(API) && path != "/healthz" && path != "/readyz"
}

/// Set by browsers, and not by pages: the relation of the requesting page to this site.
static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What is repeated of a header, in bytes.
const LONGEST_REPEATED: usize = 100;

/// Refuses writes from pages of other sites. The site's own pages are at `origin`, or at the host that the request was
/// sent to. A client that sends neither header is not a browser, so it does not have a visitor's cookies.
fn check_site(request: &HttpRequest, origin: &str) -> Result<(), Problem> {
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

/// Passes a request on. If what it names was not found, its browser id may have been renewed.
pub(crate) async fn name_renewed<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let browser = head::browser_named(request.request());
    let response = next.call(request).await?;
    let storage = response.request().app_data::<Data<Storage>>();
    if let (StatusCode::NOT_FOUND, Some(browser), Some(storage)) = (response.status(), browser, storage) {
        let problem = match browser_ids::is_renewed(storage, browser).await {
            Ok(false) => None,
            Ok(true) => Some(Problem::Renewed),
            Err(error) => Some(error.into()),
        };
        if let Some(problem) = problem {
            return Ok(response.into_response(problem.error_response().map_into_right_body()));
        }
    }
    Ok(response.map_into_left_body())
}

#[cfg(test)]
mod tests {
    use actix_web::{http::Method, test::TestRequest};

    use super::*;

    #[test]
    fn a_stream_is_recognised_in_any_encoding_of_its_path() {
        for path in [
            "/api/alarms/notifications",
            "/api/alarms/notification%73",
            "/api/timers/%6eotifications?browserId=1",
            "/api/%65vents",
        ] {
            let request = TestRequest::with_uri(path).to_srv_request();
            assert!(is_stream(request.match_info().as_str()), "{path}");
        }
    }

    #[test]
    fn the_time_and_the_pages_of_the_api_documentation_are_unlimited() {
        for path in ["/api/time", "/api/docs", "/api/docs/swagger-ui.css"] {
            assert!(is_unlimited(path), "{path}");
        }
        // The description of the API is much longer than a page.
        for path in [
            "/api/openapi.json",
            "/api/alarms",
            "/api/times",
            "/api/docsx",
            "/api/weather",
            "/api/alarms/notifications",
        ] {
            assert!(!is_unlimited(path), "{path}");
        }
    }

    const SITE: &str = "https://time.example";

    #[track_caller]
    fn check_headers(headers: &[(&str, &str)], passes: bool) {
        for method in [Method::POST, Method::PATCH, Method::DELETE, Method::PUT] {
            let request = TestRequest::default().method(method);
            let request = headers.iter().fold(request, |request, header| request.insert_header(*header));
            assert_eq!(check_site(&request.to_http_request(), SITE).is_ok(), passes, "{headers:?}");
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
            assert!(check_site(&request.to_http_request(), SITE).is_ok());
        }
    }

    #[test]
    fn a_refusal_names_what_was_compared_and_the_setting() {
        let refused = |page: &str, host: &str| {
            let request = TestRequest::post().insert_header(("origin", page)).insert_header(("host", host));
            check_site(&request.to_http_request(), SITE).unwrap_err().to_string()
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
