//! The built site: pages by their paths, assets, and the not-found page for everything else.
//!
//! Pages and the other texts of the site's root are filled in and compressed once, at the start, and answered
//! from memory; assets and icons stay files.

mod config;
mod destination;
mod escape;
mod file;
mod placeholder;
mod site;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method,
        header::{self, ContentType, HeaderValue},
    },
    web::Data,
};

use crate::{caching::kept, response::content_policy::CROSS_ORIGIN_RESOURCE_POLICY};

pub use config::SiteConfig;
use destination::Destination;
pub use placeholder::PlaceholderError;
pub use site::{Site, SiteError};

/// Shown where the site is not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>404 - Page Not Found</title>\
    <h1>404 Page Not Found</h1><p>The page you're looking for doesn't exist or has been moved.</p></html>";

/// Names below `assets` hold a hash of the content, so what they name never changes.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Icons change seldom, and then a day later is soon enough.
const FOR_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// May be kept but is asked for again, which the entity tag makes cheap.
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// What others show where they link to a page begins with this.
const SOCIAL_IMAGES: &str = "icons/social-";

/// Answers any path outside of the API.
pub(crate) async fn page(site: Data<Site>, request: HttpRequest) -> HttpResponse {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish();
    }
    let (answer, cache) = match destination::of(request.path()) {
        Destination::Asset(path) => (file::answer(&request, &site.path_of(&path)), FOREVER),
        Destination::Icon(path) => {
            let answer = file::answer(&request, &site.path_of(&path));
            (answer.map(|icon| if path.starts_with(SOCIAL_IMAGES) { for_other_sites(icon) } else { icon }), FOR_A_DAY)
        }
        Destination::RootFile(name) => {
            let document = site.document(&name).map(|document| document.answer(&request));
            (document.or_else(|| file::answer(&request, &site.path_of(&name))), REVALIDATED)
        }
        Destination::Page(file) => (site.document(&file).map(|page| page.answer(&request)), REVALIDATED),
        Destination::Elsewhere { path, proof } if site.document(&proof).is_some() => {
            return redirect(&path, request.query_string());
        }
        Destination::Elsewhere { .. } | Destination::Nothing => (None, REVALIDATED),
    };
    match answer {
        Some(answer) => kept(answer, cache),
        None => kept(not_found(&site, &request), REVALIDATED),
    }
}

fn not_found(site: &Site, request: &HttpRequest) -> HttpResponse {
    match site.not_found(request.path()) {
        Some(page) => page.answer_not_found(request),
        None => HttpResponse::NotFound().content_type(ContentType::html()).body(NOT_BUILT),
    }
}

fn redirect(path: &str, query: &str) -> HttpResponse {
    let location = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, location)).finish()
}

/// Lets pages of other sites show the answer.
fn for_other_sites(mut answer: HttpResponse) -> HttpResponse {
    answer.headers_mut().insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    answer
}
