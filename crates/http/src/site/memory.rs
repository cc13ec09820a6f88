//! A file of the site in memory: plain, or compressed by the build in the encoding that the client prefers.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    ffi::OsStr,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::Path,
};

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ContentEncoding, ContentRange, ContentRangeSpec, EntityTag, Range},
    },
    web::Bytes,
};

use crate::response::document::{self, is_known};

/// The content of a file, with its entity tag.
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
pub(super) fn response(
    request: &HttpRequest,
    files: &BTreeMap<String, MemoryFile>,
    name: &str,
) -> Option<HttpResponse> {
    let plain = files.get(name)?;
    let (file, encoding) =
        compressed_ahead(request, files, name).map_or((plain, None), |(file, encoding)| (file, Some(encoding)));
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

fn compressed_ahead<'a>(
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
