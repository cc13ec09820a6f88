//! Turns a message of the queue into a post.

use std::time::Duration;

use time::OffsetDateTime;
use tokibako_domain::push::Next;
use tokibako_push::{
    endpoint::Services,
    payload::Reader,
    sender::{self, Posted, Sender},
    subscription::Keys,
    texts::Language,
    token::Tokens,
    topic::topic,
};
use tokibako_storage::pushes::{Due, Taken};

/// Posts messages: to push services, or to a test.
pub trait Post: Send + Sync + 'static {
    /// Posts a message at `now`.
    fn post(&self, taken: &Taken, now: OffsetDateTime) -> impl Future<Output = Posted> + Send;
}

/// Composes messages and posts them.
#[derive(Debug)]
pub struct Composer {
    sender: Sender,
    services: Services,
    tokens: Tokens,
    site: String,
}

impl Composer {
    /// Creates a composer. `tokens` are for service workers; `site` is the origin of the site, without a path.
    #[must_use]
    pub fn new(sender: Sender, services: Services, tokens: Tokens, site: String) -> Self {
        Self { sender, services, tokens, site }
    }

    fn message(&self, taken: &Taken, now: OffsetDateTime) -> Option<Vec<u8>> {
        let reader = Reader {
            device: taken.device_id,
            language: Language::named(&taken.language)?,
            hides_labels: taken.hides_labels,
            site: &self.site,
        };
        match &taken.says {
            Due::Ring(ring) => reader.ring(ring, 0, &self.tokens.issue(taken.device, ring.id(), now)),
            Due::Repeat(ring, repeat) => reader.ring(ring, *repeat, &self.tokens.issue(taken.device, ring.id(), now)),
            Due::Stop(ring, answered) => reader.stop(ring, *answered),
            Due::Hello(code) => reader.hello(code),
            Due::Test => reader.test(),
        }
    }
}

impl Post for Composer {
    async fn post(&self, taken: &Taken, now: OffsetDateTime) -> Posted {
        let composed = || {
            // The operator may have removed the service from the list since.
            let endpoint = self.services.endpoint(&taken.address.endpoint).ok()?;
            let keys = Keys::stored(&taken.address.p256dh, &taken.address.auth)?;
            let vapid_key = taken.address.vapid_key.as_slice().try_into().ok()?;
            Some((endpoint, keys, vapid_key, self.message(taken, now)?))
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
        self.sender.post(post, now).await
    }
}

/// How long a message may wait for a permit. The rest of its lease must be enough for the post.
pub(super) const PERMIT_TIMEOUT: Duration = Duration::from_secs(15);

/// The name of an outcome in metrics.
pub(super) fn name_of(posted: Posted) -> &'static str {
    match posted {
        Posted::Replied(reply) => reply.name(),
        Posted::Unsendable => super::metrics::UNSENDABLE,
    }
}

/// Whether the service itself fails; `None` if no request was made.
pub(super) fn is_outage(posted: Posted) -> Option<bool> {
    match posted {
        Posted::Replied(reply) => Some(reply.is_outage()),
        Posted::Unsendable => None,
    }
}

/// What to do with a message after its post. If the subscription is not usable, the device has to subscribe again.
pub(super) fn next_after(posted: Posted, taken: &Taken, jitter: f64) -> Next {
    match posted {
        Posted::Replied(reply) => reply.next(taken.failures, jitter),
        Posted::Unsendable => Next::Unusable,
    }
}
