//! Faults of the site's pages in visitors' browsers, which pages report so that an operator learns of them.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use prometheus_client::{metrics::counter::Counter, registry::Registry};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    error::{Problem, ValidationErrors},
    limits::{AddressLimit, Limits},
    openapi::{AdmissionProblems, BrowserHeader, schema},
    request::{
        body::{BrowserBody, fields},
        field::Sent,
    },
    response,
};

/// The longest value of a field, in bytes.
const MAX_LENGTH: usize = 100;

/// Counts faults. Clones share the counter.
#[derive(Debug, Clone, Default)]
pub(crate) struct FaultMetrics(Counter);

impl FaultMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("page_faults", "Faults of pages that browsers have reported", self.0.clone());
    }
}

/// A fault of a page. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Fault)]
pub(crate) struct FaultFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The name of the error, such as `TypeError`, without its message.
    #[schema(required = true, value_type = String)]
    name: Sent<String>,
    /// The name of the script in which it occurred.
    #[schema(required = true, value_type = String)]
    file: Sent<String>,
    /// The build of the page.
    #[schema(required = true, value_type = String)]
    build: Sent<String>,
}

fields!(FaultFields);

/// A word that a log line can contain: no spaces, no line breaks, nothing that a visitor has typed.
struct Word(String);

#[derive(Debug, thiserror::Error)]
#[error("must be 1 to {MAX_LENGTH} of the characters A-Z, a-z, 0-9, '.', '_' and '-'")]
struct WordError;

impl TryFrom<String> for Word {
    type Error = WordError;

    fn try_from(text: String) -> Result<Self, WordError> {
        let fits = (1..=MAX_LENGTH).contains(&text.len());
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        if fits && is_plain { Ok(Self(text)) } else { Err(WordError) }
    }
}

struct Fault {
    name: Word,
    file: Word,
    build: Word,
}

impl FaultFields {
    fn read(self) -> Result<Fault, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let name = errors.required("name", self.name, Word::try_from);
        let file = errors.required("file", self.file, Word::try_from);
        let build = errors.required("build", self.build, Word::try_from);
        match (errors.is_empty(), name, file, build) {
            (true, Some(name), Some(file), Some(build)) => Ok(Fault { name, file, build }),
            _ => Err(errors),
        }
    }
}

/// Reports a fault of a page
///
/// The log of the server contains the three fields, and nothing about the visitor.
#[utoipa::path(
    post, path = "/api/faults", tag = "browser", operation_id = "reportFault",
    params(BrowserHeader), request_body = FaultFields,
    responses((status = 204, description = "Recorded"), AdmissionProblems)
)]
pub(crate) async fn report(
    limits: Data<Limits>,
    metrics: Data<FaultMetrics>,
    request: HttpRequest,
    BrowserBody { fields, .. }: BrowserBody<FaultFields>,
) -> Result<HttpResponse, Problem> {
    let Fault { name, file, build } = fields.read()?;
    limits.take_by_address(AddressLimit::Faults, &request)?;
    metrics.0.inc();
    tracing::warn!(name = name.0, file = file.0, build = build.0, "a page failed in a visitor's browser");
    Ok(response::no_content())
}
