//! Subscriptions: registered by the pages of devices, confirmed with a code that was pushed to them.

use diesel::prelude::*;
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use tokibako_domain::{
    account::SessionToken,
    browser_id::BrowserId,
    push::{DeviceState, RingFor, TEST_DELAY},
};
use uuid::Uuid;

use super::{
    device::{PushAddress, one},
    ending::{delete_numbers, is_removed, remember_removed},
};
use crate::{Storage, browser_ids, error::Error, pushes::log_reader::queue_greeting, schema::devices, sessions};

/// How many devices a browser may have. Another one replaces the oldest.
pub const MOST_DEVICES: i64 = 10;

/// A device as its page sends it. Without `Debug`, because of its address.
#[derive(Clone)]
pub struct NewDevice {
    pub browser: BrowserId,
    /// The session that its page presents; the device is deleted when that ends.
    pub session: Option<SessionToken>,
    /// The id that the device gave itself.
    pub id: Uuid,
    pub address: PushAddress,
    pub language: String,
    pub hides_labels: bool,
    /// How long an unanswered ring is repeated.
    pub ring_for: RingFor,
}

/// Stores a subscription and queues a push with `code`. The device is active once it has sent the code back. If this
/// very subscription is active already, only the device's preferences change.
///
/// Stores nothing and returns `None` if a person has removed the device.
pub async fn put(
    storage: &Storage,
    new: NewDevice,
    code: String,
    now: OffsetDateTime,
) -> Result<Option<DeviceState>, Error> {
    let state = storage
        .write(move |conn| {
            browser_ids::lock_owner(conn, new.browser, now)?;
            if is_removed(conn, new.browser, new.id)? {
                return Ok(None);
            }
            let session = new.session.as_ref();
            let session = session.map_or(Ok(None), |token| sessions::of_browser(conn, new.browser, token, now))?;
            let known = (devices::number, PushAddress::as_select(), devices::state);
            let known = one(new.browser, new.id).select(known).for_update().first(conn).optional()?;
            let known: Option<(i64, PushAddress, String)> = known;
            let told = (
                devices::language.eq(&new.language),
                devices::hides_labels.eq(new.hides_labels),
                devices::ring_for.eq(i32::try_from(new.ring_for.seconds()).unwrap_or(i32::MAX)),
                devices::session.eq(session),
                // Its owner visits, and has turned it on again if it was silent.
                devices::unshown.eq(0),
                devices::unshown_beside.eq(0),
            );
            if let Some((number, address, state)) = &known
                && state == DeviceState::Active.as_str()
                && *address == new.address
            {
                let row = devices::table.find(number);
                diesel::update(row).set((told, devices::put_at.eq(now))).execute(conn)?;
                return Ok(Some(DeviceState::Active));
            }
            let subscription = (
                &new.address,
                devices::endpoint_digest.eq(digest(&new.address.endpoint)),
                devices::state.eq(DeviceState::Pending.as_str()),
                devices::code_digest.eq(digest(&code)),
                devices::put_at.eq(now),
            );
            let number = if let Some((number, address, _)) = known {
                let known = devices::table.find(number);
                diesel::update(known).set((subscription, told)).execute(conn)?;
                // Registering the same endpoint again must not trigger more pushes.
                if address.endpoint != new.address.endpoint {
                    diesel::update(known).set(devices::hellos.eq(0)).execute(conn)?;
                }
                number
            } else {
                let owner = (
                    devices::browser_id.eq(new.browser.as_uuid()),
                    devices::id.eq(new.id),
                    devices::created_at.eq(now),
                );
                let made = diesel::insert_into(devices::table).values((owner, subscription, told));
                made.returning(devices::number).get_result(conn)?
            };
            queue_greeting(conn, number, new.address.origin, Some(code), now, now)?;
            make_room(conn, new.browser, now)?;
            Ok(Some(DeviceState::Pending))
        })
        .await?;
    storage.wakeup().pushes_now();
    Ok(state)
}

/// Confirms a subscription with the code that was pushed to it; returns whether that is the code. Other devices with the same
/// endpoint are deleted.
pub async fn confirm(storage: &Storage, browser: BrowserId, id: Uuid, code: String) -> Result<bool, Error> {
    storage
        .write(move |conn| {
            let code = digest(&code);
            let row = one(browser, id).select((devices::endpoint_digest, devices::code_digest));
            let (endpoint, expected): (Vec<u8>, Vec<u8>) = row.first(conn)?;
            if code != expected {
                return Ok(false);
            }
            let same = devices::table.filter(devices::endpoint_digest.eq(endpoint)).order(devices::number);
            let mut others: Vec<i64> = same.select(devices::number).for_update().load(conn)?;
            // The device may have subscribed again before the lock. Then its code is another one as well.
            let row = one(browser, id).select((devices::number, devices::code_digest));
            let (number, expected): (i64, Vec<u8>) = row.for_update().first(conn)?;
            if code != expected {
                return Ok(false);
            }
            others.retain(|other| *other != number);
            delete_numbers(conn, &others)?;
            let active = (
                devices::state.eq(DeviceState::Active.as_str()),
                devices::refused_since.eq(None::<OffsetDateTime>),
                devices::failing_since.eq(None::<OffsetDateTime>),
                devices::unshown.eq(0),
                devices::unshown_beside.eq(0),
            );
            diesel::update(devices::table.find(number)).set(active).execute(conn)?;
            Ok(true)
        })
        .await
}

/// Queues a test notification for an active device, some seconds from now.
pub async fn test(storage: &Storage, browser: BrowserId, id: Uuid, now: OffsetDateTime) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let active = one(browser, id).filter(devices::state.eq(DeviceState::Active.as_str()));
            let (number, origin) = active.select((devices::number, devices::origin)).first(conn)?;
            queue_greeting(conn, number, origin, None, now + TEST_DELAY, now)
        })
        .await?;
    storage.wakeup().pushes_now();
    Ok(())
}

/// Removes the browser's oldest devices beyond [`MOST_DEVICES`], as a person would: if they registered themselves again,
/// they would only remove others.
fn make_room(conn: &mut PgConnection, browser: BrowserId, now: OffsetDateTime) -> Result<(), Error> {
    let oldest: Vec<(i64, Uuid)> = devices::table
        .filter(devices::browser_id.eq(browser.as_uuid()))
        .order((devices::put_at.desc(), devices::number.desc()))
        .offset(MOST_DEVICES)
        .select((devices::number, devices::id))
        .load(conn)?;
    let (numbers, ids): (Vec<i64>, Vec<Uuid>) = oldest.into_iter().unzip();
    remember_removed(conn, browser, &ids, now)?;
    delete_numbers(conn, &numbers)
}

fn digest(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}
