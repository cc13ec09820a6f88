//! The cookie that holds a session's token, given, read and taken away.

use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpRequest, HttpResponse,
    cookie::{Cookie, SameSite, time::Duration},
    dev::Payload,
    web::Data,
};
use tokibako_domain::account::{SESSION_LIFETIME, SessionToken};

use crate::{error::Problem, pages::Site, state::State};

/// How this server's cookies are named and marked.
#[derive(Clone, Copy)]
pub(crate) struct Cookies {
    /// Whether visitors come by https alone.
    is_secure: bool,
}

/// The token that a request presents, if what it presents is one.
pub(crate) struct PresentedSession(pub(crate) Option<SessionToken>);

impl Cookies {
    /// Where the site is at an https address, browsers send them by https alone, and take them from nobody but this host.
    pub(crate) fn of(site: &Site) -> Self {
        Self { is_secure: site.is_https() }
    }

    /// Gives the browser a token, for as long as its session lasts.
    pub(crate) fn give(self, answer: &mut HttpResponse, token: &SessionToken) -> Result<(), Problem> {
        self.set(answer, token.to_text(), Duration::seconds(SESSION_LIFETIME.whole_seconds()))
    }

    /// Takes the token away from the browser.
    pub(crate) fn take(self, answer: &mut HttpResponse) -> Result<(), Problem> {
        self.set(answer, String::new(), Duration::ZERO)
    }

    /// The prefix makes browsers refuse the cookie unless it is secure and this host's own (RFC 6265bis, section 4.1.3).
    const fn name(self) -> &'static str {
        if self.is_secure { "__Host-session" } else { "session" }
    }

    fn set(self, answer: &mut HttpResponse, value: String, lifetime: Duration) -> Result<(), Problem> {
        let cookie = Cookie::build(self.name(), value)
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.is_secure)
            .max_age(lifetime);
        answer.add_cookie(&cookie.finish()).map_err(|error| {
            tracing::error!(%error, "a cookie could not be written");
            Problem::Internal
        })
    }

    fn presented(self, request: &HttpRequest) -> Option<SessionToken> {
        request.cookie(self.name())?.value().parse().ok()
    }
}

impl FromRequest for PresentedSession {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let state = request.app_data::<Data<State>>();
        ready(Ok(Self(state.and_then(|state| state.cookies().presented(request)))))
    }
}
