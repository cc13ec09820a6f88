//! Sets push and channels up: reads the keys from the database, and creates the sender.

use anyhow::{Context as _, Result};
use tokibako_http::{ChannelSettings, PushSettings};
use tokibako_push::{
    channel::{self, hosts::Hosts},
    sender::PushSender,
    subscription::PUBLIC_KEY,
    token::{SECRET, Tokens},
    vapid::{Vapid, VapidKey},
};
use tokibako_scheduler::pushes::Composer;
use tokibako_storage::{
    Storage,
    server_keys::{self, KeyPurpose},
};
use tracing::info;

use crate::config::PushConfig;

/// The settings for the API, and the sender.
pub(crate) struct Push {
    /// `None` without a contact.
    pub(crate) settings: Option<PushSettings>,
    /// `None` if the operator has turned channels off.
    pub(crate) channels: Option<ChannelSettings>,
    /// `None` if nothing is sent to anywhere.
    pub(crate) composer: Option<Composer>,
}

pub(crate) async fn start(config: &PushConfig, storage: &Storage) -> Result<Push> {
    if config.subject.is_none() {
        info!(
            "nothing is pushed to devices with the page closed: set TOKIBAKO_PUSH_CONTACT, or a TOKIBAKO_PUBLIC_URL that \
             begins with https"
        );
        if !config.channel_hosts.are_on() {
            return Ok(Push { settings: None, channels: None, composer: None });
        }
    }
    let tokens = Tokens::new(&token_secret(storage).await?);
    let hosts = Some(config.channel_hosts.clone()).filter(Hosts::are_on);
    let channels = hosts.clone().map(|hosts| ChannelSettings { hosts, tokens: tokens.clone() });
    let to_channels = hosts.map(|hosts| anyhow::Ok((channel::sender::ChannelSender::new()?, hosts))).transpose()?;
    let (settings, to_devices) = match &config.subject {
        None => (None, None),
        Some(subject) => {
            let (sender, vapid_key) = sender(config, subject, storage).await?;
            let settings = PushSettings { services: config.services.clone(), vapid_key, tokens: tokens.clone() };
            (Some(settings), Some((sender, config.services.clone())))
        }
    };
    let composer = Composer::new(to_devices, to_channels, tokens, config.site.clone());
    Ok(Push { settings, channels, composer: Some(composer) })
}

/// The sender of messages to devices, and the key for their subscriptions.
async fn sender(config: &PushConfig, subject: &str, storage: &Storage) -> Result<(PushSender, [u8; PUBLIC_KEY])> {
    let fresh = VapidKey::generate()?;
    let stored = server_keys::of(storage, KeyPurpose::Vapid, config.key.clone(), fresh).await;
    let stored = stored.context("cannot read the keys of push")?;
    let keys = stored.iter().map(|key| VapidKey::read(key)).collect::<Result<Vec<_>, _>>();
    let keys = keys.context("a key of push in the database is not one")?;
    let newest = keys.first().context("there is no key of push")?.public()?;
    Ok((PushSender::new(Vapid::new(keys, subject.to_owned()))?, newest))
}

/// The secret of the tokens for service workers.
async fn token_secret(storage: &Storage) -> Result<[u8; SECRET]> {
    let fresh = Tokens::secret()?.to_vec();
    let secrets =
        server_keys::of(storage, KeyPurpose::Token, None, fresh).await.context("cannot read the keys of push")?;
    let secret = secrets.into_iter().next().and_then(|secret| secret.try_into().ok());
    secret.context("the key of tokens in the database is not one")
}
