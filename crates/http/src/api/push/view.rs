//! The JSON of push and of devices.

use serde::Serialize;
use tokibako_domain::push::DeviceState;
use tokibako_push::endpoint::service_of;
use tokibako_storage::devices::Device;
use utoipa::ToSchema;

use crate::{openapi::schema, response::instant::Instant};

/// Whether the server pushes to devices, and the key for their subscriptions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Push)]
pub(crate) struct PushView {
    enabled: bool,
    /// The `applicationServerKey` of subscriptions, in base64url; null if push is off.
    #[schema(required = true)]
    public_key: Option<String>,
    /// Whether accounts may have channels.
    channels: bool,
}

/// The state of a device.
#[derive(Serialize, ToSchema)]
#[schema(as = DeviceState)]
pub(crate) struct StateView {
    #[schema(schema_with = schema::device_state)]
    state: &'static str,
}

/// A device, without the address of its subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Device)]
pub(crate) struct DeviceView {
    #[schema(schema_with = schema::device_id)]
    id: String,
    #[schema(schema_with = schema::device_state)]
    state: &'static str,
    #[schema(schema_with = schema::push_service)]
    service: &'static str,
    /// The language of the notifications.
    language: String,
    /// Whether notifications leave labels out.
    hide_labels: bool,
    /// For how many seconds an unanswered ring is repeated.
    #[schema(schema_with = schema::ring_for)]
    ring_for: i64,
    /// How many rings in a row, which its push service has accepted, the device has not reported as shown.
    unshown_rings: i32,
    /// When its push service last accepted a message.
    #[schema(required = true)]
    last_accepted_at: Option<Instant>,
    /// When the device last reported that it had shown a ring.
    #[schema(required = true)]
    last_shown_at: Option<Instant>,
    created_at: Instant,
}

impl PushView {
    /// The view of a server with this public key, or without push.
    pub(crate) fn of(public_key: Option<String>, channels: bool) -> Self {
        Self { enabled: public_key.is_some(), public_key, channels }
    }
}

impl StateView {
    pub(crate) const fn of(state: DeviceState) -> Self {
        Self { state: state.as_str() }
    }
}

impl DeviceView {
    pub(crate) fn of(device: &Device) -> Self {
        Self {
            id: device.id.to_string(),
            state: device.state.as_str(),
            service: service_of(&device.origin),
            language: device.language.clone(),
            hide_labels: device.hides_labels,
            ring_for: device.ring_for.seconds(),
            unshown_rings: device.unshown,
            last_accepted_at: device.last_accepted_at.map(Instant),
            last_shown_at: device.last_shown_at.map(Instant),
            created_at: Instant(device.created_at),
        }
    }
}
