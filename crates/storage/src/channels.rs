//! Channels: where else the rings of an account are sent.

use std::fmt;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    channel::{MOST_CHANNELS, Protocol, RingFilter},
    firing::Kind,
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    pushes::log_reader::queue_greeting,
    rows::readable,
    schema::{accounts, channels, pushes},
};

/// Where the messages of a channel are sent. Without `Debug`, because of its secret.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = channels, check_for_backend(diesel::pg::Pg))]
pub struct Target {
    /// The name of its protocol.
    pub kind: String,
    pub url: String,
    /// The access token of an ntfy server, or the secret that signs the messages to a webhook.
    pub secret: Option<String>,
}

/// A channel, without its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Channel {
    pub id: Uuid,
    pub protocol: Protocol,
    pub url: String,
    pub has_secret: bool,
    pub name: Option<String>,
    pub language: String,
    pub when: RingFilter,
    pub kinds: Vec<Kind>,
    pub last_accepted_at: Option<OffsetDateTime>,
    /// Why the last message was not accepted, if it was not.
    pub last_error: Option<String>,
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
struct ChannelRow {
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
            // Those of a newer version are left out.
            kinds: row.kinds.iter().filter_map(|kind| kind.parse().ok()).collect(),
            last_accepted_at: row.last_accepted_at,
            last_error: row.last_error,
            created_at: row.created_at,
        })
    }
}

/// The channels of an account's browser id, in the order of their creation, without those of a protocol that only a newer
/// version knows.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Channel>, Error> {
    storage.read(move |conn| of_browser(conn, browser)).await
}

/// [`list`] within a transaction.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Channel>, Error> {
    let own = channels::table.filter(channels::browser_id.eq(browser.as_uuid())).order(channels::number);
    let rows: Vec<ChannelRow> = own.select(ChannelRow::as_select()).load(conn)?;
    Ok(readable(rows).collect())
}

#[diesel::dsl::auto_type(no_type_alias)]
fn one(browser: BrowserId, id: Uuid) -> _ {
    let browser: Uuid = browser.as_uuid();
    channels::table.filter(channels::browser_id.eq(browser).and(channels::id.eq(id)))
}

/// A channel as its owner describes it. Without `Debug`, because of its secret.
#[derive(Clone)]
pub struct NewChannel {
    pub browser: BrowserId,
    pub id: Uuid,
    pub target: Target,
    pub origin: String,
    pub name: Option<String>,
    pub language: String,
    pub when: RingFilter,
    pub kinds: Vec<Kind>,
}

/// What changes of a channel; `None` stays as it is. Without `Debug`, because of its secret.
#[derive(Clone, Default)]
pub struct Change {
    /// The address and its origin. Another origin gets no secret that was meant for the former one.
    pub address: Option<(String, String)>,
    /// The token or secret, or none.
    pub secret: Option<Option<String>>,
    /// The name, or none.
    pub name: Option<Option<String>>,
    pub language: Option<String>,
    pub when: Option<RingFilter>,
    pub kinds: Option<Vec<Kind>>,
}

#[derive(AsChangeset, Default)]
#[diesel(table_name = channels)]
#[expect(clippy::option_option, reason = "Diesel leaves None as it is, and stores null for Some(None)")]
struct ChangeRow {
    url: Option<String>,
    origin: Option<String>,
    secret: Option<Option<String>>,
    name: Option<Option<String>>,
    language: Option<String>,
    only_unheard: Option<bool>,
    kinds: Option<Vec<String>>,
    last_error: Option<Option<String>>,
}

/// Stores a channel; [`Error::Full`] if the account has [`MOST_CHANNELS`], [`Error::NotFound`] if it has just ended.
pub async fn create(storage: &Storage, new: NewChannel, now: OffsetDateTime) -> Result<Channel, Error> {
    storage
        .write(move |conn| {
            let account = accounts::table.filter(accounts::browser_id.eq(new.browser.as_uuid()));
            // So that two requests do not both find room.
            let account: i64 = account.select(accounts::id).for_no_key_update().first(conn)?;
            let own = channels::table.filter(channels::browser_id.eq(new.browser.as_uuid()));
            if own.count().get_result::<i64>(conn)? >= MOST_CHANNELS {
                return Err(Error::Full);
            }
            let queue = queue_of(&new.target.kind, &new.origin, account);
            let made = diesel::insert_into(channels::table).values((
                channels::browser_id.eq(new.browser.as_uuid()),
                channels::id.eq(new.id),
                channels::kind.eq(new.target.kind),
                channels::url.eq(new.target.url),
                channels::origin.eq(queue),
                channels::secret.eq(new.target.secret),
                channels::name.eq(new.name),
                channels::language.eq(new.language),
                channels::only_unheard.eq(new.when == RingFilter::Unheard),
                channels::kinds.eq(names(&new.kinds)),
                channels::created_at.eq(now),
            ));
            made.returning(ChannelRow::as_returning()).get_result(conn)?.try_into()
        })
        .await
}

pub async fn change(storage: &Storage, browser: BrowserId, id: Uuid, change: Change) -> Result<Channel, Error> {
    storage
        .write(move |conn| {
            let row = one(browser, id).select((channels::kind, channels::origin));
            let (kind, queue): (String, String) = row.for_update().first(conn)?;
            let mut changed = ChangeRow {
                secret: change.secret,
                name: change.name,
                language: change.language,
                only_unheard: change.when.map(|when| when == RingFilter::Unheard),
                kinds: change.kinds.as_deref().map(names),
                ..ChangeRow::default()
            };
            if let Some((url, new_origin)) = change.address {
                if new_origin != origin_of(&queue) {
                    changed.secret = Some(changed.secret.flatten());
                }
                let account = accounts::table.filter(accounts::browser_id.eq(browser.as_uuid()));
                let account = account.select(accounts::id).first(conn)?;
                (changed.url, changed.origin) = (Some(url), Some(queue_of(&kind, &new_origin, account)));
            }
            if changed.url.is_some() || changed.secret.is_some() {
                changed.last_error = Some(None);
            }
            // The row is the same even if nothing changes.
            let touched = (channels::id.eq(id), changed);
            let row = diesel::update(one(browser, id)).set(touched).returning(ChannelRow::as_returning());
            row.get_result(conn)?.try_into()
        })
        .await
}

pub async fn delete(storage: &Storage, browser: BrowserId, id: Uuid) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let number: i64 = diesel::delete(one(browser, id)).returning(channels::number).get_result(conn)?;
            diesel::delete(pushes::table.filter(pushes::device.eq(number))).execute(conn)?;
            Ok(())
        })
        .await
}

/// Queues a test message. It replaces a waiting one.
pub async fn test(storage: &Storage, browser: BrowserId, id: Uuid, now: OffsetDateTime) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let row = one(browser, id).select((channels::number, channels::origin));
            let (number, origin): (i64, String) = row.for_update().first(conn)?;
            queue_greeting(conn, number, origin, None, now, now)
        })
        .await?;
    storage.wakeup().pushes_now();
    Ok(())
}

/// The queue of a channel's messages, which has limits and a breaker of its own: of the host for an ntfy server, whose
/// limits are for all messages of this site; of the host and the account for a webhook, whose path may be slow or fail
/// while the host serves those of others.
fn queue_of(kind: &str, origin: &str, account: i64) -> String {
    if kind == Protocol::Webhook.as_str() { format!("{origin} account {account}") } else { origin.to_owned() }
}

pub(crate) fn origin_of(queue: &str) -> &str {
    queue.split_once(' ').map_or(queue, |(origin, _)| origin)
}

/// Records what came of a message to a channel: accepted, or why not.
pub(crate) fn record(
    conn: &mut PgConnection,
    number: i64,
    error: Option<&str>,
    now: OffsetDateTime,
) -> QueryResult<usize> {
    let row = diesel::update(channels::table.find(number));
    match error {
        None => row.set((channels::last_accepted_at.eq(now), channels::last_error.eq(None::<String>))).execute(conn),
        Some(error) => row.set(channels::last_error.eq(error)).execute(conn),
    }
}

fn names(kinds: &[Kind]) -> Vec<String> {
    kinds.iter().map(|kind| kind.as_str().to_owned()).collect()
}
