//! Posts messages to channels, with limits of time and size, and without logging their addresses.

use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::{
    Client, Url,
    header::{AUTHORIZATION, CONTENT_TYPE},
};
use time::OffsetDateTime;
use tokibako_domain::{answer::RingAnswer, channel::Protocol, firing::Ring, push::Reply};

use super::{hosts::ChannelAddress, ntfy, webhook};
use crate::{
    payload::PayloadRecipient,
    resolver::NoPublicAddress,
    sender::{SetupError, plain, public_client, read_reply},
};

#[derive(Debug)]
pub struct ChannelSender {
    /// The client for hosts of the internet; `None` if the system has no root certificates.
    public: Option<Client>,
    /// The client for every host that the operator allows.
    any: Client,
}

#[derive(Debug, Clone, Copy)]
pub enum ChannelMessage<'a> {
    /// A ring, which the token answers.
    Ring(&'a Ring, &'a str),
    Answer(&'a Ring, RingAnswer),
    Test,
}

#[derive(Debug)]
pub struct ChannelPost<'a> {
    pub protocol: Protocol,
    pub address: &'a ChannelAddress,
    pub secret: Option<&'a str>,
    /// The language and the id of the channel, and the site.
    pub recipient: PayloadRecipient<'a>,
    pub message: i64,
    pub content: ChannelMessage<'a>,
}

impl ChannelSender {
    pub fn new() -> Result<Self, SetupError> {
        let any = plain().build().or_else(|_| plain().tls_certs_only([]).build())?;
        Ok(Self { public: public_client("channels"), any })
    }

    pub async fn post(&self, post: ChannelPost<'_>, now: OffsetDateTime) -> Reply {
        let Some((url, body)) = composed(&post, now) else { return Reply::Unsendable };
        let client = if post.address.is_public { self.public.as_ref() } else { Some(&self.any) };
        let Some(client) = client else { return Reply::None };
        let mut request = client.post(url).header(CONTENT_TYPE, "application/json");
        match (post.protocol, post.secret) {
            (Protocol::Ntfy, Some(token)) => request = request.header(AUTHORIZATION, format!("Bearer {token}")),
            (Protocol::Ntfy, None) => {}
            (Protocol::Webhook, secret) => {
                let (id, sent) = (webhook::id(post.recipient.device, post.message), now.unix_timestamp());
                let signature = secret.map(|secret| webhook::signature(secret, &id, sent, &body));
                request = request.header("webhook-id", id).header("webhook-timestamp", sent);
                match signature {
                    Some(Some(signature)) => request = request.header("webhook-signature", signature),
                    // An unsigned message would be refused, or worse, accepted.
                    Some(None) => return Reply::Unsendable,
                    None => {}
                }
            }
        }
        let address = post.address;
        match request.body(body).send().await {
            Ok(response) => read_reply(response, now).await,
            Err(error) if NoPublicAddress::caused(&error) => {
                log_private(address);
                Reply::PrivateAddress
            }
            // The error is not logged because it names the address.
            Err(_) => Reply::None,
        }
    }
}

/// Says that a host which the operator has listed is called at public addresses only. The host is from the setting; the rest
/// of the address is a secret.
fn log_private(address: &ChannelAddress) {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            host = address.url.host_str(),
            "a channel's host has private addresses only: it is not called unless TOKIBAKO_CHANNEL_HOSTS is any \
             (docs/channels.md)"
        );
    }
}

fn composed(post: &ChannelPost<'_>, now: OffsetDateTime) -> Option<(Url, Vec<u8>)> {
    let ChannelPost { protocol, address, recipient, content, .. } = post;
    let (url, body) = match protocol {
        Protocol::Ntfy => {
            let topic = ntfy::topic(&address.url)?;
            let body = match *content {
                ChannelMessage::Ring(ring, token) => ntfy::ring(recipient, topic, ring, token)?,
                ChannelMessage::Answer(ring, answered) => ntfy::answered(recipient, topic, ring, answered)?,
                ChannelMessage::Test => ntfy::test(recipient, topic)?,
            };
            (address.url.join("/").ok()?, body)
        }
        Protocol::Webhook => {
            let body = match *content {
                ChannelMessage::Ring(ring, _) => webhook::ring(recipient, ring, now),
                ChannelMessage::Answer(ring, answered) => webhook::answered(recipient, ring, answered, now),
                ChannelMessage::Test => webhook::test(now),
            };
            (address.url.clone(), body)
        }
    };
    Some((url, serde_json::to_vec(&body).ok()?))
}
