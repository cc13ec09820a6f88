//! Content security policies, none of which allows inline code, or code from another host.

use std::fmt::Write as _;

use actix_web::http::header::{HeaderName, HeaderValue};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

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
