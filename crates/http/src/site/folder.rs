//! The site as it was read at the start: its texts filled in and compressed; and which file or redirect belongs to a path.

use std::{
    collections::HashMap,
    ffi::OsStr,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    num::NonZero,
    path::Path,
    thread,
};

use actix_web::{HttpRequest, HttpResponse, http::header::HeaderValue};

use super::{
    files::{SiteError, SiteFiles},
    placeholder::{self, SiteConfig},
};
use crate::response::document::{self, Document};

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const SCRIPT: HeaderValue = HeaderValue::from_static("text/javascript; charset=utf-8");

const WORKER: &str = "sw.js";

/// The placeholder for the version of all pages: a browser that gets a changed worker caches the pages again.
const PAGES: &str = "pages";

/// The built site in memory; empty by default.
#[derive(Debug, Default)]
pub struct Site {
    files: SiteFiles,
    origin: String,
    /// By their paths below the site's folder.
    documents: HashMap<String, Document>,
}

struct Source {
    /// The file's path below the site's folder.
    name: String,
    content_type: HeaderValue,
}

impl Site {
    /// Reads the pages and the texts at the root, fills in `config`, and compresses them on all cores.
    pub fn open(files: impl Into<SiteFiles>, config: &SiteConfig) -> Result<Self, SiteError> {
        let files = files.into();
        let names = files.names()?;
        let has_worker = names.iter().any(|name| name == WORKER);
        let sources: Vec<_> = names.into_iter().filter_map(Source::of).collect();
        let mut documents = documents(&files, &sources, config)?;
        if has_worker {
            let mut config = config.clone();
            config.values.insert(PAGES, version_of(&documents));
            let source = Source { name: WORKER.to_owned(), content_type: SCRIPT };
            documents.insert(WORKER.to_owned(), document(&files, &source, &config)?);
        }
        Ok(Self { files, origin: config.origin().to_owned(), documents })
    }

    pub fn is_built(&self) -> bool {
        !self.documents.is_empty()
    }

    /// The site's public address: scheme, host and port.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }

    pub(super) fn document(&self, name: &str) -> Option<&Document> {
        self.documents.get(name)
    }

    /// The response with a file that is not a text.
    pub(super) fn file(&self, request: &HttpRequest, name: &str) -> Option<HttpResponse> {
        self.files.response(request, name)
    }

    /// The not-found page, in the path's language or in Japanese; `None` if the site is not built.
    pub(super) fn not_found(&self, path: &str) -> Option<&Document> {
        let in_language = not_found_in_language_of(path).and_then(|name| self.document(&name));
        in_language.or_else(|| self.document("pages/404.html"))
    }
}

impl Source {
    /// A page, or a text at the root that is no script; `None` for other files.
    fn of(name: String) -> Option<Self> {
        let extension = Path::new(&name).extension().and_then(OsStr::to_str)?;
        let content_type = match (extension, name.contains('/')) {
            ("html", true) if name.starts_with("pages/") => HTML,
            ("txt", false) => HeaderValue::from_static("text/plain; charset=utf-8"),
            ("webmanifest", false) => HeaderValue::from_static("application/manifest+json"),
            ("xml", false) => HeaderValue::from_static("application/xml"),
            _ => return None,
        };
        Some(Self { name, content_type })
    }
}

fn documents(
    files: &SiteFiles,
    sources: &[Source],
    config: &SiteConfig,
) -> Result<HashMap<String, Document>, SiteError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    // Each thread takes every n-th file, because neighbouring files have similar sizes.
    let share = |first: usize| {
        let mine = sources.iter().skip(first).step_by(threads);
        mine.map(|source| Ok((source.name.clone(), document(files, source, config)?))).collect::<Vec<_>>()
    };
    let share = &share;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        let shares = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        shares.collect()
    })
}

fn document(files: &SiteFiles, source: &Source, config: &SiteConfig) -> Result<Document, SiteError> {
    let path = || files.path_of(&source.name);
    let filled = placeholder::fill(&files.text(&source.name)?, config);
    let filled = filled.map_err(|error| SiteError::Unfillable { path: path(), source: error })?;
    let policy = match &source.content_type {
        html if html == HTML => document::of_page(&filled, config.picture_host.as_deref()),
        script if script == SCRIPT => Some(document::WORKER),
        _ => None,
    };
    let policy = policy.unwrap_or(document::NOTHING);
    let document = Document::new(filled.into(), source.content_type.clone(), policy);
    document.map_err(|source| SiteError::Unreadable { path: path(), source })
}

/// A hash of all documents, the same in all servers with one version and one configuration.
fn version_of(documents: &HashMap<String, Document>) -> String {
    let mut tags: Vec<_> = documents.iter().map(|(name, document)| (name, document.tag())).collect();
    tags.sort_unstable();
    let mut hasher = DefaultHasher::new();
    tags.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The destination of a path. Files are named by their paths below the site's folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Asset(String),
    Icon(String),
    /// Another file at the root of the site.
    RootFile(String),
    Page(String),
    /// A redirect to a path, if this page of the site exists.
    Redirect {
        path: String,
        if_exists: String,
    },
    /// A redirect to the page where a password can be changed, for password managers.
    ChangePassword,
    Nothing,
}

/// The path by which password managers find that page (W3C, "A Well-Known URL for Changing Passwords").
const CHANGE_PASSWORD: &str = "/.well-known/change-password";

/// Maps a path. Names with characters outside of `[A-Za-z0-9._-]`, or that begin with a dot, are not found.
pub(super) fn destination_of(path: &str) -> Destination {
    if path == CHANGE_PASSWORD {
        return Destination::ChangePassword;
    }
    let Some(path) = path.strip_prefix('/') else { return Destination::Nothing };
    let (trimmed, trailing_slash) = path.strip_suffix('/').map_or((path, false), |trimmed| (trimmed, true));
    let names: Vec<&str> = if path.is_empty() { Vec::new() } else { trimmed.split('/').collect() };
    if !names.iter().all(|name| is_plain(name)) {
        return Destination::Nothing;
    }
    match names.as_slice() {
        ["assets", .., file] if is_public(file) && !trailing_slash => Destination::Asset(trimmed.to_owned()),
        ["icons", file] if is_public(file) && !trailing_slash => Destination::Icon(trimmed.to_owned()),
        [file] if file.contains('.') && is_public(file) && !trailing_slash => Destination::RootFile(trimmed.to_owned()),
        // `/timer/ja` redirects to `/timer` if `/timer/en` exists, which every page has. So `/timer/en/ja` is not
        // found.
        [pages @ .., "ja"] => redirect(pages, &[pages, &["en"]].concat()),
        pages if trailing_slash => redirect(pages, pages),
        pages => page_file(pages).map_or(Destination::Nothing, Destination::Page),
    }
}

/// The file of the not-found page in the language at the end of a path.
pub(super) fn not_found_in_language_of(path: &str) -> Option<String> {
    let language = path.trim_end_matches('/').rsplit('/').next()?;
    is_plain(language).then(|| format!("pages/404/{language}.html"))
}

fn redirect(names: &[&str], page: &[&str]) -> Destination {
    let path = format!("/{}", names.join("/"));
    page_file(page).map_or(Destination::Nothing, |page| Destination::Redirect { path, if_exists: page })
}

/// The file of a page. The root's is `index`; `404` cannot be requested.
fn page_file(names: &[&str]) -> Option<String> {
    let page = match names {
        [] => "index".to_owned(),
        ["index"] | ["404", ..] => return None,
        names if names.iter().any(|name| name.contains('.')) => return None,
        names => names.join("/"),
    };
    Some(format!("pages/{page}.html"))
}

fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain)
}

/// Whether a file may be requested by its own name; compressed variants may not.
fn is_public(name: &str) -> bool {
    !matches!(Path::new(name).extension().and_then(OsStr::to_str), Some("br" | "gz"))
}
