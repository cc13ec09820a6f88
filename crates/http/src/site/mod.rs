//! The built site: pages, assets, and the not-found page for everything else.
//!
//! Pages and the other texts are filled in and compressed once, at the start, and served from memory; assets and icons
//! are served from files, or from memory if the binary contains the site.

mod files;
mod folder;
mod placeholder;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method,
        header::{self, ContentType, HeaderValue},
    },
    web::Data,
};

use self::folder::Destination;
use crate::{
    caching::{NO_STORE, cacheable},
    response::document::CROSS_ORIGIN_RESOURCE_POLICY,
};

pub use self::{
    files::{MemoryFile, SiteError, SiteFiles},
    folder::Site,
    placeholder::{PlaceholderError, SiteConfig},
};

/// Shown for every page if the site is not built: in both languages, because the texts of the site are in its pages.
const NOT_BUILT: &str = "<!doctype html><html lang=\"ja\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>404 - ページが見つかりません</title>\
    <h1>404 ページが見つかりません</h1><p>このサーバーには、サイトのページがありません。</p>\
    <section lang=\"en\"><h2>Page not found</h2><p>This server has no pages of the site.</p></section></html>";

/// Names below `assets` contain a hash of the content, so the files never change.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Icons rarely change, and a day's delay is acceptable.
const FOR_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// May be cached but must be revalidated, which is cheap with the entity tag.
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// The beginning of the names of images for link previews on other sites.
const SOCIAL_IMAGES: &str = "icons/social-";

/// Answers every path outside of the API.
pub(crate) async fn page(site: Data<Site>, request: HttpRequest) -> HttpResponse {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish();
    }
    let (response, cache) = match folder::destination_of(request.path()) {
        Destination::Asset(path) => (site.file(&request, &path), FOREVER),
        Destination::Icon(path) => {
            let response = site.file(&request, &path);
            (response.map(|icon| if path.starts_with(SOCIAL_IMAGES) { for_other_sites(icon) } else { icon }), FOR_A_DAY)
        }
        Destination::RootFile(name) => {
            let document = site.document(&name).map(|document| document.response(&request));
            (document.or_else(|| site.file(&request, &name)), REVALIDATED)
        }
        Destination::Page(file) => (site.document(&file).map(|page| page.response(&request)), REVALIDATED),
        Destination::Redirect { path, if_exists } if site.document(&if_exists).is_some() => {
            return redirect(&path, request.query_string());
        }
        // A temporary redirect, as the W3C draft requires.
        Destination::ChangePassword => {
            return HttpResponse::SeeOther()
                .insert_header((header::LOCATION, format!("{}#change-password", home_of(&site, &request))))
                .insert_header((header::VARY, "Accept-Language"))
                .insert_header(NO_STORE)
                .finish();
        }
        Destination::Redirect { .. } | Destination::Nothing => (None, REVALIDATED),
    };
    match response {
        Some(response) => cacheable(response, cache),
        None => cacheable(not_found(&site, &request), REVALIDATED),
    }
}

/// The home page in the first of the browser's languages that the site has. Weights are ignored, since browsers list
/// languages in order of preference.
fn home_of(site: &Site, request: &HttpRequest) -> String {
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let languages = accepted.unwrap_or_default().split(',').filter_map(|tag| tag.split([';', '-']).next());
    let mut homes = languages.map(str::trim).filter_map(|language| match language {
        "ja" => Some("/".to_owned()),
        language => match folder::destination_of(&format!("/{language}")) {
            Destination::Page(file) if site.document(&file).is_some() => Some(format!("/{language}")),
            _ => None,
        },
    });
    homes.next().unwrap_or_else(|| "/".to_owned())
}

fn not_found(site: &Site, request: &HttpRequest) -> HttpResponse {
    match site.not_found(request.path()) {
        Some(page) => page.not_found(request),
        None => HttpResponse::NotFound().content_type(ContentType::html()).body(NOT_BUILT),
    }
}

fn redirect(path: &str, query: &str) -> HttpResponse {
    let location = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, location)).finish()
}

/// Lets pages of other sites embed the response.
fn for_other_sites(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}
