//! The JSON of an account.

use serde::Serialize;
use tokibako_domain::{account::Account, browser_id::BrowserId};
use utoipa::ToSchema;

use crate::{
    openapi::schema,
    response::{instant::Instant, text::browser_id},
};

/// An account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub(crate) struct UserView<'a> {
    id: i64,
    /// The browser id of the account. A browser that signs in uses it from then on.
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    uuid: BrowserId,
    username: &'a str,
    /// When the account was last used, with a precision of an hour.
    last_visited: Instant,
}

impl<'a> UserView<'a> {
    pub(crate) fn of(account: &'a Account) -> Self {
        Self {
            id: account.id.0,
            uuid: account.browser,
            username: account.username.as_str(),
            last_visited: Instant(account.last_visited),
        }
    }
}
