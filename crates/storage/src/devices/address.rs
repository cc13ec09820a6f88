//! The address of a device's push subscription.

use diesel::prelude::*;

use crate::schema::devices;

/// A push subscription. Without `Debug`, because anyone who knows it can send messages to the device.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
pub struct PushAddress {
    /// The URL of the endpoint.
    pub endpoint: String,
    /// The origin of the endpoint.
    pub origin: String,
    /// The device's public key.
    pub p256dh: Vec<u8>,
    /// The device's authentication secret.
    pub auth: Vec<u8>,
    /// Our VAPID key that the subscription is bound to.
    pub vapid_key: Vec<u8>,
}
