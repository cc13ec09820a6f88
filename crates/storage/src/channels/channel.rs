//! Channels, as their owner may see them.

use std::fmt;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    channel::{self, Protocol, RingFilter},
    firing::Kind,
};
use uuid::Uuid;

use crate::{Storage, error::Error, schema::channels};

/// Where the messages of a channel are sent. Without `Debug`, because of its secret.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = channels, check_for_backend(diesel::pg::Pg))]
pub struct Target {
    /// The name of its protocol.
    pub kind: String,
    /// The address.
    pub url: String,
    /// The access token of an ntfy server, or the secret that signs the messages to a webhook.
    pub secret: Option<String>,
}

/// A channel, without its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Channel {
    /// The id of the channel.
    pub id: Uuid,
    /// The protocol.
    pub protocol: Protocol,
    /// The address.
    pub url: String,
    /// Whether it has a token or a secret.
    pub has_secret: bool,
    /// What its owner calls it.
    pub name: Option<String>,
    /// The code of the language of its messages.
    pub language: String,
    /// Which rings it gets.
    pub when: RingFilter,
    /// Whose rings it gets.
    pub kinds: Vec<Kind>,
    /// When a message was last accepted.
    pub last_accepted_at: Option<OffsetDateTime>,
    /// Why the last message was not accepted, if it was not.
    pub last_error: Option<String>,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

/// Leaves out the address.
impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel").field("protocol", &self.protocol).finish_non_exhaustive()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = channels, check_for_backend(diesel::pg::Pg))]
pub(super) struct ChannelRow {
    id: Uuid,
    #[diesel(embed)]
    target: Target,
    name: Option<String>,
    language: String,
    only_unheard: bool,
    kinds: Vec<String>,
    last_accepted_at: Option<OffsetDateTime>,
    last_error: Option<String>,
    created_at: OffsetDateTime,
}

impl TryFrom<ChannelRow> for Channel {
    type Error = Error;

    fn try_from(row: ChannelRow) -> Result<Self, Error> {
        Ok(Self {
            id: row.id,
            protocol: row.target.kind.parse().map_err(Error::unreadable)?,
            url: row.target.url,
            has_secret: row.target.secret.is_some(),
            name: row.name,
            language: row.language,
            when: if row.only_unheard { RingFilter::Unheard } else { RingFilter::Always },
            kinds: channel::kinds(row.kinds.iter().map(String::as_str)).unwrap_or_default(),
            last_accepted_at: row.last_accepted_at,
            last_error: row.last_error,
            created_at: row.created_at,
        })
    }
}

/// The channels of an account's browser id, in the order of their creation.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Channel>, Error> {
    storage.read(move |conn| of_browser(conn, browser)).await
}

/// [`list`] within a transaction.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Channel>, Error> {
    let own = channels::table.filter(channels::browser_id.eq(browser.as_uuid())).order(channels::number);
    let rows: Vec<ChannelRow> = own.select(ChannelRow::as_select()).load(conn)?;
    rows.into_iter().map(Channel::try_from).collect()
}

/// The account's channel with this id.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn one(browser: BrowserId, id: Uuid) -> _ {
    let browser: Uuid = browser.as_uuid();
    channels::table.filter(channels::browser_id.eq(browser).and(channels::id.eq(id)))
}
