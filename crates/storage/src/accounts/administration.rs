//! What an operator does to accounts without their passwords.

use std::collections::HashMap;

use diesel::{dsl::count_star, prelude::*};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, AccountId, PasswordHash, Username},
    browser_id::BrowserId,
};
use uuid::Uuid;

use super::{
    NewAccount, account,
    renewal::{RenewedAccount, sign_out_everywhere},
};
use crate::{
    Storage,
    error::Error,
    rows::AccountRow,
    schema::{accounts, alarms, sessions, timers},
};

/// An account and how much it owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSummary {
    /// The account.
    pub account: Account,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// How many browsers are signed in to it.
    pub sessions: i64,
    /// How many alarms it has.
    pub alarms: i64,
    /// How many timers it has.
    pub timers: i64,
}

/// All accounts, by name.
pub async fn all(storage: &Storage, now: OffsetDateTime) -> Result<Vec<AccountSummary>, Error> {
    storage
        .background(move |conn| {
            let rows: Vec<(AccountRow, OffsetDateTime)> = accounts::table
                .order(accounts::username_key)
                .select((AccountRow::as_select(), accounts::created_at))
                .load(conn)?;
            let browsers: Vec<Uuid> = rows.iter().map(|(row, _)| row.browser_id).collect();
            let sessions = sessions::table
                .filter(sessions::expires_at.gt(now))
                .group_by(sessions::account_id)
                .select((sessions::account_id, count_star()))
                .load(conn)?;
            let alarms = alarms::table
                .filter(alarms::browser_id.eq_any(&browsers))
                .group_by(alarms::browser_id)
                .select((alarms::browser_id, count_star()))
                .load(conn)?;
            let timers = timers::table
                .filter(timers::browser_id.eq_any(&browsers))
                .group_by(timers::browser_id)
                .select((timers::browser_id, count_star()))
                .load(conn)?;
            let sessions: HashMap<i64, i64> = sessions.into_iter().collect();
            let [alarms, timers] = [alarms, timers].map(|counts: Vec<(Uuid, i64)>| HashMap::<_, _>::from_iter(counts));
            let summary = |(row, created_at)| {
                let account = Account::try_from(row)?;
                let browser = account.browser.as_uuid();
                Ok(AccountSummary {
                    sessions: sessions.get(&account.id.0).copied().unwrap_or(0),
                    alarms: alarms.get(&browser).copied().unwrap_or(0),
                    timers: timers.get(&browser).copied().unwrap_or(0),
                    account,
                    created_at,
                })
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
    storage.write(move |conn| account::store(conn, &new, now)).await
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

/// Signs an account out everywhere.
pub async fn end_sessions(storage: &Storage, id: AccountId, now: OffsetDateTime) -> Result<RenewedAccount, Error> {
    storage.write(move |conn| sign_out_everywhere(conn, id, None, now)).await
}
