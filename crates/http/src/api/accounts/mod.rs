//! Accounts: register, log in, log out, who is logged in, the password and the sessions.
//!
//! # A person signs in
//!
//! 1. `http::api::accounts` parses name and password into domain types without `Display`, whose `Debug` hides them. A
//!    name or password that no account can have is not refused here: it counts as a wrong pair.
//! 2. The password hash of the account is read. `Passwords` checks it on a blocking thread, two at a time and one of each
//!    address, by turns, and answers 503 to an address that has sixteen in the queue. Addresses from which the name signed in
//!    recently go first, and the last places of the queue are theirs, so that guesses that fill it do not lock out the
//!    owner. Only wrong passwords count for the limits of guesses (docs/api.md) (`http::limits::sign_ins`): a token bucket cannot return a token, so failures have separate
//!    counters. Known addresses are in memory only, because a device cookie would survive signing out and reveal whose
//!    browser it was. If there is no such account, a dummy hash is checked, so that the answer takes as long.
//! 3. One transaction in `storage::accounts` ends the presented session, begins another and, if asked, hands over what
//!    the browser owns. Only the `browser_id` of rows changes, and no due instant, so no scheduler is woken. The log of
//!    rings is handed over after the rows, so that a ring that is being claimed meanwhile is included.
//! 4. The token is 256 random bits in a cookie; `sessions` stores its SHA-256. So reading the table is not enough to
//!    sign in.
//! 5. Changing the password and ending sessions (`storage::accounts::renewal`) also move everything the account owns to
//!    a new browser id, because the old id alone would still give access. A hint (`storage::signals::hints`) tells
//!    every process, and the streams of the old id end with the event `identity`.
//!
//! An account does not protect alarms: they belong to a browser id, and an account is a way to find that id again. So
//! no query on alarms asks for a session, and browsers that never sign in have no additional cost.

mod cookie;
mod passwords;
mod service;
pub(crate) mod sessions;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use tokibako_domain::{
    account::{Account, Password, Username},
    browser_id::BrowserId,
};
use tokibako_storage::{
    Storage,
    accounts::{self, NewAccount, renewal},
    clock::Clock,
    sessions as stored_sessions,
    signals::hints::List,
    upkeep::last_seen::LastSeen,
};
use utoipa::ToSchema;

pub(crate) use self::{
    cookie::{Cookies, PresentedSession},
    passwords::Passwords,
    service::{AccountMetrics, AccountService, UserView},
    sessions::SessionView,
};
use self::{
    passwords::PasswordVisitor,
    service::{new_session, signed_in},
};
pub use self::{passwords::hash_password, service::AccountSettings};
use crate::{
    error::{Problem, ValidationErrors, if_missing},
    limits::{AddressLimit, KeyLimit},
    openapi::{
        AdmissionProblems, BrowserHeader, CapacityProblems, LoginProblems, RegisterProblems, SignedOutProblems, schema,
    },
    request::{
        body::{BrowserBody, fields},
        field::Sent,
        head::{Browser, ClientId},
    },
    response,
};

/// Creates an account and signs in
///
/// The account gets the id of this browser. If another account already has that id, the new account gets a new one.
#[utoipa::path(
    post, path = "/api/register", tag = "accounts", operation_id = "register",
    params(BrowserHeader), request_body = RegisterFields,
    responses(
        (
            status = 201, description = "The account, and a session in a cookie", body = UserView<'_>,
            headers(("Location" = String, description = "The path of the account"))
        ),
        RegisterProblems
    )
)]
pub(crate) async fn register(
    service: Data<AccountService>,
    request: HttpRequest,
    presented: PresentedSession,
    BrowserBody { browser, fields }: BrowserBody<RegisterFields>,
) -> Result<HttpResponse, Problem> {
    let outcome = registered(&service, &request, presented, browser, fields).await;
    service.metrics.registration(&outcome);
    outcome
}

async fn registered(
    service: &AccountService,
    request: &HttpRequest,
    presented: PresentedSession,
    browser: BrowserId,
    fields: RegisterFields,
) -> Result<HttpResponse, Problem> {
    if !service.settings.is_open {
        return Err(Problem::RegistrationClosed);
    }
    let (username, password) = fields.credentials()?;
    service.limits.take_by_address(AddressLimit::Registrations, request)?;
    service.limits.admit_owner(&service.storage, request, browser).await?;
    service.limits.take_by_address(AddressLimit::Passwords, request)?;
    let password_hash = service.passwords.hash(password, service.password_visitor(request)).await?;
    let session = new_session(request, presented)?;
    let token = session.token.clone();
    let account = NewAccount { browser, username, password_hash };
    let account = accounts::register(&service.storage, account, session, service.clock.now()).await?;
    service.limits.remember_owner(request, account.username.key());
    let mut response = response::created("/api/user", &UserView::of(&account))?;
    service.cookies.set(&mut response, &token)?;
    Ok(response)
}

/// Signs in
///
/// With `bring`, all alarms and timers of this browser move to the account, and its cities are added to those of the
/// account, unless the account would then have more than 1,000 alarms or timers: nothing moves, and nobody is signed in.
#[utoipa::path(
    post, path = "/api/login", tag = "accounts", operation_id = "login",
    params(BrowserHeader), request_body = LoginFields,
    responses(
        (status = 200, description = "The account, and a session in a cookie", body = UserView<'_>),
        LoginProblems, CapacityProblems
    )
)]
pub(crate) async fn login(
    service: Data<AccountService>,
    request: HttpRequest,
    presented: PresentedSession,
    BrowserBody { browser, fields }: BrowserBody<LoginFields>,
) -> Result<HttpResponse, Problem> {
    let outcome = logged_in(&service, &request, presented, browser, fields).await;
    service.metrics.login(&outcome);
    outcome
}

async fn logged_in(
    service: &AccountService,
    request: &HttpRequest,
    presented: PresentedSession,
    browser: BrowserId,
    fields: LoginFields,
) -> Result<HttpResponse, Problem> {
    let credentials = fields.credentials()?;
    let name = credentials.username.as_ref().map_or("", Username::key);
    let attempt = service.limits.sign_in(request, name, false)?;
    let stored_hash = match credentials.username {
        Some(username) => accounts::password_of(&service.storage, username).await,
        None => Ok(None),
    };
    // If no password could be checked, no failure is counted.
    let (stored_hash, attempt) = match stored_hash {
        Ok(stored_hash) => (stored_hash, attempt),
        Err(error) => {
            attempt.cancel();
            return Err(error.into());
        }
    };
    let (id, stored_hash) = stored_hash.unzip();
    // Also checked for unknown names, so that a wrong name takes as long as a wrong password.
    service.check(request, attempt, credentials.password, stored_hash).await?;
    let id = id.ok_or(Problem::WrongPair)?;
    let session = new_session(request, presented)?;
    let token = session.token.clone();
    let bring = credentials.bring.then_some(browser);
    if bring.is_some() {
        service.limits.take_by_key(KeyLimit::Brings, &id.0)?;
    }
    let client_id = ClientId::of(request).0;
    let account = accounts::sign_in(&service.storage, id, session, bring, service.clock.now()).await;
    // The account may have been deleted after its password was read.
    let account = account.map_err(if_missing(Problem::WrongPair))?;
    if bring.is_some_and(|from| from != account.browser) {
        for list in List::ALL {
            service.hints.changed(account.browser, list, client_id);
        }
    }
    signed_in(service.cookies, &account, &token)
}

/// Signs out
#[utoipa::path(
    post, path = "/api/logout", tag = "accounts", operation_id = "logout",
    responses((status = 204, description = "The session has ended, if there was one"), AdmissionProblems)
)]
pub(crate) async fn logout(
    storage: Data<Storage>,
    cookies: Data<Cookies>,
    PresentedSession(presented): PresentedSession,
) -> Result<HttpResponse, Problem> {
    if let Some(token) = presented {
        stored_sessions::end(&storage, token).await?;
    }
    let mut response = response::no_content();
    cookies.clear(&mut response)?;
    Ok(response)
}

/// Returns the account that is signed in
#[utoipa::path(
    get, path = "/api/user", tag = "accounts", operation_id = "readUser",
    params(BrowserHeader),
    responses((status = 200, description = "The account", body = UserView<'_>), SignedOutProblems)
)]
pub(crate) async fn user(
    storage: Data<Storage>,
    clock: Data<Clock>,
    last_seen: Data<LastSeen>,
    cookies: Data<Cookies>,
    _: Browser,
    PresentedSession(presented): PresentedSession,
) -> Result<HttpResponse, Problem> {
    let token = presented.ok_or(Problem::SignedOut)?;
    let found = stored_sessions::signed_in(&storage, token.clone(), clock.now()).await?;
    let found = found.ok_or(Problem::SignedOut)?;
    last_seen.record(found.account.browser, clock.precise_now());
    if found.is_prolonged {
        return signed_in(**cookies, &found.account, &token);
    }
    response::ok(&UserView::of(&found.account))
}

/// Changes the password
///
/// Ends all sessions of the account, gives it a new browser id, to which all data are moved, and signs this browser in
/// again.
#[utoipa::path(
    post, path = "/api/password", tag = "accounts", operation_id = "changePassword",
    params(BrowserHeader), request_body = PasswordFields,
    responses(
        (
            status = 200, description = "The account with its new browser id, and a new session in a cookie",
            body = UserView<'_>
        ),
        LoginProblems
    )
)]
pub(crate) async fn change_password(
    service: Data<AccountService>,
    request: HttpRequest,
    presented: PresentedSession,
    BrowserBody { fields, .. }: BrowserBody<PasswordFields>,
) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let outcome = changed(&service, &request, presented, account, fields).await;
    service.metrics.login(&outcome);
    outcome
}

async fn changed(
    service: &AccountService,
    request: &HttpRequest,
    presented: PresentedSession,
    account: Account,
    fields: PasswordFields,
) -> Result<HttpResponse, Problem> {
    let (old, new) = fields.passwords(&account.username)?;
    let stored_hash = accounts::password_of(&service.storage, account.username.clone()).await?;
    let stored_hash =
        stored_hash.filter(|(id, _)| *id == account.id).map(|(_, hash)| hash).ok_or(Problem::SignedOut)?;
    let attempt = service.limits.sign_in(request, account.username.key(), true)?;
    service.check(request, attempt, old, Some(stored_hash.clone())).await?;
    service.take_moved_rows(request, &account).await?;
    let visitor = PasswordVisitor { is_known: true, ..service.password_visitor(request) };
    let hash = service.passwords.hash(new, visitor).await?;
    let session = new_session(request, presented)?;
    let token = session.token.clone();
    let now = service.clock.now();
    let renewed = renewal::change_password(&service.storage, account.id, stored_hash, hash, session, now).await;
    // Another browser may have changed the password since it was read.
    let renewed = renewed.map_err(if_missing(Problem::WrongPair))?;
    service.hints.ended(renewed.ended);
    signed_in(service.cookies, &renewed.account, &token)
}

/// The fields of a new account. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewUser)]
pub(crate) struct RegisterFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::username)]
    username: Sent<String>,
    #[schema(required = true, schema_with = schema::password)]
    password: Sent<String>,
}

/// The credentials to sign in with. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Login)]
pub(crate) struct LoginFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, value_type = String)]
    username: Sent<String>,
    #[schema(required = true, value_type = String)]
    password: Sent<String>,
    /// Whether the alarms and timers of this browser move to the account; false by default.
    #[schema(value_type = bool)]
    bring: Sent<bool>,
}

/// The current and the new password. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = PasswordChange)]
pub(crate) struct PasswordFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, value_type = String)]
    old_password: Sent<String>,
    #[schema(required = true, schema_with = schema::password)]
    new_password: Sent<String>,
}

/// Login credentials; values that fail validation are `None` and count as a wrong pair.
pub(crate) struct Credentials {
    pub(crate) username: Option<Username>,
    pub(crate) password: Option<Password>,
    pub(crate) bring: bool,
}

fields!(RegisterFields, LoginFields, PasswordFields);

impl PasswordFields {
    /// The current password (`None` if no password can have this form), and the new password for the account with this
    /// name.
    pub(crate) fn passwords(self, name: &Username) -> Result<(Option<Password>, Password), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("oldPassword", self.old_password.is_some())]);
        let new = |text: String| Password::parse(&text).and_then(|password| password.for_new(name));
        let new = errors.required("newPassword", self.new_password, new);
        errors.none()?;
        let old = self.old_password.0.and_then(|text| Password::parse(&text).ok());
        new.map(|new| (old, new)).ok_or_else(ValidationErrors::default)
    }
}

impl RegisterFields {
    pub(crate) fn credentials(self) -> Result<(Username, Password), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let username = errors.required("username", self.username, |it| Username::parse(&it));
        let password = errors.required("password", self.password, |it| Password::parse(&it));
        if let (Some(username), Some(password)) = (&username, &password)
            && let Err(error) = password.clone().for_new(username)
        {
            errors.add("password", error.to_string());
        }
        errors.none()?;
        username.zip(password).ok_or_else(ValidationErrors::default)
    }
}

impl LoginFields {
    /// The credentials. Invalid values are not refused here: they count as a wrong pair.
    pub(crate) fn credentials(self) -> Result<Credentials, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("username", self.username.is_some()), ("password", self.password.is_some())]);
        errors.none()?;
        Ok(Credentials {
            username: self.username.0.and_then(|it| Username::parse(&it).ok()),
            password: self.password.0.and_then(|it| Password::parse(&it).ok()),
            bring: self.bring.0.unwrap_or(false),
        })
    }
}
