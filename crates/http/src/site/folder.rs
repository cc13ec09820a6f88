//! The site's folder as it was read at the start: its texts filled in and compressed.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

use actix_web::http::header::HeaderValue;
use thiserror::Error;

use super::{
    config::SiteConfig,
    destination,
    placeholder::{self, PlaceholderError},
};
use crate::response::{content_policy, document::Document};

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const SCRIPT: HeaderValue = HeaderValue::from_static("text/javascript; charset=utf-8");

/// The script of the service worker.
const WORKER: &str = "sw.js";

/// The placeholder for the version of all pages: a browser that gets a changed worker caches the pages again.
const PAGES: &str = "pages";

/// The built site in memory; empty by default.
#[derive(Debug, Default)]
pub struct Site {
    folder: PathBuf,
    origin: String,
    /// By their paths below the folder.
    documents: HashMap<String, Document>,
}

/// Why a site cannot be served.
#[derive(Debug, Error)]
pub enum SiteError {
    /// A folder or file cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A placeholder is unknown: the site was built by another version.
    #[error("{} does not match this version of the server; build the site again", path.display())]
    Unfillable {
        /// The file with the placeholder.
        path: PathBuf,
        /// What is wrong with it.
        source: PlaceholderError,
    },
}

/// A file with placeholders.
struct Source {
    /// Its path below the site's folder.
    name: String,
    content_type: HeaderValue,
}

impl Site {
    /// Reads the pages below `folder` and the texts at its root, fills in `config`, and compresses them on all cores. A
    /// folder that does not exist has no pages.
    pub fn open(folder: impl Into<PathBuf>, config: &SiteConfig) -> Result<Self, SiteError> {
        let folder = folder.into();
        let mut sources = texts_of(&folder)?;
        sources.append(&mut pages_of(&folder)?);
        let mut documents = documents(&folder, &sources, config)?;
        if folder.join(WORKER).is_file() {
            let mut config = config.clone();
            config.values.insert(PAGES, version_of(&documents));
            let source = Source { name: WORKER.to_owned(), content_type: SCRIPT };
            documents.insert(WORKER.to_owned(), document(&folder, &source, &config)?);
        }
        Ok(Self { folder, origin: config.origin().to_owned(), documents })
    }

    /// Whether there are any pages.
    #[must_use]
    pub fn is_built(&self) -> bool {
        !self.documents.is_empty()
    }

    /// Its public address: scheme, host and port.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether its public address is https.
    pub(crate) fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }

    /// A text by its path below the folder.
    pub(super) fn document(&self, name: &str) -> Option<&Document> {
        self.documents.get(name)
    }

    /// The path of a file of the site.
    pub(super) fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The not-found page, in the path's language or in Japanese; `None` if the site is not built.
    pub(super) fn not_found(&self, path: &str) -> Option<&Document> {
        let in_language = destination::not_found_in_language_of(path).and_then(|name| self.document(&name));
        in_language.or_else(|| self.document("pages/404.html"))
    }
}

/// The texts at the root that are neither pages nor scripts.
fn texts_of(folder: &Path) -> Result<Vec<Source>, SiteError> {
    let texts = entries(folder)?.into_iter().filter_map(|(path, name)| {
        let content_type = HeaderValue::from_static(match path.extension().and_then(OsStr::to_str)? {
            "txt" => "text/plain; charset=utf-8",
            "webmanifest" => "application/manifest+json",
            "xml" => "application/xml",
            _ => return None,
        });
        path.is_file().then_some(Source { name, content_type })
    });
    Ok(texts.collect())
}

fn pages_of(folder: &Path) -> Result<Vec<Source>, SiteError> {
    let mut pages = Vec::new();
    let mut folders = vec!["pages".to_owned()];
    while let Some(below) = folders.pop() {
        for (path, name) in entries(&folder.join(&below))? {
            let name = format!("{below}/{name}");
            if path.is_dir() {
                folders.push(name);
            } else if path.extension() == Some(OsStr::new("html")) {
                pages.push(Source { name, content_type: HTML });
            }
        }
    }
    Ok(pages)
}

/// The files of a folder, with their names. Names that are not UTF-8 cannot be the site's.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, String)>, SiteError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder)(error)),
    };
    let entries = entries.collect::<io::Result<Vec<_>>>().map_err(unreadable(folder))?;
    Ok(entries.into_iter().filter_map(|entry| Some((entry.path(), entry.file_name().into_string().ok()?))).collect())
}

fn documents(folder: &Path, sources: &[Source], config: &SiteConfig) -> Result<HashMap<String, Document>, SiteError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    // Each thread takes every n-th file, because neighbouring files have similar sizes.
    let share = |first: usize| {
        let mine = sources.iter().skip(first).step_by(threads);
        mine.map(|source| Ok((source.name.clone(), document(folder, source, config)?))).collect::<Vec<_>>()
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

fn document(folder: &Path, source: &Source, config: &SiteConfig) -> Result<Document, SiteError> {
    let path = folder.join(&source.name);
    let text = fs::read_to_string(&path).map_err(unreadable(&path))?;
    let filled = placeholder::fill(&text, config);
    let filled = filled.map_err(|error| SiteError::Unfillable { path: path.clone(), source: error })?;
    let policy = match &source.content_type {
        html if html == HTML => content_policy::of_page(&filled, config.picture_host.as_deref()),
        script if script == SCRIPT => Some(content_policy::WORKER),
        _ => None,
    };
    let policy = policy.unwrap_or(content_policy::NOTHING);
    Document::new(filled.into(), source.content_type.clone(), policy).map_err(unreadable(&path))
}

/// A hash of all documents, the same in all servers with one version and one configuration.
fn version_of(documents: &HashMap<String, Document>) -> String {
    let mut tags: Vec<_> = documents.iter().map(|(name, document)| (name, document.tag())).collect();
    tags.sort_unstable();
    let mut hasher = DefaultHasher::new();
    tags.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> SiteError {
    let path = path.to_path_buf();
    |source| SiteError::Unreadable { path, source }
}
