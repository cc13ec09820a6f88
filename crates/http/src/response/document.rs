//! A text as it goes out: made once, plain and compressed, with its entity tags.

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

/// Answers of one text.
#[derive(Debug)]
pub(crate) struct Document {
    content_type: HeaderValue,
    /// What it may load and run.
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
    /// Compresses `text`, which is of this type and may load and run what `policy` says.
    pub(crate) fn new(text: Bytes, content_type: HeaderValue, policy: HeaderValue) -> io::Result<Self> {
        let hash = hash(&text, &policy);
        let smaller = |body: Vec<u8>, encoding: ContentEncoding| {
            (body.len() < text.len()).then(|| Variant::new(body.into(), &hash, Some(encoding)))
        };
        let brotli = smaller(compressed::brotli(&text)?, ContentEncoding::Brotli);
        let gzip = smaller(compressed::gzip(&text)?, ContentEncoding::Gzip);
        Ok(Self { content_type, policy, brotli, gzip, plain: Variant::new(text, &hash, None) })
    }

    /// The text in the encoding that the client likes best, or word that the client has it already.
    pub(crate) fn answer(&self, request: &HttpRequest) -> HttpResponse {
        let variant = self.preferred(request);
        if is_known(request, &variant.tag) {
            let mut answer = HttpResponse::NotModified();
            answer.insert_header((header::ETAG, variant.tag.clone()));
            return answer.insert_header((header::CONTENT_SECURITY_POLICY, self.policy.clone())).finish();
        }
        let mut answer = HttpResponse::Ok();
        answer.insert_header((header::ETAG, variant.tag.clone()));
        self.send(variant, answer)
    }

    /// The text as the answer to a path that leads nowhere: whole, whatever part or version was asked for.
    pub(crate) fn answer_not_found(&self, request: &HttpRequest) -> HttpResponse {
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

    fn send(&self, variant: &Variant, mut answer: HttpResponseBuilder) -> HttpResponse {
        if let Some(encoding) = variant.encoding {
            answer.insert_header((header::CONTENT_ENCODING, encoding));
        }
        answer.insert_header((header::CONTENT_SECURITY_POLICY, self.policy.clone()));
        answer.insert_header((header::CONTENT_TYPE, self.content_type.clone())).body(variant.body.clone())
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

/// Tells versions of one text apart, and of the policy, which a browser keeps with its copy; it guards against
/// nobody. Servers of one version agree on it.
fn hash(text: &[u8], policy: &HeaderValue) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    policy.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        None => false,
    }
}
