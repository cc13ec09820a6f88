//! The request bodies of registering and logging in. Without `Debug`, so that none of it reaches a log.

use serde::Deserialize;
use tokibako_domain::account::{Password, Username};
use utoipa::ToSchema;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{body::fields, field::Sent},
};

/// The fields of a new account. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewUser)]
pub(crate) struct RegisterFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::username)]
    username: Sent<String>,
    #[schema(required = true, schema_with = schema::password)]
    password: Sent<String>,
}

/// The credentials to sign in with. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Login)]
pub(crate) struct LoginFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, value_type = String)]
    username: Sent<String>,
    #[schema(required = true, value_type = String)]
    password: Sent<String>,
    /// Whether the alarms and timers of this browser move to the account; false by default.
    #[schema(value_type = bool)]
    bring: Sent<bool>,
}

/// The current and the new password. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = PasswordChange)]
pub(crate) struct PasswordFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, value_type = String)]
    old_password: Sent<String>,
    #[schema(required = true, schema_with = schema::password)]
    new_password: Sent<String>,
}

/// Login credentials; values that fail validation are `None` and count as a wrong pair.
pub(crate) struct Credentials {
    pub(crate) username: Option<Username>,
    pub(crate) password: Option<Password>,
    pub(crate) bring: bool,
}

fields!(RegisterFields, LoginFields, PasswordFields);

impl PasswordFields {
    /// The current password (`None` if no password can have this form), and the new password for the account with this
    /// name.
    pub(crate) fn passwords(self, name: &Username) -> Result<(Option<Password>, Password), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("oldPassword", self.old_password.is_some()), ("newPassword", self.new_password.is_some())]);
        let new = |text: String| Password::parse(&text).and_then(|password| password.for_new(name));
        let new = errors.sent("newPassword", self.new_password, new);
        errors.none()?;
        let old = self.old_password.0.and_then(|text| Password::parse(&text).ok());
        new.map(|new| (old, new)).ok_or_else(ValidationErrors::default)
    }
}

impl RegisterFields {
    /// The name and password of a new account.
    pub(crate) fn credentials(self) -> Result<(Username, Password), ValidationErrors> {
        let mut errors = required(self.username.as_ref(), self.password.as_ref());
        let username = errors.sent("username", self.username, |it| Username::parse(&it));
        let password = errors.sent("password", self.password, |it| Password::parse(&it));
        if let (Some(username), Some(password)) = (&username, &password)
            && let Err(error) = password.clone().for_new(username)
        {
            errors.add("password", error.to_string());
        }
        errors.none()?;
        username.zip(password).ok_or_else(ValidationErrors::default)
    }
}

impl LoginFields {
    /// The credentials. Invalid values are not refused here: they count as a wrong pair.
    pub(crate) fn credentials(self) -> Result<Credentials, ValidationErrors> {
        required(self.username.as_ref(), self.password.as_ref()).none()?;
        Ok(Credentials {
            username: self.username.0.and_then(|it| Username::parse(&it).ok()),
            password: self.password.0.and_then(|it| Password::parse(&it).ok()),
            bring: self.bring.0.unwrap_or(false),
        })
    }
}

fn required(username: Option<&String>, password: Option<&String>) -> ValidationErrors {
    let mut errors = ValidationErrors::default();
    errors.require([("username", username.is_some()), ("password", password.is_some())]);
    errors
}
