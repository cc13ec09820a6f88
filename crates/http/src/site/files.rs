//! The files of the built site in memory, from a folder or from this binary; each is plain, or compressed by the build in the
//! encoding that the client prefers.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

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

/// The files by their paths below the site's folder.
#[derive(Debug, Default)]
pub struct SiteFiles(BTreeMap<String, File>);

#[derive(Debug)]
struct File {
    content: Bytes,
    tag: EntityTag,
}

#[derive(Debug, Error)]
pub enum SiteError {
    #[error("cannot read {}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// A placeholder is unknown: the site was built by another version.
    #[error("{name} does not match this version of the server; build the site again")]
    Unfillable { name: String, source: PlaceholderError },
}

impl SiteFiles {
    /// The site that was built into this binary; `None` without the feature `embedded-site`.
    pub fn of_binary() -> Option<Self> {
        #[cfg(feature = "embedded-site")]
        return Some(embedded());
        #[cfg(not(feature = "embedded-site"))]
        None
    }

    /// The site in this folder. One that does not exist has no files.
    pub fn in_folder(folder: &Path) -> Result<Self, SiteError> {
        let mut files = Self::default();
        files.read_below(folder, "").map_err(|(path, source)| SiteError::Unreadable { path, source })?;
        Ok(files)
    }

    /// Reads a folder whose files have names that begin with `prefix`. Names that are not UTF-8 cannot be the site's.
    fn read_below(&mut self, folder: &Path, prefix: &str) -> Result<(), (PathBuf, io::Error)> {
        let unreadable = |error| (folder.to_path_buf(), error);
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(unreadable)?,
        };
        for entry in entries {
            let entry = entry.map_err(unreadable)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let (path, name) = (entry.path(), format!("{prefix}{name}"));
            if path.is_dir() {
                self.read_below(&path, &format!("{name}/"))?;
            } else {
                let content = fs::read(&path).map_err(|error| (path, error))?;
                self.0.insert(name, File::new(content.into()));
            }
        }
        Ok(())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(super) fn text(&self, name: &str) -> Result<&str, SiteError> {
        let content = self.0.get(name).map_or_else(
            || Err(ErrorKind::NotFound.into()),
            |file| str::from_utf8(&file.content).map_err(|error| io::Error::new(ErrorKind::InvalidData, error)),
        );
        content.map_err(|source| SiteError::Unreadable { path: name.into(), source })
    }

    /// Forgets the files that `is_needed` denies.
    pub(super) fn retain(&mut self, is_needed: impl Fn(&str) -> bool) {
        self.0.retain(|name, _| is_needed(name));
    }

    /// The file, a range of it, or 304, as requested; `None` if there is no such file.
    pub(super) fn response(&self, request: &HttpRequest, name: &str) -> Option<HttpResponse> {
        let plain = self.0.get(name)?;
        let (file, encoding) =
            self.compressed(request, name).map_or((plain, None), |(file, encoding)| (file, Some(encoding)));
        let mut response = HttpResponse::Ok();
        response.insert_header((header::ETAG, file.tag.clone()));
        if is_known(request, &file.tag) {
            return Some(response.status(StatusCode::NOT_MODIFIED).finish());
        }
        response.content_type(mime_guess::from_path(name).first_or_octet_stream().as_ref());
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

    fn compressed(&self, request: &HttpRequest, name: &str) -> Option<(&File, ContentEncoding)> {
        let encoding = document::preferred(request)?;
        let suffix = if encoding == ContentEncoding::Brotli { "br" } else { "gz" };
        self.0.get(&format!("{name}.{suffix}")).map(|file| (file, encoding))
    }
}

impl File {
    fn new(content: Cow<'static, [u8]>) -> Self {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let tag = EntityTag::new_strong(format!("{:016x}", hasher.finish()));
        let content = match content {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => Bytes::from(content),
        };
        Self { content, tag }
    }
}

#[cfg(feature = "embedded-site")]
fn embedded() -> SiteFiles {
    #[derive(rust_embed::Embed)]
    #[folder = "../../frontend/dist"]
    struct BuiltSite;

    let files = BuiltSite::iter().filter_map(|name| Some((name.to_string(), File::new(BuiltSite::get(&name)?.data))));
    SiteFiles(files.collect())
}

/// The range that is asked for, unless it is of another version of the file.
fn wanted_range(request: &HttpRequest, tag: &EntityTag) -> Option<Range> {
    let version = request.headers().get(header::IF_RANGE).map(|version| version.to_str().unwrap_or_default());
    if version.is_some_and(|version| version != tag.to_string()) {
        return None;
    }
    request.get_header::<Range>()
}
