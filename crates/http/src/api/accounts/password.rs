//! Changing the password of an account.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use tokibako_domain::account::Account;
use tokibako_storage::accounts::{self, renewal};

use super::{
    cookie::PresentedSession,
    fields::PasswordFields,
    passwords::PasswordVisitor,
    service::AccountService,
    session::{new_session, signed_in},
    view::UserView,
};
use crate::{
    error::{Problem, if_missing},
    openapi::{parameters::BrowserHeader, problems::LoginProblems},
    request::body::BrowserBody,
};

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
pub(crate) async fn change(
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
    let kept = accounts::password_of(&service.storage, account.username.clone()).await?;
    let kept = kept.filter(|(id, _)| *id == account.id).map(|(_, hash)| hash).ok_or(Problem::SignedOut)?;
    let attempt = service.limits.sign_in(request, account.username.key(), true)?;
    service.check(request, attempt, old, Some(kept.clone())).await?;
    service.take_moved_rows(request, &account).await?;
    let visitor = PasswordVisitor { is_known: true, ..service.password_visitor(request) };
    let hash = service.passwords.hash(new, visitor).await?;
    let session = new_session(request, presented)?;
    let token = session.token.clone();
    let now = service.clock.now();
    let renewed = renewal::change_password(&service.storage, account.id, kept, hash, session, now).await;
    // Another browser may have changed the password since it was read.
    let renewed = renewed.map_err(if_missing(Problem::WrongPair))?;
    service.hints.ended(renewed.ended);
    signed_in(service.cookies, &renewed.account, &token)
}
