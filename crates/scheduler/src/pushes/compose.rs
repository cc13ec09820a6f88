//! Turns a message of the queue into a post.

use std::{sync::Arc, time::Duration};

use time::OffsetDateTime;
use tokibako_domain::{channel::Protocol, push::Reply};
use tokibako_push::{
    channel::{
        hosts::Hosts,
        sender::{ChannelMessage, ChannelPost, ChannelSender},
    },
    payload::{Language, PayloadRecipient},
    sender::{PushPost, PushSender, topic},
    subscription::{Keys, Services, service_of},
    token::Tokens,
};
use tokibako_storage::{
    channels::Target,
    devices::PushAddress,
    pushes::{LeasedMessage, MessageBody, Reach, Recipient},
};

/// Posts messages: to push services, or to a test.
pub trait MessageSender: Send + Sync + 'static {
    /// What can be posted. Other messages are left to other processes.
    fn reach(&self) -> Reach {
        Reach::everything()
    }

    fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> impl Future<Output = Reply> + Send;
}

#[derive(Debug)]
pub struct Composer {
    push: Option<(PushSender, Services)>,
    channels: Option<(ChannelSender, Hosts)>,
    tokens: Tokens,
    site: String,
}

impl Composer {
    /// Creates a composer of messages to devices and to channels, as far as the operator has turned them on. `tokens`
    /// are for answers; `site` is the origin of the site, without a path.
    pub fn new(
        push: Option<(PushSender, Services)>,
        channels: Option<(ChannelSender, Hosts)>,
        tokens: Tokens,
        site: String,
    ) -> Self {
        Self { push, channels, tokens, site }
    }

    fn recipient<'a>(&'a self, message: &'a LeasedMessage, hides_labels: bool) -> Option<PayloadRecipient<'a>> {
        let language = Language::named(&message.language)?;
        Some(PayloadRecipient { device: message.device_id, language, hides_labels, site: &self.site })
    }

    fn payload(&self, message: &LeasedMessage, hides_labels: bool, now: OffsetDateTime) -> Option<Vec<u8>> {
        let recipient = self.recipient(message, hides_labels)?;
        match &message.body {
            MessageBody::Ring(ring) => recipient.ring(ring, 0, &self.tokens.issue(message.device, ring.id(), now)),
            MessageBody::Repeat(ring, repeat) => {
                recipient.ring(ring, *repeat, &self.tokens.issue(message.device, ring.id(), now))
            }
            MessageBody::Stop(ring, answered) => recipient.stop(ring, *answered),
            MessageBody::Hello(code) => recipient.hello(code),
            MessageBody::Test => recipient.test(),
        }
    }

    async fn post_to_device(
        &self,
        message: &LeasedMessage,
        address: &PushAddress,
        hides_labels: bool,
        now: OffsetDateTime,
    ) -> Reply {
        let Some((sender, services)) = &self.push else { return Reply::Unsendable };
        let composed = || {
            let endpoint = services.endpoint(&address.endpoint).ok()?;
            let keys = Keys::stored(&address.p256dh, &address.auth)?;
            let vapid_key = address.vapid_key.as_slice().try_into().ok()?;
            Some((endpoint, keys, vapid_key, self.payload(message, hides_labels, now)?))
        };
        let Some((endpoint, keys, vapid_key, payload)) = composed() else { return Reply::Unsendable };
        let purpose = message.body.purpose();
        let (about, row) = match &message.body {
            MessageBody::Ring(ring) | MessageBody::Repeat(ring, _) | MessageBody::Stop(ring, _) => {
                (ring.subject.kind().as_str(), ring.subject.row())
            }
            MessageBody::Hello(_) | MessageBody::Test => (purpose.as_str(), 0),
        };
        let post = PushPost {
            endpoint: &endpoint,
            keys: &keys,
            vapid_key: &vapid_key,
            message: &payload,
            ttl: purpose.ttl(message.expires_at, now),
            urgency: purpose.urgency(),
            topic: &topic(message.device_id, about, row),
        };
        sender.post(post, now).await
    }

    async fn post_to_channel(&self, message: &LeasedMessage, target: &Target, now: OffsetDateTime) -> Reply {
        let Some((sender, hosts)) = &self.channels else { return Reply::Unsendable };
        let (Some(recipient), Ok(protocol)) = (self.recipient(message, false), target.kind.parse()) else {
            return Reply::Unsendable;
        };
        let Ok(address) = hosts.address(protocol, &target.url) else { return Reply::Unsendable };
        let button;
        let content = match &message.body {
            MessageBody::Ring(ring) => {
                button = self.tokens.issue(message.device, ring.id(), now);
                ChannelMessage::Ring(ring, &button)
            }
            MessageBody::Stop(ring, answered) => ChannelMessage::Answer(ring, *answered),
            MessageBody::Test => ChannelMessage::Test,
            MessageBody::Repeat(..) | MessageBody::Hello(_) => return Reply::Unsendable,
        };
        let secret = target.secret.as_deref();
        let post = ChannelPost { protocol, address: &address, secret, recipient, message: message.id, content };
        sender.post(post, now).await
    }
}

impl MessageSender for Composer {
    fn reach(&self) -> Reach {
        let keys = self.push.iter().flat_map(|(sender, _)| sender.keys()).map(|key| key.to_vec());
        let protocols = self.channels.iter().flat_map(|_| Protocol::ALL).map(|protocol| protocol.as_str().to_owned());
        let services = self.push.as_ref().map(|(_, services)| services.clone());
        let hosts = self.channels.as_ref().map(|(_, hosts)| hosts.clone());
        Reach {
            keys: Some(keys.collect()),
            protocols: Some(protocols.collect()),
            languages: Some(Language::all().map(|language| language.code().to_owned()).collect()),
            calls: Arc::new(move |origin| {
                let is_service = services.as_ref().is_some_and(|services| services.calls(origin));
                (is_service, hosts.as_ref().is_some_and(|hosts| hosts.calls(origin)))
            }),
        }
    }

    async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
        match &message.to {
            Recipient::Device { address, hides_labels } => {
                self.post_to_device(message, address, *hides_labels, now).await
            }
            Recipient::Channel(target) => self.post_to_channel(message, target, now).await,
        }
    }
}

/// The name in metrics and logs of what a message is sent to.
pub(super) fn service_name(message: &LeasedMessage) -> &'static str {
    match &message.to {
        Recipient::Device { .. } => service_of(&message.origin),
        Recipient::Channel(target) => target.kind.parse().map_or(OTHER_CHANNEL, Protocol::as_str),
    }
}

/// The name of a protocol that this version does not know.
const OTHER_CHANNEL: &str = "other";

/// Why a message was not accepted, as its channel's owner gets to know it: a status code or a word.
pub(super) fn error_of(posted: Reply) -> Option<String> {
    match posted {
        Reply::Status { code: 200..=299, .. } => None,
        Reply::Status { code, .. } => Some(code.to_string()),
        Reply::None | Reply::PrivateAddress | Reply::Unsendable => Some(posted.name().to_owned()),
    }
}

/// How long a message may wait for a permit. The rest of its lease must be enough for the post.
pub(super) const PERMIT_TIMEOUT: Duration = Duration::from_secs(15);
