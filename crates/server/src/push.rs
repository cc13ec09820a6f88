//! Sets push up: reads the keys from the database, and creates the sender.

use anyhow::{Context as _, Result};
use tokibako_http::PushSettings;
use tokibako_push::{
    sender::Sender,
    token::{SECRET, Tokens},
    vapid::{Vapid, VapidKey},
};
use tokibako_scheduler::pushes::Composer;
use tokibako_storage::{
    Storage,
    server_keys::{self, Purpose},
};
use tracing::info;

use crate::config::PushConfig;

/// The settings for the API, and the sender.
pub(crate) struct Push {
    pub(crate) settings: PushSettings,
    pub(crate) composer: Composer,
}

/// Sets push up; `None` without a contact.
pub(crate) async fn start(config: &PushConfig, storage: &Storage) -> Result<Option<Push>> {
    let Some(subject) = config.subject.clone() else {
        info!(
            "nothing is pushed to devices with the page closed: set TOKIBAKO_PUSH_CONTACT, or a TOKIBAKO_PUBLIC_URL that \
             begins with https"
        );
        return Ok(None);
    };
    let fresh = VapidKey::generate()?;
    let stored = server_keys::of(storage, Purpose::Vapid, config.key.clone(), fresh).await;
    let stored = stored.context("cannot read the keys of push")?;
    let keys = stored.iter().map(|key| VapidKey::read(key)).collect::<Result<Vec<_>, _>>();
    let keys = keys.context("a key of push in the database is not one")?;
    let newest = keys.first().context("there is no key of push")?.public()?;
    let tokens = Tokens::new(&token_secret(storage).await?);
    let sender = Sender::new(Vapid::new(keys, subject))?;
    let composer = Composer::new(sender, config.services.clone(), tokens.clone(), config.site.clone());
    Ok(Some(Push { settings: PushSettings::new(config.services.clone(), newest, tokens), composer }))
}

/// The secret of the tokens for service workers.
async fn token_secret(storage: &Storage) -> Result<[u8; SECRET]> {
    let fresh = Tokens::secret()?.to_vec();
    let secrets =
        server_keys::of(storage, Purpose::Token, None, fresh).await.context("cannot read the keys of push")?;
    let secret = secrets.into_iter().next().and_then(|secret| secret.try_into().ok());
    secret.context("the key of tokens in the database is not one")
}
