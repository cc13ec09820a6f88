//! The browser id in a cookie: some browsers delete what a site's pages have stored after a week without a visit, but not
//! the cookies of its server. A page that finds its storage empty asks for the id once.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::accounts::{Cookies, PresentedSession},
    error::Problem,
    openapi::{parameters::BrowserHeader, problems::AdmissionProblems, schema},
    request::browser::Browser,
    response,
};

/// What a page that finds its storage empty may continue with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredBrowserId)]
pub(crate) struct StoredIdView {
    /// Null without such a cookie.
    #[schema(required = true, schema_with = schema::stored_browser_id)]
    browser_id: Option<String>,
    /// Whether the page has the cookie of a session, whose account `GET /api/user` returns unless it has ended.
    has_session: bool,
}

/// Returns the browser id in the cookie, and whether there is the cookie of a session
///
/// Only for this site's own pages, of browsers that tell so (`Sec-Fetch-Site: same-origin`). The cookie itself gives
/// access to nothing.
#[utoipa::path(
    get, path = "/api/browser/id", tag = "browser", operation_id = "readBrowserId",
    responses(
        (status = 200, description = "The browser id, or null without a cookie", body = StoredIdView),
        AdmissionProblems
    )
)]
pub(crate) async fn read(
    cookies: Data<Cookies>,
    request: HttpRequest,
    PresentedSession(session): PresentedSession,
) -> Result<HttpResponse, Problem> {
    if !is_own_page(&request) {
        return Err(Problem::OtherSite);
    }
    let (own, moved) = (cookies.presented_browser(&request), cookies.browser_of_plain_http(&request));
    let browser_id = own.or(moved).map(|browser| browser.as_uuid().to_string());
    let mut response = response::ok(&StoredIdView { browser_id, has_session: session.is_some() })?;
    if let Some(browser) = moved {
        cookies.set_browser(&mut response, browser)?;
    }
    Ok(response)
}

/// Stores the browser id in the cookie
///
/// The cookie is `HttpOnly`, `SameSite=Strict`, and `Secure` with https, and is valid for a year from then on. While an
/// account is signed in, the cookie is deleted instead.
#[utoipa::path(
    put, path = "/api/browser/id", tag = "browser", operation_id = "storeBrowserId",
    params(BrowserHeader),
    responses((status = 204, description = "Stored"), AdmissionProblems)
)]
pub(crate) async fn store(
    cookies: Data<Cookies>,
    Browser(browser): Browser,
    PresentedSession(session): PresentedSession,
) -> Result<HttpResponse, Problem> {
    let mut response = response::no_content();
    match session {
        Some(_) => cookies.clear_browser(&mut response)?,
        None => cookies.set_browser(&mut response, browser)?,
    }
    Ok(response)
}

/// Whether the browser says that one of this site's own pages sends the request.
fn is_own_page(request: &HttpRequest) -> bool {
    request.headers().get("Sec-Fetch-Site").is_some_and(|site| site == "same-origin")
}
