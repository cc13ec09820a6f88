//! The cookies of a session's token and of the browser id: set, read and cleared.

use std::{
    str::FromStr,
    sync::atomic::{AtomicBool, Ordering},
};

use actix_web::{
    HttpRequest, HttpResponse,
    cookie::{Cookie, SameSite, time::Duration},
    http::header::COOKIE,
    web::Data,
};
use tokibako_domain::{
    account::{SESSION_LIFETIME, SessionToken},
    browser_id::BrowserId,
};

use crate::{error::Problem, request::head::extractor};

/// How long the cookie of the browser id is valid after it was set.
const BROWSER_LIFETIME: Duration = Duration::days(365);

#[derive(Clone, Copy)]
pub(crate) struct Cookies {
    /// Whether visitors use https only.
    is_secure: bool,
    /// Whether the site was at http until recently, so that visitors still have the browser id in the cookie of then.
    was_http: bool,
}

/// The name of the browser id's cookie without https.
const PLAIN_BROWSER: &str = "browser";

#[derive(Clone, Copy)]
struct CookieKind {
    name: &'static str,
    same_site: SameSite,
}

/// The session token of a request, if it has a valid one.
pub(crate) struct PresentedSession(pub(crate) Option<SessionToken>);

impl Cookies {
    /// `is_https`: whether the site is at an https address. Then browsers send the cookies over https only, and only to
    /// this host.
    ///
    /// `was_http` also accepts the browser id, and nothing else, in the cookie of plain http. Other hosts of the domain can
    /// set that one, so only a site that was at http needs this, for as long as its visitors may have the cookie.
    pub(crate) const fn for_site(is_https: bool, was_http: bool) -> Self {
        Self { is_secure: is_https, was_http: is_https && was_http }
    }

    /// Sets the session's cookie for as long as the session is valid, and clears that of the browser id: an account is
    /// left with its session, and nothing of it may stay in the browser.
    pub(crate) fn set(self, response: &mut HttpResponse, token: &SessionToken) -> Result<(), Problem> {
        let lifetime = Duration::seconds(SESSION_LIFETIME.whole_seconds());
        self.write(response, self.session(), token.to_text(), lifetime)?;
        self.clear_browser(response)
    }

    pub(crate) fn clear(self, response: &mut HttpResponse) -> Result<(), Problem> {
        self.write(response, self.session(), String::new(), Duration::ZERO)?;
        self.clear_browser(response)
    }

    pub(crate) fn set_browser(self, response: &mut HttpResponse, browser: BrowserId) -> Result<(), Problem> {
        self.clear_plain_browser(response)?;
        self.write(response, self.browser(), browser.as_uuid().to_string(), BROWSER_LIFETIME)
    }

    pub(crate) fn clear_browser(self, response: &mut HttpResponse) -> Result<(), Problem> {
        self.clear_plain_browser(response)?;
        self.write(response, self.browser(), String::new(), Duration::ZERO)
    }

    fn clear_plain_browser(self, response: &mut HttpResponse) -> Result<(), Problem> {
        if !self.was_http {
            return Ok(());
        }
        self.write(response, CookieKind { name: PLAIN_BROWSER, ..self.browser() }, String::new(), Duration::ZERO)
    }

    /// The browser id in a request's cookie. It identifies nobody: only the header does.
    pub(crate) fn presented_browser(self, request: &HttpRequest) -> Option<BrowserId> {
        parsed(request, self.browser().name)
    }

    /// The browser id in the cookie of plain http, for a browser that has no other one.
    pub(crate) fn browser_of_plain_http(self, request: &HttpRequest) -> Option<BrowserId> {
        if !self.is_secure || !values(request, self.browser().name).is_empty() {
            return None;
        }
        let browser = parsed(request, PLAIN_BROWSER)?;
        if !self.was_http {
            static SAID: AtomicBool = AtomicBool::new(false);
            if !SAID.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "a browser has the cookie of plain http: if this site was at http before, set TOKIBAKO_HTTPS_SINCE to the \
                     day of the change; until then visitors of that time without an account do not find what they have"
                );
            }
            return None;
        }
        Some(browser)
    }

    /// The prefix makes browsers refuse the cookie unless it is secure and this host's own (RFC 6265bis, section 4.1.3).
    const fn session(self) -> CookieKind {
        CookieKind { name: if self.is_secure { "__Host-session" } else { "session" }, same_site: SameSite::Lax }
    }

    const fn browser(self) -> CookieKind {
        CookieKind { name: if self.is_secure { "__Host-browser" } else { PLAIN_BROWSER }, same_site: SameSite::Strict }
    }

    fn write(
        self,
        response: &mut HttpResponse,
        kind: CookieKind,
        value: String,
        lifetime: Duration,
    ) -> Result<(), Problem> {
        let cookie = Cookie::build(kind.name, value)
            .path("/")
            .http_only(true)
            .same_site(kind.same_site)
            .secure(self.is_secure)
            .max_age(lifetime);
        response.add_cookie(&cookie.finish()).map_err(|error| {
            tracing::error!(%error, "a cookie could not be written");
            Problem::Internal
        })
    }
}

/// The value of the cookie with this name; none if there are several that differ, because somebody else has set one.
fn parsed<T: FromStr>(request: &HttpRequest, name: &str) -> Option<T> {
    let found = values(request, name);
    let (first, others) = found.split_first()?;
    if others.iter().any(|other| other != first) {
        return None;
    }
    std::str::from_utf8(first).ok()?.parse().ok()
}

/// The values of the cookies with exactly this name (RFC 6265, section 5.4). A name is not decoded: browsers protect
/// `__Host-session`, and let other hosts of the domain set `%5F%5FHost-session`.
fn values<'a>(request: &'a HttpRequest, name: &str) -> Vec<&'a [u8]> {
    let pairs = request.headers().get_all(COOKIE).flat_map(|header| header.as_bytes().split(|byte| *byte == b';'));
    let named = pairs.filter_map(|pair| {
        let equals = pair.iter().position(|byte| *byte == b'=')?;
        let (of, value) = (pair.get(..equals)?, pair.get(equals + 1..)?);
        (trimmed(of) == name.as_bytes()).then(|| trimmed(value))
    });
    named.collect()
}

/// Without spaces and tabs around it.
fn trimmed(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = bytes {
        bytes = rest;
    }
    bytes
}

impl PresentedSession {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let cookies = request.app_data::<Data<Cookies>>();
        Self(cookies.and_then(|cookies| parsed(request, cookies.session().name)))
    }
}

extractor!(PresentedSession, |request| Ok(Self::of(request)));
