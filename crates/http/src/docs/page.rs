//! The OpenAPI document as a page to browse: Swagger UI, served by this process.
//!
//! The files of the page are prepared and compressed at the first request for one of them.

use std::{
    borrow::Cow,
    collections::HashMap,
    error::Error,
    sync::{Arc, OnceLock},
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::HeaderValue,
    web::{Bytes, block},
};
use utoipa_swagger_ui::Config;

use crate::{
    caching,
    error::Problem,
    response::{content_policy, document::Document},
};

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

/// The page itself.
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
    Ok(caching::kept(file.response(request), FOR_AN_HOUR))
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
            html if name == PAGE => (page_of(&html).into(), content_policy::DOCS),
            Cow::Borrowed(bytes) => (Bytes::from_static(bytes), content_policy::NOTHING),
            Cow::Owned(bytes) => (bytes.into(), content_policy::NOTHING),
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
