//! How devices end: removed, deleted with their browser, handed over, or swept.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    push::{LONGEST_FAILING, LONGEST_PENDING, LONGEST_UNSEEN, LONGEST_UNSHOWN, MOST_UNHEARD, State},
};
use uuid::Uuid;

use super::device::one;
use crate::{
    Storage,
    error::Error,
    schema::{devices, pushes},
};

/// Deletes a device.
pub async fn remove(storage: &Storage, browser: BrowserId, id: Uuid) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let number = one(browser, id).select(devices::number).for_update().first(conn)?;
            delete_numbers(conn, &[number])
        })
        .await
}

/// Moves the devices of one browser to another. A device that both have stays only once, as moved.
pub(crate) fn hand_over(conn: &mut PgConnection, from: Uuid, to: Uuid) -> Result<(), Error> {
    let moved: Vec<Uuid> = devices::table.filter(devices::browser_id.eq(from)).select(devices::id).load(conn)?;
    let known = devices::table.filter(devices::browser_id.eq(to).and(devices::id.eq_any(moved)));
    let known: Vec<i64> = known.select(devices::number).load(conn)?;
    delete_numbers(conn, &known)?;
    let own = devices::table.filter(devices::browser_id.eq(from));
    diesel::update(own).set(devices::browser_id.eq(to)).execute(conn)?;
    Ok(())
}

/// Deletes the devices of browsers and their queued messages.
pub(crate) fn delete(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<(), Error> {
    let own = devices::table.filter(devices::browser_id.eq_any(browsers)).select(devices::number);
    let numbers: Vec<i64> = own.load(conn)?;
    delete_numbers(conn, &numbers)
}

/// Deletes the devices that were registered under a session.
pub(crate) fn delete_of_session(conn: &mut PgConnection, session: i64) -> Result<(), Error> {
    let own = devices::table.filter(devices::session.eq(session)).select(devices::number).for_update();
    let numbers: Vec<i64> = own.load(conn)?;
    delete_numbers(conn, &numbers)
}

/// Deletes the devices of a browser that were registered under none of these sessions.
pub(crate) fn delete_but_of(conn: &mut PgConnection, browser: Uuid, sessions: &[i64]) -> Result<(), Error> {
    let is_others = devices::session.is_null().or(devices::session.assume_not_null().ne_all(sessions));
    let others = devices::table.filter(devices::browser_id.eq(browser).and(is_others)).select(devices::number);
    let numbers: Vec<i64> = others.load(conn)?;
    delete_numbers(conn, &numbers)
}

/// Moves the devices of one session to another.
pub(crate) fn pass_on(conn: &mut PgConnection, from: i64, to: i64) -> Result<(), Error> {
    let own = devices::table.filter(devices::session.eq(from));
    diesel::update(own).set(devices::session.eq(to)).execute(conn)?;
    Ok(())
}

/// Assigns all devices of a browser to a session, because the browser has signed in.
pub(crate) fn put_under(conn: &mut PgConnection, browser: BrowserId, session: i64) -> Result<(), Error> {
    let own = devices::table.filter(devices::browser_id.eq(browser.as_uuid()));
    diesel::update(own).set(devices::session.eq(session)).execute(conn)?;
    Ok(())
}

/// Locks all devices of these browsers, in the order of their numbers.
pub(crate) fn lock(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<(), Error> {
    let own = devices::table.filter(devices::browser_id.eq_any(browsers)).order(devices::number);
    own.select(devices::number).for_update().load::<i64>(conn)?;
    Ok(())
}

/// Locks the devices with these numbers, in the order of their numbers.
pub(crate) fn lock_numbers(conn: &mut PgConnection, numbers: &[i64]) -> Result<(), Error> {
    let these = devices::table.filter(devices::number.eq_any(numbers)).order(devices::number);
    these.select(devices::number).for_update().load::<i64>(conn)?;
    Ok(())
}

pub(crate) fn delete_numbers(conn: &mut PgConnection, numbers: &[i64]) -> Result<(), Error> {
    if numbers.is_empty() {
        return Ok(());
    }
    diesel::delete(devices::table.filter(devices::number.eq_any(numbers))).execute(conn)?;
    diesel::delete(pushes::table.filter(pushes::device.eq_any(numbers))).execute(conn)?;
    Ok(())
}

/// Deletes devices that have been pending, failing or unseen for too long. A device that never shows what its service
/// accepts counts as failing.
pub async fn sweep(storage: &Storage, now: OffsetDateTime) -> Result<usize, Error> {
    storage
        .ringing(move |conn| {
            let silent = devices::state.eq(State::Active.as_str()).and(devices::unheard.ge(MOST_UNHEARD));
            let unshown = devices::put_at
                .lt(now - LONGEST_UNSHOWN)
                .and(devices::last_shown_at.is_null().or(devices::last_shown_at.lt(now - LONGEST_UNSHOWN)));
            let failing = (devices::state.eq(State::Failing.as_str()), devices::failing_since.eq(now));
            diesel::update(devices::table.filter(silent.and(unshown))).set(failing).execute(conn)?;
            let gone = sql_query(
                "DELETE FROM devices WHERE (state = 'pending' AND put_at < $1) \
                 OR (state = 'failing' AND failing_since < $2) \
                 OR greatest(put_at, last_accepted_at, last_shown_at) < $3",
            );
            let gone = gone
                .bind::<sql_types::Timestamptz, _>(now - LONGEST_PENDING)
                .bind::<sql_types::Timestamptz, _>(now - LONGEST_FAILING)
                .bind::<sql_types::Timestamptz, _>(now - LONGEST_UNSEEN);
            Ok(gone.execute(conn)?)
        })
        .await
}
