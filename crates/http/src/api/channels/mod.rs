//! Channels of accounts, over HTTP.

mod fields;
mod settings;
mod view;

use actix_web::{HttpResponse, web::Data};
use tokibako_storage::channels;
use uuid::{Builder, Uuid};

use self::fields::ChannelFields;
pub use self::settings::ChannelSettings;
pub(crate) use self::view::ChannelView;
use crate::{
    api::accounts::{AccountService, PresentedSession},
    error::{Problem, if_missing},
    limits::bounds::{CHANNELS, TESTS},
    openapi::{
        parameters::{BrowserHeader, DeviceParameter},
        problems::{AdmissionProblems, CapacityProblems, ChannelProblems, ChannelsOffProblems, SignedOutProblems},
    },
    random,
    request::{body::BrowserBody, device::DevicePath},
    response,
};

/// Lists the account's channels, in the order of their creation
#[utoipa::path(
    get, path = "/api/channels", tag = "channels", operation_id = "listChannels",
    responses((status = 200, description = "The channels", body = [ChannelView]), AdmissionProblems, SignedOutProblems)
)]
pub(crate) async fn list(service: Data<AccountService>, presented: PresentedSession) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    let channels = channels::list(&service.storage, account.browser).await?;
    response::ok(&channels.iter().map(ChannelView::of).collect::<Vec<_>>())
}

/// Creates a channel, to which the account's rings are sent
///
/// An account has at most four. The address must be of a host that the operator allows.
#[utoipa::path(
    post, path = "/api/channels", tag = "channels", operation_id = "createChannel",
    params(BrowserHeader), request_body = ChannelFields,
    responses(
        (status = 201, description = "The channel", body = ChannelView),
        SignedOutProblems, ChannelsOffProblems, CapacityProblems
    )
)]
pub(crate) async fn create(
    service: Data<AccountService>,
    settings: Data<Option<ChannelSettings>>,
    presented: PresentedSession,
    BrowserBody { fields, .. }: BrowserBody<ChannelFields>,
) -> Result<HttpResponse, Problem> {
    let settings = settings.as_ref().as_ref().ok_or(Problem::ChannelsOff)?;
    let account = service.account(&presented).await?;
    let new = fields.channel(account.browser, new_id()?, settings.hosts())?;
    service.limits.take_by_key(&CHANNELS, &account.id)?;
    let created = channels::create(&service.storage, new, service.clock.now()).await;
    // The account may have just ended.
    let channel = created.map_err(if_missing(Problem::SignedOut))?;
    response::created(&format!("/api/channels/{}", channel.id), &ChannelView::of(&channel))
}

/// Changes a channel
///
/// Fields that are not sent stay as they are. A token or secret is not kept for another host.
#[utoipa::path(
    patch, path = "/api/channels/{uuid}", tag = "channels", operation_id = "changeChannel",
    params(BrowserHeader, DeviceParameter), request_body = ChannelFields,
    responses(
        (status = 200, description = "The channel", body = ChannelView),
        SignedOutProblems, ChannelsOffProblems, ChannelProblems
    )
)]
pub(crate) async fn change(
    service: Data<AccountService>,
    settings: Data<Option<ChannelSettings>>,
    presented: PresentedSession,
    path: DevicePath,
    BrowserBody { fields, .. }: BrowserBody<ChannelFields>,
) -> Result<HttpResponse, Problem> {
    let settings = settings.as_ref().as_ref().ok_or(Problem::ChannelsOff)?;
    let account = service.account(&presented).await?;
    let id = path.channel()?;
    let known = channels::list(&service.storage, account.browser).await?;
    let protocol = known.iter().find(|channel| channel.id == id).ok_or(Problem::NoSuchChannel)?.protocol;
    let change = fields.change(protocol, settings.hosts())?;
    let channel = channels::change(&service.storage, account.browser, id, change)
        .await
        .map_err(if_missing(Problem::NoSuchChannel))?;
    response::ok(&ChannelView::of(&channel))
}

/// Deletes a channel
#[utoipa::path(
    delete, path = "/api/channels/{uuid}", tag = "channels", operation_id = "deleteChannel",
    params(DeviceParameter),
    responses(
        (status = 204, description = "The channel is deleted"),
        AdmissionProblems, SignedOutProblems, ChannelProblems
    )
)]
pub(crate) async fn delete(
    service: Data<AccountService>,
    presented: PresentedSession,
    path: DevicePath,
) -> Result<HttpResponse, Problem> {
    let account = service.account(&presented).await?;
    channels::delete(&service.storage, account.browser, path.channel()?)
        .await
        .map_err(if_missing(Problem::NoSuchChannel))?;
    Ok(response::no_content())
}

/// Sends a test message to a channel at once
///
/// What came of it is in `lastAcceptedAt` and `lastError`.
#[utoipa::path(
    post, path = "/api/channels/{uuid}/test", tag = "channels", operation_id = "testChannel",
    params(DeviceParameter),
    responses(
        (status = 202, description = "The message will be sent"),
        AdmissionProblems, SignedOutProblems, ChannelsOffProblems, ChannelProblems
    )
)]
pub(crate) async fn test(
    service: Data<AccountService>,
    settings: Data<Option<ChannelSettings>>,
    presented: PresentedSession,
    path: DevicePath,
) -> Result<HttpResponse, Problem> {
    settings.as_ref().as_ref().ok_or(Problem::ChannelsOff)?;
    let account = service.account(&presented).await?;
    let id = path.channel()?;
    service.limits.take_by_key(&TESTS, &(account.browser, id))?;
    channels::test(&service.storage, account.browser, id, service.clock.now())
        .await
        .map_err(if_missing(Problem::NoSuchChannel))?;
    Ok(response::accepted_without_content())
}

/// A random id.
fn new_id() -> Result<Uuid, Problem> {
    Ok(Builder::from_random_bytes(random::bytes()?).into_uuid())
}
