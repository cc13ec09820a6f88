//! The fields of a subscription and of its confirmation.

use serde::Deserialize;
use tokibako_domain::push::RingFor;
use tokibako_push::{
    endpoint::{Endpoint, Services},
    subscription::{self, Keys},
    texts::Language,
};
use utoipa::ToSchema;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::fields,
        field::{Object, Sent, WholeNumber},
    },
};

/// A device's subscription and its preferences. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewDevice)]
pub(crate) struct DeviceFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The address of the subscription.
    #[schema(required = true, value_type = String)]
    endpoint: Sent<String>,
    #[schema(required = true, schema_with = schema::subscription_keys)]
    keys: Sent<Object<KeyFields>>,
    #[schema(required = true, schema_with = schema::language)]
    language: Sent<String>,
    /// Whether notifications leave labels out; false by default.
    #[schema(value_type = bool)]
    hide_labels: Sent<bool>,
    /// For how many seconds an unanswered ring is repeated; 300 by default.
    #[schema(schema_with = schema::ring_for)]
    ring_for: Sent<WholeNumber>,
}

/// The keys of a subscription, in base64url.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct KeyFields {
    p256dh: Sent<String>,
    auth: Sent<String>,
}

/// The code that was pushed to a device. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Confirmation)]
pub(crate) struct ConfirmFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, value_type = String)]
    code: Sent<String>,
}

/// A valid subscription.
pub(crate) struct NewSubscription {
    pub(crate) endpoint: Endpoint,
    pub(crate) keys: Keys,
    pub(crate) language: Language,
    pub(crate) hides_labels: bool,
    pub(crate) ring_for: RingFor,
}

fields!(DeviceFields, ConfirmFields);

impl DeviceFields {
    /// The subscription, if its endpoint belongs to one of these services.
    pub(crate) fn subscription(self, services: &Services) -> Result<NewSubscription, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let Object(keys) = self.keys.0.unwrap_or_default();
        errors.require([
            ("endpoint", self.endpoint.is_some()),
            ("keys.p256dh", keys.p256dh.is_some()),
            ("keys.auth", keys.auth.is_some()),
            ("language", self.language.is_some()),
        ]);
        let endpoint = errors.sent("endpoint", self.endpoint, |text| services.endpoint(&text));
        let p256dh = errors.sent("keys.p256dh", keys.p256dh, |text| subscription::p256dh(&text));
        let auth = errors.sent("keys.auth", keys.auth, |text| subscription::auth(&text));
        let language = errors
            .sent("language", self.language, |code| Language::named(&code).ok_or("language must be one of the site's"));
        let ring_for = errors.sent("ringFor", self.ring_for, |seconds| {
            let ring_for = RingFor::new(seconds.number().unwrap_or_default());
            ring_for.map_err(|error| format!("ringFor {error}"))
        });
        match (errors.is_empty(), endpoint, p256dh, auth, language) {
            (true, Some(endpoint), Some(p256dh), Some(auth), Some(language)) => {
                let hides_labels = self.hide_labels.0.unwrap_or_default();
                let ring_for = ring_for.unwrap_or_default();
                Ok(NewSubscription { endpoint, keys: Keys { p256dh, auth }, language, hides_labels, ring_for })
            }
            _ => Err(errors),
        }
    }
}

impl ConfirmFields {
    pub(crate) fn code(self) -> Result<String, ValidationErrors> {
        self.code.0.ok_or_else(|| ValidationErrors::only("code", "Required"))
    }
}
