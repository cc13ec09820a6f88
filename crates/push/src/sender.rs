//! Posting a message: within limits of time and size, to the push services alone, and without a trace in the log.

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client, ClientBuilder,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE},
    redirect::Policy,
};
use rustls::crypto::{CryptoProvider, ring};
use time::OffsetDateTime;
use tokibako_domain::push::{Reply, Urgency};

use crate::{
    answer,
    dialling::PublicOnly,
    endpoint::Endpoint,
    seal::seal,
    subscription::{Keys, PUBLIC_KEY},
    vapid::Vapid,
};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);

/// How long a post may take in all.
const WHOLE: Duration = Duration::from_secs(10);

/// How long a connection is kept that is not used; services are called again and again.
const IDLE: Duration = Duration::from_mins(1);

/// Posts to push services.
#[derive(Debug)]
pub struct Sender {
    vapid: Vapid,
    /// For the services of the world; `None` without the system's root certificates.
    public: Option<Client>,
    /// For an origin of this machine that the operator allows.
    local: Client,
}

/// What is posted, and where.
#[derive(Debug)]
pub struct Post<'a> {
    /// The subscription.
    pub endpoint: &'a Endpoint,
    /// Its keys.
    pub keys: &'a Keys,
    /// The public key of ours that it is bound to.
    pub vapid_key: &'a [u8; PUBLIC_KEY],
    /// What it says.
    pub message: &'a [u8],
    /// For how many seconds the service is to keep it.
    pub ttl: i64,
    /// How urgent it is.
    pub urgency: Urgency,
    /// What it replaces.
    pub topic: &'a str,
}

/// What came of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    /// The service answered, or was silent.
    Replied(Reply),
    /// It was not sent: it cannot be sealed for this device, or the device's subscription is bound to a key that was lost.
    Unsendable,
}

/// The client could not be made.
#[derive(Debug, thiserror::Error)]
#[error("cannot make the client that calls push services")]
pub struct SetupError(#[from] reqwest::Error);

impl Sender {
    /// A sender that speaks for us by `vapid`.
    pub fn new(vapid: Vapid) -> Result<Self, SetupError> {
        if CryptoProvider::get_default().is_none() {
            // Whoever was faster has installed one as well.
            let _ = CryptoProvider::install_default(ring::default_provider());
        }
        let public = plain().https_only(true).dns_resolver(Arc::new(PublicOnly)).build();
        let public = public.inspect_err(
            |error| tracing::warn!(%error, "push services cannot be called: is there a store of root certificates?"),
        );
        // Without TLS it does not matter whether the system has root certificates.
        let local = plain().tls_certs_only([]).build()?;
        Ok(Self { vapid, public: public.ok(), local })
    }

    /// Posts a message at `now`.
    pub async fn post(&self, post: Post<'_>, now: OffsetDateTime) -> Posted {
        let Post { endpoint, keys, vapid_key, message, ttl, urgency, topic } = post;
        let Some(authorization) = self.vapid.authorization(vapid_key, &endpoint.origin(), now) else {
            return Posted::Unsendable;
        };
        let Ok(sealed) = seal(keys, message) else { return Posted::Unsendable };
        let client = if endpoint.is_local() { Some(&self.local) } else { self.public.as_ref() };
        let Some(client) = client else { return Posted::Replied(Reply::None) };
        let request = client
            .post(endpoint.url())
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_TYPE, "application/notification+json")
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("TTL", ttl)
            .header("Urgency", urgency.as_str())
            .header("Topic", topic)
            .body(sealed);
        Posted::Replied(match request.send().await {
            Ok(response) => answer::read(response, now).await,
            // What failed is not logged: the error names the endpoint.
            Err(_) => Reply::None,
        })
    }
}

/// What holds for every call.
fn plain() -> ClientBuilder {
    Client::builder()
        .connect_timeout(CONNECT)
        .timeout(WHOLE)
        .pool_idle_timeout(IDLE)
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        .user_agent(concat!("tokibako/", env!("CARGO_PKG_VERSION")))
}
