//! The fields of a channel.

use serde::Deserialize;
use tokibako_domain::{
    browser_id::BrowserId,
    channel::{self, Protocol, RingFilter},
    firing::Kind,
    label::Label,
};
use tokibako_push::{
    channel::{hosts::Hosts, is_secret, is_token},
    texts::Language,
};
use tokibako_storage::channels::{Change, NewChannel, Target};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::fields,
        field::{LabelField, Nullable, Sent},
    },
};

/// A channel, or what changes of it. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ChannelFields)]
pub(crate) struct ChannelFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The protocol. A new channel needs it; it does not change.
    #[schema(schema_with = schema::channel_kind)]
    kind: Sent<String>,
    /// The address of the webhook, or of the topic of an ntfy server such as `https://ntfy.sh/my-topic`. A new channel needs
    /// it.
    #[schema(value_type = String)]
    url: Sent<String>,
    /// The access token of an ntfy server, sent as `Authorization: Bearer`; null for none.
    #[schema(schema_with = schema::text_or_null)]
    token: Sent<Nullable<String>>,
    /// The secret that signs the messages to a webhook: `whsec_` and 24 to 64 bytes in base64; null for none.
    #[schema(schema_with = schema::text_or_null)]
    secret: Sent<Nullable<String>>,
    /// What its owner calls it; null for nothing.
    #[schema(schema_with = schema::label)]
    name: Sent<LabelField>,
    /// The language of its messages; `en` by default.
    #[schema(schema_with = schema::language)]
    language: Sent<String>,
    /// Which rings it gets: `always`, which is the default, or `unheard`: those that no device and no page has shown, and
    /// nobody has answered, a minute later.
    #[schema(schema_with = schema::channel_when)]
    when: Sent<String>,
    /// Whose rings it gets; both kinds by default.
    #[schema(schema_with = schema::channel_kinds)]
    kinds: Sent<Vec<String>>,
}

/// The optional fields as they were read.
#[expect(clippy::option_option, reason = "not sent, null, or a value")]
struct OptionalFields {
    secret: Option<Option<String>>,
    name: Option<Option<String>>,
    language: Option<Language>,
    when: Option<RingFilter>,
    kinds: Option<Vec<Kind>>,
}

fields!(ChannelFields);

impl ChannelFields {
    /// The channel of an account.
    pub(super) fn channel(
        mut self,
        browser: BrowserId,
        id: Uuid,
        hosts: &Hosts,
    ) -> Result<NewChannel, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("kind", self.kind.is_some()), ("url", self.url.is_some())]);
        let protocol = errors.sent("kind", self.kind.take(), |kind| {
            kind.parse::<Protocol>().map_err(|_| "kind must be ntfy or webhook")
        });
        let address =
            protocol.and_then(|protocol| errors.sent("url", self.url.take(), |url| hosts.address(protocol, &url)));
        let more = self.more(protocol, &mut errors);
        match (errors.is_empty(), protocol, address) {
            (true, Some(protocol), Some(address)) => Ok(NewChannel {
                browser,
                id,
                origin: address.origin(),
                target: Target {
                    kind: protocol.as_str().to_owned(),
                    url: address.as_str().to_owned(),
                    secret: more.secret.flatten(),
                },
                name: more.name.flatten(),
                language: more.language.map_or("en", Language::code).to_owned(),
                when: more.when.unwrap_or(RingFilter::Always),
                kinds: more.kinds.unwrap_or_else(|| vec![Kind::Alarm, Kind::Timer]),
            }),
            _ => Err(errors),
        }
    }

    /// What changes of a channel with this protocol.
    pub(super) fn change(mut self, protocol: Protocol, hosts: &Hosts) -> Result<Change, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let address = errors.sent("url", self.url.take(), |url| hosts.address(protocol, &url));
        let more = self.more(Some(protocol), &mut errors);
        errors.none()?;
        Ok(Change {
            address: address.map(|address| (address.as_str().to_owned(), address.origin())),
            secret: more.secret,
            name: more.name,
            language: more.language.map(|language| language.code().to_owned()),
            when: more.when,
            kinds: more.kinds,
        })
    }

    /// Reads the other fields; `protocol` is `None` if it was invalid.
    fn more(self, protocol: Option<Protocol>, errors: &mut ValidationErrors) -> OptionalFields {
        let token = errors.sent("token", self.token, |token| match token.0 {
            Some(_) if protocol == Some(Protocol::Webhook) => Err("token is for ntfy; a webhook has a secret"),
            Some(token) if !is_token(&token) => Err("token must have 1 to 200 visible ASCII characters"),
            token => Ok(token),
        });
        let secret = errors.sent("secret", self.secret, |secret| match secret.0 {
            Some(_) if protocol == Some(Protocol::Ntfy) => Err("secret is for a webhook; ntfy has a token"),
            Some(secret) if !is_secret(&secret) => Err("secret must be whsec_ and 24 to 64 bytes in base64"),
            secret => Ok(secret),
        });
        let name = errors.sent("name", self.name, |name| name.read().map_err(|error| format!("name {error}")));
        let language = errors
            .sent("language", self.language, |code| Language::named(&code).ok_or("language must be one of the site's"));
        let when = errors.sent("when", self.when, |when| when.parse().map_err(|_| "when must be always or unheard"));
        let kinds = errors.sent("kinds", self.kinds, |kinds| {
            channel::kinds(kinds.iter().map(String::as_str)).ok_or("kinds must be alarm, timer or both, in a list")
        });
        OptionalFields {
            secret: if protocol == Some(Protocol::Ntfy) { token } else { secret },
            name: name.map(|name| name.0.map(|name: Label| name.as_str().to_owned())),
            language,
            when,
            kinds,
        }
    }
}
