//! What registering and signing in share: their components, a new session and its browser, the JSON of an account,
//! metrics.

use std::{net::IpAddr, sync::Arc};

use actix_web::{HttpRequest, HttpResponse, http::header};
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use serde::Serialize;
use tokibako_domain::{
    account::{Account, Password, PasswordHash, SessionToken},
    browser_id::BrowserId,
};
use tokibako_storage::{
    Storage, browsers,
    clock::Clock,
    sessions::{self, Agent, NewSession},
};
use utoipa::ToSchema;

use super::{
    cookie::{Cookies, PresentedSession},
    passwords::{PasswordVisitor, Passwords},
};
use crate::{
    endpoint::MetricLabel,
    error::Problem,
    events::Hints,
    limits::{AddressLimit, Attempt, Limits, bounds::MOST_MOVED},
    openapi::schema,
    random,
    response::{self, Instant, browser_id},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountSettings {
    pub is_open: bool,
    /// Whether each wrong password is logged with the client's address.
    pub logs_failures: bool,
}

pub(crate) struct AccountService {
    pub(crate) storage: Storage,
    pub(crate) clock: Clock,
    pub(crate) hints: Hints,
    pub(crate) limits: Arc<Limits>,
    pub(crate) passwords: Passwords,
    pub(crate) cookies: Cookies,
    pub(crate) metrics: AccountMetrics,
    pub(crate) settings: AccountSettings,
}

impl Default for AccountSettings {
    fn default() -> Self {
        Self { is_open: true, logs_failures: false }
    }
}

impl AccountService {
    /// The account of the presented session; [`Problem::SignedOut`] without one.
    pub(crate) async fn account(&self, PresentedSession(presented): &PresentedSession) -> Result<Account, Problem> {
        let token = presented.clone().ok_or(Problem::SignedOut)?;
        sessions::account_of(&self.storage, token, self.clock.now()).await?.ok_or(Problem::SignedOut)
    }

    /// Whose password is hashed for this request, who is not known.
    pub(super) fn password_visitor(&self, request: &HttpRequest) -> PasswordVisitor {
        let (client, requester) = (self.limits.client(request), self.limits.requester(request, false));
        PasswordVisitor { client, neighbour: requester.neighbour, is_known: false }
    }

    /// Takes tokens for the rows that a new browser id of the account rewrites.
    pub(super) async fn take_moved_rows(&self, request: &HttpRequest, account: &Account) -> Result<(), Problem> {
        let rows = browsers::rows_to_move(&self.storage, account.browser).await?;
        self.limits.deferred(AddressLimit::MovedRows, request)(rows.min(MOST_MOVED))
    }

    /// Checks the password of an attempt. A wrong one is [`Problem::WrongPair`], the only outcome that counts as a
    /// failure.
    pub(super) async fn check(
        &self,
        request: &HttpRequest,
        attempt: Attempt,
        typed: Option<Password>,
        stored_hash: Option<PasswordHash>,
    ) -> Result<(), Problem> {
        let visitor = PasswordVisitor { is_known: attempt.is_known(), ..self.password_visitor(request) };
        let checked = match self.limits.take_by_address(AddressLimit::Passwords, request) {
            Ok(()) => self.passwords.check(typed, stored_hash, visitor).await,
            Err(refused) => Err(refused),
        };
        match checked {
            Ok(true) => {
                attempt.succeeded();
                Ok(())
            }
            Ok(false) => {
                if self.settings.logs_failures {
                    log_failure(self.limits.address(request));
                }
                Err(Problem::WrongPair)
            }
            Err(problem) => {
                attempt.cancel();
                Err(problem)
            }
        }
    }
}

/// The log line that fail2ban counts; docs/operations.md has the filter. It names no account.
fn log_failure(address: Option<IpAddr>) {
    if let Some(address) = address {
        tracing::warn!(target: "tokibako::auth", %address, "failed sign-in");
    }
}

/// A session with a random token, which replaces the presented session.
pub(super) fn new_session(
    request: &HttpRequest,
    PresentedSession(replaces): PresentedSession,
) -> Result<NewSession, Problem> {
    Ok(NewSession { token: SessionToken::from_random(random::bytes()?), replaces, agent: agent_of(request) })
}

/// 200 with the account, and its session's token in a cookie.
pub(super) fn signed_in(cookies: Cookies, account: &Account, token: &SessionToken) -> Result<HttpResponse, Problem> {
    let mut response = response::ok(&UserView::of(account))?;
    cookies.set(&mut response, token)?;
    Ok(response)
}

/// An account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub(crate) struct UserView<'a> {
    id: i64,
    /// The browser id of the account. A browser that signs in uses it from then on.
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    uuid: BrowserId,
    username: &'a str,
    /// When the account was last used, with a precision of an hour.
    last_visited: Instant,
}

impl<'a> UserView<'a> {
    pub(crate) fn of(account: &'a Account) -> Self {
        Self {
            id: account.id.0,
            uuid: account.browser,
            username: account.username.as_str(),
            last_visited: Instant(account.last_visited),
        }
    }
}

const LOGINS: [&str; 7] = ["ok", "wrong_pair", "limited", "busy", INVALID, FORMERLY_INVALID, "failed"];
const REGISTRATIONS: [&str; 8] = ["ok", "name_taken", "closed", "limited", "busy", INVALID, FORMERLY_INVALID, "failed"];

const INVALID: &str = "invalid";

/// What version 1.0.0 calls [`INVALID`]. Counted beside it for one version.
const FORMERLY_INVALID: &str = "refused";

/// Counters of logins and registrations. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct AccountMetrics {
    logins: Family<MetricLabel, Counter>,
    registrations: Family<MetricLabel, Counter>,
}

impl AccountMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        // Start at zero, so that the first event counts as an increase.
        for (family, outcomes) in [(&self.logins, &LOGINS[..]), (&self.registrations, &REGISTRATIONS[..])] {
            for outcome in outcomes {
                drop(family.get_or_create(&[("outcome", *outcome)]));
            }
        }
        registry.register("logins", "Sign-ins attempted, by outcome", self.logins.clone());
        registry.register("registrations", "Registrations attempted, by outcome", self.registrations.clone());
    }

    pub(super) fn login<T>(&self, outcome: &Result<T, Problem>) {
        count(&self.logins, outcome_name(outcome));
    }

    pub(super) fn registration<T>(&self, outcome: &Result<T, Problem>) {
        count(&self.registrations, outcome_name(outcome));
    }
}

fn count(family: &Family<MetricLabel, Counter>, outcome: &'static str) {
    family.get_or_create(&[("outcome", outcome)]).inc();
    if outcome == INVALID {
        family.get_or_create(&[("outcome", FORMERLY_INVALID)]).inc();
    }
}

fn outcome_name<T>(outcome: &Result<T, Problem>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(Problem::WrongPair) => "wrong_pair",
        Err(Problem::UsernameTaken) => "name_taken",
        Err(Problem::RegistrationClosed) => "closed",
        Err(Problem::TooMany(_)) => "limited",
        Err(Problem::Busy) => "busy",
        Err(Problem::Validation(_)) => INVALID,
        Err(_) => "failed",
    }
}

/// Browsers by a marker in their `User-Agent`. The first marker that is found counts, since most browsers also name
/// those that they derive from.
static BROWSERS: [(&str, &str); 12] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Operating systems in the same way. An iPad that requests desktop pages claims to be a Mac.
static SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("FreeBSD", "FreeBSD"),
    ("Linux", "Linux"),
];

/// The browser and the system that a request names, if known. Nothing else of the header is stored.
fn agent_of(request: &HttpRequest) -> Agent {
    let header = request.headers().get(header::USER_AGENT);
    let text = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
    Agent { browser: name_of(text, &BROWSERS), system: name_of(text, &SYSTEMS) }
}

fn name_of(text: &str, marks: &[(&str, &str)]) -> Option<String> {
    marks.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[track_caller]
    fn check(agent: &str, browser: Option<&str>, system: Option<&str>) {
        let request = TestRequest::default().insert_header((header::USER_AGENT, agent)).to_http_request();
        let expected = Agent { browser: browser.map(str::to_owned), system: system.map(str::to_owned) };
        assert_eq!(agent_of(&request), expected, "{agent}");
    }

    #[test]
    fn a_browser_is_identified_by_its_family_and_system() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
        check(chrome, Some("Chrome"), Some("Windows"));
        check(&format!("{chrome} Edg/141.0.0.0"), Some("Edge"), Some("Windows"));
        check("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", Some("Firefox"), Some("Linux"));
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
            Some("Safari"),
            Some("iPhone"),
        );
        check(
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            Some("Samsung Internet"),
            Some("Android"),
        );
        check("curl/8.5.0", None, None);
        check("", None, None);
    }
}
