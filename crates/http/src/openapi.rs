//! The API's own description, generated from the handlers and shapes that it describes.

use std::{collections::BTreeMap, sync::LazyLock};

use actix_web::{HttpResponse, ResponseError as _, web::Bytes};
use utoipa::{
    IntoParams, IntoResponses, OpenApi, ToSchema as _,
    openapi::{
        ContentBuilder, Object, Ref, RefOr, Required, Response, ResponseBuilder,
        path::{Parameter, ParameterBuilder, ParameterIn},
        schema::Type,
    },
};

use crate::{
    alarms, answer, clock,
    error::{Details, PROBLEM_JSON, Problem},
    events, health, preview,
    refused::Refused,
    schema, timers,
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Tokibako", description = "Alarms and timers that belong to a browser, and ring."),
    tags(
        (name = "alarms", description = "Ring at a time of day"),
        (name = "timers", description = "Ring when they have run out"),
        (name = "server", description = "The server itself"),
    ),
    paths(
        alarms::list,
        alarms::create,
        alarms::change,
        alarms::toggle,
        alarms::snooze,
        alarms::delete,
        preview::preview,
        events::alarms,
        timers::list,
        timers::create,
        timers::change,
        timers::toggle,
        timers::delete,
        events::timers,
        clock::read,
        health::alive,
        health::ready,
        document,
    ),
    components(schemas(Details<'_>))
)]
struct Api;

static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| Api::openapi().to_json().unwrap_or_default().into());

/// This description
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "server",
    responses((status = 200, description = "An OpenAPI document", body = Object))
)]
pub(crate) async fn document() -> HttpResponse {
    HttpResponse::Ok().insert_header(answer::NO_STORE).content_type("application/json").body(DOCUMENT.clone())
}

/// The header that names the browser.
pub(crate) struct BrowserHeader;

/// How a stream names the browser and its place.
pub(crate) struct StreamParameters;

/// The rule of an alarm to preview.
pub(crate) struct PreviewParameters;

/// The `{id}` of a row.
pub(crate) struct RowNumber;

/// What can be wrong with the browser.
pub(crate) struct BrowserProblems;

/// What can be wrong with a browser's body.
pub(crate) struct BodyProblems;

/// What can be wrong with a query.
pub(crate) struct QueryProblems;

/// What can be wrong with a stream.
pub(crate) struct StreamProblems;

/// What can be wrong with the number of a row.
pub(crate) struct RowProblems;

/// What can be wrong with the server.
pub(crate) struct ServerProblems;

impl IntoParams for BrowserHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = ParameterBuilder::new().name("X-Browser-Id").parameter_in(ParameterIn::Header);
        vec![header.required(Required::True).schema(Some(schema::browser_id())).build()]
    }
}

impl IntoParams for StreamParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let browser = || ParameterBuilder::new().schema(Some(schema::browser_id()));
        let place = || ParameterBuilder::new().schema(Some(Object::with_type(Type::String)));
        let optional = [
            browser().name("browserId").parameter_in(ParameterIn::Query).description(Some("This or the header.")),
            browser().name("X-Browser-Id").parameter_in(ParameterIn::Header),
            place().name("lastEventId").parameter_in(ParameterIn::Query),
            place().name("Last-Event-ID").parameter_in(ParameterIn::Header),
        ];
        optional.map(|parameter| parameter.required(Required::False).build()).into()
    }
}

impl IntoParams for PreviewParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        [
            ("time", schema::time_of_day(), Required::True),
            ("repeat", schema::repeat(), Required::True),
            ("timezone", schema::zone(), Required::False),
            ("after", schema::instant_taken(), Required::False),
        ]
        .map(|(name, schema, required)| {
            let query = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            query.schema(Some(schema)).required(required).build()
        })
        .into()
    }
}

impl IntoParams for RowNumber {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = ParameterBuilder::new().name("id").parameter_in(ParameterIn::Path);
        vec![id.required(Required::True).schema(Some(Object::with_type(Type::Integer))).build()]
    }
}

impl IntoResponses for BrowserProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::BrowserId(String::new())])
    }
}

impl IntoResponses for BodyProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([
            Problem::Malformed(String::new()),
            Problem::OtherBrowser,
            Problem::TooLarge,
            Problem::NotJson,
            Problem::Refused(Refused::default()),
        ])
    }
}

impl IntoResponses for QueryProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::Malformed(String::new()), Problem::Refused(Refused::default())])
    }
}

impl IntoResponses for StreamProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::BrowserId(String::new()), Problem::OtherBrowser, Problem::TooMany(0)])
    }
}

impl IntoResponses for RowProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers([Problem::NoSuchRow])
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
