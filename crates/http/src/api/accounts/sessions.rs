//! The sessions of an account: listed, and ended.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Serialize;
use tokibako_storage::{
    accounts::renewal,
    sessions::{self, Session},
};
use utoipa::ToSchema;

use super::{
    cookie::PresentedSession,
    service::{AccountService, new_session},
};
use crate::{
    error::{Problem, if_missing},
    limits::KeyLimit,
    openapi::{AdmissionProblems, SignedOutProblems},
    request::head::RowId,
    response::{self, Instant},
};

/// A browser that is signed in to the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub(crate) struct SessionView<'a> {
    id: i64,
    /// The name of the browser, such as Firefox, if known.
    #[schema(required = true)]
    browser: Option<&'a str>,
    /// The operating system, such as Windows, if known.
    #[schema(required = true)]
    system: Option<&'a str>,
    /// When the browser signed in.
    created_at: Instant,
    /// When the browser was last seen, with a precision of an hour.
    last_used_at: Instant,
    /// Whether it is the session of this request.
    current: bool,
}

/// Lists the account's sessions
#[utoipa::path(
    get, path = "/api/sessions", tag = "accounts", operation_id = "listSessions",
    responses(
        (status = 200, description = "The signed-in browsers, the last used first", body = Vec<SessionView<'_>>),
        AdmissionProblems, SignedOutProblems
    )
)]
pub(crate) async fn list(service: Data<AccountService>, presented: PresentedSession) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let sessions = sessions::of_account(&service.storage, account.id, presented.0, service.clock.now()).await?;
    response::ok(&sessions.iter().map(SessionView::of).collect::<Vec<_>>())
}

/// Signs out everywhere
///
/// Ends all sessions of the account, including this one, and gives the account a new browser id, to which all data are
/// moved. The requesting browser is signed in again with a new session.
#[utoipa::path(
    delete, path = "/api/sessions", tag = "accounts", operation_id = "endSessions",
    responses(
        (status = 204, description = "All sessions have ended; the cookie has a new session"),
        AdmissionProblems, SignedOutProblems
    )
)]
pub(crate) async fn end_all(
    service: Data<AccountService>,
    request: HttpRequest,
    presented: PresentedSession,
) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    service.limits.take_by_key(KeyLimit::Renewals, &account.id.0)?;
    service.take_moved_rows(&request, &account).await?;
    let session = new_session(&request, presented)?;
    let token = session.token.clone();
    let renewed = renewal::end_all_sessions(&service.storage, account.id, session, service.clock.now()).await;
    let renewed = renewed.map_err(if_missing(Problem::SignedOut))?;
    service.hints.ended(renewed.ended);
    let mut response = response::no_content();
    service.cookies.set(&mut response, &token)?;
    Ok(response)
}

/// Ends a session
///
/// The account also gets a new browser id, because the browser of the ended session knows the old one. The other
/// sessions find the new id by `GET /api/user`.
#[utoipa::path(
    delete, path = "/api/sessions/{id}", tag = "accounts", operation_id = "endSession",
    params(("id" = i64, Path, description = "The id of the session")),
    responses((status = 204, description = "The session has ended"), AdmissionProblems, SignedOutProblems)
)]
pub(crate) async fn end(
    service: Data<AccountService>,
    request: HttpRequest,
    presented: PresentedSession,
    id: RowId,
) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let id = id.number().map_err(|_| Problem::NoSuchSession)?;
    service.limits.take_by_key(KeyLimit::Renewals, &account.id.0)?;
    service.take_moved_rows(&request, &account).await?;
    let renewed = renewal::end_session(&service.storage, account.id, id, service.clock.now()).await;
    let renewed = renewed.map_err(if_missing(Problem::NoSuchSession))?;
    service.hints.ended(renewed.ended);
    Ok(response::no_content())
}

impl<'a> SessionView<'a> {
    pub(crate) fn of(session: &'a Session) -> Self {
        Self {
            id: session.id,
            browser: session.agent.browser.as_deref(),
            system: session.agent.system.as_deref(),
            created_at: Instant(session.created_at),
            last_used_at: Instant(session.last_used_at),
            current: session.is_current,
        }
    }
}
