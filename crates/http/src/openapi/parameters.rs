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

/// Sets of parameters that handlers name.
macro_rules! sets {
    ($($(#[$doc:meta])+ $set:ident: $($parameter:expr),+;)+) => {$(
        $(#[$doc])+
        pub(crate) struct $set;

        impl IntoParams for $set {
            fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                vec![$($parameter.build()),+]
            }
        }
    )+};
}

sets! {
    /// The header with the browser id.
    BrowserHeader: required(ParameterIn::Header, "X-Browser-Id", schema::browser_id());
    /// How a stream names the browser and its last event.
    StreamParameters:
        query("browserId", schema::browser_id())
            .description(Some("Either this parameter or the header is required.")),
        header("X-Browser-Id", schema::browser_id()),
        query("lastEventId", text()),
        header("Last-Event-ID", text());
    /// How the stream of all events names the browser, its last event and the client.
    EventsParameters:
        required(ParameterIn::Header, "X-Browser-Id", schema::browser_id()),
        header("Last-Event-ID", text()).description(Some("The last event id that the client received.")),
        header("X-Device-Id", text()).description(Some(
            "The device's id, if it has a push subscription. Its pushes are delayed, so that its page can report the ring \
             first.",
        )),
        header("X-Client-Id", text()).description(Some(
            "An id that the client chooses. Changes made with the same id are not announced to it.",
        ));
    /// The schedule of an alarm to preview.
    PreviewParameters:
        required(ParameterIn::Query, "time", schema::time_of_day()),
        required(ParameterIn::Query, "repeat", schema::repeat()),
        query("days", schema::days_in_query()),
        query("date", schema::day_in_query()),
        query("rule", schema::rule_in_query()),
        query("from", schema::day_in_query()),
        query("timezone", schema::zone()),
        query("pausedUntil", schema::day_in_query()),
        query("after", schema::instant_taken());
    /// The city.
    WeatherParameters: required(ParameterIn::Query, "city", schema::city());
    /// The `{id}` of a path.
    RowNumber: required(ParameterIn::Path, "id", schema::row_number());
    /// The `{uuid}` of a device or a channel in a path.
    DeviceParameter: required(ParameterIn::Path, "uuid", schema::device_id());
    /// The sender of an answer to a ring: a browser, possibly with a device, or a service worker with the token of a
    /// push.
    SenderHeaders:
        header("X-Browser-Id", schema::browser_id()).description(Some("Either this header or a token is required.")),
        header("X-Device-Id", schema::device_id())
            .description(Some("The device that sends the request, if it has a push subscription.")),
        header("Authorization", text()).description(Some("`Bearer` and the token of the push."));
    /// The ring of a row.
    RingParameter:
        query("scheduledFor", schema::instant_taken()).description(Some("The instant of the ring."));
    /// The earliest instant of a list of rings.
    SinceParameter: query("since", schema::instant_taken());
}

fn required(place: ParameterIn, name: &str, schema: Object) -> ParameterBuilder {
    ParameterBuilder::new().parameter_in(place).name(name).required(Required::True).schema(Some(schema))
}

fn query(name: &str, schema: Object) -> ParameterBuilder {
    required(ParameterIn::Query, name, schema).required(Required::False)
}

fn header(name: &str, schema: Object) -> ParameterBuilder {
    required(ParameterIn::Header, name, schema).required(Required::False)
}

fn text() -> Object {
    Object::with_type(Type::String)
}
