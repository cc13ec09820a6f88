//! Everything a browser owns: exported, handed over to an account, or deleted.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{AccountId, SessionToken},
    alarm::Alarm,
    browser_id::BrowserId,
    cities::CityList,
    days_off::DaysOff,
    firing::Ring,
    timer::Timer,
};
use uuid::Uuid;

use crate::{
    Storage, browser_ids, browser_lists,
    channels::{self, Channel},
    days_off,
    devices::{self, Device},
    error::Error,
    owned::{KeyedRow, OwnedRow as _},
    schema::{accounts, alarms, browsers, firings, timers},
    sessions,
};

#[derive(Debug)]
pub struct OwnedData {
    /// The alarms, by time of day, then id.
    pub alarms: Vec<KeyedRow<Alarm>>,
    /// The timers in the chosen order, else by creation, then id.
    pub timers: Vec<KeyedRow<Timer>>,
    /// The log of its rings, the oldest first; only the latest if there are very many.
    pub rings: Vec<Ring>,
    /// The devices with push, in the order of their registration.
    pub devices: Vec<Device>,
    /// The channels, in the order of their creation.
    pub channels: Vec<Channel>,
    /// The list of cities; `None` if none were ever chosen.
    pub cities: Option<CityList>,
    pub days_off: DaysOff,
    /// When it was last seen; `None` if it owned nothing then.
    pub seen_at: Option<OffsetDateTime>,
}

pub async fn owned_data(storage: &Storage, browser: BrowserId) -> Result<OwnedData, Error> {
    storage
        .read(move |conn| {
            conn.build_transaction().repeatable_read().read_only().run(|conn| {
                let seen_at = browsers::table.find(browser.as_uuid()).select(browsers::seen_at);
                let seen_at = seen_at.first(conn).optional()?;
                let rings = crate::log::of_browser(conn, browser)?;
                let devices = devices::of_browser(conn, browser)?;
                let channels = channels::of_browser(conn, browser)?;
                let cities = browser_lists::of_browser(conn, browser.as_uuid())?;
                let days_off = browser_lists::of_browser(conn, browser.as_uuid())?.unwrap_or_default();
                let (alarms, timers) = (Alarm::of_browser(conn, browser)?, Timer::of_browser(conn, browser)?);
                if seen_at.is_none() {
                    browser_ids::refuse_renewed(conn, browser)?;
                }
                Ok(OwnedData { alarms, timers, rings, devices, channels, cities, days_off, seen_at })
            })
        })
        .await
}

/// Deletes everything `browser` owns, the log of its rings included, ends the session that it presents, and deletes
/// `account`, which must be the one with this browser id, with all its sessions.
///
/// [`Error::Renewed`] if the account has given up the id, because its data have moved to another one, and [`Error::Conflict`]
/// if it has another id for any other reason.
pub async fn forget(
    storage: &Storage,
    browser: BrowserId,
    account: Option<AccountId>,
    session: Option<SessionToken>,
    now: OffsetDateTime,
) -> Result<(), Error> {
    storage
        .write(move |conn| {
            browser_ids::lock_browsers(conn, &[browser.as_uuid()], now)?;
            // After the lock, for which a renewal may have been the reason to wait.
            browser_ids::refuse_renewed(conn, browser)?;
            if let Some(AccountId(id)) = account {
                let account = accounts::table.find(id);
                let of_browser = account.filter(accounts::browser_id.eq(browser.as_uuid()));
                let has_another_id = diesel::delete(of_browser).execute(conn)? == 0
                    && diesel::select(diesel::dsl::exists(account)).get_result(conn)?;
                if has_another_id {
                    return Err(Error::Conflict("the account has another browser id"));
                }
            }
            if let Some(token) = &session {
                sessions::drop_session(conn, token)?;
            }
            delete_owned(conn, &[browser.as_uuid()])?;
            diesel::delete(browsers::table.find(browser.as_uuid())).execute(conn)?;
            Ok(())
        })
        .await
}

/// Hands over everything `from` owns to `to`, its firings included, which a reconnecting stream may replay. Both must
/// be locked.
///
/// Alarms may move to later days by the days off of the other browser, and none to an earlier one, so no scheduler is
/// woken.
pub(crate) fn hand_over(
    conn: &mut PgConnection,
    from: BrowserId,
    to: BrowserId,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let (from, to) = (from.as_uuid(), to.as_uuid());
    // Rows before the log: when a claim holds one of them, this waits until the claim has written its ring.
    for table in ["alarms", "timers"] {
        // In the order in which a request locks the timers that it puts in another order.
        sql_query(format!("SELECT FROM {table} WHERE browser_id = $1 ORDER BY id FOR UPDATE"))
            .bind::<sql_types::Uuid, _>(from)
            .execute(conn)?;
        sql_query(format!("UPDATE {table} SET {} WHERE browser_id = $1", moving(table)))
            .bind::<sql_types::Uuid, _>(from)
            .bind::<sql_types::Uuid, _>(to)
            .execute(conn)?;
    }
    days_off::hand_over(conn, from, to, now)?;
    browser_lists::hand_over_cities(conn, from, to)?;
    devices::hand_over(conn, from, to)?;
    diesel::update(firings::table.filter(firings::browser_id.eq(from)))
        .set(firings::browser_id.eq(to))
        .execute(conn)?;
    diesel::delete(browsers::table.find(from)).execute(conn)?;
    Ok(())
}

/// Deletes the alarms, timers, cities, days off, devices and firings of browsers; returns how many alarms and timers there were.
pub(crate) fn delete_owned(conn: &mut PgConnection, ids: &[Uuid]) -> Result<usize, Error> {
    let rows = diesel::delete(alarms::table.filter(alarms::browser_id.eq_any(ids))).execute(conn)?
        + diesel::delete(timers::table.filter(timers::browser_id.eq_any(ids))).execute(conn)?;
    browser_lists::delete::<CityList>(conn, ids)?;
    browser_lists::delete::<DaysOff>(conn, ids)?;
    devices::delete(conn, ids)?;
    diesel::delete(firings::table.filter(firings::browser_id.eq_any(ids))).execute(conn)?;
    Ok(rows)
}

/// Whether a browser owns something, or has since its last visit in a long time.
pub async fn is_known(storage: &Storage, browser: BrowserId) -> Result<bool, Error> {
    storage
        .read(move |conn| {
            Ok(diesel::select(diesel::dsl::exists(browsers::table.find(browser.as_uuid()))).get_result(conn)?)
        })
        .await
}

/// How many rows a new browser id of `browser` rewrites.
pub async fn rows_to_move(storage: &Storage, browser: BrowserId) -> Result<u32, Error> {
    storage
        .read(move |conn| {
            let [alarms, timers] = count_rows(conn, &[browser.as_uuid()])?;
            let rings: i64 =
                firings::table.filter(firings::browser_id.eq(browser.as_uuid())).count().get_result(conn)?;
            Ok(u32::try_from(alarms + timers + rings).unwrap_or(u32::MAX))
        })
        .await
}

/// How many alarms, and how many timers, these browsers own together.
pub(crate) fn count_rows(conn: &mut PgConnection, ids: &[Uuid]) -> Result<[i64; 2], Error> {
    let alarms = alarms::table.filter(alarms::browser_id.eq_any(ids)).count().get_result(conn)?;
    let timers = timers::table.filter(timers::browser_id.eq_any(ids)).count().get_result(conn)?;
    Ok([alarms, timers])
}

/// The assignments with which rows of `table` move to the browser `$2`. A key that this browser has already is dropped,
/// because the keys of a browser are unique.
///
/// Two browsers have the same key if a client repeats a request whose response it lost after it has signed in.
fn moving(table: &str) -> String {
    format!(
        "browser_id = $2, client_key = CASE WHEN NOT EXISTS (SELECT FROM {table} AS kept \
         WHERE kept.browser_id = $2 AND kept.client_key = {table}.client_key) THEN {table}.client_key END"
    )
}
