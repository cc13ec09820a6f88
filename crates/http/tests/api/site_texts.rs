//! The texts of the built site: placeholders, compression, entity tags.

use std::{fs, io::Read as _, path::Path};

use flate2::read::GzDecoder;
use serde_json::Value;
use tokibako_http::{Site, SiteError};

use crate::{
    pages::{get, site_of},
    server::{TestServer, site_config},
};

/// Long enough to be compressed.
fn long(text: &str) -> String {
    text.repeat(200)
}

fn unbrotli(body: &[u8]) -> String {
    let mut text = String::new();
    brotli::Decompressor::new(body, 4096).read_to_string(&mut text).unwrap();
    text
}

fn ungzip(body: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(body).read_to_string(&mut text).unwrap();
    text
}

#[actix_web::test]
async fn placeholders_are_filled_in_and_escaped_for_their_context() {
    let site = site_of(&[
        ("pages/index.html", "<p>%%tokibako:html:operator.name%%</p><p>%%tokibako:html:operator.services%%</p>"),
        ("pages/en.html", "<a href=\"%%tokibako:html:operator.url%%\">%%tokibako:html:tools.qr-code%%/en</a>"),
        ("pages/timer/en.html", "<script>{\"name\":\"%%tokibako:json:operator.name%%\"}</script>"),
        ("pages/404.html", "<p>%%tokibako:html:operator.address%%</p>"),
        ("robots.txt", "Sitemap: %%tokibako:text:origin%%/sitemap.xml"),
        ("sitemap.xml", "<loc>%%tokibako:xml:origin%%/?a&amp;b</loc><by>%%tokibako:xml:operator.name%%</by>"),
        ("manifest-en.webmanifest", "{\"name\":\"%%tokibako:json:operator.name%%\"}"),
        ("assets/main.js", "%%tokibako:html:origin%%"),
    ]);
    let server = TestServer::with_site(site.path()).await;
    for (path, text) in [
        ("/", "<p>Box &amp; &quot;Hand&quot; &lt;/script&gt;</p><p></p>"),
        ("/en", "<a href=\"https://box.example/?a=1&amp;b=2\">https://qr.example/en</a>"),
        ("/timer/en", "<script>{\"name\":\"Box \\u0026 \\\"Hand\\\" \\u003c/script\\u003e\"}</script>"),
        ("/nothing", "<p>1 Clock Street, Tick</p>"),
        ("/robots.txt", "Sitemap: https://time.example/sitemap.xml"),
        ("/sitemap.xml", "<loc>https://time.example/?a&amp;b</loc><by>Box &amp; &quot;Hand&quot; &lt;/script&gt;</by>"),
        // The names of assets have a hash of their content, so placeholders in them are kept.
        ("/assets/main.js", "%%tokibako:html:origin%%"),
    ] {
        assert_eq!(server.get(path).await.text(), text, "{path}");
    }
    let manifest: Value = server.get("/manifest-en.webmanifest").await.json();
    assert_eq!(manifest["name"], "Box & \"Hand\" </script>");
}

#[actix_web::test]
async fn texts_are_compressed_if_the_client_accepts_it() {
    let site = site_of(&[
        ("pages/index.html", &long("<p>%%tokibako:html:origin%%</p>")),
        ("pages/404.html", &long("<p>not found</p>")),
        ("pages/en.html", "short"),
        ("sitemap.xml", &long("<url>map</url>")),
    ]);
    let server = TestServer::with_site(site.path()).await;
    let page = long("<p>https://time.example</p>");
    for (accepted, encoding) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=1, br;q=0.5", "gzip"),
        ("identity", ""),
        ("zstd", ""),
    ] {
        for (path, status, text) in [
            ("/", 200, &page),
            ("/nothing", 404, &long("<p>not found</p>")),
            ("/sitemap.xml", 200, &long("<url>map</url>")),
        ] {
            let answer = get(&server, path, &[("Accept-Encoding", accepted)]).await;
            assert_eq!((answer.status, answer.header("content-encoding").as_str()), (status, encoding), "{accepted}");
            let received = match encoding {
                "br" => unbrotli(&answer.body),
                "gzip" => ungzip(&answer.body),
                _ => answer.text(),
            };
            assert_eq!(&received, text, "{path} {accepted}");
            assert_eq!(answer.header("content-length"), answer.body.len().to_string());
            assert_eq!(answer.header("vary"), "accept-encoding");
        }
    }
    let short = get(&server, "/en", &[("Accept-Encoding", "br")]).await;
    assert_eq!((short.text().as_str(), short.header("content-encoding").as_str()), ("short", ""));
}

#[actix_web::test]
async fn a_cached_text_is_not_sent_again() {
    let site = site_of(&[("pages/index.html", &long("home")), ("pages/en.html", &long("home in English"))]);
    let server = TestServer::with_site(site.path()).await;
    let mut tags = Vec::new();
    for (path, accepted) in [("/", "br"), ("/", "gzip"), ("/", "identity"), ("/en", "br")] {
        let answer = get(&server, path, &[("Accept-Encoding", accepted)]).await;
        let tag = answer.header("etag");
        assert!(tag.starts_with('"'), "a strong tag: {tag}");
        for known in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_owned()] {
            let again = get(&server, path, &[("Accept-Encoding", accepted), ("If-None-Match", &known)]).await;
            assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.clone()), "{known}");
            assert_eq!(again.header("cache-control"), "no-cache");
            assert_eq!(again.header("vary"), "accept-encoding");
        }
        let other = get(&server, path, &[("Accept-Encoding", accepted), ("If-None-Match", "\"other\"")]).await;
        assert_eq!((other.status, other.body), (200, answer.body));
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 4, "each text in each encoding has a tag of its own");
}

#[actix_web::test]
async fn other_configuration_values_change_the_entity_tags() {
    let site = site_of(&[("pages/index.html", "%%tokibako:html:origin%%"), ("pages/en.html", "home")]);
    let tags = async || {
        let server = TestServer::with_site(site.path()).await;
        [server.get("/").await.header("etag"), server.get("/en").await.header("etag")]
    };
    let before = tags().await;
    assert_eq!(before, tags().await);
    fs::write(site.path().join("pages/index.html"), "%%tokibako:html:operator.address%%").unwrap();
    let after = tags().await;
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1], after[1]);
}

#[actix_web::test]
async fn the_service_worker_changes_with_every_page_and_setting() {
    let script = "self.build={\"level\":\"%%tokibako:json:service-worker%%\",\"pages\":\"%%tokibako:json:pages%%\"}";
    let site = site_of(&[("pages/index.html", "home"), ("pages/timer/en.html", "timer"), ("sw.js", script)]);
    let worker = async || {
        let answer = TestServer::with_site(site.path()).await.get("/sw.js").await;
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; connect-src 'self';"), "{policy}");
        answer.text()
    };
    let first = worker().await;
    assert!(first.starts_with("self.build={\"level\":\"push-only\",\"pages\":\""), "{first}");
    assert!(!first.contains("%%") && !first.contains("\"pages\":\"\""), "{first}");
    assert_eq!(first, worker().await);
    fs::write(site.path().join("pages/timer/en.html"), "another timer").unwrap();
    let second = worker().await;
    assert_ne!(first, second);
    // Swapping the contents of two pages changes the version.
    fs::write(site.path().join("pages/timer/en.html"), "home").unwrap();
    fs::write(site.path().join("pages/index.html"), "another timer").unwrap();
    assert_ne!(second, worker().await);
}

#[test]
fn an_unknown_placeholder_is_an_error_with_its_file() {
    #[track_caller]
    fn check(file: &str, content: &str, told: &str) {
        let site = site_of(&[("pages/index.html", "home"), (file, content)]);
        let error = Site::open(site.path(), &site_config()).unwrap_err();
        assert!(matches!(error, SiteError::Unfillable { .. }));
        assert!(error.to_string().contains(file), "{error}");
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(cause.contains(told), "{cause}");
    }
    check("pages/timer/en.html", "%%tokibako:html:operator.phone%%", "%%tokibako:html:operator.phone%%");
    check("pages/404.html", "%%tokibako:sql:origin%%", "%%tokibako:sql:origin%%");
    check("robots.txt", "%%tokibako:origin%%", "%%tokibako:origin%%");
    check("sitemap.xml", "%%tokibako:xml:origin", "%%tokibako:xml:origin");
}

#[test]
fn a_page_that_is_not_utf8_is_an_error_with_its_name() {
    let site = site_of(&[("pages/index.html", "home")]);
    fs::write(site.path().join("pages/en.html"), [0xff, 0xfe]).unwrap();
    let error = Site::open(site.path(), &site_config()).unwrap_err();
    assert!(error.to_string().ends_with("pages/en.html"), "{error}");
}

#[test]
fn a_missing_folder_has_no_pages() {
    assert!(!Site::open(Path::new("/nonexistent"), &site_config()).unwrap().is_built());
    let site = site_of(&[("pages/index.html", "home")]);
    assert!(Site::open(site.path(), &site_config()).unwrap().is_built());
}
