//! The JSON of channels.

use serde::Serialize;
use tokibako_domain::firing::Kind;
use tokibako_storage::channels::Channel;
use utoipa::ToSchema;

use crate::{openapi::schema, response::instant::Instant};

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
