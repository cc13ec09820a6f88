//! Channels of accounts, over HTTP.

use actix_web::{HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_domain::{
    browser_id::BrowserId,
    channel::{self, Protocol, RingFilter},
    firing::Kind,
    ring_settings::Label,
};
use tokibako_push::{
    channel::{hosts::Hosts, is_secret, is_token},
    payload::Language,
    token::Tokens,
};
use tokibako_storage::channels::{self, Change, Channel, NewChannel, Target};
use utoipa::ToSchema;
use uuid::{Builder, Uuid};

use super::accounts::{AccountService, PresentedSession};
use crate::{
    error::{Problem, ValidationErrors, if_missing},
    limits::KeyLimit,
    openapi::{
        AdmissionProblems, BrowserHeader, CapacityProblems, ChannelProblems, ChannelsOffProblems, DeviceParameter,
        SignedOutProblems, schema,
    },
    random,
    request::{
        body::{BrowserBody, fields},
        field::{LabelField, Nullable, Sent},
        head::DevicePath,
    },
    response::{self, Instant},
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
    let new = fields.channel(account.browser, new_id()?, &settings.hosts)?;
    service.limits.take_by_key(KeyLimit::Channels, &account.id)?;
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
    let change = fields.change(protocol, &settings.hosts)?;
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
    service.limits.take_by_key(KeyLimit::Tests, &(account.browser, id))?;
    channels::test(&service.storage, account.browser, id, service.clock.now())
        .await
        .map_err(if_missing(Problem::NoSuchChannel))?;
    Ok(response::accepted_without_content())
}

fn new_id() -> Result<Uuid, Problem> {
    Ok(Builder::from_random_bytes(random::bytes()?).into_uuid())
}

/// A channel, or what changes of it. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ChannelFields)]
pub(crate) struct ChannelFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The protocol. A new channel needs it; it does not change.
    #[schema(schema_with = schema::channel_kind)]
    kind: Sent<String>,
    /// The address of the webhook, or of the topic of an ntfy server such as `https://ntfy.sh/my-topic`. A new channel needs
    /// it.
    #[schema(value_type = String)]
    url: Sent<String>,
    /// The access token of an ntfy server, sent as `Authorization: Bearer`; null for none.
    #[schema(schema_with = schema::text_or_null)]
    token: Sent<Nullable<String>>,
    /// The secret that signs the messages to a webhook: `whsec_` and 24 to 64 bytes in base64; null for none.
    #[schema(schema_with = schema::text_or_null)]
    secret: Sent<Nullable<String>>,
    /// What its owner calls it; null for nothing.
    #[schema(schema_with = schema::label)]
    name: Sent<LabelField>,
    /// The language of its messages; `en` by default.
    #[schema(schema_with = schema::language)]
    language: Sent<String>,
    /// Which rings it gets: `always`, which is the default, or `unheard`: those that no device and no page has shown, and
    /// nobody has answered, a minute later.
    #[schema(schema_with = schema::channel_when)]
    when: Sent<String>,
    /// Whose rings it gets; both kinds by default.
    #[schema(schema_with = schema::channel_kinds)]
    kinds: Sent<Vec<String>>,
}

fields!(ChannelFields);

impl ChannelFields {
    fn channel(mut self, browser: BrowserId, id: Uuid, hosts: &Hosts) -> Result<NewChannel, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("kind", self.kind.is_some()), ("url", self.url.is_some())]);
        let protocol = errors.sent("kind", self.kind.take(), |kind| {
            kind.parse::<Protocol>().map_err(|_| "kind must be ntfy or webhook")
        });
        let address =
            protocol.and_then(|protocol| errors.sent("url", self.url.take(), |url| hosts.address(protocol, &url)));
        let others = self.others(protocol, &mut errors);
        match (errors.is_empty(), protocol, address) {
            (true, Some(protocol), Some(address)) => Ok(NewChannel {
                browser,
                id,
                origin: address.origin(),
                target: Target {
                    kind: protocol.as_str().to_owned(),
                    url: address.as_str().to_owned(),
                    secret: others.secret.flatten(),
                },
                name: others.name.flatten(),
                language: others.language.unwrap_or_else(|| "en".to_owned()),
                when: others.when.unwrap_or(RingFilter::Always),
                kinds: others.kinds.unwrap_or_else(|| vec![Kind::Alarm, Kind::Timer]),
            }),
            _ => Err(errors),
        }
    }

    fn change(mut self, protocol: Protocol, hosts: &Hosts) -> Result<Change, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let address = errors.sent("url", self.url.take(), |url| hosts.address(protocol, &url));
        let address = address.map(|address| (address.as_str().to_owned(), address.origin()));
        let change = Change { address, ..self.others(Some(protocol), &mut errors) };
        errors.none().map(|()| change)
    }

    /// Reads the fields but the address; `protocol` is `None` if it was invalid.
    fn others(self, protocol: Option<Protocol>, errors: &mut ValidationErrors) -> Change {
        let token = errors.sent("token", self.token, |token| match token.0 {
            Some(_) if protocol == Some(Protocol::Webhook) => Err("token is for ntfy; a webhook has a secret"),
            Some(token) if !is_token(&token) => Err("token must have 1 to 200 visible ASCII characters"),
            token => Ok(token),
        });
        let secret = errors.sent("secret", self.secret, |secret| match secret.0 {
            Some(_) if protocol == Some(Protocol::Ntfy) => Err("secret is for a webhook; ntfy has a token"),
            Some(secret) if !is_secret(&secret) => Err("secret must be whsec_ and 24 to 64 bytes in base64"),
            secret => Ok(secret),
        });
        let name = errors.sent("name", self.name, |name| name.read().map_err(|error| format!("name {error}")));
        let language = errors
            .sent("language", self.language, |code| Language::named(&code).ok_or("language must be one of the site's"));
        let when = errors.sent("when", self.when, |when| when.parse().map_err(|_| "when must be always or unheard"));
        let kinds = errors.sent("kinds", self.kinds, |kinds| {
            channel::kinds(kinds.iter().map(String::as_str)).ok_or("kinds must be alarm, timer or both, in a list")
        });
        Change {
            address: None,
            secret: if protocol == Some(Protocol::Ntfy) { token } else { secret },
            name: name.map(|name| name.0.map(|name: Label| name.as_str().to_owned())),
            language: language.map(|language| language.code().to_owned()),
            when,
            kinds,
        }
    }
}

/// Channels must be at these hosts.
#[derive(Debug, Clone)]
pub struct ChannelSettings {
    pub hosts: Hosts,
    /// Those of buttons in messages.
    pub tokens: Tokens,
}

/// A channel, without its token or secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Channel)]
pub(crate) struct ChannelView {
    #[schema(schema_with = schema::device_id)]
    id: String,
    #[schema(schema_with = schema::channel_kind)]
    kind: &'static str,
    /// The address of the topic or of the webhook.
    url: String,
    /// Whether it has a token or a secret.
    has_secret: bool,
    /// What its owner calls it.
    #[schema(required = true)]
    name: Option<String>,
    /// The language of its messages.
    #[schema(schema_with = schema::language)]
    language: String,
    #[schema(schema_with = schema::channel_when)]
    when: &'static str,
    #[schema(schema_with = schema::channel_kinds)]
    kinds: Vec<&'static str>,
    /// Whether the last message was accepted; `failing` channels still get messages.
    #[schema(schema_with = schema::channel_state)]
    state: &'static str,
    /// When a message was last accepted.
    #[schema(required = true)]
    last_accepted_at: Option<Instant>,
    /// Why the last message was not accepted: the status code of the answer, `unreachable` without one,
    /// `private-address` if the host has private addresses only, `unsendable` if the address may not be called any more, or `off` if the operator has switched channels off.
    #[schema(required = true)]
    last_error: Option<String>,
    created_at: Instant,
}

impl ChannelView {
    pub(crate) fn of(channel: &Channel) -> Self {
        Self {
            id: channel.id.to_string(),
            kind: channel.protocol.as_str(),
            url: channel.url.clone(),
            has_secret: channel.has_secret,
            name: channel.name.clone(),
            language: channel.language.clone(),
            when: channel.when.as_str(),
            kinds: channel.kinds.iter().copied().map(Kind::as_str).collect(),
            state: if channel.last_error.is_none() { "active" } else { "failing" },
            last_accepted_at: channel.last_accepted_at.map(Instant),
            last_error: channel.last_error.clone(),
            created_at: Instant(channel.created_at),
        }
    }
}
