//! Verifies the tokens of service workers and channels.

use actix_web::web::Data;
use tokibako_domain::{browser_id::BrowserId, firing::RingId};
use tokibako_storage::{Storage, clock::Clock, pushes, upkeep::last_seen::LastSeen};
use uuid::Uuid;

use crate::{
    api::{channels::ChannelSettings, push::PushSettings},
    error::{Problem, if_missing},
    request::extractor::extractor,
};

/// Finds the browser behind a token.
pub(crate) struct TokenVerifier {
    storage: Data<Storage>,
    push: Data<Option<PushSettings>>,
    channels: Data<Option<ChannelSettings>>,
    clock: Data<Clock>,
    last_seen: Data<LastSeen>,
}

impl TokenVerifier {
    /// The browser and the device, or channel, that this token was issued to, for this ring.
    pub(crate) async fn verify(&self, token: &str, ring: RingId) -> Result<(BrowserId, Uuid), Problem> {
        let of_channels = || self.channels.as_ref().as_ref().map(ChannelSettings::tokens);
        let tokens = self.push.as_ref().as_ref().map(PushSettings::tokens).or_else(of_channels);
        let tokens = tokens.ok_or(Problem::BadToken)?;
        let number = tokens.device(token, ring, self.clock.now()).ok_or(Problem::BadToken)?;
        let owner = pushes::owner(&self.storage, number).await;
        let (browser, device) = owner.map_err(if_missing(Problem::BadToken))?;
        // A visitor who only answers notifications also counts as seen.
        self.last_seen.record(browser, self.clock.precise_now());
        Ok((browser, device))
    }
}

extractor!(TokenVerifier, |request| {
    let components = || {
        Some(Self {
            storage: request.app_data::<Data<Storage>>()?.clone(),
            push: request.app_data::<Data<Option<PushSettings>>>()?.clone(),
            channels: request.app_data::<Data<Option<ChannelSettings>>>()?.clone(),
            clock: request.app_data::<Data<Clock>>()?.clone(),
            last_seen: request.app_data::<Data<LastSeen>>()?.clone(),
        })
    };
    components().ok_or(Problem::Internal)
});
