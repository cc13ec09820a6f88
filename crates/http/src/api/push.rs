//! Devices with push subscriptions, over HTTP.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use tokibako_domain::push::{DeviceState, RingFor};
use tokibako_push::{
    payload::Language,
    subscription::{self, Endpoint, Keys, PUBLIC_KEY, Services, service_of},
    token::Tokens,
};
use tokibako_storage::{
    Storage,
    clock::Clock,
    devices::{self, Device, NewDevice, PushAddress},
};
use utoipa::ToSchema;

use super::{accounts::PresentedSession, channels::ChannelSettings};
use crate::{
    error::{Problem, ValidationErrors, if_missing},
    limits::{AddressLimit, KeyLimit, Limits},
    openapi::{
        AdmissionProblems, BrowserHeader, DeviceParameter, DeviceProblems, PushProblems, RemovedDeviceProblems, schema,
    },
    random,
    request::{
        body::{BrowserBody, fields},
        field::{Object, Sent, WholeNumber},
        head::{Browser, DevicePath},
    },
    response::{self, Instant},
};

/// The length of a confirmation code in bytes.
const CODE: usize = 16;

/// Tells whether the server pushes to devices, the key for their subscriptions, and whether accounts may have channels
#[utoipa::path(
    get, path = "/api/push", tag = "push", operation_id = "readPush",
    responses((status = 200, description = "Whether push is on", body = PushView), AdmissionProblems)
)]
pub(crate) async fn read(
    push: Data<Option<PushSettings>>,
    channels: Data<Option<ChannelSettings>>,
) -> Result<HttpResponse, Problem> {
    let key = push.as_ref().as_ref().map(|push| URL_SAFE_NO_PAD.encode(push.vapid_key));
    response::ok(&PushView { enabled: key.is_some(), public_key: key, channels: channels.is_some() })
}

/// Lists the browser's devices, in the order of their registration
#[utoipa::path(
    get, path = "/api/push/devices", tag = "push", operation_id = "listDevices",
    params(BrowserHeader),
    responses((status = 200, description = "The devices", body = [DeviceView]))
)]
pub(crate) async fn list(storage: Data<Storage>, Browser(browser): Browser) -> Result<HttpResponse, Problem> {
    let devices = devices::list(&storage, browser).await?;
    response::ok(&devices.iter().map(DeviceView::of).collect::<Vec<_>>())
}

/// Stores a device's subscription
///
/// The server pushes a `hello` with a code. The device gets rings once it has sent the code back. If the same
/// subscription is already confirmed, only its language, `hideLabels` and `ringFor` change, and it stays `active`. A device that a
/// signed-in page registers is deleted with its session. A browser has at most ten devices: another one replaces the
/// device that was stored longest ago. A device that was deleted, or replaced in this way, cannot be stored under its id
/// any more.
#[utoipa::path(
    put, path = "/api/push/devices/{uuid}", tag = "push", operation_id = "putDevice",
    params(BrowserHeader, DeviceParameter), request_body = DeviceFields,
    responses(
        (
            status = 202, description = "The subscription is stored; a hello follows unless it is active",
            body = StateView
        ),
        DeviceProblems, RemovedDeviceProblems, PushProblems
    )
)]
pub(crate) async fn put(
    request: HttpRequest,
    storage: Data<Storage>,
    clock: Data<Clock>,
    limits: Data<Limits>,
    push: Data<Option<PushSettings>>,
    device: DevicePath,
    BrowserBody { browser, fields }: BrowserBody<DeviceFields>,
) -> Result<HttpResponse, Problem> {
    let push = push.as_ref().as_ref().ok_or(Problem::PushOff)?;
    let id = device.id()?;
    let NewSubscription { endpoint, keys, language, hides_labels, ring_for } = fields.subscription(&push.services)?;
    limits.take_by_address(AddressLimit::Devices, &request)?;
    limits.take_by_key(KeyLimit::Devices, &browser)?;
    let new = NewDevice {
        browser,
        session: PresentedSession::of(&request).0,
        id,
        address: PushAddress {
            endpoint: endpoint.as_str().to_owned(),
            origin: endpoint.origin(),
            p256dh: keys.p256dh.into(),
            auth: keys.auth.into(),
            vapid_key: push.vapid_key.into(),
        },
        language: language.code().to_owned(),
        hides_labels,
        ring_for,
    };
    let state = devices::put(&storage, new, code()?, clock.now()).await?.ok_or(Problem::DeviceRemoved)?;
    response::accepted(&StateView::of(state))
}

/// Confirms a device's subscription by the code that was pushed to it
///
/// From now on its endpoint is used for this device only.
#[utoipa::path(
    post, path = "/api/push/devices/{uuid}/confirm", tag = "push", operation_id = "confirmDevice",
    params(BrowserHeader, DeviceParameter), request_body = ConfirmFields,
    responses((status = 200, description = "The device gets rings from now on", body = StateView), DeviceProblems)
)]
pub(crate) async fn confirm(
    storage: Data<Storage>,
    device: DevicePath,
    BrowserBody { browser, fields }: BrowserBody<ConfirmFields>,
) -> Result<HttpResponse, Problem> {
    let (id, code) = (device.id()?, fields.code()?);
    if !devices::confirm(&storage, browser, id, code).await.map_err(if_missing(Problem::NoSuchDevice))? {
        return Err(ValidationErrors::only("code", "code must be the one that was pushed last").into());
    }
    response::ok(&StateView::of(DeviceState::Active))
}

/// Sends a test notification to an active device in five seconds
#[utoipa::path(
    post, path = "/api/push/devices/{uuid}/test", tag = "push", operation_id = "testDevice",
    params(BrowserHeader, DeviceParameter),
    responses((status = 202, description = "The notification will be sent"), DeviceProblems)
)]
pub(crate) async fn test(
    storage: Data<Storage>,
    clock: Data<Clock>,
    limits: Data<Limits>,
    Browser(browser): Browser,
    device: DevicePath,
) -> Result<HttpResponse, Problem> {
    let id = device.id()?;
    limits.take_by_key(KeyLimit::Tests, &(browser, id))?;
    devices::test(&storage, browser, id, clock.now()).await.map_err(if_missing(Problem::NoSuchDevice))?;
    Ok(response::accepted_without_content())
}

/// Deletes a device
#[utoipa::path(
    delete, path = "/api/push/devices/{uuid}", tag = "push", operation_id = "deleteDevice",
    params(BrowserHeader, DeviceParameter),
    responses((status = 204, description = "The device is deleted"), DeviceProblems)
)]
pub(crate) async fn delete(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
    device: DevicePath,
) -> Result<HttpResponse, Problem> {
    devices::remove(&storage, browser, device.id()?, clock.now()).await.map_err(if_missing(Problem::NoSuchDevice))?;
    Ok(response::no_content())
}

fn code() -> Result<String, Problem> {
    Ok(URL_SAFE_NO_PAD.encode(random::bytes::<CODE>()?))
}

/// A device's subscription and its preferences. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewDevice)]
pub(crate) struct DeviceFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The address of the subscription.
    #[schema(required = true, value_type = String)]
    endpoint: Sent<String>,
    #[schema(required = true, schema_with = schema::subscription_keys)]
    keys: Sent<Object<KeyFields>>,
    #[schema(required = true, schema_with = schema::language)]
    language: Sent<String>,
    /// Whether notifications leave labels out; false by default.
    #[schema(value_type = bool)]
    hide_labels: Sent<bool>,
    /// For how many seconds an unanswered ring is repeated; 300 by default.
    #[schema(schema_with = schema::ring_for)]
    ring_for: Sent<WholeNumber>,
}

/// The keys of a subscription, in base64url.
#[derive(Default, Deserialize)]
#[serde(default)]
struct KeyFields {
    p256dh: Sent<String>,
    auth: Sent<String>,
}

/// The code that was pushed to a device. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Confirmation)]
pub(crate) struct ConfirmFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, value_type = String)]
    code: Sent<String>,
}

pub(crate) struct NewSubscription {
    pub(crate) endpoint: Endpoint,
    pub(crate) keys: Keys,
    pub(crate) language: Language,
    hides_labels: bool,
    pub(crate) ring_for: RingFor,
}

fields!(DeviceFields, ConfirmFields);

impl DeviceFields {
    /// The subscription, if its endpoint belongs to one of these services.
    pub(crate) fn subscription(self, services: &Services) -> Result<NewSubscription, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let Object(keys) = self.keys.0.unwrap_or_default();
        let endpoint = errors.required("endpoint", self.endpoint, |text| services.endpoint(&text));
        let p256dh = errors.required("keys.p256dh", keys.p256dh, |text| subscription::p256dh(&text));
        let auth = errors.required("keys.auth", keys.auth, |text| subscription::auth(&text));
        let language = errors.required("language", self.language, |code| {
            Language::named(&code).ok_or("language must be one of the site's")
        });
        let ring_for = errors.sent("ringFor", self.ring_for, |seconds| {
            let ring_for = RingFor::new(seconds.number().unwrap_or_default());
            ring_for.map_err(|error| format!("ringFor {error}"))
        });
        match (errors.is_empty(), endpoint, p256dh, auth, language) {
            (true, Some(endpoint), Some(p256dh), Some(auth), Some(language)) => {
                let hides_labels = self.hide_labels.0.unwrap_or_default();
                let ring_for = ring_for.unwrap_or_default();
                Ok(NewSubscription { endpoint, keys: Keys { p256dh, auth }, language, hides_labels, ring_for })
            }
            _ => Err(errors),
        }
    }
}

impl ConfirmFields {
    pub(crate) fn code(self) -> Result<String, ValidationErrors> {
        self.code.0.ok_or_else(|| ValidationErrors::only("code", "Required"))
    }
}

/// What new subscriptions must be: of these services, and bound to this VAPID key.
#[derive(Debug, Clone)]
pub struct PushSettings {
    pub services: Services,
    pub vapid_key: [u8; PUBLIC_KEY],
    /// Those of service workers.
    pub tokens: Tokens,
}

/// Whether the server pushes to devices, and the key for their subscriptions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Push)]
struct PushView {
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
struct StateView {
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
