//! A text that is served from memory: prepared once, plain and compressed, with entity tags and its content policy.

use std::{
    fmt::Write as _,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, Write as _},
};

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, HttpResponseBuilder,
    http::header::{self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, HeaderName, HeaderValue, IfNoneMatch},
    web::Bytes,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use brotli::{CompressorWriter, enc::BrotliEncoderParams};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest as _, Sha256};

#[derive(Debug)]
pub(crate) struct Document {
    content_type: HeaderValue,
    policy: HeaderValue,
    plain: Variant,
    brotli: Option<Variant>,
    gzip: Option<Variant>,
}

#[derive(Debug)]
struct Variant {
    body: Bytes,
    tag: EntityTag,
    encoding: Option<ContentEncoding>,
}

impl Document {
    /// Compresses `text` and stores the headers of its responses.
    pub(crate) fn new(text: Bytes, content_type: HeaderValue, policy: HeaderValue) -> io::Result<Self> {
        let hash = hash(&text, &policy);
        let smaller = |body: Vec<u8>, encoding: ContentEncoding| {
            (body.len() < text.len()).then(|| Variant::new(body.into(), &hash, Some(encoding)))
        };
        let brotli = smaller(brotli(&text)?, ContentEncoding::Brotli);
        let gzip = smaller(gzip(&text)?, ContentEncoding::Gzip);
        Ok(Self { content_type, policy, brotli, gzip, plain: Variant::new(text, &hash, None) })
    }

    pub(crate) fn tag(&self) -> &str {
        self.plain.tag.tag()
    }

    /// 200 with the text in the encoding that the client prefers, or 304 if the client has it.
    pub(crate) fn response(&self, request: &HttpRequest) -> HttpResponse {
        let variant = self.preferred(request);
        if is_known(request, &variant.tag) {
            let mut response = HttpResponse::NotModified();
            response.insert_header((header::ETAG, variant.tag.clone()));
            return response.insert_header((header::CONTENT_SECURITY_POLICY, self.policy.clone())).finish();
        }
        let mut response = HttpResponse::Ok();
        response.insert_header((header::ETAG, variant.tag.clone()));
        self.send(variant, response)
    }

    /// 404 with the text, even if a range or another version was requested.
    pub(crate) fn not_found(&self, request: &HttpRequest) -> HttpResponse {
        self.send(self.preferred(request), HttpResponse::NotFound())
    }

    fn preferred(&self, request: &HttpRequest) -> &Variant {
        let variant = match preferred(request) {
            Some(ContentEncoding::Brotli) => self.brotli.as_ref(),
            Some(ContentEncoding::Gzip) => self.gzip.as_ref(),
            _ => None,
        };
        variant.unwrap_or(&self.plain)
    }

    fn send(&self, variant: &Variant, mut response: HttpResponseBuilder) -> HttpResponse {
        if let Some(encoding) = variant.encoding {
            response.insert_header((header::CONTENT_ENCODING, encoding));
        }
        response.insert_header((header::CONTENT_SECURITY_POLICY, self.policy.clone()));
        response.insert_header((header::CONTENT_TYPE, self.content_type.clone())).body(variant.body.clone())
    }
}

impl Variant {
    fn new(body: Bytes, hash: &str, encoding: Option<ContentEncoding>) -> Self {
        let tag = EntityTag::new_strong(match encoding {
            Some(encoding) => format!("{hash}-{}", encoding.as_str()),
            None => hash.to_owned(),
        });
        Self { body, tag, encoding }
    }
}

/// A hash of a text and its policy, since browsers cache both together. It is not cryptographic, and the same in all
/// servers of one version.
fn hash(text: &[u8], policy: &HeaderValue) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    policy.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Whether the client has the version with this tag.
pub(crate) fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        None => false,
    }
}

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

fn brotli(content: &[u8]) -> io::Result<Vec<u8>> {
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

fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::with_capacity(content.len() / 3), Compression::best());
    writer.write_all(content)?;
    writer.finish()
}

/// Which sites may embed a response.
pub(crate) const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The policy of responses that are not HTML: no loads, no framing.
pub(crate) const NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/// The policy of the service worker, which fetches the site's files and shows its icons.
pub(crate) const WORKER: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The policy of the API documentation, whose images are in its style sheet.
pub(crate) const DOCS: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'",
);

/// The policy of a page, without its images and styles.
const PAGE: &str = "default-src 'self'; script-src 'self'; font-src 'self'; media-src 'self'; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'self'";

/// The policy of a page: scripts are files; the only inline styles are those of its HTML and an empty one, into which
/// scripts insert rules. Images may also come from `picture_host`.
pub(crate) fn of_page(html: &str, picture_host: Option<&str>) -> Option<HeaderValue> {
    let mut policy = PAGE.to_owned();
    for style in styles(html).chain([""]) {
        // Writing to a string does not fail.
        let _ = write!(policy, " 'sha256-{}'", STANDARD.encode(Sha256::digest(style)));
    }
    policy.push_str("; img-src 'self'");
    if let Some(host) = picture_host {
        policy.push(' ');
        policy.push_str(host);
    }
    HeaderValue::try_from(policy).ok()
}

/// The contents of a page's style elements.
fn styles(html: &str) -> impl Iterator<Item = &str> {
    let (_, after_first_tag) = html.split_once("<style").unwrap_or_default();
    after_first_tag.split("<style").filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (content, _) = rest.split_once("</style>")?;
        (attributes.is_empty() || attributes.starts_with(' ')).then_some(content)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes of an empty text, `a{}` and `b > c{}`, computed with openssl.
    const EMPTY: &str = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
    const A: &str = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";
    const B: &str = "'sha256-hxA3LLZi6ixtpS0KFUNJi6YetgLdmbqSEuJZbFDIQd0='";

    #[track_caller]
    fn check(html: &str, styles: &[&str]) {
        let policy = of_page(html, None).unwrap();
        let (_, sources) = policy.to_str().unwrap().split_once("style-src ").unwrap();
        let (sources, _) = sources.split_once(';').unwrap();
        assert_eq!(sources.split(' ').collect::<Vec<_>>(), [&["'self'"], styles].concat(), "{html}");
    }

    #[test]
    fn a_page_has_its_own_styles_and_the_empty_one() {
        check("", &[EMPTY]);
        check("<p>style</p><styled></styled>", &[EMPTY]);
        check("<head><style>a{}</style></head>", &[A, EMPTY]);
        check("<style data-styled=\"true\">a{}</style><p></p><style>b > c{}</style>", &[A, B, EMPTY]);
    }

    #[test]
    fn images_are_the_sites_own_or_of_one_host() {
        let of_host = |host| of_page("", host).unwrap().to_str().unwrap().rsplit_once("; ").unwrap().1.to_owned();
        assert_eq!(of_host(None), "img-src 'self'");
        assert_eq!(of_host(Some("https://pictures.example")), "img-src 'self' https://pictures.example");
    }

    #[test]
    fn inline_code_and_other_hosts_are_not_allowed() {
        let page = of_page("<style>a{}</style>", None).unwrap();
        for policy in [NOTHING, WORKER, DOCS, page] {
            let policy = policy.to_str().unwrap();
            assert!(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'), "{policy}");
            assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
        }
    }
}
