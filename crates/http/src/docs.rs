//! The API's document as a page to browse: Swagger UI, served whole from this process.

use std::sync::{Arc, LazyLock};

use actix_web::{HttpRequest, HttpResponse, http::header};
use utoipa_swagger_ui::Config;

use crate::{content_policy, error::Problem};

/// The files lie below this path, the page at it.
const BASE: &str = "/api/docs";

/// Without the bar at the top, which brings a style that a strict content security policy forbids.
static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
    let config = Config::new(["/api/openapi.json"]).use_base_layout();
    Arc::new(config.try_it_out_enabled(true).validator_url("none"))
});

/// The page itself; its links are made to work from a path without a trailing slash.
pub(crate) async fn page() -> Result<HttpResponse, Problem> {
    let (html, content_type) = load("index.html")?;
    let html = String::from_utf8_lossy(&html)
        .replace("Swagger UI", "Tokibako API")
        .replace("\"./", &format!("\"{BASE}/"))
        .replace("\"index.css\"", &format!("\"{BASE}/index.css\""));
    let policy = (header::CONTENT_SECURITY_POLICY, content_policy::OF_DOCS);
    Ok(HttpResponse::Ok().content_type(content_type).insert_header(CACHE).insert_header(policy).body(html))
}

/// A style sheet, script or picture of the page.
pub(crate) async fn file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (bytes, content_type) = load(request.match_info().query("file"))?;
    Ok(HttpResponse::Ok().content_type(content_type).insert_header(CACHE).body(bytes))
}

const CACHE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=3600");

fn load(file: &str) -> Result<(Vec<u8>, String), Problem> {
    match utoipa_swagger_ui::serve(file, Arc::clone(&CONFIG)) {
        Ok(Some(file)) => Ok((file.bytes.into_owned(), file.content_type)),
        Ok(None) => Err(Problem::NoSuchPath),
        Err(error) => {
            tracing::error!(error, "the API's page could not be made");
            Err(Problem::Internal)
        }
    }
}
