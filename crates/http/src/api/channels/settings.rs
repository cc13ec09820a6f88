//! The settings of channels: the operator's choice of hosts, and the tokens of buttons.

use tokibako_push::{channel::hosts::Hosts, token::Tokens};

/// Which hosts may be called, and the key of the tokens that answer rings.
#[derive(Debug, Clone)]
pub struct ChannelSettings {
    hosts: Hosts,
    tokens: Tokens,
}

impl ChannelSettings {
    /// Channels must be at these hosts.
    #[must_use]
    pub fn new(hosts: Hosts, tokens: Tokens) -> Self {
        Self { hosts, tokens }
    }

    pub(super) fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// The tokens of buttons in messages.
    pub(crate) fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}
