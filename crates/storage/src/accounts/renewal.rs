//! Gives an account a new browser id, so that the old one no longer gives access to its data.
//!
//! A browser id gives access to everything it owns, with or without a session. So it is not enough to end sessions:
//! each function here also moves everything the account owns to a new id, in the same transaction.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, AccountId, PasswordHash},
    browser_id::BrowserId,
};
use uuid::Uuid;

use crate::{
    Storage, browser_ids, browsers, devices,
    error::Error,
    rows::AccountRow,
    schema::accounts,
    sessions::{self, NewSession},
};

/// An account with its new browser id, and the old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenewedAccount {
    pub account: Account,
    /// The old id, which no longer owns anything.
    pub ended: BrowserId,
}

/// Changes an account's password from the one with hash `old`, ends all its sessions and begins `session`, which takes
/// over the devices of the session that it replaces.
///
/// [`Error::NotFound`] if the account was deleted or its password was changed meanwhile.
pub async fn change_password(
    storage: &Storage,
    id: AccountId,
    old: PasswordHash,
    new: PasswordHash,
    session: NewSession,
    now: OffsetDateTime,
) -> Result<RenewedAccount, Error> {
    storage
        .write(move |conn| {
            let renewed = renew(conn, id, now, |conn| {
                let account = accounts::table.find(id.0).filter(accounts::password_hash.eq(&old.0));
                let changed = diesel::update(account).set(accounts::password_hash.eq(&new.0)).execute(conn)?;
                if changed == 0 {
                    Err(Error::NotFound)
                } else {
                    sessions::drop_others(conn, id, session.replaces.as_ref())
                }
            })?;
            sessions::begin(conn, id, &session, now)?;
            Ok(renewed)
        })
        .await
}

/// Ends all sessions of the account and begins `session`, which takes over the devices of the one that it replaces.
///
/// [`Error::NotFound`] if the replaced session has ended meanwhile.
pub async fn end_all_sessions(
    storage: &Storage,
    id: AccountId,
    session: NewSession,
    now: OffsetDateTime,
) -> Result<RenewedAccount, Error> {
    storage
        .write(move |conn| {
            let renewed = renew(conn, id, now, |conn| {
                let token = session.replaces.as_ref().ok_or(Error::NotFound)?;
                sessions::number_of(conn, id, token)?.ok_or(Error::NotFound)?;
                sessions::drop_others(conn, id, Some(token))
            })?;
            sessions::begin(conn, id, &session, now)?;
            Ok(renewed)
        })
        .await
}

/// Ends all sessions of the account, for an operator, and gives it the password with hash `new`, if there is one.
pub(super) fn sign_out_everywhere(
    conn: &mut PgConnection,
    id: AccountId,
    new: Option<&PasswordHash>,
    now: OffsetDateTime,
) -> Result<RenewedAccount, Error> {
    renew(conn, id, now, |conn| {
        if let Some(PasswordHash(hash)) = new {
            diesel::update(accounts::table.find(id.0)).set(accounts::password_hash.eq(hash)).execute(conn)?;
        }
        sessions::drop_others(conn, id, None)
    })
}

/// Ends session `number` of an account. The caller presents another session of the same account.
///
/// [`Error::NotFound`] if the account has no such session.
pub async fn end_session(
    storage: &Storage,
    id: AccountId,
    number: i64,
    now: OffsetDateTime,
) -> Result<RenewedAccount, Error> {
    storage.write(move |conn| renew(conn, id, now, |conn| sessions::drop_numbered(conn, id, number))).await
}

/// Moves everything the account owns to a new browser id, if `drop_sessions` succeeds. Only devices of sessions that it has
/// not ended are kept.
fn renew(
    conn: &mut PgConnection,
    id: AccountId,
    now: OffsetDateTime,
    drop_sessions: impl FnOnce(&mut PgConnection) -> Result<(), Error>,
) -> Result<RenewedAccount, Error> {
    let account = accounts::table.find(id.0);
    let ended: Uuid = account.select(accounts::browser_id).first(conn)?;
    let new = Uuid::new_v4();
    browser_ids::lock_browsers(conn, &[ended, new], now)?;
    let locked: Uuid = account.select(accounts::browser_id).for_no_key_update().first(conn)?;
    if locked != ended {
        return Err(Error::Conflict("the account was given another browser id meanwhile"));
    }
    let row: AccountRow = diesel::update(account)
        .set((accounts::browser_id.eq(new), accounts::last_visited.eq(now)))
        .returning(AccountRow::as_returning())
        .get_result(conn)?;
    let account = Account::try_from(row)?;
    let ended = BrowserId::new(ended).map_err(Error::unreadable)?;
    devices::lock(conn, &[ended.as_uuid()])?;
    browsers::hand_over(conn, ended, account.browser, now)?;
    // Devices end, with their messages, after the rows and their rings are locked: an answer locks these first, and then the
    // messages.
    drop_sessions(conn)?;
    // Another person who knew the old id may have registered the other devices.
    let sessions = sessions::numbers(conn, id, now)?;
    devices::delete_but_of(conn, account.browser.as_uuid(), &sessions)?;
    browser_ids::record_renewed(conn, ended.as_uuid(), id, now)?;
    Ok(RenewedAccount { account, ended })
}
