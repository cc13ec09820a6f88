//! Rows of `accounts`.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::account::{Account, AccountId, Username};
use uuid::Uuid;

use super::columns;
use crate::{error::Error, schema::accounts};

/// An account without the hash of its password.
#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AccountRow {
    id: i64,
    pub(crate) browser_id: Uuid,
    username: String,
    last_visited: OffsetDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = accounts)]
pub(crate) struct NewAccountRow<'a> {
    pub(crate) browser_id: Uuid,
    pub(crate) username: &'a str,
    pub(crate) username_key: &'a str,
    pub(crate) password_hash: &'a str,
    pub(crate) last_visited: OffsetDateTime,
    pub(crate) created_at: OffsetDateTime,
}

impl TryFrom<AccountRow> for Account {
    type Error = Error;

    fn try_from(row: AccountRow) -> Result<Self, Error> {
        Ok(Self {
            id: AccountId(row.id),
            browser: columns::browser(row.browser_id)?,
            username: Username::parse(&row.username).map_err(Error::unreadable)?,
            last_visited: row.last_visited,
        })
    }
}
