//! Posts a message to its push service, with limits of time and size and without logging the endpoint, and reads the response.

use std::{sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::{
    Client, ClientBuilder, Response,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER},
    redirect::Policy,
};
use ring::digest::{SHA256, digest};
use rustls::crypto::{self, CryptoProvider};
use time::{OffsetDateTime, format_description::well_known::Rfc2822};
use tokibako_domain::push::{LONGEST_POST, Reply, Urgency};
use uuid::Uuid;

use crate::{
    resolver::PublicResolver,
    seal::seal,
    subscription::{Endpoint, Keys, PUBLIC_KEY},
    vapid::Vapid,
};

const CONNECT: Duration = Duration::from_secs(5);

const WHOLE: Duration = LONGEST_POST.unsigned_abs();

/// How long an idle connection is kept: the same few services are called again and again.
const IDLE: Duration = Duration::from_mins(1);

/// The longest topic that RFC 8030, section 5.4, allows, in characters of base64url.
const TOPIC_LENGTH: usize = 32;

#[derive(Debug)]
pub struct PushSender {
    vapid: Vapid,
    /// The client for push services of the internet; `None` if the system has no root certificates.
    public: Option<Client>,
    /// The client for an origin of this machine that the operator allows.
    local: Client,
}

#[derive(Debug)]
pub struct PushPost<'a> {
    pub endpoint: &'a Endpoint,
    pub keys: &'a Keys,
    /// Our VAPID public key that the subscription is bound to.
    pub vapid_key: &'a [u8; PUBLIC_KEY],
    /// The plaintext of the message.
    pub message: &'a [u8],
    /// For how many seconds the service keeps an undelivered message.
    pub ttl: i64,
    pub urgency: Urgency,
    /// The topic: a newer message with the same one replaces an undelivered message.
    pub topic: &'a str,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot make the client that calls push services")]
pub struct SetupError(#[from] reqwest::Error);

impl PushSender {
    pub fn new(vapid: Vapid) -> Result<Self, SetupError> {
        // This client makes plain HTTP requests and needs no root certificates.
        let local = plain().tls_certs_only([]).build()?;
        Ok(Self { vapid, public: public_client("push services"), local })
    }

    /// The public keys whose subscriptions it can send to.
    pub fn keys(&self) -> impl Iterator<Item = [u8; PUBLIC_KEY]> {
        self.vapid.keys()
    }

    pub async fn post(&self, post: PushPost<'_>, now: OffsetDateTime) -> Reply {
        let PushPost { endpoint, keys, vapid_key, message, ttl, urgency, topic } = post;
        let Some(authorization) = self.vapid.authorization(vapid_key, &endpoint.origin(), now) else {
            return Reply::Unsendable;
        };
        let Ok(sealed) = seal(keys, message) else { return Reply::Unsendable };
        let client = if endpoint.is_local { Some(&self.local) } else { self.public.as_ref() };
        let Some(client) = client else { return Reply::None };
        let request = client
            .post(endpoint.url.clone())
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_TYPE, "application/notification+json")
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("TTL", ttl)
            .header("Urgency", urgency.as_str())
            .header("Topic", topic)
            .body(sealed);
        match request.send().await {
            Ok(response) => read_reply(response, now).await,
            // The error is not logged because it names the endpoint.
            Err(_) => Reply::None,
        }
    }
}

/// The topic of a device's messages about one alarm or timer, or of one other kind such as tests: a push service replaces an
/// undelivered message by a newer one with the same topic.
pub fn topic(device: Uuid, about: &str, row: i64) -> String {
    let text = format!("{device} {about} {row}");
    let mut topic = URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()));
    topic.truncate(TOPIC_LENGTH);
    topic
}

/// A client for hosts of the internet, `whose` ones; `None` if the system has no root certificates.
pub(crate) fn public_client(whose: &str) -> Option<Client> {
    let client = plain().https_only(true).dns_resolver(Arc::new(PublicResolver)).build();
    let client = client.inspect_err(
        |error| tracing::warn!(%error, "{whose} cannot be called: is there a store of root certificates?"),
    );
    client.ok()
}

/// The settings of all clients. Chooses the implementation of TLS, unless that has been done.
pub(crate) fn plain() -> ClientBuilder {
    if CryptoProvider::get_default().is_none() {
        // Fails if another part of the process has installed a provider already, which is just as good.
        let _ = CryptoProvider::install_default(crypto::ring::default_provider());
    }
    Client::builder()
        .connect_timeout(CONNECT)
        .timeout(WHOLE)
        .pool_idle_timeout(IDLE)
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        .user_agent(concat!("tokibako/", env!("CARGO_PKG_VERSION")))
}

/// How many bytes of a body are read. A service's reason is a single word.
const LIMIT: usize = 1_024;

/// The reason that a service gives when the subscription is bound to another VAPID key.
const OTHER_KEY: &str = "VapidPkHashMismatch";

/// The longest `Retry-After` that is respected.
const LONGEST_WAIT: i64 = 24 * 60 * 60;

pub(crate) async fn read_reply(mut response: Response, now: OffsetDateTime) -> Reply {
    let code = response.status().as_u16();
    let retry_after = retry_after(response.headers(), now);
    let is_other_key = code == 400 && beginning(&mut response).await.contains(OTHER_KEY);
    Reply::Status { code, retry_after, is_other_key }
}

async fn beginning(response: &mut Response) -> String {
    let mut body = Vec::new();
    while body.len() < LIMIT {
        match response.chunk().await {
            Ok(Some(chunk)) => body.extend(chunk.iter().take(LIMIT - body.len())),
            _ => break,
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}

fn retry_after(headers: &HeaderMap, now: OffsetDateTime) -> Option<time::Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let date = || OffsetDateTime::parse(text, &Rfc2822).ok().map(|date| (date - now).whole_seconds());
    let seconds = text.parse::<i64>().ok().or_else(date)?;
    Some(time::Duration::seconds(seconds.clamp(0, LONGEST_WAIT)))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_topic_differs_by_device_and_row() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let of_one = topic(one, "alarm", 7);
        assert_eq!(of_one.len(), TOPIC_LENGTH);
        assert_eq!(of_one, topic(one, "alarm", 7));
        for different in [topic(other, "alarm", 7), topic(one, "timer", 7), topic(one, "alarm", 8)] {
            assert_ne!(of_one, different);
        }
    }

    #[test]
    fn retry_after_is_in_seconds_or_a_date() {
        let now = datetime!(2026-11-20 07:00 UTC);
        let wait = |text: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]), now);
        for (text, seconds) in [
            ("7", Some(7)),
            (" 7 ", Some(7)),
            ("0", Some(0)),
            ("-1", Some(0)),
            ("99999999999", Some(LONGEST_WAIT)),
            ("Fri, 20 Nov 2026 07:02:00 GMT", Some(120)),
            ("Fri, 20 Nov 2026 06:00:00 GMT", Some(0)),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(wait(text), seconds.map(time::Duration::seconds), "{text}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
