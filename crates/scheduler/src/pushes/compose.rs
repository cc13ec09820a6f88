//! Turns a message of the queue into a post.

use std::time::Duration;

use time::OffsetDateTime;
use tokibako_domain::{
    channel::Protocol,
    push::{Next, Reply},
};
use tokibako_push::{
    channel::{self, hosts::Hosts, sender::Says},
    endpoint::{Services, service_of},
    payload::Reader,
    sender::{self, Posted, Sender},
    subscription::Keys,
    texts::Language,
    token::Tokens,
    topic::topic,
};
use tokibako_storage::{
    channels::Target,
    devices::Address,
    pushes::{Due, Recipient, Taken},
};

/// Posts messages: to push services, or to a test.
pub trait Post: Send + Sync + 'static {
    /// Posts a message at `now`.
    fn post(&self, taken: &Taken, now: OffsetDateTime) -> impl Future<Output = Posted> + Send;
}

/// Composes messages and posts them.
#[derive(Debug)]
pub struct Composer {
    push: Option<(Sender, Services)>,
    channels: Option<(channel::sender::Sender, Hosts)>,
    tokens: Tokens,
    site: String,
}

impl Composer {
    /// Creates a composer of messages to devices and to channels, as far as the operator has turned them on. `tokens`
    /// are for answers; `site` is the origin of the site, without a path.
    #[must_use]
    pub fn new(
        push: Option<(Sender, Services)>,
        channels: Option<(channel::sender::Sender, Hosts)>,
        tokens: Tokens,
        site: String,
    ) -> Self {
        Self { push, channels, tokens, site }
    }

    fn reader<'a>(&'a self, taken: &'a Taken, hides_labels: bool) -> Option<Reader<'a>> {
        let language = Language::named(&taken.language)?;
        Some(Reader { device: taken.device_id, language, hides_labels, site: &self.site })
    }

    fn message(&self, taken: &Taken, hides_labels: bool, now: OffsetDateTime) -> Option<Vec<u8>> {
        let reader = self.reader(taken, hides_labels)?;
        match &taken.says {
            Due::Ring(ring) => reader.ring(ring, 0, &self.tokens.issue(taken.device, ring.id(), now)),
            Due::Repeat(ring, repeat) => reader.ring(ring, *repeat, &self.tokens.issue(taken.device, ring.id(), now)),
            Due::Stop(ring, answered) => reader.stop(ring, *answered),
            Due::Hello(code) => reader.hello(code),
            Due::Test => reader.test(),
        }
    }

    async fn post_to_device(
        &self,
        taken: &Taken,
        address: &Address,
        hides_labels: bool,
        now: OffsetDateTime,
    ) -> Posted {
        let Some((sender, services)) = &self.push else { return Posted::Off };
        let composed = || {
            // The operator may have removed the service from the list since.
            let endpoint = services.endpoint(&address.endpoint).ok()?;
            let keys = Keys::stored(&address.p256dh, &address.auth)?;
            let vapid_key = address.vapid_key.as_slice().try_into().ok()?;
            Some((endpoint, keys, vapid_key, self.message(taken, hides_labels, now)?))
        };
        let Some((endpoint, keys, vapid_key, message)) = composed() else { return Posted::Unsendable };
        let purpose = taken.says.purpose();
        let (about, row) = match &taken.says {
            Due::Ring(ring) | Due::Repeat(ring, _) | Due::Stop(ring, _) => (ring.rung.kind().as_str(), ring.rung.row()),
            Due::Hello(_) | Due::Test => (purpose.as_str(), 0),
        };
        let post = sender::Post {
            endpoint: &endpoint,
            keys: &keys,
            vapid_key: &vapid_key,
            message: &message,
            ttl: purpose.ttl(taken.expires_at, now),
            urgency: purpose.urgency(),
            topic: &topic(taken.device_id, about, row),
        };
        sender.post(post, now).await
    }

    async fn post_to_channel(&self, taken: &Taken, target: &Target, now: OffsetDateTime) -> Posted {
        let Some((sender, hosts)) = &self.channels else { return Posted::Off };
        let (Some(reader), Ok(protocol)) = (self.reader(taken, false), target.kind.parse()) else {
            return Posted::Unsendable;
        };
        // The operator may have removed the host from the list since.
        let Ok(address) = hosts.address(protocol, &target.url) else { return Posted::Unsendable };
        let button;
        let says = match &taken.says {
            Due::Ring(ring) => {
                button = self.tokens.issue(taken.device, ring.id(), now);
                Says::Ring(ring, &button)
            }
            Due::Stop(ring, answered) => Says::Answer(ring, *answered),
            Due::Test => Says::Test,
            Due::Repeat(..) | Due::Hello(_) => return Posted::Unsendable,
        };
        let secret = target.secret.as_deref();
        let post = channel::sender::Post { protocol, address: &address, secret, reader, message: taken.id, says };
        sender.post(post, now).await
    }
}

impl Post for Composer {
    async fn post(&self, taken: &Taken, now: OffsetDateTime) -> Posted {
        match &taken.to {
            Recipient::Device { address, hides_labels } => {
                self.post_to_device(taken, address, *hides_labels, now).await
            }
            Recipient::Channel(target) => self.post_to_channel(taken, target, now).await,
        }
    }
}

/// The name in metrics and logs of what a message is sent to.
pub(super) fn service_name(taken: &Taken) -> &'static str {
    match &taken.to {
        Recipient::Device { .. } => service_of(&taken.origin),
        Recipient::Channel(target) => target.kind.parse().map_or(OTHER_CHANNEL, Protocol::as_str),
    }
}

/// The name of a protocol that this version does not know.
const OTHER_CHANNEL: &str = "other";

/// Why a message was not accepted, as its channel's owner gets to know it: a status code or a word.
pub(super) fn error_of(posted: Posted) -> Option<String> {
    match posted {
        Posted::Replied(Reply::Status { code: 200..=299, .. }) => None,
        Posted::Replied(Reply::Status { code, .. }) => Some(code.to_string()),
        Posted::Replied(Reply::None) | Posted::Unsendable | Posted::Off => Some(name_of(posted).to_owned()),
    }
}

/// How long a message may wait for a permit. The rest of its lease must be enough for the post.
pub(super) const PERMIT_TIMEOUT: Duration = Duration::from_secs(15);

/// The name of an outcome in metrics.
pub(super) fn name_of(posted: Posted) -> &'static str {
    match posted {
        Posted::Replied(reply) => reply.name(),
        Posted::Unsendable => super::metrics::UNSENDABLE,
        Posted::Off => super::metrics::OFF,
    }
}

/// Whether the service itself fails; `None` if no request was made.
pub(super) fn is_outage(posted: Posted) -> Option<bool> {
    match posted {
        Posted::Replied(reply) => Some(reply.is_outage()),
        Posted::Unsendable | Posted::Off => None,
    }
}

/// What to do with a message after its post. If the subscription is not usable, the device has to subscribe again.
pub(super) fn next_after(posted: Posted, taken: &Taken, jitter: f64) -> Next {
    match posted {
        Posted::Replied(reply) => reply.next(taken.failures, jitter),
        Posted::Unsendable => Next::Unusable,
        Posted::Off => Next::Dropped,
    }
}
