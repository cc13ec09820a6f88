//! A file of the site as it goes out: plain, or compressed ahead in the client's favourite way.

use std::path::Path;

use actix_files::NamedFile;
use actix_web::{HttpRequest, HttpResponse, http::header::ContentEncoding};

use crate::response::compressed;

/// Files up to this size are read at once: that takes less than handing them to another thread.
const SMALL_FILE: u64 = 256 * 1024;

/// The file at `path`, or the part or the word on its version that was asked for; `None` if it is not there.
pub(super) fn answer(request: &HttpRequest, path: &Path) -> Option<HttpResponse> {
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
