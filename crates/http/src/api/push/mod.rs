//! Devices with push subscriptions, over HTTP.

mod fields;
mod settings;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tokibako_domain::push::DeviceState;
use tokibako_storage::{
    Storage,
    clock::Clock,
    devices::{self, Confirmation, NewDevice, PushAddress},
};

pub use self::settings::PushSettings;
pub(crate) use self::view::DeviceView;
use self::{
    fields::{ConfirmFields, DeviceFields, NewSubscription},
    view::{PushView, StateView},
};
use crate::{
    api::{accounts::PresentedSession, channels::ChannelSettings},
    error::{Problem, ValidationErrors, if_missing},
    limits::{
        Limits,
        bounds::{DEVICES_OF_ADDRESS, DEVICES_OF_BROWSER, TESTS},
    },
    openapi::{
        parameters::{BrowserHeader, DeviceParameter},
        problems::{AdmissionProblems, DeviceProblems, PushProblems, RemovedDeviceProblems},
    },
    random,
    request::{body::BrowserBody, browser::Browser, device::DevicePath},
    response,
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
    let key = push.as_ref().as_ref().map(PushSettings::public_key);
    response::ok(&PushView::of(key, channels.is_some()))
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
    let NewSubscription { endpoint, keys, language, hides_labels, ring_for } = fields.subscription(push.services())?;
    limits.take_by_address(&DEVICES_OF_ADDRESS, &request)?;
    limits.take_by_key(&DEVICES_OF_BROWSER, &browser)?;
    let new = NewDevice {
        browser,
        session: PresentedSession::of(&request).0,
        id,
        address: PushAddress {
            endpoint: endpoint.as_str().to_owned(),
            origin: endpoint.origin(),
            p256dh: keys.p256dh.into(),
            auth: keys.auth.into(),
            vapid_key: push.vapid_key().into(),
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
    match devices::confirm(&storage, browser, id, code).await.map_err(if_missing(Problem::NoSuchDevice))? {
        Confirmation::Active => response::ok(&StateView::of(DeviceState::Active)),
        Confirmation::WrongCode => {
            Err(ValidationErrors::only("code", "code must be the one that was pushed last").into())
        }
    }
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
    limits.take_by_key(&TESTS, &(browser, id))?;
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

/// A random code.
fn code() -> Result<String, Problem> {
    Ok(URL_SAFE_NO_PAD.encode(random::bytes::<CODE>()?))
}
