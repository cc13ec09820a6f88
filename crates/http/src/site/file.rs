//! A file of the site: plain, or compressed by the build in the encoding that the client prefers.

use std::path::Path;

use actix_files::NamedFile;
use actix_web::{HttpRequest, HttpResponse, http::header::ContentEncoding};

use crate::response::compressed;

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
    let encoding = compressed::preferred(request)?;
    let mut path = path.as_os_str().to_owned();
    path.push(if encoding == ContentEncoding::Brotli { ".br" } else { ".gz" });
    NamedFile::open(path).ok().map(|file| (file, encoding))
}
