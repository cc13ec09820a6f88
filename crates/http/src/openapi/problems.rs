//! What can go wrong with a request, as the API's description tells of it.

use std::collections::BTreeMap;

use actix_web::ResponseError as _;
use utoipa::{
    IntoResponses, ToSchema as _,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use crate::error::{Details, PROBLEM_JSON, Problem, ValidationErrors};

/// What can be wrong with a write before anybody looks into it.
pub(crate) struct AdmissionProblems;

/// What can be wrong with the browser.
pub(crate) struct BrowserProblems;

/// What can be wrong with a browser's body.
pub(crate) struct BodyProblems;

/// What can be in the way of one more alarm or timer.
pub(crate) struct CapacityProblems;

/// What can be wrong with a new account.
pub(crate) struct RegisterProblems;

/// What can be wrong with signing in.
pub(crate) struct LoginProblems;

/// What is wrong where nobody is signed in.
pub(crate) struct SignedOutProblems;

/// What can be wrong with a query.
pub(crate) struct QueryProblems;

/// What can be wrong with a stream.
pub(crate) struct StreamProblems;

/// What can be wrong with a write to a row, and with the row's number.
pub(crate) struct RowProblems;

/// What can be wrong with a city, and with the weather there.
pub(crate) struct WeatherProblems;

/// What can be wrong with the server.
pub(crate) struct ServerProblems;

impl IntoResponses for AdmissionProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::OtherSite, Problem::TooMany(0)])
    }
}

impl IntoResponses for BrowserProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::BrowserId(String::new()), Problem::TooMany(0)])
    }
}

impl IntoResponses for BodyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([
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
        answers([Problem::Full])
    }
}

impl IntoResponses for RegisterProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::UsernameTaken])
    }
}

impl IntoResponses for LoginProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::WrongPair])
    }
}

impl IntoResponses for SignedOutProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::SignedOut])
    }
}

impl IntoResponses for QueryProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([
            Problem::Malformed(String::new()),
            Problem::Validation(ValidationErrors::default()),
            Problem::TooMany(0),
        ])
    }
}

impl IntoResponses for StreamProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::BrowserId(String::new()), Problem::OtherBrowser, Problem::TooMany(0)])
    }
}

impl IntoResponses for RowProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::OtherSite, Problem::NoSuchRow])
    }
}

impl IntoResponses for WeatherProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([
            Problem::TooMany(0),
            Problem::Malformed(String::new()),
            Problem::NoSuchCity,
            Problem::WeatherFailed,
            Problem::WeatherSlow,
        ])
    }
}

impl IntoResponses for ServerProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::Internal, Problem::Unavailable])
    }
}

/// The answers that problems become.
fn answers<const N: usize>(problems: [Problem; N]) -> BTreeMap<String, RefOr<Response>> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(Details::name()))).build();
    let answer = |problem: Problem| {
        let answer = ResponseBuilder::new().description(problem.title()).content(PROBLEM_JSON, content.clone());
        (problem.status_code().as_str().to_owned(), answer.build().into())
    };
    problems.map(answer).into_iter().collect()
}
