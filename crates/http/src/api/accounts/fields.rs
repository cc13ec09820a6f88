//! What a client writes to register or to sign in. Without `Debug`: none of it reaches a log.

use serde::Deserialize;
use tokibako_domain::account::{Password, Username};
use utoipa::ToSchema;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{body::Fields, field::sent},
};

/// The fields of a new account. Others are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewUser)]
pub(crate) struct RegisterFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(required = true, schema_with = schema::username)]
    username: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(required = true, schema_with = schema::password)]
    password: Option<String>,
}

/// The fields of signing in. Others are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Login)]
pub(crate) struct LoginFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(required = true, nullable = false)]
    username: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(required = true, nullable = false)]
    password: Option<String>,
    /// Whether the alarms and timers of this browser become the account's; false unless sent.
    #[serde(deserialize_with = "sent")]
    #[schema(nullable = false)]
    bring: Option<bool>,
}

/// Somebody who says that they are somebody. A name or a password that nobody can have is none.
pub(crate) struct Attempt {
    pub(crate) username: Option<Username>,
    pub(crate) password: Option<Password>,
    pub(crate) bring: bool,
}

impl Fields for RegisterFields {
    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

impl Fields for LoginFields {
    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

impl RegisterFields {
    /// The name and the password of a new account.
    pub(crate) fn credentials(self) -> Result<(Username, Password), ValidationErrors> {
        let mut errors = required(self.username.as_ref(), self.password.as_ref());
        let username = errors.sent("username", self.username, |it| Username::parse(&it));
        let password = errors.sent("password", self.password, |it| Password::parse(&it));
        username.zip(password).ok_or(errors)
    }
}

impl LoginFields {
    /// Who it is that wants to sign in. What is merely wrong is not refused here: it is a wrong pair like any other.
    pub(crate) fn attempt(self) -> Result<Attempt, ValidationErrors> {
        required(self.username.as_ref(), self.password.as_ref()).none()?;
        Ok(Attempt {
            username: self.username.and_then(|it| Username::parse(&it).ok()),
            password: self.password.and_then(|it| Password::parse(&it).ok()),
            bring: self.bring.unwrap_or(false),
        })
    }
}

fn required(username: Option<&String>, password: Option<&String>) -> ValidationErrors {
    let mut errors = ValidationErrors::default();
    errors.require([("username", username.is_some()), ("password", password.is_some())]);
    errors
}
