//! The built site: pages, assets, redirects, and what is not there.

use std::{fs, path::Path};

use tempfile::TempDir;

use crate::server::{Answer, TestServer};

fn site() -> TempDir {
    let site = tempfile::tempdir().unwrap();
    for (file, content) in [
        ("pages/index.html", "home in Japanese"),
        ("pages/index.html.br", "home in Japanese, br"),
        ("pages/index.html.gz", "home in Japanese, gz"),
        ("pages/en.html", "home in English"),
        ("pages/timer.html", "timer in Japanese"),
        ("pages/timer/en.html", "timer in English"),
        ("pages/404.html", "not found"),
        ("pages/404.html.gz", "not found, gz"),
        ("assets/main.0123456789.js", "script"),
        ("assets/main.0123456789.js.br", "script, br"),
        ("assets/jost.0123456789.woff2", "font"),
        ("favicon.svg", "picture"),
        ("robots.txt", "robots"),
        (".secret", "secret"),
    ] {
        let file = site.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
    site
}

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = server.request("GET", path);
    let request = headers.iter().fold(request, |request, (name, value)| request.insert_header((*name, *value)));
    server.send(request, Vec::new()).await
}

#[actix_web::test]
async fn paths_lead_to_pages() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for (path, content) in [
        ("/", "home in Japanese"),
        ("/en", "home in English"),
        ("/timer", "timer in Japanese"),
        ("/timer/en", "timer in English"),
        ("/timer?x=1", "timer in Japanese"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, content), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
}

#[actix_web::test]
async fn japanese_and_trailing_slashes_lead_to_the_one_path() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for (path, location) in [
        ("/ja", "/"),
        ("/ja/", "/"),
        ("/timer/ja", "/timer"),
        ("/timer/ja/", "/timer"),
        ("/timer/", "/timer"),
        ("/timer/en/", "/timer/en"),
        ("/timer/ja?a=b&c", "/timer?a=b&c"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.header("location").as_str()), (308, location), "{path}");
    }
}

#[actix_web::test]
async fn everything_else_is_not_found() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for path in [
        "/nothing",
        "/nothing/",
        "/nothing/ja",
        "/timer/xx",
        "/timer/en/ja",
        "/timer/en/en",
        "/index",
        "/404",
        "/timer.html",
        "/pages/timer",
        "/pages/timer.html",
        "/pages/",
        "/assets",
        "/assets/",
        "/assets/nothing.js",
        "/assets/main.0123456789.js.br",
        "/assets/main.0123456789.js/",
        "/.secret",
        "/assets/../.secret",
        "/assets/..%2f.secret",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cetc",
        "//timer",
        "//evil.example/",
        "//evil.example/ja",
        "/\\evil.example/",
        "/timer//",
        "/timer%00",
        "/%ff",
        "/%zz",
        "/favicon.svg/",
        "/apix",
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.text().as_str()), (404, "not found"), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    }
    let compressed = get(&server, "/nothing", &[("Accept-Encoding", "gzip"), ("Range", "bytes=0-1")]).await;
    assert_eq!((compressed.status, compressed.text().as_str()), (404, "not found, gz"));
    assert_eq!(compressed.header("content-encoding"), "gzip");
}

#[actix_web::test]
async fn without_a_site_there_is_a_text() {
    let server = TestServer::with_site(Path::new("/nonexistent")).await;
    let answer = server.get("/timer").await;
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("404 Page Not Found"));
}

#[actix_web::test]
async fn files_are_kept_as_long_as_their_names_promise() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for (path, content, kind, cache) in [
        ("/assets/main.0123456789.js", "script", "text/javascript", "public, max-age=31536000, immutable"),
        ("/assets/jost.0123456789.woff2", "font", "font/woff2", "public, max-age=31536000, immutable"),
        ("/favicon.svg", "picture", "image/svg+xml", "no-cache"),
        ("/robots.txt", "robots", "text/plain; charset=utf-8", "no-cache"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, content), "{path}");
        assert_eq!(answer.header("content-type"), kind);
        assert_eq!(answer.header("cache-control"), cache);
        let etag = answer.header("etag");
        let again = get(&server, path, &[("If-None-Match", &etag)]).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[actix_web::test]
async fn files_go_out_compressed_where_the_client_takes_it() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for (accepted, content, encoding) in [
        ("gzip, deflate, br", "home in Japanese, br", "br"),
        ("gzip", "home in Japanese, gz", "gzip"),
        ("br;q=0, gzip", "home in Japanese, gz", "gzip"),
        ("identity", "home in Japanese", ""),
        ("zstd", "home in Japanese", ""),
    ] {
        let answer = get(&server, "/", &[("Accept-Encoding", accepted)]).await;
        assert_eq!((answer.text().as_str(), answer.header("content-encoding").as_str()), (content, encoding));
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
    let script = get(&server, "/assets/main.0123456789.js", &[("Accept-Encoding", "gzip")]).await;
    assert_eq!(script.text(), "script");
}

#[actix_web::test]
async fn pages_are_read_and_nothing_else() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let answer = server.send(server.request(method, "/timer"), Vec::new()).await;
        assert_eq!((answer.status, answer.header("allow").as_str()), (405, "GET, HEAD"), "{method}");
    }
    let head = server.send(server.request("HEAD", "/timer"), Vec::new()).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    let part = get(&server, "/assets/jost.0123456789.woff2", &[("Range", "bytes=1-2")]).await;
    assert_eq!((part.status, part.text().as_str()), (206, "on"));
}
