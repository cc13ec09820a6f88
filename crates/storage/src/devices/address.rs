//! Where and how a device is posted to.

use diesel::prelude::*;

use crate::schema::devices;

/// A subscription with a push service. Without `Debug`: it is a capability.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
pub struct Address {
    /// Where it goes.
    pub endpoint: String,
    /// Scheme, host and port of that.
    pub origin: String,
    /// The device's public key.
    pub p256dh: Vec<u8>,
    /// The device's secret.
    pub auth: Vec<u8>,
    /// Our public key to which the subscription is bound.
    pub vapid_key: Vec<u8>,
}
