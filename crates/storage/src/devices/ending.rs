//! How devices end: removed by a person, deleted with their browser or session, handed over, or swept.

use diesel::prelude::*;
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    push::{DeviceState, LONGEST_FAILING, LONGEST_PENDING, LONGEST_REMOVED},
};
use uuid::Uuid;

use super::device::one;
use crate::{
    Storage,
    error::Error,
    schema::{devices, pushes, removed_devices},
    upkeep::share::Share,
};

/// Deletes a device because a person wants it. Its page learns of that at its next visit, and does not register it
/// again as it would if the server had lost it.
pub async fn remove(storage: &Storage, browser: BrowserId, id: Uuid, now: OffsetDateTime) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let number = one(browser, id).select(devices::number).for_update().first(conn)?;
            remember_removed(conn, browser, &[id], now)?;
            delete_numbers(conn, &[number])
        })
        .await
}

/// Records that these devices of a browser must not register themselves again.
pub(super) fn remember_removed(
    conn: &mut PgConnection,
    browser: BrowserId,
    ids: &[Uuid],
    now: OffsetDateTime,
) -> QueryResult<usize> {
    if ids.is_empty() {
        return Ok(0);
    }
    let at = removed_devices::removed_at.eq(now);
    let removed: Vec<_> = ids.iter().map(|id| (removed_devices::id.eq(tombstone(browser, *id)), at)).collect();
    diesel::insert_into(removed_devices::table)
        .values(removed)
        .on_conflict(removed_devices::id)
        .do_nothing()
        .execute(conn)
}

pub(super) fn is_removed(conn: &mut PgConnection, browser: BrowserId, id: Uuid) -> QueryResult<bool> {
    // Version 1.0.0 has stored the id of the device itself.
    let stored = removed_devices::id.eq_any([tombstone(browser, id), id]);
    diesel::select(diesel::dsl::exists(removed_devices::table.filter(stored))).get_result(conn)
}

/// What is stored of a removed device. It names neither the browser nor the device, and whoever knows the id of another
/// browser's device cannot store it.
fn tombstone(browser: BrowserId, id: Uuid) -> Uuid {
    let digest = Sha256::new().chain_update(browser.as_uuid()).chain_update(id).finalize();
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(digest).for_each(|(byte, of_digest)| *byte = of_digest);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
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

pub(crate) fn delete_of_sessions(conn: &mut PgConnection, sessions: &[i64]) -> Result<(), Error> {
    if sessions.is_empty() {
        return Ok(());
    }
    let own = devices::table.filter(devices::session.eq_any(sessions)).order(devices::number);
    let numbers: Vec<i64> = own.select(devices::number).for_update().load(conn)?;
    delete_numbers(conn, &numbers)
}

/// Deletes the devices of a browser that were registered under none of these sessions.
pub(crate) fn delete_but_of(conn: &mut PgConnection, browser: Uuid, sessions: &[i64]) -> Result<(), Error> {
    let is_others = devices::session.is_null().or(devices::session.assume_not_null().ne_all(sessions));
    let others = devices::table.filter(devices::browser_id.eq(browser).and(is_others)).select(devices::number);
    let numbers: Vec<i64> = others.load(conn)?;
    delete_numbers(conn, &numbers)
}

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
    if numbers.is_empty() {
        return Ok(());
    }
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepReport {
    pub devices: usize,
    /// The failing devices that it would have deleted, if they were so many that a clock may be wrong.
    pub held_back: Option<Share>,
}

/// Deletes devices that have been pending or failing for too long. Active devices stay as long as their browser.
pub async fn sweep(storage: &Storage, now: OffsetDateTime) -> Result<SweepReport, Error> {
    storage
        .background(move |conn| {
            diesel::delete(removed_devices::table.filter(removed_devices::removed_at.lt(now - LONGEST_REMOVED)))
                .execute(conn)?;
            // Nobody relies on a device that has not been confirmed.
            let pending =
                devices::state.eq(DeviceState::Pending.as_str()).and(devices::put_at.lt(now - LONGEST_PENDING));
            let mut deleted = diesel::delete(devices::table.filter(pending)).execute(conn)?;
            let failing = || {
                devices::state.eq(DeviceState::Failing.as_str()).and(devices::failing_since.lt(now - LONGEST_FAILING))
            };
            let share = Share {
                over: devices::table.filter(failing()).count().get_result(conn)?,
                all: devices::table.count().get_result(conn)?,
            };
            let held_back = share.is_too_much().then_some(share);
            if held_back.is_none() {
                deleted += diesel::delete(devices::table.filter(failing())).execute(conn)?;
            }
            Ok(SweepReport { devices: deleted, held_back })
        })
        .await
}
