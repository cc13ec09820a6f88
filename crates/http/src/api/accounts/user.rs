//! Who is logged in.

use actix_web::{HttpResponse, web::Data};
use tokibako_storage::{Storage, clock::Clock, sessions, upkeep::last_seen::LastSeen};

use super::{
    cookie::{Cookies, PresentedSession},
    session::signed_in,
    view::UserView,
};
use crate::{
    error::Problem,
    openapi::{parameters::BrowserHeader, problems::SignedOutProblems},
    request::browser::Browser,
    response,
};

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
    let found = sessions::signed_in(&storage, token.clone(), clock.now()).await?;
    let found = found.ok_or(Problem::SignedOut)?;
    last_seen.record(found.account.browser, clock.precise_now());
    if found.is_prolonged {
        return signed_in(**cookies, &found.account, &token);
    }
    response::ok(&UserView::of(&found.account))
}
