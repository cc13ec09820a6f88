//! Accounts: names and passwords that bind browsers. Registering and signing in, with or without taking over what the
//! browser owns; and what an operator does to accounts without their passwords.

pub mod renewal;

use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{BigInt, Timestamptz},
};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, AccountId, PasswordHash, Username},
    browser_id::{BrowserId, RowLimit},
};
use uuid::Uuid;

use self::renewal::{RenewedAccount, sign_out_everywhere};
use crate::{
    Storage, browser_ids, browsers, devices,
    error::Error,
    rows::AccountRow,
    schema::accounts,
    sessions::{self, NewSession},
};

#[derive(Debug, Clone)]
pub struct NewAccount {
    pub browser: BrowserId,
    pub username: Username,
    pub password_hash: PasswordHash,
}

/// Stores an account and signs it in; [`Error::UsernameTaken`] if the name is taken.
///
/// If another account has the browser id already (two people share a browser), the new account gets a new one, so that
/// neither sees the alarms of the other.
pub async fn register(
    storage: &Storage,
    account: NewAccount,
    session: NewSession,
    now: OffsetDateTime,
) -> Result<Account, Error> {
    storage
        .write(move |conn| {
            let stored = store(conn, &account, now)?;
            let session = sessions::begin(conn, stored.id, &session, now)?;
            devices::put_under(conn, stored.browser, session)?;
            Ok(stored)
        })
        .await
}

/// Stores an account, with another browser id if an account has its own; [`Error::UsernameTaken`] if the name is taken.
fn store(conn: &mut PgConnection, account: &NewAccount, now: OffsetDateTime) -> Result<Account, Error> {
    browser_ids::lock_owner(conn, account.browser, now)?;
    let stored = match insert(conn, account, account.browser.as_uuid(), now)? {
        Some(stored) => stored,
        None if is_taken(conn, &account.username)? => return Err(Error::UsernameTaken),
        None => {
            let fresh = Uuid::new_v4();
            browser_ids::lock_browsers(conn, &[fresh], now)?;
            insert(conn, account, fresh, now)?.ok_or(Error::UsernameTaken)?
        }
    };
    Account::try_from(stored)
}

pub async fn password_of(storage: &Storage, username: Username) -> Result<Option<(AccountId, PasswordHash)>, Error> {
    storage
        .read(move |conn| {
            let stored: Option<(i64, String)> = accounts::table
                .filter(accounts::username_key.eq(username.key()))
                .select((accounts::id, accounts::password_hash))
                .first(conn)
                .optional()?;
            Ok(stored.map(|(id, hash)| (AccountId(id), PasswordHash(hash))))
        })
        .await
}

pub async fn created_at(storage: &Storage, id: AccountId) -> Result<OffsetDateTime, Error> {
    storage.read(move |conn| Ok(accounts::table.find(id.0).select(accounts::created_at).first(conn)?)).await
}

/// Signs an account in; [`Error::NotFound`] if it has been deleted.
///
/// With `bring`, everything this browser owns becomes the account's in the same transaction, unless another account has
/// the browser id. [`Error::Full`] if the account would then own more alarms or timers than [`RowLimit::HIGHEST`]: nobody
/// is signed in, and nothing moves.
pub async fn sign_in(
    storage: &Storage,
    id: AccountId,
    session: NewSession,
    bring: Option<BrowserId>,
    now: OffsetDateTime,
) -> Result<Account, Error> {
    storage
        .write(move |conn| {
            let own = browser_of(conn, id)?;
            let from = bring.filter(|from| from.as_uuid() != own);
            if let Some(from) = from {
                browser_ids::lock_browsers(conn, &[from.as_uuid(), own], now)?;
            }
            let row: AccountRow = diesel::update(accounts::table.find(id.0))
                .set(accounts::last_visited.eq(now))
                .returning(AccountRow::as_returning())
                .get_result(conn)?;
            let account = Account::try_from(row)?;
            let session = sessions::begin(conn, id, &session, now)?;
            if let Some(from) = from
                && !has_account(conn, from)?
            {
                let owned = browsers::count_rows(conn, &[from.as_uuid(), account.browser.as_uuid()])?;
                if !owned.into_iter().all(|rows| RowLimit::HIGHEST.admits(rows)) {
                    return Err(Error::Full);
                }
                devices::lock(conn, &[from.as_uuid(), account.browser.as_uuid()])?;
                devices::put_under(conn, from, session)?;
                browsers::hand_over(conn, from, account.browser, now)?;
            }
            Ok(account)
        })
        .await
}

/// `None` if the name is taken or another account has the browser id.
fn insert(
    conn: &mut PgConnection,
    account: &NewAccount,
    browser_id: Uuid,
    now: OffsetDateTime,
) -> Result<Option<AccountRow>, Error> {
    let row = (
        accounts::browser_id.eq(browser_id),
        accounts::username.eq(account.username.as_str()),
        accounts::username_key.eq(account.username.key()),
        accounts::password_hash.eq(&account.password_hash.0),
        accounts::last_visited.eq(now),
        accounts::created_at.eq(now),
    );
    let insert = diesel::insert_into(accounts::table).values(row).on_conflict_do_nothing();
    Ok(insert.returning(AccountRow::as_returning()).get_result(conn).optional()?)
}

fn is_taken(conn: &mut PgConnection, username: &Username) -> Result<bool, Error> {
    let taken = accounts::table.filter(accounts::username_key.eq(username.key()));
    Ok(diesel::select(diesel::dsl::exists(taken)).get_result(conn)?)
}

fn browser_of(conn: &mut PgConnection, AccountId(id): AccountId) -> Result<Uuid, Error> {
    Ok(accounts::table.find(id).select(accounts::browser_id).first(conn)?)
}

fn has_account(conn: &mut PgConnection, browser: BrowserId) -> Result<bool, Error> {
    let account = accounts::table.filter(accounts::browser_id.eq(browser.as_uuid()));
    Ok(diesel::select(diesel::dsl::exists(account)).get_result(conn)?)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSummary {
    pub account: Account,
    pub created_at: OffsetDateTime,
    pub sessions: i64,
    pub alarms: i64,
    pub timers: i64,
}

pub async fn all(storage: &Storage, now: OffsetDateTime) -> Result<Vec<AccountSummary>, Error> {
    storage
        .background(move |conn| {
            let sessions =
                sql::<BigInt>("(SELECT count(*) FROM sessions WHERE account_id = accounts.id AND expires_at > ");
            let sessions = sessions.bind::<Timestamptz, _>(now).sql(")");
            let count =
                |table| format!("(SELECT count(*) FROM {table} WHERE {table}.browser_id = accounts.browser_id)");
            let (alarms, timers) = (sql::<BigInt>(&count("alarms")), sql::<BigInt>(&count("timers")));
            let rows: Vec<(AccountRow, OffsetDateTime, i64, i64, i64)> = accounts::table
                .order(accounts::username_key)
                .select((AccountRow::as_select(), accounts::created_at, sessions, alarms, timers))
                .load(conn)?;
            let summary = |(row, created_at, sessions, alarms, timers): (AccountRow, _, _, _, _)| {
                Ok(AccountSummary { account: row.try_into()?, created_at, sessions, alarms, timers })
            };
            rows.into_iter().map(summary).collect()
        })
        .await
}

/// The account with this name; [`Error::NotFound`] if there is none.
pub async fn named(storage: &Storage, username: Username) -> Result<Account, Error> {
    storage
        .background(move |conn| {
            let row = accounts::table.filter(accounts::username_key.eq(username.key())).select(AccountRow::as_select());
            Account::try_from(row.first::<AccountRow>(conn)?)
        })
        .await
}

/// Stores an account to which no browser is signed in; [`Error::UsernameTaken`] if the name is taken.
pub async fn create(
    storage: &Storage,
    username: Username,
    password_hash: PasswordHash,
    now: OffsetDateTime,
) -> Result<Account, Error> {
    let browser = BrowserId::new(Uuid::new_v4()).map_err(Error::unreadable)?;
    let new = NewAccount { browser, username, password_hash };
    storage.write(move |conn| store(conn, &new, now)).await
}

/// Replaces the password of an account, for somebody who has lost it, and signs it out everywhere.
pub async fn replace_password(
    storage: &Storage,
    id: AccountId,
    new: PasswordHash,
    now: OffsetDateTime,
) -> Result<RenewedAccount, Error> {
    storage.write(move |conn| sign_out_everywhere(conn, id, Some(&new), now)).await
}

pub async fn end_sessions(storage: &Storage, id: AccountId, now: OffsetDateTime) -> Result<RenewedAccount, Error> {
    storage.write(move |conn| sign_out_everywhere(conn, id, None, now)).await
}
