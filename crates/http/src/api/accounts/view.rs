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
    /// The browser id that the account keeps: a browser that signs in goes on with it.
    #[serde(serialize_with = "browser_id")]
    #[schema(schema_with = schema::browser_id)]
    uuid: BrowserId,
    username: &'a str,
    /// When it was last used, to within an hour.
    last_visited: Instant,
}

impl<'a> UserView<'a> {
    /// The view of an account.
    pub(crate) fn of(account: &'a Account) -> Self {
        Self {
            id: account.id.0,
            uuid: account.browser,
            username: account.username.as_str(),
            last_visited: Instant(account.last_visited),
        }
    }
}
