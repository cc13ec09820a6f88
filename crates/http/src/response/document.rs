//! A text that is served from memory: prepared once, plain and compressed, with entity tags.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
};

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, HttpResponseBuilder,
    http::header::{self, ContentEncoding, EntityTag, HeaderValue, IfNoneMatch},
    web::Bytes,
};

use crate::response::compressed;

/// The responses of one text.
#[derive(Debug)]
pub(crate) struct Document {
    content_type: HeaderValue,
    /// The document's content security policy.
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
        let brotli = smaller(compressed::brotli(&text)?, ContentEncoding::Brotli);
        let gzip = smaller(compressed::gzip(&text)?, ContentEncoding::Gzip);
        Ok(Self { content_type, policy, brotli, gzip, plain: Variant::new(text, &hash, None) })
    }

    /// The entity tag of this text.
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
        let variant = match compressed::preferred(request) {
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
