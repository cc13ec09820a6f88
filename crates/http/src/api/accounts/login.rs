//! Logging in with a name and a password.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use tokibako_domain::{account::Username, browser_id::BrowserId};
use tokibako_storage::{accounts, signals::hints::List};

use super::{
    cookie::PresentedSession,
    fields::LoginFields,
    service::AccountService,
    session::{new_session, signed_in},
    view::UserView,
};
use crate::{
    error::{Problem, if_missing},
    limits::bounds::BRINGS,
    openapi::{
        parameters::BrowserHeader,
        problems::{CapacityProblems, LoginProblems},
    },
    request::{body::BrowserBody, origin::Origin},
};

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
    let kept = match credentials.username {
        Some(username) => accounts::password_of(&service.storage, username).await,
        None => Ok(None),
    };
    // If no password could be checked, no failure is counted.
    let (kept, attempt) = match kept {
        Ok(kept) => (kept, attempt),
        Err(error) => {
            attempt.cancel();
            return Err(error.into());
        }
    };
    let (id, kept) = kept.unzip();
    // Also checked for unknown names, so that a wrong name takes as long as a wrong password.
    service.check(request, attempt, credentials.password, kept).await?;
    let id = id.ok_or(Problem::WrongPair)?;
    let session = new_session(request, presented)?;
    let token = session.token.clone();
    let bring = credentials.bring.then_some(browser);
    if bring.is_some() {
        service.limits.take_by_key(&BRINGS, &id.0)?;
    }
    let origin = Origin::of(request).0;
    let account = accounts::sign_in(&service.storage, id, session, bring, service.clock.now()).await;
    // The account may have been deleted after its password was read.
    let account = account.map_err(if_missing(Problem::WrongPair))?;
    if bring.is_some_and(|from| from != account.browser) {
        for list in List::ALL {
            service.hints.changed(account.browser, list, origin);
        }
    }
    signed_in(service.cookies, &account, &token)
}
