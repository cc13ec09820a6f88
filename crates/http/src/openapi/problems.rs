//! The problems of an operation, for the OpenAPI document: those that follow from what a request has, and sets of others.

use std::collections::BTreeMap;

use actix_web::ResponseError as _;
use utoipa::{
    IntoResponses, Modify, ToSchema as _,
    openapi::{
        ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder,
        path::{Operation, Parameter},
    },
};

use crate::error::{Details, PROBLEM_JSON, Problem, ValidationErrors};

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

/// The responses for some problems.
fn responses_of<const N: usize>(problems: [Problem; N]) -> BTreeMap<String, RefOr<Response>> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(Details::name()))).build();
    let response = |problem: Problem| {
        let response = ResponseBuilder::new().description(problem.title()).content(PROBLEM_JSON, content.clone());
        (problem.status_code().as_str().to_owned(), response.build().into())
    };
    problems.map(response).into_iter().collect()
}
