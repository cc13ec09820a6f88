//! Registering: a new account, and a session for it.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use tokibako_domain::browser_id::BrowserId;
use tokibako_storage::accounts::{self, NewAccount};

use super::{
    cookie::PresentedSession, fields::RegisterFields, service::AccountService, session::new_session, view::UserView,
};
use crate::{
    error::Problem,
    limits::bounds::{PASSWORDS, REGISTRATIONS},
    openapi::{parameters::BrowserHeader, problems::RegisterProblems},
    request::body::BrowserBody,
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
    service.limits.take_by_address(&REGISTRATIONS, request)?;
    service.limits.take_by_address(&PASSWORDS, request)?;
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
