//! Reusable parts of the OpenAPI document: parameters, problems, schemas.

pub(crate) mod schema;

use std::collections::BTreeMap;

use actix_web::ResponseError as _;
use utoipa::{
    IntoParams, IntoResponses, Modify, ToSchema as _,
    openapi::{
        ContentBuilder, Object, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
        schema::Type,
    },
};

use crate::error::{Details, PROBLEM_JSON, Problem, ValidationErrors};

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

/// Adds to each operation the problems that follow from its request: from the browser id, the body, and the id of a row
/// in its path. Those that the operation itself has come first.
pub(crate) struct RequestProblems;

/// Sets of problems that handlers name.
macro_rules! sets {
    ($($(#[$doc:meta])+ $set:ident: $($problem:ident $(($value:expr))?),+;)+) => {$(
        $(#[$doc])+
        pub(crate) struct $set;

        impl IntoResponses for $set {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                responses_of([$(Problem::$problem $(($value))?),+])
            }
        }
    )+};
}

sets! {
    /// Those of requests that have neither a browser id nor a body.
    AdmissionProblems: OtherSite, TooMany(0), Internal, Unavailable;
    /// Refusals of another alarm, timer or channel.
    CapacityProblems: Full;
    /// Problems of registering.
    RegisterProblems: UsernameTaken, RegistrationClosed;
    /// Problems of logging in.
    LoginProblems: WrongPair;
    /// The response without a valid session.
    SignedOutProblems: SignedOut;
    /// Problems of a query.
    QueryProblems: Malformed(String::new()), Validation(ValidationErrors::default()), TooMany(0);
    /// Problems of opening a stream of one kind.
    StreamProblems: OtherBrowser;
    /// The response of a server without push.
    PushProblems: PushOff;
    /// Problems of a request about a device.
    DeviceProblems: OtherSite, NoSuchDevice;
    /// The refusal of a device that was removed.
    RemovedDeviceProblems: DeviceRemoved;
    /// Problems of an answer to a ring.
    RingProblems: OtherSite, NoSuchRing;
    /// Problems of a request by a service worker.
    TokenProblems: BadToken, BrowserId(String::new());
    /// Refusals of changes that the row's state does not allow.
    StateProblems: Validation(ValidationErrors::default());
    /// Problems of a city and of its weather.
    WeatherProblems: TooMany(0), Malformed(String::new()), NoSuchCity, WeatherFailed, WeatherSlow;
    /// Problems of a probe that only operators may use.
    ProbeProblems: NoSuchPath, Internal, Unavailable;
    /// Problems with the id of a channel.
    ChannelProblems: OtherSite, NoSuchChannel;
    /// The problem of a server without channels.
    ChannelsOffProblems: ChannelsOff;
}

impl Modify for RequestProblems {
    fn modify(&self, document: &mut OpenApi) {
        for (path, item) in &mut document.paths.paths {
            let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete];
            for operation in operations.into_iter().flatten() {
                let mut responses = of_request(path, operation);
                responses.append(&mut operation.responses.responses);
                operation.responses.responses = responses;
            }
        }
    }
}

fn of_request(path: &str, operation: &Operation) -> BTreeMap<String, RefOr<Response>> {
    let mut responses = BTreeMap::new();
    let names_browser =
        |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(parameter) if parameter.name == "X-Browser-Id");
    if operation.parameters.iter().flatten().any(names_browser) {
        responses.extend(responses_of([
            Problem::BrowserId(String::new()),
            Problem::Renewed,
            Problem::TooMany(0),
            Problem::Internal,
            Problem::Unavailable,
        ]));
    }
    if operation.request_body.is_some() {
        responses.extend(responses_of([
            Problem::Malformed(String::new()),
            Problem::OtherBrowser,
            Problem::TooLarge(0),
            Problem::NotJson,
            Problem::Validation(ValidationErrors::default()),
        ]));
    }
    if path.contains("{id}") {
        responses.extend(responses_of([Problem::OtherSite, Problem::NoSuchRow]));
    }
    responses
}

fn responses_of<const N: usize>(problems: [Problem; N]) -> BTreeMap<String, RefOr<Response>> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(Details::name()))).build();
    let response = |problem: Problem| {
        let response = ResponseBuilder::new().description(problem.title()).content(PROBLEM_JSON, content.clone());
        (problem.status_code().as_str().to_owned(), response.build().into())
    };
    problems.map(response).into_iter().collect()
}
