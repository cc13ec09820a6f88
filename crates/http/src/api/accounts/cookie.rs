//! The cookie that holds a session's token: set, read and cleared.

use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpRequest, HttpResponse,
    cookie::{Cookie, SameSite, time::Duration},
    dev::Payload,
    web::Data,
};
use tokibako_domain::account::{SESSION_LIFETIME, SessionToken};

use crate::error::Problem;

/// The name and the attributes of this server's session cookies.
#[derive(Clone, Copy)]
pub(crate) struct Cookies {
    /// Whether visitors use https only.
    is_secure: bool,
}

/// The session token of a request, if it has a valid one.
pub(crate) struct PresentedSession(pub(crate) Option<SessionToken>);

impl Cookies {
    /// `is_https`: whether the site is at an https address. Then browsers send the cookies over https only, and only to
    /// this host.
    pub(crate) const fn for_site(is_https: bool) -> Self {
        Self { is_secure: is_https }
    }

    /// Sets the cookie for as long as its session is valid.
    pub(crate) fn set(self, response: &mut HttpResponse, token: &SessionToken) -> Result<(), Problem> {
        self.write(response, token.to_text(), Duration::seconds(SESSION_LIFETIME.whole_seconds()))
    }

    /// Clears the cookie.
    pub(crate) fn clear(self, response: &mut HttpResponse) -> Result<(), Problem> {
        self.write(response, String::new(), Duration::ZERO)
    }

    /// The prefix makes browsers refuse the cookie unless it is secure and this host's own (RFC 6265bis, section 4.1.3).
    const fn name(self) -> &'static str {
        if self.is_secure { "__Host-session" } else { "session" }
    }

    fn write(self, response: &mut HttpResponse, value: String, lifetime: Duration) -> Result<(), Problem> {
        let cookie = Cookie::build(self.name(), value)
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.is_secure)
            .max_age(lifetime);
        response.add_cookie(&cookie.finish()).map_err(|error| {
            tracing::error!(%error, "a cookie could not be written");
            Problem::Internal
        })
    }

    fn presented(self, request: &HttpRequest) -> Option<SessionToken> {
        request.cookie(self.name())?.value().parse().ok()
    }
}

impl PresentedSession {
    /// The token of a request.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let cookies = request.app_data::<Data<Cookies>>();
        Self(cookies.and_then(|cookies| cookies.presented(request)))
    }
}

impl FromRequest for PresentedSession {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}
