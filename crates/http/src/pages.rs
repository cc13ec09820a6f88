//! The built site: pages by their paths, assets, and the not-found page for everything else.

use std::{
    ffi::OsStr,
    io::Read as _,
    path::{Path, PathBuf},
};

use actix_files::NamedFile;
use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    http::{
        Method,
        header::{self, AcceptEncoding, ContentEncoding, ContentType, Encoding, HeaderValue},
    },
    mime::Mime,
    web::Data,
};

use crate::state::State;

/// Shown where the site is not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>404 - Page Not Found</title>\
    <h1>404 Page Not Found</h1><p>The page you're looking for doesn't exist or has been moved.</p></html>";

/// Names below `assets` hold a hash of the content, so what they name never changes.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// May be kept but is asked for again, which the entity tag makes cheap.
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// Files up to this size are read at once: that takes less than handing them to another thread.
const SMALL_FILE: u64 = 256 * 1024;

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
enum Destination {
    /// To a file of `assets`, by its path below the site.
    Asset(PathBuf),
    /// To another file at the root of the site.
    RootFile(PathBuf),
    /// To a page, by its path below the site.
    Page(PathBuf),
    /// To another path, if this file of the site is there.
    Elsewhere { path: String, proof: PathBuf },
    /// Nowhere.
    Nothing,
}

/// Answers any path outside of the API.
pub(crate) async fn page(state: Data<State>, request: HttpRequest) -> HttpResponse {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish();
    }
    let site = &state.site_dir;
    let answer = match destination(request.path()) {
        Destination::Asset(file) => send(&request, &site.join(file), FOREVER),
        Destination::RootFile(file) | Destination::Page(file) => send(&request, &site.join(file), REVALIDATED),
        Destination::Elsewhere { path, proof } => {
            site.join(proof).is_file().then(|| redirect(&path, request.query_string()))
        }
        Destination::Nothing => None,
    };
    answer.unwrap_or_else(|| not_found(&request, site))
}

/// Reads a path; names outside of `[A-Za-z0-9._-]`, or that begin with a dot, lead nowhere.
fn destination(path: &str) -> Destination {
    let Some(path) = path.strip_prefix('/') else { return Destination::Nothing };
    let (bare, trailing_slash) = path.strip_suffix('/').map_or((path, false), |bare| (bare, true));
    let names: Vec<&str> = if path.is_empty() { Vec::new() } else { bare.split('/').collect() };
    if !names.iter().all(|name| is_plain(name)) {
        return Destination::Nothing;
    }
    match names.as_slice() {
        ["assets", .., file] if is_public(file) && !trailing_slash => Destination::Asset(names.iter().collect()),
        [file] if file.contains('.') && is_public(file) && !trailing_slash => Destination::RootFile(file.into()),
        // Every page has an English version and no version has another: `/timer/en/ja` leads nowhere.
        [pages @ .., "ja"] => elsewhere(pages, &[pages, &["en"]].concat()),
        pages if trailing_slash => elsewhere(pages, pages),
        pages => page_file(pages).map_or(Destination::Nothing, Destination::Page),
    }
}

/// To the path of these names, if `proof` is a page.
fn elsewhere(names: &[&str], proof: &[&str]) -> Destination {
    let path = format!("/{}", names.join("/"));
    page_file(proof).map_or(Destination::Nothing, |proof| Destination::Elsewhere { path, proof })
}

/// The file of a page. `index` is the root's and `404` is no page to ask for.
fn page_file(names: &[&str]) -> Option<PathBuf> {
    let page = match names {
        [] => "index".to_owned(),
        ["index" | "404"] => return None,
        names if names.iter().any(|name| name.contains('.')) => return None,
        names => names.join("/"),
    };
    Some(Path::new("pages").join(page + ".html"))
}

fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain)
}

/// Whether a file is sent under its own name; compressed ones go out in the place of the plain.
fn is_public(name: &str) -> bool {
    !matches!(Path::new(name).extension().and_then(OsStr::to_str), Some("br" | "gz"))
}

fn redirect(path: &str, query: &str) -> HttpResponse {
    let location = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, location)).finish()
}

/// A file of the site as it goes out: plain, or compressed in the client's favourite way.
struct Variant {
    file: NamedFile,
    encoding: Option<ContentEncoding>,
    content_type: Mime,
}

impl Variant {
    fn of(request: &HttpRequest, path: &Path) -> Option<Self> {
        let plain = NamedFile::open(path).ok().filter(|file| file.metadata().is_file())?;
        let content_type = plain.content_type().clone();
        Some(match compressed(request, path) {
            Some((file, encoding)) => Self { file, encoding: Some(encoding), content_type },
            None => Self { file: plain, encoding: None, content_type },
        })
    }

    fn read(self) -> Option<(Vec<u8>, Option<ContentEncoding>)> {
        let mut content = Vec::new();
        self.file.file().read_to_end(&mut content).ok()?;
        Some((content, self.encoding))
    }
}

fn compressed(request: &HttpRequest, path: &Path) -> Option<(NamedFile, ContentEncoding)> {
    let offered = [Encoding::brotli(), Encoding::gzip(), Encoding::identity()];
    let (encoding, ending) = match request.get_header::<AcceptEncoding>()?.negotiate(offered.iter())? {
        Encoding::Known(ContentEncoding::Brotli) => (ContentEncoding::Brotli, ".br"),
        Encoding::Known(ContentEncoding::Gzip) => (ContentEncoding::Gzip, ".gz"),
        _ => return None,
    };
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    NamedFile::open(path).ok().map(|file| (file, encoding))
}

fn send(request: &HttpRequest, path: &Path, cache: HeaderValue) -> Option<HttpResponse> {
    let Variant { file, encoding, content_type } = Variant::of(request, path)?;
    let file = match encoding {
        Some(encoding) => file.set_content_encoding(encoding),
        None => file,
    };
    let file = file.set_content_type(content_type).disable_content_disposition().read_mode_threshold(SMALL_FILE);
    Some(told(file.into_response(request), cache))
}

/// The not-found page, whole whatever part or version of it was asked for.
fn not_found(request: &HttpRequest, site: &Path) -> HttpResponse {
    let page = Variant::of(request, &site.join("pages/404.html"));
    let (html, encoding) = page.and_then(Variant::read).unwrap_or_else(|| (NOT_BUILT.into(), None));
    let mut answer = HttpResponse::NotFound();
    if let Some(encoding) = encoding {
        answer.insert_header((header::CONTENT_ENCODING, encoding));
    }
    told(answer.content_type(ContentType::html()).body(html), REVALIDATED)
}

/// Says how long the answer may be kept, and that it depends on the encodings a client takes.
fn told(mut answer: HttpResponse, cache: HeaderValue) -> HttpResponse {
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, cache);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer
}
