//! Login sessions: creating, using and ending them. Only the digest of a token is stored.

use diesel::prelude::*;
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, AccountId, SESSION_LIFETIME, SessionToken, VISIT_PRECISION},
    browser_id::BrowserId,
};

use crate::{
    Storage,
    devices::ending,
    error::Error,
    rows::AccountRow,
    schema::{accounts, sessions},
    upkeep::share::Share,
};

const MOST: i64 = 50;

/// The session that a login creates, and the one that it ends.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The token that the browser will present.
    pub token: SessionToken,
    /// The token that it has presented so far, whose session ends.
    pub replaces: Option<SessionToken>,
    pub agent: Agent,
}

/// The browser and the system behind a session, such as "Firefox" and "Windows", if known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agent {
    pub browser: Option<String>,
    pub system: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: i64,
    pub agent: Agent,
    pub created_at: OffsetDateTime,
    /// When it was last used, with a precision of [`VISIT_PRECISION`].
    pub last_used_at: OffsetDateTime,
    /// Whether it is the session of this request.
    pub is_current: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionAccount {
    pub account: Account,
    /// Whether the session was just prolonged. Then the cookie should be prolonged as well.
    pub is_prolonged: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions, check_for_backend(diesel::pg::Pg))]
struct SessionRow {
    digest: Vec<u8>,
    expires_at: OffsetDateTime,
    id: i64,
    created_at: OffsetDateTime,
    browser: Option<String>,
    system: Option<String>,
}

/// The account that `token` is logged in to; `None` if no session of that token is valid at `now`.
///
/// A session that was last prolonged more than [`VISIT_PRECISION`] ago is prolonged.
pub async fn signed_in(
    storage: &Storage,
    token: SessionToken,
    now: OffsetDateTime,
) -> Result<Option<SessionAccount>, Error> {
    let digest = digest(&token);
    let Some((account, expires_at)) = find(storage, digest.clone(), now).await? else { return Ok(None) };
    if expires_at - now >= SESSION_LIFETIME - VISIT_PRECISION {
        return Ok(Some(SessionAccount { account, is_prolonged: false }));
    }
    storage.write(move |conn| prolong(conn, digest, account, now)).await
}

/// The account that `token` is logged in to, without prolonging its session.
pub async fn account_of(storage: &Storage, token: SessionToken, now: OffsetDateTime) -> Result<Option<Account>, Error> {
    Ok(find(storage, digest(&token), now).await?.map(|(account, _)| account))
}

/// The valid sessions of an account at `now`, the last used first; `current` is the token of the request.
pub async fn of_account(
    storage: &Storage,
    account: AccountId,
    current: Option<SessionToken>,
    now: OffsetDateTime,
) -> Result<Vec<Session>, Error> {
    let current = current.as_ref().map(digest);
    storage
        .read(move |conn| {
            let rows: Vec<SessionRow> = sessions::table
                .filter(sessions::account_id.eq(account.0).and(sessions::expires_at.gt(now)))
                .order((sessions::expires_at.desc(), sessions::id.desc()))
                .select(SessionRow::as_select())
                .load(conn)?;
            let session = |row: SessionRow| Session {
                id: row.id,
                is_current: Some(row.digest) == current,
                agent: Agent { browser: row.browser, system: row.system },
                created_at: row.created_at,
                last_used_at: row.expires_at - SESSION_LIFETIME,
            };
            Ok(rows.into_iter().map(session).collect())
        })
        .await
}

/// Ends the session of `token`, if there is one, and its devices.
pub async fn end(storage: &Storage, token: SessionToken) -> Result<(), Error> {
    storage.write(move |conn| drop_session(conn, &token)).await
}

pub async fn ended(storage: &Storage, now: OffsetDateTime) -> Result<Share, Error> {
    storage
        .background(move |conn| {
            let over = sessions::table.filter(sessions::expires_at.le(now)).count().get_result(conn)?;
            Ok(Share { over, all: sessions::table.count().get_result(conn)? })
        })
        .await
}

/// Deletes expired sessions and their devices; returns how many sessions.
pub async fn purge(storage: &Storage, now: OffsetDateTime) -> Result<usize, Error> {
    storage
        .background(move |conn| {
            conn.transaction(|conn| {
                // Rows that another transaction has locked are left to the next purge.
                let expired = sessions::table.filter(sessions::expires_at.le(now)).select(sessions::id);
                let expired: Vec<i64> = expired.for_update().skip_locked().load(conn)?;
                ending::delete_of_sessions(conn, &expired)?;
                Ok(diesel::delete(sessions::table.filter(sessions::id.eq_any(expired))).execute(conn)?)
            })
        })
        .await
}

/// Begins a session and ends the one that it replaces, whose devices of this account it takes over. Returns its id.
pub(crate) fn begin(
    conn: &mut PgConnection,
    account: AccountId,
    session: &NewSession,
    now: OffsetDateTime,
) -> Result<i64, Error> {
    let began = diesel::insert_into(sessions::table)
        .values((
            sessions::digest.eq(digest(&session.token)),
            sessions::account_id.eq(account.0),
            sessions::expires_at.eq(now + SESSION_LIFETIME),
            sessions::created_at.eq(now),
            sessions::browser.eq(&session.agent.browser),
            sessions::system.eq(&session.agent.system),
        ))
        .returning(sessions::id)
        .get_result(conn)?;
    if let Some(replaced) = &session.replaces {
        if let Some(old) = number_of(conn, account, replaced)? {
            ending::pass_on(conn, old, began)?;
        }
        drop_session(conn, replaced)?;
    }
    drop_oldest(conn, account)?;
    Ok(began)
}

/// Ends the sessions of an account beyond the [`MOST`] that were used last.
fn drop_oldest(conn: &mut PgConnection, AccountId(account): AccountId) -> Result<(), Error> {
    let of_account = sessions::table.filter(sessions::account_id.eq(account));
    let latest_first = of_account.order((sessions::expires_at.desc(), sessions::id.desc()));
    let oldest: Vec<i64> = latest_first.offset(MOST).select(sessions::id).load(conn)?;
    if oldest.is_empty() {
        return Ok(());
    }
    diesel::delete(sessions::table.filter(sessions::id.eq_any(&oldest))).execute(conn)?;
    ending::delete_of_sessions(conn, &oldest)
}

/// The account of a session that is valid at `now`, and when the session expires.
async fn find(
    storage: &Storage,
    digest: Vec<u8>,
    now: OffsetDateTime,
) -> Result<Option<(Account, OffsetDateTime)>, Error> {
    storage
        .read(move |conn| {
            let found: Option<(AccountRow, OffsetDateTime)> = sessions::table
                .inner_join(accounts::table)
                .filter(sessions::digest.eq(digest).and(sessions::expires_at.gt(now)))
                .select((AccountRow::as_select(), sessions::expires_at))
                .first(conn)
                .optional()?;
            found.map(|(row, expires_at)| Ok((Account::try_from(row)?, expires_at))).transpose()
        })
        .await
}

/// Prolongs a session that has not ended meanwhile, and records the visit. The account is locked before its session.
fn prolong(
    conn: &mut PgConnection,
    digest: Vec<u8>,
    account: Account,
    now: OffsetDateTime,
) -> Result<Option<SessionAccount>, Error> {
    let account_row = accounts::table.find(account.id.0);
    account_row.select(accounts::id).for_no_key_update().first::<i64>(conn).optional()?;
    let prolonged = diesel::update(sessions::table.find(digest))
        .set(sessions::expires_at.eq(now + SESSION_LIFETIME))
        .execute(conn)?;
    if prolonged == 0 {
        return Ok(None);
    }
    diesel::update(account_row).set(accounts::last_visited.eq(now)).execute(conn)?;
    Ok(Some(SessionAccount { account: Account { last_visited: now, ..account }, is_prolonged: true }))
}

/// The id of the session of `token`, if it belongs to the account.
pub(crate) fn number_of(
    conn: &mut PgConnection,
    account: AccountId,
    token: &SessionToken,
) -> Result<Option<i64>, Error> {
    let session = sessions::table.find(digest(token)).filter(sessions::account_id.eq(account.0));
    Ok(session.select(sessions::id).first(conn).optional()?)
}

/// The id of the session of `token`, if it is valid at `now` and its account has the id `browser`. The session is
/// locked until this transaction ends.
pub(crate) fn of_browser(
    conn: &mut PgConnection,
    browser: BrowserId,
    token: &SessionToken,
    now: OffsetDateTime,
) -> Result<Option<i64>, Error> {
    let owner = accounts::table.filter(accounts::browser_id.eq(browser.as_uuid())).select(accounts::id);
    let session = sessions::table
        .find(digest(token))
        .filter(sessions::expires_at.gt(now).and(sessions::account_id.eq_any(owner)))
        .select(sessions::id);
    Ok(session.for_key_share().first(conn).optional()?)
}

pub(crate) fn numbers(conn: &mut PgConnection, account: AccountId, now: OffsetDateTime) -> Result<Vec<i64>, Error> {
    let own = sessions::account_id.eq(account.0).and(sessions::expires_at.gt(now));
    Ok(sessions::table.filter(own).select(sessions::id).load(conn)?)
}

/// Ends all sessions of an account except `kept`.
pub(crate) fn drop_others(
    conn: &mut PgConnection,
    account: AccountId,
    except: Option<&SessionToken>,
) -> Result<(), Error> {
    let except = except.map(digest).unwrap_or_default();
    let others = sessions::account_id.eq(account.0).and(sessions::digest.ne(except));
    diesel::delete(sessions::table.filter(others)).execute(conn)?;
    Ok(())
}

/// Ends one session of an account by its id; [`Error::NotFound`] if the account has no such session.
pub(crate) fn drop_numbered(conn: &mut PgConnection, account: AccountId, id: i64) -> Result<(), Error> {
    let session = sessions::table.filter(sessions::id.eq(id).and(sessions::account_id.eq(account.0)));
    if diesel::delete(session).execute(conn)? == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Ends the session of `token`, if there is one, and its devices.
pub(crate) fn drop_session(conn: &mut PgConnection, token: &SessionToken) -> Result<(), Error> {
    let dropped = diesel::delete(sessions::table.find(digest(token))).returning(sessions::id);
    let dropped: Option<i64> = dropped.get_result(conn).optional()?;
    dropped.map_or(Ok(()), |id| ending::delete_of_sessions(conn, &[id]))
}

fn digest(token: &SessionToken) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
