//! The files of the built site: in a folder, or in memory for a binary that contains its site; there each is plain, or
//! compressed by the build in the encoding that the client prefers.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use actix_files::NamedFile;
use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ContentEncoding, ContentRange, ContentRangeSpec, EntityTag, Range},
    },
    web::Bytes,
};
use thiserror::Error;

use super::placeholder::PlaceholderError;
use crate::response::document::{self, is_known};

/// Where the site is.
#[derive(Debug)]
pub enum SiteFiles {
    /// In this folder. One that does not exist has no files.
    Folder(PathBuf),
    /// In memory, by their paths below the site's folder.
    Memory(BTreeMap<String, MemoryFile>),
}

#[derive(Debug, Error)]
pub enum SiteError {
    #[error("cannot read {}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// A placeholder is unknown: the site was built by another version.
    #[error("{} does not match this version of the server; build the site again", path.display())]
    Unfillable { path: PathBuf, source: PlaceholderError },
}

impl SiteFiles {
    /// The site that was built into this binary; `None` without the feature `embedded-site`.
    pub fn of_binary() -> Option<Self> {
        #[cfg(feature = "embedded-site")]
        return Some(embedded());
        #[cfg(not(feature = "embedded-site"))]
        None
    }

    /// Files in memory, each with its path below the site's folder.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        Self::Memory(files.into_iter().map(|(name, content)| (name, MemoryFile::new(content))).collect())
    }

    /// The paths of all files below the site's folder.
    pub(super) fn names(&self) -> Result<Vec<String>, SiteError> {
        match self {
            Self::Folder(folder) => names_below(folder),
            Self::Memory(files) => Ok(files.keys().cloned().collect()),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<String, SiteError> {
        let read = match self {
            Self::Folder(folder) => fs::read_to_string(folder.join(name)),
            Self::Memory(files) => files.get(name).map_or_else(|| Err(ErrorKind::NotFound.into()), MemoryFile::text),
        };
        read.map_err(|source| SiteError::Unreadable { path: self.path_of(name), source })
    }

    /// The file, a range of it, or 304, as requested; `None` if there is no such file.
    pub(super) fn response(&self, request: &HttpRequest, name: &str) -> Option<HttpResponse> {
        match self {
            Self::Folder(folder) => response(request, &folder.join(name)),
            Self::Memory(files) => memory_response(request, files, name),
        }
    }

    /// How errors name a file.
    pub(super) fn path_of(&self, name: &str) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join(name),
            Self::Memory(_) => Path::new("the site of this binary").join(name),
        }
    }
}

impl From<&Path> for SiteFiles {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_path_buf())
    }
}

impl From<PathBuf> for SiteFiles {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl Default for SiteFiles {
    fn default() -> Self {
        Self::Memory(BTreeMap::new())
    }
}

fn names_below(folder: &Path) -> Result<Vec<String>, SiteError> {
    let mut names = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(below) = folders.pop() {
        for (path, name) in entries(&folder.join(&below))? {
            let name = if below.is_empty() { name } else { format!("{below}/{name}") };
            if path.is_dir() {
                folders.push(name);
            } else {
                names.push(name);
            }
        }
    }
    Ok(names)
}

/// The entries of a folder, with their names. Names that are not UTF-8 cannot be the site's.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, String)>, SiteError> {
    let unreadable = |source| SiteError::Unreadable { path: folder.to_path_buf(), source };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
    };
    let entries = entries.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
    Ok(entries.into_iter().filter_map(|entry| Some((entry.path(), entry.file_name().into_string().ok()?))).collect())
}

#[cfg(feature = "embedded-site")]
fn embedded() -> SiteFiles {
    #[derive(rust_embed::Embed)]
    #[folder = "../../frontend/dist"]
    struct BuiltSite;

    SiteFiles::in_memory(
        BuiltSite::iter().filter_map(|name| BuiltSite::get(&name).map(|file| (name.into_owned(), file.data))),
    )
}

/// Files up to this size are read on the worker, which is faster than using another thread.
const SMALL_FILE: u64 = 256 * 1024;

/// The file at `path`, a range of it, or 304, as requested; `None` if there is no such file.
pub(super) fn response(request: &HttpRequest, path: &Path) -> Option<HttpResponse> {
    let plain = NamedFile::open(path).ok().filter(|file| file.metadata().is_file())?;
    let content_type = plain.content_type().clone();
    let file = match compressed_ahead(request, path) {
        Some((file, encoding)) => file.set_content_encoding(encoding),
        None => plain,
    };
    let file = file.set_content_type(content_type).disable_content_disposition().read_mode_threshold(SMALL_FILE);
    Some(file.into_response(request))
}

fn compressed_ahead(request: &HttpRequest, path: &Path) -> Option<(NamedFile, ContentEncoding)> {
    let encoding = document::preferred(request)?;
    let mut path = path.as_os_str().to_owned();
    path.push(if encoding == ContentEncoding::Brotli { ".br" } else { ".gz" });
    NamedFile::open(path).ok().map(|file| (file, encoding))
}

#[derive(Debug)]
pub struct MemoryFile {
    content: Bytes,
    tag: EntityTag,
}

impl MemoryFile {
    pub(super) fn new(content: Cow<'static, [u8]>) -> Self {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let tag = EntityTag::new_strong(format!("{:016x}", hasher.finish()));
        let content = match content {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => Bytes::from(content),
        };
        Self { content, tag }
    }

    pub(super) fn text(&self) -> io::Result<String> {
        String::from_utf8(self.content.to_vec()).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

/// The file, a range of it, or 304, as requested; `None` if there is no such file.
pub(super) fn memory_response(
    request: &HttpRequest,
    files: &BTreeMap<String, MemoryFile>,
    name: &str,
) -> Option<HttpResponse> {
    let plain = files.get(name)?;
    let (file, encoding) =
        compressed_in_memory(request, files, name).map_or((plain, None), |(file, encoding)| (file, Some(encoding)));
    let mut response = HttpResponse::Ok();
    response.insert_header((header::ETAG, file.tag.clone()));
    if is_known(request, &file.tag) {
        return Some(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    let extension = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    response.content_type(actix_files::file_extension_to_mime(extension).as_ref());
    response.insert_header((header::ACCEPT_RANGES, "bytes"));
    if let Some(encoding) = encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding));
    }
    let Some(Range::Bytes(ranges)) = wanted_range(request, &file.tag) else {
        return Some(response.body(file.content.clone()));
    };
    let length = file.content.len() as u64;
    // Of several ranges, which browsers do not ask for, the first is sent.
    let range = ranges.first().and_then(|range| range.to_satisfiable_range(length));
    response.insert_header(ContentRange(ContentRangeSpec::Bytes { range, instance_length: Some(length) }));
    let part = range.and_then(|(first, last)| Some(usize::try_from(first).ok()?..=usize::try_from(last).ok()?));
    Some(match part {
        Some(part) => response.status(StatusCode::PARTIAL_CONTENT).body(file.content.slice(part)),
        None => response.status(StatusCode::RANGE_NOT_SATISFIABLE).finish(),
    })
}

fn compressed_in_memory<'a>(
    request: &HttpRequest,
    files: &'a BTreeMap<String, MemoryFile>,
    name: &str,
) -> Option<(&'a MemoryFile, ContentEncoding)> {
    let encoding = document::preferred(request)?;
    let suffix = if encoding == ContentEncoding::Brotli { "br" } else { "gz" };
    files.get(&format!("{name}.{suffix}")).map(|file| (file, encoding))
}

/// The range that is asked for, unless it is of another version of the file.
fn wanted_range(request: &HttpRequest, tag: &EntityTag) -> Option<Range> {
    let version = request.headers().get(header::IF_RANGE).map(|version| version.to_str().unwrap_or_default());
    if version.is_some_and(|version| version != tag.to_string()) {
        return None;
    }
    request.get_header::<Range>()
}
