//! The cookies of a session's token and of the browser id: set, read and cleared.

use actix_web::{
    HttpRequest, HttpResponse,
    cookie::{Cookie, SameSite, time::Duration},
    web::Data,
};
use tokibako_domain::{
    account::{SESSION_LIFETIME, SessionToken},
    browser_id::BrowserId,
};

use crate::{error::Problem, request::extractor::extractor};

/// How long the cookie of the browser id is valid after it was set.
const BROWSER_LIFETIME: Duration = Duration::days(365);

/// The names and the attributes of this server's cookies.
#[derive(Clone, Copy)]
pub(crate) struct Cookies {
    /// Whether visitors use https only.
    is_secure: bool,
}

/// One of the two cookies.
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
    pub(crate) const fn for_site(is_https: bool) -> Self {
        Self { is_secure: is_https }
    }

    /// Sets the session's cookie for as long as the session is valid, and clears that of the browser id: an account is
    /// left with its session, and nothing of it may stay in the browser.
    pub(crate) fn set(self, response: &mut HttpResponse, token: &SessionToken) -> Result<(), Problem> {
        let lifetime = Duration::seconds(SESSION_LIFETIME.whole_seconds());
        self.write(response, self.session(), token.to_text(), lifetime)?;
        self.clear_browser(response)
    }

    /// Clears both cookies.
    pub(crate) fn clear(self, response: &mut HttpResponse) -> Result<(), Problem> {
        self.write(response, self.session(), String::new(), Duration::ZERO)?;
        self.clear_browser(response)
    }

    pub(crate) fn set_browser(self, response: &mut HttpResponse, browser: BrowserId) -> Result<(), Problem> {
        self.write(response, self.browser(), browser.as_uuid().to_string(), BROWSER_LIFETIME)
    }

    /// Clears the cookie of the browser id.
    pub(crate) fn clear_browser(self, response: &mut HttpResponse) -> Result<(), Problem> {
        self.write(response, self.browser(), String::new(), Duration::ZERO)
    }

    /// The browser id in a request's cookie. It identifies nobody: only the header does.
    pub(crate) fn presented_browser(self, request: &HttpRequest) -> Option<BrowserId> {
        request.cookie(self.browser().name)?.value().parse().ok()
    }

    /// The prefix makes browsers refuse the cookie unless it is secure and this host's own (RFC 6265bis, section 4.1.3).
    const fn session(self) -> CookieKind {
        CookieKind { name: if self.is_secure { "__Host-session" } else { "session" }, same_site: SameSite::Lax }
    }

    const fn browser(self) -> CookieKind {
        CookieKind { name: if self.is_secure { "__Host-browser" } else { "browser" }, same_site: SameSite::Strict }
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

    fn presented(self, request: &HttpRequest) -> Option<SessionToken> {
        request.cookie(self.session().name)?.value().parse().ok()
    }
}

impl PresentedSession {
    /// The token of a request.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let cookies = request.app_data::<Data<Cookies>>();
        Self(cookies.and_then(|cookies| cookies.presented(request)))
    }
}

extractor!(PresentedSession, |request| Ok(Self::of(request)));
