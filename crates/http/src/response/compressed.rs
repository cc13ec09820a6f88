//! Compression: the encoding that a client prefers, and compressing a text.

use std::io::{self, Write as _};

use actix_web::{
    HttpMessage as _, HttpRequest,
    http::header::{AcceptEncoding, ContentEncoding, Encoding},
};
use brotli::{CompressorWriter, enc::BrotliEncoderParams};
use flate2::{Compression, write::GzEncoder};

/// From 0 to 11. The 9.3 MB of 117 built pages become 1,603 kB in 0.2 s of one core at 5, 1,576 kB in 0.5 s at 9, and 1,471
/// kB in 3.2 s at 10, which is not worth a slow start. At 9 the largest page is below its budget of 20 kB.
const BROTLI_QUALITY: i32 = 9;

/// The window in powers of two; no page is larger.
const BROTLI_WINDOW: i32 = 22;

/// brotli or gzip, whichever the client prefers; `None` for neither.
pub(crate) fn preferred(request: &HttpRequest) -> Option<ContentEncoding> {
    let offered = [Encoding::brotli(), Encoding::gzip(), Encoding::identity()];
    match request.get_header::<AcceptEncoding>()?.negotiate(offered.iter())? {
        Encoding::Known(encoding @ (ContentEncoding::Brotli | ContentEncoding::Gzip)) => Some(encoding),
        _ => None,
    }
}

pub(crate) fn brotli(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressed = Vec::with_capacity(content.len() / 3);
    let params = BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: content.len(),
        ..BrotliEncoderParams::default()
    };
    let mut writer = CompressorWriter::with_params(&mut compressed, BUFFER, &params);
    writer.write_all(content)?;
    drop(writer);
    Ok(compressed)
}

const BUFFER: usize = 64 * 1024;

pub(crate) fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::with_capacity(content.len() / 3), Compression::best());
    writer.write_all(content)?;
    writer.finish()
}
