//! Devices, as their browser may see them.

use std::fmt;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    push::{self, DeviceState, RingFor},
};
use uuid::Uuid;

use crate::{Storage, browser_ids, error::Error, rows::readable, schema::devices};

/// A device, without its address.
#[derive(Clone, PartialEq, Eq)]
pub struct Device {
    /// The id that the device gave itself.
    pub id: Uuid,
    pub origin: String,
    pub language: String,
    pub hides_labels: bool,
    /// How long an unanswered ring is repeated.
    pub ring_for: RingFor,
    /// The state. A device that does not show its rings counts as failing, but still gets them.
    pub state: DeviceState,
    /// How many rings in a row it has not reported as shown.
    pub unshown: i32,
    pub last_accepted_at: Option<OffsetDateTime>,
    /// When it last confirmed that it had shown a ring.
    pub last_shown_at: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
}

/// Leaves out the id.
impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("state", &self.state).finish_non_exhaustive()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
struct DeviceRow {
    id: Uuid,
    origin: String,
    language: String,
    hides_labels: bool,
    ring_for: i32,
    state: String,
    unshown: i32,
    unshown_beside: i32,
    last_accepted_at: Option<OffsetDateTime>,
    last_shown_at: Option<OffsetDateTime>,
    created_at: OffsetDateTime,
}

impl TryFrom<DeviceRow> for Device {
    type Error = Error;

    fn try_from(row: DeviceRow) -> Result<Self, Error> {
        Ok(Self {
            id: row.id,
            origin: row.origin,
            language: row.language,
            hides_labels: row.hides_labels,
            ring_for: RingFor::new(row.ring_for.into()).map_err(Error::unreadable)?,
            state: match row.state.parse().map_err(Error::unreadable)? {
                DeviceState::Active if push::is_silent(row.unshown, row.unshown_beside) => DeviceState::Failing,
                state => state,
            },
            unshown: row.unshown,
            last_accepted_at: row.last_accepted_at,
            last_shown_at: row.last_shown_at,
            created_at: row.created_at,
        })
    }
}

/// The devices of a browser, in the order of their registration.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Device>, Error> {
    storage
        .read(move |conn| {
            let devices = of_browser(conn, browser)?;
            browser_ids::checked(conn, browser, devices)
        })
        .await
}

/// [`list`] within a transaction.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Device>, Error> {
    let rows: Vec<DeviceRow> = devices::table
        .filter(devices::browser_id.eq(browser.as_uuid()))
        .order(devices::number)
        .select(DeviceRow::as_select())
        .load(conn)?;
    Ok(readable(rows).collect())
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn one(browser: BrowserId, id: Uuid) -> _ {
    let browser: Uuid = browser.as_uuid();
    devices::table.filter(devices::browser_id.eq(browser).and(devices::id.eq(id)))
}

/// A push subscription. Without `Debug`, because anyone who knows it can send messages to the device.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
pub struct PushAddress {
    pub endpoint: String,
    pub origin: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    /// Our VAPID key that the subscription is bound to.
    pub vapid_key: Vec<u8>,
}
