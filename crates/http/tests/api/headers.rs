//! The security headers of responses.

use tempfile::TempDir;

use crate::{
    pages::{get, site_of},
    server::{Answer, TestServer, Visitor},
};

/// The hash of `a{}`.
const STYLE: &str = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";

/// The hash of an empty text.
const EMPTY: &str = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

fn site() -> TempDir {
    site_of(&[
        ("pages/index.html", "<style data-styled=\"true\">a{}</style>home"),
        ("pages/en.html", "home in English"),
        ("pages/404.html", "<style data-styled=\"true\">b{}</style>not found"),
        ("assets/main.0123456789.js", "script"),
        ("icons/icon-192.png", "icon"),
        ("icons/social-en.png", "social"),
        ("favicon.ico", "small picture"),
        ("robots.txt", "robots"),
    ])
}

#[track_caller]
fn check(path: &str, answer: &Answer) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("strict-transport-security", "max-age=31536000"),
    ] {
        assert_eq!(answer.header(name), value, "{path}");
    }
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-"), "{path}: {policy}");
    let permissions = answer.header("permissions-policy");
    for permission in ["autoplay=(self)", "screen-wake-lock=(self)", "fullscreen=(self)", "camera=()", "geolocation=()"]
    {
        assert!(permissions.contains(permission), "{path}: {permissions}");
    }
    let shared = path.starts_with("/icons/social-");
    let expected = if shared { "cross-origin" } else { "same-origin" };
    assert_eq!(answer.header("cross-origin-resource-policy"), expected, "{path}");
}

#[actix_web::test]
async fn security_headers_are_on_every_response() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    let Visitor { id, .. } = server.visitor();
    for (path, status) in [
        ("/", 200),
        ("/ja", 308),
        ("/nothing", 404),
        ("/assets/main.0123456789.js", 200),
        ("/assets/nothing.js", 404),
        ("/icons/icon-192.png", 200),
        ("/icons/social-en.png", 200),
        ("/favicon.ico", 200),
        ("/robots.txt", 200),
        ("/healthz", 200),
        ("/api/time", 200),
        ("/api/docs", 200),
        ("/api/docs/swagger-ui.css", 200),
        ("/api/alarms", 400),
        ("/api/weather?city=Tokyo,Japan", 404),
        ("/api/nothing", 404),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        check(path, &answer);
    }
    for (method, path) in [("POST", "/"), ("PUT", "/api/alarms"), ("OPTIONS", "/api/alarms"), ("HEAD", "/")] {
        check(path, &server.send(server.request(method, path), Vec::new()).await);
    }
    let stream = server.request("GET", &format!("/api/alarms/notifications?browserId={id}")).send().await.unwrap();
    check("a stream", &Answer { status: 200, headers: stream.headers().clone(), body: Vec::new() });
}

#[actix_web::test]
async fn the_policy_of_a_page_allows_its_own_styles() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    let home = server.get("/").await;
    let policy = home.header("content-security-policy");
    assert!(policy.contains(&format!("style-src 'self' {STYLE} {EMPTY}")), "{policy}");
    // A 304 has the same policy, so the cached copy keeps its own.
    let known = get(&server, "/", &[("If-None-Match", &home.header("etag"))]).await;
    assert_eq!((known.status, known.header("content-security-policy")), (304, policy.clone()));
    let other = server.get("/nothing").await.header("content-security-policy");
    assert!(other != policy && !other.contains(STYLE) && other.contains(EMPTY), "{other}");
}

#[actix_web::test]
async fn responses_that_are_not_pages_may_load_nothing() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for path in ["/assets/main.0123456789.js", "/robots.txt", "/api/time", "/api/nothing"] {
        let policy = server.get(path).await.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';"), "{path}: {policy}");
    }
}

#[actix_web::test]
async fn hsts_is_sent_only_if_the_site_has_https() {
    let server = TestServer::at("http://time.example").await;
    let answer = server.get("/api/time").await;
    assert_eq!(answer.header("strict-transport-security"), "");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
}
