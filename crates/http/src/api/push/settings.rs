//! The settings of push: the operator's choices and the keys of the database.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tokibako_push::{endpoint::Services, subscription::PUBLIC_KEY, token::Tokens};

/// Which push services may be called, and the server's keys.
#[derive(Debug, Clone)]
pub struct PushSettings {
    services: Services,
    vapid_key: [u8; PUBLIC_KEY],
    tokens: Tokens,
}

impl PushSettings {
    /// New subscriptions must belong to these services, and are bound to this VAPID key.
    #[must_use]
    pub fn new(services: Services, vapid_key: [u8; PUBLIC_KEY], tokens: Tokens) -> Self {
        Self { services, vapid_key, tokens }
    }

    pub(super) fn services(&self) -> &Services {
        &self.services
    }

    pub(super) fn vapid_key(&self) -> [u8; PUBLIC_KEY] {
        self.vapid_key
    }

    /// The VAPID key in the form that browsers take.
    pub(super) fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.vapid_key)
    }

    /// The tokens of service workers.
    pub(crate) fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}
