//! All that a browser owns: exported, handed over to an account, or deleted.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    account::{AccountId, SessionToken},
    alarm::Alarm,
    browser_id::BrowserId,
    firing::Firing,
    timer::Timer,
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    locks,
    schema::{accounts, alarms, browsers, firings, timers},
    sessions,
};

/// All that a browser owns, as of one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedData {
    /// Its alarms, by time of day, then number.
    pub alarms: Vec<Alarm>,
    /// Its timers, by creation, then number.
    pub timers: Vec<Timer>,
    /// The log of its rings, the oldest first.
    pub rings: Vec<Firing>,
    /// When it was last noted as here; not before it first owned something.
    pub seen_at: Option<OffsetDateTime>,
}

/// All that `browser` owns.
pub async fn owned_data(storage: &Storage, browser: BrowserId) -> Result<OwnedData, Error> {
    storage
        .read(move |conn| {
            conn.build_transaction().repeatable_read().read_only().run(|conn| {
                let seen_at = browsers::table.find(browser.as_uuid()).select(browsers::seen_at);
                let seen_at = seen_at.first(conn).optional()?;
                Ok(OwnedData {
                    alarms: crate::alarms::of_browser(conn, browser)?,
                    timers: crate::timers::of_browser(conn, browser)?,
                    rings: crate::firings::of_browser(conn, browser)?,
                    seen_at,
                })
            })
        })
        .await
}

/// Deletes all that `browser` owns, the log of its rings included, ends the session it presents, and deletes the
/// `account`, which must be the one that keeps this browser id, with all its sessions.
pub async fn forget(
    storage: &Storage,
    browser: BrowserId,
    account: Option<AccountId>,
    session: Option<SessionToken>,
    now: OffsetDateTime,
) -> Result<(), Error> {
    storage
        .write(move |conn| {
            locks::lock_browsers(conn, &[browser.as_uuid()], now)?;
            if let Some(AccountId(id)) = account {
                let kept = accounts::id.eq(id).and(accounts::browser_id.eq(browser.as_uuid()));
                diesel::delete(accounts::table.filter(kept)).execute(conn)?;
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

/// Hands all that `from` owns over to `to`, with its firings, which a reconnecting stream may replay. Both must be locked.
///
/// No due instant changes, so no scheduler is woken.
pub(crate) fn hand_over(conn: &mut PgConnection, from: BrowserId, to: BrowserId) -> Result<(), Error> {
    let (from, to) = (from.as_uuid(), to.as_uuid());
    // The rows before the log: a claim that holds one of them has written its ring once we get past it.
    diesel::update(alarms::table.filter(alarms::browser_id.eq(from))).set(alarms::browser_id.eq(to)).execute(conn)?;
    diesel::update(timers::table.filter(timers::browser_id.eq(from))).set(timers::browser_id.eq(to)).execute(conn)?;
    diesel::update(firings::table.filter(firings::browser_id.eq(from)))
        .set(firings::browser_id.eq(to))
        .execute(conn)?;
    diesel::delete(browsers::table.find(from)).execute(conn)?;
    Ok(())
}

/// Deletes the alarms, timers and firings of browsers; returns how many alarms and timers those were.
pub(crate) fn delete_owned(conn: &mut PgConnection, ids: &[Uuid]) -> Result<usize, Error> {
    let alarms = diesel::delete(alarms::table.filter(alarms::browser_id.eq_any(ids))).execute(conn)?;
    let timers = diesel::delete(timers::table.filter(timers::browser_id.eq_any(ids))).execute(conn)?;
    diesel::delete(firings::table.filter(firings::browser_id.eq_any(ids))).execute(conn)?;
    Ok(alarms + timers)
}
