//! What a browser owns, taken whole: read for its owner, handed over to an account, or deleted.

use diesel::{PgConnection, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{AccountId, SessionToken},
    alarm::Alarm,
    browser_id::BrowserId,
    timer::Timer,
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    rows::{AlarmRow, TimerRow, readable},
    schema::{accounts, alarms, browsers, firings, timers},
    sessions,
};

/// All that a browser owns, as of one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belongings {
    /// Its alarms, by time of day, then number.
    pub alarms: Vec<Alarm>,
    /// Its timers, by creation, then number.
    pub timers: Vec<Timer>,
    /// When it was last noted as here; not before it first owned something.
    pub seen_at: Option<OffsetDateTime>,
}

/// All that `browser` owns.
pub async fn belongings(storage: &Storage, browser: BrowserId) -> Result<Belongings, Error> {
    storage
        .read(move |conn| {
            conn.build_transaction().repeatable_read().read_only().run(|conn| {
                let id = browser.as_uuid();
                let alarms: Vec<AlarmRow> = alarms::table
                    .filter(alarms::browser_id.eq(id))
                    .order((alarms::minute_of_day, alarms::id))
                    .select(AlarmRow::as_select())
                    .load(conn)?;
                let timers: Vec<TimerRow> = timers::table
                    .filter(timers::browser_id.eq(id))
                    .order((timers::created_at, timers::id))
                    .select(TimerRow::as_select())
                    .load(conn)?;
                let seen_at = browsers::table.find(id).select(browsers::seen_at).first(conn).optional()?;
                Ok(Belongings { alarms: readable(alarms).collect(), timers: readable(timers).collect(), seen_at })
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
            lock(conn, [browser.as_uuid()], now)?;
            if let Some(AccountId(id)) = account {
                let kept = accounts::id.eq(id).and(accounts::browser_id.eq(browser.as_uuid()));
                diesel::delete(accounts::table.filter(kept)).execute(conn)?;
            }
            if let Some(token) = &session {
                sessions::drop_session(conn, token)?;
            }
            delete_things(conn, &[browser.as_uuid()])?;
            diesel::delete(browsers::table.find(browser.as_uuid())).execute(conn)?;
            Ok(())
        })
        .await
}

/// Makes all that `from` owns `to`'s, with the log of what rang, which a stream that comes back may ask for. Both must
/// be locked.
///
/// When something rings does not change by that, so no scheduler needs to hear of it.
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

/// Deletes the alarms, timers and rings of browsers; says how many alarms and timers those were.
pub(crate) fn delete_things(conn: &mut PgConnection, ids: &[Uuid]) -> Result<usize, Error> {
    let alarms = diesel::delete(alarms::table.filter(alarms::browser_id.eq_any(ids))).execute(conn)?;
    let timers = diesel::delete(timers::table.filter(timers::browser_id.eq_any(ids))).execute(conn)?;
    diesel::delete(firings::table.filter(firings::browser_id.eq_any(ids))).execute(conn)?;
    Ok(alarms + timers)
}

/// Locks browsers against others who take what they own as a whole, until the transaction ends.
///
/// Whoever locks rows of several kinds does so in this order, and never waits for somebody who waits for them:
/// browsers by their id, accounts, sessions, alarms, timers, the log of firings. What purges the log or the sessions
/// passes over what is locked.
pub(crate) fn lock<const COUNT: usize>(
    conn: &mut PgConnection,
    mut ids: [Uuid; COUNT],
    now: OffsetDateTime,
) -> Result<(), Error> {
    ids.sort_unstable();
    for id in ids {
        sql_query("INSERT INTO browsers (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = $2")
            .bind::<sql_types::Uuid, _>(id)
            .bind::<sql_types::Timestamptz, _>(now)
            .execute(conn)?;
    }
    Ok(())
}
