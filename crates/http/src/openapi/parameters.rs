//! Parameters of requests, for the OpenAPI document.

use utoipa::{
    IntoParams,
    openapi::{
        Object, Required,
        path::{Parameter, ParameterBuilder, ParameterIn},
        schema::Type,
    },
};

use crate::openapi::schema;

/// The header with the browser id.
pub(crate) struct BrowserHeader;

/// How a stream names the browser and its last event.
pub(crate) struct StreamParameters;

/// How the stream of all events names the browser, its last event and the client.
pub(crate) struct EventsParameters;

/// The schedule of an alarm to preview.
pub(crate) struct PreviewParameters;

/// The city.
pub(crate) struct WeatherParameters;

/// The `{id}` of a path.
pub(crate) struct RowNumber;

/// The `{uuid}` of a device in a path.
pub(crate) struct DeviceParameter;

/// The sender of an answer to a ring: a browser, possibly with a device, or a service worker with the token of a push.
pub(crate) struct RingerHeaders;

/// The ring of a row.
pub(crate) struct RingParameter;

/// The earliest instant of a list of rings.
pub(crate) struct SinceParameter;

impl IntoParams for BrowserHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = ParameterBuilder::new().name("X-Browser-Id").parameter_in(ParameterIn::Header);
        vec![header.required(Required::True).schema(Some(schema::browser_id())).build()]
    }
}

impl IntoParams for RingerHeaders {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = |name, schema: Object, description| {
            let header = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Header).schema(Some(schema));
            header.description(Some(description)).required(Required::False).build()
        };
        vec![
            header("X-Browser-Id", schema::browser_id(), "Either this header or a token is required."),
            header(
                "X-Device-Id",
                schema::device_id(),
                "The device that sends the request, if it has a push subscription.",
            ),
            header("Authorization", Object::with_type(Type::String), "`Bearer` and the token of the push."),
        ]
    }
}

impl IntoParams for DeviceParameter {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = ParameterBuilder::new().name("uuid").parameter_in(ParameterIn::Path);
        vec![id.required(Required::True).schema(Some(schema::device_id())).build()]
    }
}

impl IntoParams for StreamParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let browser = || ParameterBuilder::new().schema(Some(schema::browser_id()));
        let event_id = || ParameterBuilder::new().schema(Some(Object::with_type(Type::String)));
        let optional = [
            browser()
                .name("browserId")
                .parameter_in(ParameterIn::Query)
                .description(Some("Either this parameter or the header is required.")),
            browser().name("X-Browser-Id").parameter_in(ParameterIn::Header),
            event_id().name("lastEventId").parameter_in(ParameterIn::Query),
            event_id().name("Last-Event-ID").parameter_in(ParameterIn::Header),
        ];
        optional.map(|parameter| parameter.required(Required::False).build()).into()
    }
}

impl IntoParams for EventsParameters {
    fn into_params(of: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let optional = |name, description| {
            let header = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Header);
            let header = header.schema(Some(Object::with_type(Type::String))).description(Some(description));
            header.required(Required::False).build()
        };
        let mut parameters = BrowserHeader::into_params(of);
        parameters.push(optional("Last-Event-ID", "The last event id that the client received."));
        parameters.push(optional(
            "X-Device-Id",
            "The device's id, if it has a push subscription. Its pushes are delayed, so that its page can report the ring first.",
        ));
        parameters.push(optional(
            "X-Client-Id",
            "An id that the client chooses. Changes made with the same id are not announced to it.",
        ));
        parameters
    }
}

impl IntoParams for PreviewParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        [
            ("time", schema::time_of_day(), Required::True),
            ("repeat", schema::repeat(), Required::True),
            ("days", schema::days_in_query(), Required::False),
            ("date", schema::day_in_query(), Required::False),
            ("rule", schema::rule_in_query(), Required::False),
            ("from", schema::day_in_query(), Required::False),
            ("timezone", schema::zone(), Required::False),
            ("pausedUntil", schema::day_in_query(), Required::False),
            ("after", schema::instant_taken(), Required::False),
        ]
        .map(|(name, schema, required)| {
            let query = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            query.schema(Some(schema)).required(required).build()
        })
        .into()
    }
}

impl IntoParams for WeatherParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let query = ParameterBuilder::new().name("city").parameter_in(ParameterIn::Query);
        vec![query.schema(Some(schema::city())).required(Required::True).build()]
    }
}

impl IntoParams for RowNumber {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = ParameterBuilder::new().name("id").parameter_in(ParameterIn::Path);
        vec![id.required(Required::True).schema(Some(Object::with_type(Type::Integer))).build()]
    }
}

impl IntoParams for RingParameter {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let query = ParameterBuilder::new().name("scheduledFor").parameter_in(ParameterIn::Query);
        let query = query.description(Some("The instant of the ring."));
        vec![query.required(Required::False).schema(Some(schema::instant_taken())).build()]
    }
}

impl IntoParams for SinceParameter {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let query = ParameterBuilder::new().name("since").parameter_in(ParameterIn::Query);
        vec![query.required(Required::False).schema(Some(schema::instant_taken())).build()]
    }
}
