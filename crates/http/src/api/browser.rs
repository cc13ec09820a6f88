//! Everything a browser owns, exported or deleted; and its id in a cookie: some browsers delete what a site's pages have
//! stored after a week without a visit, but not the cookies of its server. A page that finds its storage empty asks for
//! the id once.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Serialize;
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, SessionToken},
    browser_id::BrowserId,
};
use tokibako_storage::{
    Error, Storage, accounts,
    browsers::{self, OwnedData},
    clock::Clock,
    sessions::{self, Session},
};
use utoipa::ToSchema;

use super::{
    accounts::{Cookies, PresentedSession, SessionView, UserView},
    alarms::json::AlarmView,
    channels::ChannelView,
    cities::CityView,
    days_off::RangeView,
    push::DeviceView,
    rings::RingView,
    rows,
    timers::json::TimerView,
};
use crate::{
    error::Problem,
    events::Hints,
    openapi::{AdmissionProblems, BrowserHeader, schema},
    request::head::Browser,
    response::{self, Instant, browser_id},
};

/// All data of a browser.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Belongings)]
struct OwnedDataView<'a> {
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    browser_id: BrowserId,
    /// When this export was created.
    as_of: Instant,
    /// When the browser was last seen, to the day; null before it is first recorded.
    #[schema(required = true)]
    last_seen: Option<Instant>,
    alarms: Vec<AlarmView<'a>>,
    timers: Vec<TimerView<'a>>,
    /// The rings of about the last hour.
    rings: Vec<RingView<'a>>,
    /// The devices that get pushes when the page is closed, without the addresses of their subscriptions.
    devices: Vec<DeviceView>,
    /// The channels of the account, without their tokens and secrets, if this browser is signed in to it.
    channels: Vec<ChannelView>,
    /// The chosen cities; null if the browser has never chosen any.
    #[schema(required = true)]
    cities: Option<Vec<CityView<'a>>>,
    /// The days off, also those that have passed.
    days_off: Vec<RangeView<'a>>,
    /// The account with this browser id, if this browser is signed in to it.
    #[schema(required = true)]
    account: Option<UserView<'a>>,
    /// When that account was created.
    #[schema(required = true)]
    account_created_at: Option<Instant>,
    /// The browsers that are signed in to that account.
    sessions: Vec<SessionView<'a>>,
}

/// Exports all data of this browser
#[utoipa::path(
    get, path = "/api/browser", tag = "browser", operation_id = "readBrowser",
    params(BrowserHeader),
    responses(
        (
            status = 200,
            description = "Its alarms and timers, the log of its rings, its devices, its cities, its days off, its account and that account's sessions",
            body = OwnedDataView<'_>
        )
    )
)]
pub(crate) async fn read(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
    session: PresentedSession,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let account = own_account(&storage, browser, &session, now).await?;
    let export = Export::read(&storage, browser, account, session.0, now).await?;
    response::ok(&export.view(browser, now))
}

/// All data of an account as JSON, for an operator.
pub async fn owned_data_as_json(storage: &Storage, account: &Account, now: OffsetDateTime) -> Result<String, Error> {
    let export = Export::read(storage, account.browser, Some(account.clone()), None, now).await?;
    serde_json::to_string_pretty(&export.view(account.browser, now))
        .map_err(|error| Error::Unreadable(error.to_string()))
}

/// What a browser owns, and its account if it may see that.
struct Export {
    owned: OwnedData,
    account: Option<Account>,
    account_created_at: Option<OffsetDateTime>,
    sessions: Vec<Session>,
}

impl Export {
    /// `presented` is the session that counts as the current one.
    async fn read(
        storage: &Storage,
        browser: BrowserId,
        account: Option<Account>,
        presented: Option<SessionToken>,
        now: OffsetDateTime,
    ) -> Result<Self, Error> {
        let owned = browsers::owned_data(storage, browser).await?;
        let (account_created_at, sessions) = match &account {
            Some(account) => (
                Some(accounts::created_at(storage, account.id).await?),
                sessions::of_account(storage, account.id, presented, now).await?,
            ),
            None => (None, Vec::new()),
        };
        Ok(Self { owned, account, account_created_at, sessions })
    }

    fn view(&self, browser: BrowserId, now: OffsetDateTime) -> OwnedDataView<'_> {
        let Self { owned, account, account_created_at, sessions } = self;
        OwnedDataView {
            browser_id: browser,
            as_of: Instant(now),
            last_seen: owned.seen_at.map(Instant),
            alarms: rows::views(&owned.alarms, now),
            timers: rows::views(&owned.timers, now),
            rings: owned.rings.iter().map(RingView::of).collect(),
            devices: owned.devices.iter().map(DeviceView::of).collect(),
            channels: owned.channels.iter().filter(|_| account.is_some()).map(ChannelView::of).collect(),
            cities: owned.cities.as_ref().map(CityView::all),
            days_off: RangeView::all(&owned.days_off),
            account: account.as_ref().map(UserView::of),
            account_created_at: account_created_at.map(Instant),
            sessions: sessions.iter().map(SessionView::of).collect(),
        }
    }
}

/// Deletes all data of this browser
///
/// Deletes its alarms, timers, log of rings, devices, cities and days off, and ends its session. If it is signed in to the
/// account with its id, that account is deleted as well.
#[utoipa::path(
    delete, path = "/api/browser", tag = "browser", operation_id = "forgetBrowser",
    params(BrowserHeader),
    responses((status = 204, description = "All data are deleted"), AdmissionProblems)
)]
pub(crate) async fn forget(
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    cookies: Data<Cookies>,
    Browser(browser): Browser,
    session: PresentedSession,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let account = own_account(&storage, browser, &session, now).await?.map(|account| account.id);
    browsers::forget(&storage, browser, account, session.0, now).await?;
    hints.ended(browser);
    let mut response = response::no_content();
    cookies.clear(&mut response)?;
    Ok(response)
}

/// The account with this browser's id, if the session is its own.
async fn own_account(
    storage: &Storage,
    browser: BrowserId,
    PresentedSession(presented): &PresentedSession,
    now: OffsetDateTime,
) -> Result<Option<Account>, Problem> {
    let Some(token) = presented else { return Ok(None) };
    let account = sessions::account_of(storage, token.clone(), now).await?;
    Ok(account.filter(|account| account.browser == browser))
}

/// What a page that finds its storage empty may continue with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredBrowserId)]
struct StoredIdView {
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
pub(crate) async fn read_id(
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
pub(crate) async fn store_id(
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
