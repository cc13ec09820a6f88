//! All that a browser owns: to be taken away as a file, or forgotten.

use actix_web::{HttpResponse, web::Data};
use serde::Serialize;
use tokibako_domain::browser_id::BrowserId;
use utoipa::ToSchema;

use crate::{
    accounts::{PresentedSession, UserView},
    alarms::AlarmView,
    answer,
    browser::Browser,
    error::Problem,
    instant::Instant,
    parameters::BrowserHeader,
    problems::{AdmissionProblems, BrowserProblems, ServerProblems},
    schema,
    state::State,
    text::browser_id,
    timers::TimerView,
};

/// All that is known of a browser.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Belongings)]
pub(crate) struct BelongingsView<'a> {
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    browser_id: BrowserId,
    /// When this was put together.
    as_of: Instant,
    /// When the browser was last noted as here, to the day; null before the day's first note.
    #[schema(required = true)]
    last_seen: Option<Instant>,
    alarms: Vec<AlarmView<'a>>,
    timers: Vec<TimerView<'a>>,
    /// The account that keeps this browser id, where this browser is signed in to it.
    #[schema(required = true)]
    account: Option<UserView<'a>>,
}

/// All that is known of this browser
#[utoipa::path(
    get,
    path = "/api/browser",
    tag = "browser",
    operation_id = "readBrowser",
    params(BrowserHeader),
    responses(
        (status = 200, description = "Its alarms and timers, and its account", body = BelongingsView<'_>),
        BrowserProblems,
        ServerProblems
    )
)]
pub(crate) async fn read(
    state: Data<State>,
    Browser(browser): Browser,
    session: PresentedSession,
) -> Result<HttpResponse, Problem> {
    let now = state.now();
    let account = own_account(&state, browser, &session).await?;
    let owned = tokibako_storage::browsers::belongings(&state.storage, browser).await?;
    answer::ok(&BelongingsView {
        browser_id: browser,
        as_of: Instant(now),
        last_seen: owned.seen_at.map(Instant),
        alarms: owned.alarms.iter().map(AlarmView::of).collect(),
        timers: owned.timers.iter().map(|timer| TimerView::at(timer, now)).collect(),
        account: account.as_ref().map(UserView::of),
    })
}

/// Forgets this browser
///
/// Deletes its alarms, its timers and the log of its rings, ends its session, and deletes the account that keeps
/// its id if it is signed in to it.
#[utoipa::path(
    delete,
    path = "/api/browser",
    tag = "browser",
    operation_id = "forgetBrowser",
    params(BrowserHeader),
    responses((status = 204, description = "Nothing is left"), AdmissionProblems, BrowserProblems, ServerProblems)
)]
pub(crate) async fn forget(
    state: Data<State>,
    Browser(browser): Browser,
    session: PresentedSession,
) -> Result<HttpResponse, Problem> {
    let account = own_account(&state, browser, &session).await?.map(|account| account.id);
    tokibako_storage::browsers::forget(&state.storage, browser, account, session.0, state.now()).await?;
    let mut answer = answer::no_content();
    state.cookies().take(&mut answer)?;
    Ok(answer)
}

/// The account that keeps this browser's id, if the session is its.
async fn own_account(
    state: &State,
    browser: BrowserId,
    PresentedSession(presented): &PresentedSession,
) -> Result<Option<tokibako_domain::account::Account>, Problem> {
    let Some(token) = presented else { return Ok(None) };
    let account = tokibako_storage::sessions::account_of(&state.storage, token.clone(), state.now()).await?;
    Ok(account.filter(|account| account.browser == browser))
}
