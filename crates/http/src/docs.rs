//! The API's description: the OpenAPI document, generated from the handlers and their types; a page to browse it
//! (Swagger UI, whose files are prepared and compressed at the first request for one of them); and for people the pages at
//! the `type` of a problem, `GET /problems/{name}`.

use std::{
    borrow::Cow,
    collections::HashMap,
    error::Error,
    sync::{Arc, OnceLock},
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderValue},
    web::{Bytes, block},
};
use utoipa::{Modify as _, OpenApi};
use utoipa_swagger_ui::Config;

use crate::{
    caching,
    error::{Details, KINDS, Problem, ProblemKind},
    openapi::RequestProblems,
    ops,
    response::document::{self, Document},
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Tokibako", description = "Alarms and timers that belong to a browser."),
    tags(
        (name = "alarms", description = "Alarms ring at a time of day"),
        (name = "timers", description = "Timers ring when they have run out"),
        (name = "cities", description = "The cities and zones that a visitor has chosen"),
        (name = "days off", description = "The days on which alarms do not ring"),
        (name = "rings", description = "Recent rings, and answers to them"),
        (name = "push", description = "Devices that get pushes while the page is closed"),
        (name = "channels", description = "Where else the rings of an account are sent: ntfy servers and webhooks"),
        (name = "accounts", description = "Accounts, which give access to a browser id by a name and a password"),
        (name = "browser", description = "All data of a browser"),
        (name = "weather", description = "The weather of the catalogue's cities"),
        (name = "server", description = "The server itself"),
    ),
    paths(ops::alive, ops::ready),
    components(schemas(Details<'_>))
)]
struct Api;

/// The document, with the paths of the API.
pub(crate) fn with_paths(described: utoipa::openapi::OpenApi) -> Bytes {
    let mut api = Api::openapi().merge_from(described);
    RequestProblems.modify(&mut api);
    api.to_json().unwrap_or_default().into()
}

/// The path of the page; its files are below it.
const BASE: &str = "/api/docs";

const PAGE: &str = "index.html";

/// The files of Swagger UI that the page loads.
const NAMES: [&str; 8] = [
    PAGE,
    "favicon-16x16.png",
    "favicon-32x32.png",
    "index.css",
    "swagger-initializer.js",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
    "swagger-ui.css",
];

const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

type Files = HashMap<&'static str, Document>;

/// `None` if the preparation failed.
static FILES: OnceLock<Option<Files>> = OnceLock::new();

pub(crate) async fn page(request: HttpRequest) -> Result<HttpResponse, Problem> {
    response(&request, PAGE).await
}

/// A style sheet, script or image of the page.
pub(crate) async fn file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    response(&request, request.match_info().query("file")).await
}

async fn response(request: &HttpRequest, name: &str) -> Result<HttpResponse, Problem> {
    let prepared = match FILES.get() {
        Some(prepared) => prepared,
        // On a blocking thread: compressing would delay the other requests of this worker.
        None => block(|| FILES.get_or_init(prepared)).await.map_err(|_| Problem::Internal)?,
    };
    let file = prepared.as_ref().ok_or(Problem::Internal)?.get(name).ok_or(Problem::NoSuchPath)?;
    Ok(caching::cacheable(file.response(request), FOR_AN_HOUR))
}

fn prepared() -> Option<Files> {
    files().inspect_err(|error| tracing::error!(error, "the page of the API document could not be built")).ok()
}

fn files() -> Result<Files, Box<dyn Error>> {
    // Without the top bar, whose inline style a strict content security policy forbids.
    let config = Config::new(["/api/openapi.json"]).use_base_layout();
    let config = Arc::new(config.try_it_out_enabled(true).validator_url("none"));
    let file = |name| {
        let file = utoipa_swagger_ui::serve(name, Arc::clone(&config))?.ok_or_else(|| format!("{name} is missing"))?;
        let (content, policy) = match file.bytes {
            html if name == PAGE => (page_of(&html).into(), document::DOCS),
            Cow::Borrowed(bytes) => (Bytes::from_static(bytes), document::NOTHING),
            Cow::Owned(bytes) => (bytes.into(), document::NOTHING),
        };
        Ok((name, Document::new(content, file.content_type.try_into()?, policy)?))
    };
    NAMES.into_iter().map(file).collect()
}

/// The page, with links that work from a path without a trailing slash.
fn page_of(html: &[u8]) -> String {
    String::from_utf8_lossy(html)
        .replace("Swagger UI", "Tokibako API")
        .replace("\"./", &format!("\"{BASE}/"))
        .replace("\"index.css\"", &format!("\"{BASE}/index.css\""))
}

pub(crate) async fn problem_page(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let kind = KINDS.iter().find(|kind| kind.uri == request.path()).ok_or(Problem::NoSuchPath)?;
    let html = html_of(kind);
    let policy = document::of_page(&html, None).ok_or(Problem::Internal)?;
    let mut response = HttpResponse::Ok();
    response.content_type("text/html; charset=utf-8").insert_header((header::CONTENT_SECURITY_POLICY, policy));
    Ok(caching::cacheable(response.body(html), FOR_AN_HOUR))
}

const STYLE: &str = ":root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}\
    body{max-inline-size:36rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.6rem;line-height:1.25}";

fn html_of(kind: &ProblemKind) -> String {
    let ProblemKind { uri, title, about, .. } = kind;
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"><title>{title}</title>\
             <style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{about}</p><p><code>{uri}</code> is the \
             <code>type</code> of an error of <a href=\"/api/docs\">this server's API</a>.</p></main></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use actix_web::{body::MessageBody as _, test::TestRequest};

    use super::*;

    #[actix_web::test]
    async fn every_kind_has_a_page_of_its_own() {
        for (place, kind) in KINDS.iter().enumerate() {
            assert!(KINDS.iter().skip(place + 1).all(|other| other.uri != kind.uri), "{}", kind.uri);
            let response = problem_page(TestRequest::with_uri(kind.uri).to_http_request()).await.unwrap();
            let policy = response.headers().get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().to_owned();
            assert!(policy.matches("'sha256-").count() == 2, "{policy}");
            let html = response.into_body().try_into_bytes().unwrap();
            let html = std::str::from_utf8(&html).unwrap();
            assert!(html.contains(&format!("<h1>{}</h1><p>{}</p>", kind.title, kind.about)), "{html}");
        }
    }
}
