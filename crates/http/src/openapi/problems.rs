//! Sets of problems, for the OpenAPI document.

use std::collections::BTreeMap;

use actix_web::ResponseError as _;
use utoipa::{
    IntoResponses, ToSchema as _,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use crate::error::{Details, PROBLEM_JSON, Problem, ValidationErrors};

/// Refusals of a write before its handler runs.
pub(crate) struct AdmissionProblems;

/// Problems of the browser id.
pub(crate) struct BrowserProblems;

/// Problems of a request body.
pub(crate) struct BodyProblems;

/// Refusals of another alarm or timer.
pub(crate) struct CapacityProblems;

/// Problems of registering.
pub(crate) struct RegisterProblems;

/// Problems of logging in.
pub(crate) struct LoginProblems;

/// The response without a valid session.
pub(crate) struct SignedOutProblems;

/// Problems of a query.
pub(crate) struct QueryProblems;

/// Problems of opening a stream.
pub(crate) struct StreamProblems;

/// The response of a server without push.
pub(crate) struct PushProblems;

/// Problems of a request about a device.
pub(crate) struct DeviceProblems;

/// The refusal of a device that was removed.
pub(crate) struct RemovedDeviceProblems;

/// Problems of a request by a service worker.
pub(crate) struct TokenProblems;

/// Problems of changing a row by its id.
pub(crate) struct RowProblems;

/// Refusals of changes that the row's state does not allow.
pub(crate) struct StateProblems;

/// Problems of a city and of its weather.
pub(crate) struct WeatherProblems;

/// Problems of a probe that only operators may use.
pub(crate) struct ProbeProblems;

/// Problems with the id of a channel.
pub(crate) struct ChannelProblems;

/// The problem of a server without channels.
pub(crate) struct ChannelsOffProblems;

/// Failures of the server.
pub(crate) struct ServerProblems;

impl IntoResponses for AdmissionProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::OtherSite, Problem::TooMany(0)])
    }
}

impl IntoResponses for BrowserProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::BrowserId(String::new()), Problem::TooMany(0)])
    }
}

impl IntoResponses for PushProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::PushOff])
    }
}

impl IntoResponses for DeviceProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::OtherSite, Problem::NoSuchDevice])
    }
}

impl IntoResponses for ChannelProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::OtherSite, Problem::NoSuchChannel])
    }
}

impl IntoResponses for ChannelsOffProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::ChannelsOff])
    }
}

impl IntoResponses for RemovedDeviceProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::DeviceRemoved])
    }
}

impl IntoResponses for TokenProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::BadToken, Problem::BrowserId(String::new())])
    }
}

impl IntoResponses for BodyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([
            Problem::TooMany(0),
            Problem::Malformed(String::new()),
            Problem::OtherBrowser,
            Problem::TooLarge(0),
            Problem::NotJson,
            Problem::Validation(ValidationErrors::default()),
        ])
    }
}

impl IntoResponses for CapacityProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::Full])
    }
}

impl IntoResponses for RegisterProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::UsernameTaken, Problem::RegistrationClosed])
    }
}

impl IntoResponses for LoginProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::WrongPair])
    }
}

impl IntoResponses for SignedOutProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::SignedOut])
    }
}

impl IntoResponses for QueryProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([
            Problem::Malformed(String::new()),
            Problem::Validation(ValidationErrors::default()),
            Problem::TooMany(0),
        ])
    }
}

impl IntoResponses for StreamProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::BrowserId(String::new()), Problem::OtherBrowser, Problem::TooMany(0)])
    }
}

impl IntoResponses for RowProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::OtherSite, Problem::NoSuchRow])
    }
}

impl IntoResponses for StateProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::Validation(ValidationErrors::default())])
    }
}

impl IntoResponses for WeatherProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([
            Problem::TooMany(0),
            Problem::Malformed(String::new()),
            Problem::NoSuchCity,
            Problem::WeatherFailed,
            Problem::WeatherSlow,
        ])
    }
}

impl IntoResponses for ProbeProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::NoSuchPath])
    }
}

impl IntoResponses for ServerProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        responses_of([Problem::Internal, Problem::Unavailable])
    }
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
