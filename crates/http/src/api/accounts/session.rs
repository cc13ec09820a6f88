//! Creates sessions and their responses.

use actix_web::{HttpRequest, HttpResponse};
use tokibako_domain::account::{Account, SessionToken};
use tokibako_storage::sessions::NewSession;

use super::{
    agent,
    cookie::{Cookies, PresentedSession},
    view::UserView,
};
use crate::{error::Problem, random, response};

/// A session with a random token, which replaces the presented session.
pub(super) fn new_session(
    request: &HttpRequest,
    PresentedSession(replaces): PresentedSession,
) -> Result<NewSession, Problem> {
    Ok(NewSession { token: SessionToken::from_random(random::bytes()?), replaces, agent: agent::of(request) })
}

/// 200 with the account, and its session's token in a cookie.
pub(super) fn signed_in(cookies: Cookies, account: &Account, token: &SessionToken) -> Result<HttpResponse, Problem> {
    let mut response = response::ok(&UserView::of(account))?;
    cookies.set(&mut response, token)?;
    Ok(response)
}
