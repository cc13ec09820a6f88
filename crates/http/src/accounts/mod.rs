//! Accounts over HTTP: register, sign in, sign out, and who is signed in.

mod cookie;
mod fields;
mod passwords;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use tokibako_domain::{
    account::{Account, SessionToken, Username},
    browser_id::BrowserId,
};
use tokibako_storage::{
    Error,
    accounts::{NewAccount, NewSession},
};

use self::fields::{LoginFields, RegisterFields};
pub(crate) use self::{
    cookie::{Cookies, PresentedSession},
    passwords::Passwords,
    view::UserView,
};
use crate::{
    answer,
    body::FromBrowser,
    browser::Browser,
    error::Problem,
    parameters::BrowserHeader,
    problems::{
        AdmissionProblems, BodyProblems, BrowserProblems, LoginProblems, RegisterProblems, ServerProblems,
        SignedOutProblems,
    },
    state::State,
};

/// Makes an account and signs in
///
/// The account keeps the id of this browser; where another account keeps it already, it gets one of its own.
#[utoipa::path(
    post,
    path = "/api/register",
    tag = "accounts",
    operation_id = "register",
    params(BrowserHeader),
    request_body = RegisterFields,
    responses(
        (
            status = 201,
            description = "The account, and a session in a cookie",
            body = UserView<'_>,
            headers(("Location" = String, description = "The path of the account"))
        ),
        BodyProblems,
        RegisterProblems,
        ServerProblems
    )
)]
pub(crate) async fn register(
    state: Data<State>,
    request: HttpRequest,
    presented: PresentedSession,
    FromBrowser { browser, fields }: FromBrowser<RegisterFields>,
) -> Result<HttpResponse, Problem> {
    let outcome = registered(&state, &request, presented, browser, fields).await;
    state.metrics.registration(&outcome);
    outcome
}

async fn registered(
    state: &State,
    request: &HttpRequest,
    presented: PresentedSession,
    browser: BrowserId,
    fields: RegisterFields,
) -> Result<HttpResponse, Problem> {
    let (username, password) = fields.credentials()?;
    state.limits.register(request)?;
    let password_hash = state.passwords.hash(password).await?;
    let session = new_session(presented)?;
    let token = session.token.clone();
    let account = NewAccount { browser, username, password_hash };
    let account = tokibako_storage::accounts::register(&state.storage, account, session, state.now()).await?;
    let mut answer = answer::created("/api/user", &UserView::of(&account))?;
    state.cookies().give(&mut answer, &token)?;
    Ok(answer)
}

/// Signs in
///
/// With `bring`, all alarms and timers of this browser become the account's.
#[utoipa::path(
    post,
    path = "/api/login",
    tag = "accounts",
    operation_id = "login",
    params(BrowserHeader),
    request_body = LoginFields,
    responses(
        (status = 200, description = "The account, and a session in a cookie", body = UserView<'_>),
        BodyProblems,
        LoginProblems,
        ServerProblems
    )
)]
pub(crate) async fn login(
    state: Data<State>,
    request: HttpRequest,
    presented: PresentedSession,
    FromBrowser { browser, fields }: FromBrowser<LoginFields>,
) -> Result<HttpResponse, Problem> {
    let outcome = logged_in(&state, &request, presented, browser, fields).await;
    state.metrics.login(&outcome);
    outcome
}

async fn logged_in(
    state: &State,
    request: &HttpRequest,
    presented: PresentedSession,
    browser: BrowserId,
    fields: LoginFields,
) -> Result<HttpResponse, Problem> {
    let attempt = fields.attempt()?;
    state.limits.login(request, attempt.username.as_ref().map_or("", Username::key))?;
    let kept = match attempt.username {
        Some(username) => tokibako_storage::accounts::password_of(&state.storage, username).await?,
        None => None,
    };
    let (id, kept) = kept.unzip();
    // Checked for unknown names as well: a wrong pair takes the same time whatever is wrong with it.
    let is_right = state.passwords.check(attempt.password, kept).await?;
    let id = id.filter(|_| is_right).ok_or(Problem::WrongPair)?;
    let session = new_session(presented)?;
    let token = session.token.clone();
    let bring = attempt.bring.then_some(browser);
    let account = match tokibako_storage::accounts::sign_in(&state.storage, id, session, bring, state.now()).await {
        // Deleted since its password was read.
        Err(Error::NotFound) => return Err(Problem::WrongPair),
        signed_in => signed_in?,
    };
    answer_with_session(state, &account, &token)
}

/// Signs out
#[utoipa::path(
    post,
    path = "/api/logout",
    tag = "accounts",
    operation_id = "logout",
    responses((status = 204, description = "The session has ended, if there was one"), AdmissionProblems, ServerProblems)
)]
pub(crate) async fn logout(
    state: Data<State>,
    PresentedSession(presented): PresentedSession,
) -> Result<HttpResponse, Problem> {
    if let Some(token) = presented {
        tokibako_storage::sessions::end(&state.storage, token).await?;
    }
    let mut answer = answer::no_content();
    state.cookies().take(&mut answer)?;
    Ok(answer)
}

/// Who is signed in
#[utoipa::path(
    get,
    path = "/api/user",
    tag = "accounts",
    operation_id = "readUser",
    params(BrowserHeader),
    responses(
        (status = 200, description = "The account", body = UserView<'_>),
        BrowserProblems,
        SignedOutProblems,
        ServerProblems
    )
)]
pub(crate) async fn user(
    state: Data<State>,
    _: Browser,
    PresentedSession(presented): PresentedSession,
) -> Result<HttpResponse, Problem> {
    let token = presented.ok_or(Problem::SignedOut)?;
    let found = tokibako_storage::sessions::signed_in(&state.storage, token.clone(), state.now()).await?;
    let found = found.ok_or(Problem::SignedOut)?;
    state.note(found.account.browser);
    if found.is_prolonged {
        return answer_with_session(&state, &found.account, &token);
    }
    answer::ok(&UserView::of(&found.account))
}

fn answer_with_session(state: &State, account: &Account, token: &SessionToken) -> Result<HttpResponse, Problem> {
    let mut answer = answer::ok(&UserView::of(account))?;
    state.cookies().give(&mut answer, token)?;
    Ok(answer)
}

/// A session that nobody can guess, in place of the one that was presented.
fn new_session(PresentedSession(replaces): PresentedSession) -> Result<NewSession, Problem> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system provides no random bytes");
        Problem::Internal
    })?;
    Ok(NewSession { token: SessionToken::from_random(bytes), replaces })
}
