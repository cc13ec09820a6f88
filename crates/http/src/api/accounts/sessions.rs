//! The sessions of an account: listed, and ended.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Serialize;
use tokibako_storage::{
    Error, renewal,
    sessions::{self, Session},
};
use utoipa::ToSchema;

use super::{cookie::PresentedSession, service::AccountService, session::new_session};
use crate::{
    error::Problem,
    openapi::problems::{AdmissionProblems, RowProblems, ServerProblems, SignedOutProblems},
    request::row_id::RowId,
    response::{self, instant::Instant},
};

/// A browser that is signed in to the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub(crate) struct SessionView<'a> {
    id: i64,
    /// Its name, such as Firefox, where it is known.
    #[schema(required = true)]
    browser: Option<&'a str>,
    /// The system that it runs on, such as Windows, where it is known.
    #[schema(required = true)]
    system: Option<&'a str>,
    /// When it signed in.
    created_at: Instant,
    /// When it was last here, to within an hour.
    last_used_at: Instant,
    /// Whether it is the session of this request.
    current: bool,
}

/// The account's sessions
#[utoipa::path(
    get,
    path = "/api/sessions",
    tag = "accounts",
    operation_id = "listSessions",
    responses(
        (status = 200, description = "All browsers that are signed in, the last used first", body = Vec<SessionView<'_>>),
        AdmissionProblems,
        SignedOutProblems,
        ServerProblems
    )
)]
pub(crate) async fn list(service: Data<AccountService>, presented: PresentedSession) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let sessions = sessions::of_account(&service.storage, account.id, presented.0, service.clock.now()).await?;
    response::ok(&sessions.iter().map(SessionView::of).collect::<Vec<_>>())
}

/// Signs out everywhere
///
/// Ends all sessions of the account, this one included, and gives the account a new browser id, which has all that the
/// old one had. The browser that asks for it is signed in again by a new session.
#[utoipa::path(
    delete,
    path = "/api/sessions",
    tag = "accounts",
    operation_id = "endSessions",
    responses(
        (status = 204, description = "All sessions have ended; a cookie has a new one"),
        AdmissionProblems,
        SignedOutProblems,
        ServerProblems
    )
)]
pub(crate) async fn end_all(
    service: Data<AccountService>,
    request: HttpRequest,
    presented: PresentedSession,
) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let session = new_session(&request, presented)?;
    let token = session.token.clone();
    let renewed = match renewal::end_all_sessions(&service.storage, account.id, session, service.clock.now()).await {
        Err(Error::NotFound) => return Err(Problem::SignedOut),
        renewed => renewed?,
    };
    service.hints.ended(renewed.ended);
    let mut response = response::no_content();
    service.cookies.set(&mut response, &token)?;
    Ok(response)
}

/// Ends a session
///
/// Gives the account a new browser id as well, which its other sessions find by `GET /api/user`: the browser whose session
/// ended knows the old one.
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}",
    tag = "accounts",
    operation_id = "endSession",
    params(("id" = i64, Path, description = "The session's number")),
    responses(
        (status = 204, description = "The session has ended"),
        AdmissionProblems,
        SignedOutProblems,
        RowProblems,
        ServerProblems
    )
)]
pub(crate) async fn end(
    service: Data<AccountService>,
    presented: PresentedSession,
    id: RowId,
) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let renewed = renewal::end_session(&service.storage, account.id, id.number()?, service.clock.now()).await?;
    service.hints.ended(renewed.ended);
    Ok(response::no_content())
}

impl<'a> SessionView<'a> {
    /// The view of a session.
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
