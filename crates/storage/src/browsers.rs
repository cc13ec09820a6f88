//! Everything a browser owns: exported, handed over to an account, or deleted.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{AccountId, SessionToken},
    alarm::Alarm,
    browser_id::BrowserId,
    cities::CityList,
    firing::Ring,
    timer::Timer,
};
use uuid::Uuid;

use crate::{
    Storage, city_lists,
    devices::{self, Device},
    error::Error,
    keyed::{Keyed, moving},
    locks,
    long_list::{List, Listed as _},
    schema::{accounts, alarms, browsers, firings, timers},
    sessions, steps,
};

/// Everything a browser owns at one instant. Long lists are read afterwards.
#[derive(Debug)]
pub struct OwnedData {
    /// Its alarms, by time of day, then id.
    pub alarms: List<Keyed<Alarm>>,
    /// Its timers in the chosen order, else by creation, then id.
    pub timers: List<Keyed<Timer>>,
    /// The log of its rings, the oldest first; only the latest if there are very many.
    pub rings: Vec<Ring>,
    /// Its devices with push, in the order of their registration.
    pub devices: Vec<Device>,
    /// Its list of cities; `None` if it never chose any.
    pub cities: Option<CityList>,
    /// When it was last seen; `None` if it owned nothing then.
    pub seen_at: Option<OffsetDateTime>,
}

/// Reads everything `browser` owns.
pub async fn owned_data(storage: &Storage, browser: BrowserId) -> Result<OwnedData, Error> {
    let read = storage.read(move |conn| {
        conn.build_transaction().repeatable_read().read_only().run(|conn| {
            let seen_at = browsers::table.find(browser.as_uuid()).select(browsers::seen_at);
            let seen_at = seen_at.first(conn).optional()?;
            let rings = crate::firings::of_browser(conn, browser)?;
            let devices = devices::of_browser(conn, browser)?;
            let cities = city_lists::of_browser(conn, browser.as_uuid())?;
            let (alarms, timers) = (Keyed::<Alarm>::whole(conn, browser)?, Keyed::<Timer>::whole(conn, browser)?);
            Ok((alarms, timers, rings, devices, cities, seen_at))
        })
    });
    let (alarms, timers, rings, devices, cities, seen_at) = read.await?;
    let (alarms, timers) = (List::of(alarms, storage, browser), List::of(timers, storage, browser));
    Ok(OwnedData { alarms, timers, rings, devices, cities, seen_at })
}

/// Deletes everything `browser` owns, the log of its rings included, ends the session that it presents, and deletes
/// `account`, which must be the one with this browser id, with all its sessions.
///
/// [`Error::Unavailable`] if the account was given another browser id meanwhile, because its data have moved to that id.
///
/// If there are very many rows, most are deleted before, in steps; after a failed step, the next attempt deletes the
/// rest.
pub async fn forget(
    storage: &Storage,
    browser: BrowserId,
    account: Option<AccountId>,
    session: Option<SessionToken>,
    now: OffsetDateTime,
) -> Result<(), Error> {
    steps::delete_most(storage, browser).await?;
    storage
        .write(move |conn| {
            locks::lock_browsers(conn, &[browser.as_uuid()], now)?;
            if let Some(AccountId(id)) = account {
                let account = accounts::table.find(id);
                let kept = account.filter(accounts::browser_id.eq(browser.as_uuid()));
                let is_renewed = diesel::delete(kept).execute(conn)? == 0
                    && diesel::select(diesel::dsl::exists(account)).get_result(conn)?;
                if is_renewed {
                    return Err(Error::Unavailable("the account was given another browser id meanwhile".to_owned()));
                }
            }
            if let Some(token) = &session {
                sessions::drop_session(conn, token)?;
            }
            delete_owned(conn, browser)?;
            diesel::delete(browsers::table.find(browser.as_uuid())).execute(conn)?;
            Ok(())
        })
        .await
}

/// Hands over everything `from` owns to `to`, its firings included, which a reconnecting stream may replay. Both must
/// be locked.
///
/// No due instant changes, so no scheduler is woken.
pub(crate) fn hand_over(conn: &mut PgConnection, from: BrowserId, to: BrowserId) -> Result<(), Error> {
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
    city_lists::hand_over(conn, from, to)?;
    devices::hand_over(conn, from, to)?;
    diesel::update(firings::table.filter(firings::browser_id.eq(from)))
        .set(firings::browser_id.eq(to))
        .execute(conn)?;
    diesel::delete(browsers::table.find(from)).execute(conn)?;
    Ok(())
}

/// The result of deleting some rows.
pub(crate) struct Emptied {
    /// Alarms and timers.
    pub(crate) things: usize,
    /// Whether no row is left.
    pub(crate) is_all: bool,
}

/// Deletes at most `limit` alarms, timers and firings each of these browsers, and their devices and lists of cities.
pub(crate) fn delete_some(conn: &mut PgConnection, ids: &[Uuid], limit: i64) -> Result<Emptied, Error> {
    let mut delete_from = |table| {
        let some = format!("SELECT id FROM {table} WHERE browser_id = ANY ($1) LIMIT $2");
        sql_query(format!("DELETE FROM {table} WHERE id = ANY (ARRAY ({some}))"))
            .bind::<sql_types::Array<sql_types::Uuid>, _>(ids)
            .bind::<sql_types::BigInt, _>(limit)
            .execute(conn)
    };
    let (alarms, timers) = (delete_from("alarms")?, delete_from("timers")?);
    let firings = delete_from("firings")?;
    // A browser has few devices and one list of cities.
    city_lists::delete(conn, ids)?;
    devices::delete(conn, ids)?;
    let is_all =
        [alarms, timers, firings].into_iter().all(|count| i64::try_from(count).is_ok_and(|count| count < limit));
    Ok(Emptied { things: alarms + timers, is_all })
}

/// Deletes the alarms, timers, cities, devices and firings of a browser.
fn delete_owned(conn: &mut PgConnection, browser: BrowserId) -> Result<(), Error> {
    let id = browser.as_uuid();
    diesel::delete(alarms::table.filter(alarms::browser_id.eq(id))).execute(conn)?;
    diesel::delete(timers::table.filter(timers::browser_id.eq(id))).execute(conn)?;
    city_lists::delete(conn, &[id])?;
    devices::delete(conn, &[id])?;
    diesel::delete(firings::table.filter(firings::browser_id.eq(id))).execute(conn)?;
    Ok(())
}
