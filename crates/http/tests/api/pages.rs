//! The built site: pages, assets, redirects, and unknown paths.

use std::{fs, path::Path};

use tempfile::TempDir;
use tokibako_http::SiteFiles;

use crate::server::{Answer, TestServer};

pub(crate) fn site_of(files: &[(&str, &str)]) -> TempDir {
    let site = tempfile::tempdir().unwrap();
    for (file, content) in files {
        let file = site.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
    site
}

fn site() -> TempDir {
    site_of(&[
        ("pages/index.html", "home in Japanese"),
        ("pages/en.html", "home in English"),
        ("pages/timer.html", "timer in Japanese"),
        ("pages/timer/en.html", "timer in English"),
        ("pages/timer/draft.txt", "draft"),
        ("pages/404.html", "not found"),
        ("pages/404/en.html", "not found, in English"),
        ("assets/main.0123456789.js", "script"),
        ("assets/main.0123456789.js.br", "script, br"),
        ("assets/jost.0123456789.woff2", "font"),
        ("icons/icon-192.png", "icon"),
        ("icons/weather-clear-day.svg", "sun"),
        ("icons/weather-clear-day.svg.br", "sun, br"),
        ("favicon.svg", "picture"),
        ("favicon.ico", "small picture"),
        ("robots.txt", "robots"),
        ("sitemap.xml", "map"),
        ("manifest-en.webmanifest", "manifest"),
        (".secret", "secret"),
    ])
}

/// One site in a folder, and in memory as in the binary of a release.
fn both(site: &TempDir) -> [SiteFiles; 2] {
    let mut files = Vec::new();
    let mut folders = vec![site.path().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(site.path()).unwrap().to_str().unwrap().to_owned();
            files.push((name, fs::read(path).unwrap().into()));
        }
    }
    [site.path().into(), SiteFiles::in_memory(files)]
}

pub(crate) async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = server.request("GET", path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    server.send(request, Vec::new()).await
}

#[actix_web::test]
async fn each_page_has_its_path() {
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
async fn other_spellings_redirect_to_the_one_path_of_a_page() {
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
        ("/timer/en/?next=//evil.example/", "/timer/en?next=//evil.example/"),
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
        "/index",
        "/404",
        "/404/",
        "/404/ja",
        "/404/xx",
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
        "/favicon.png",
        "/icons",
        "/icons/",
        "/icons/icon-512.png",
        "/icons/icon-192.png/",
        "/icons/weather-clear-day.svg.br",
        "/icons/../.secret",
        "/icons/%2e%2e/.secret",
        "/timer/draft",
        "/timer/draft.txt",
        "/robots.txt/",
        "/timer/../timer/",
        "/%2e%2e/ja",
        "/%2e/timer/",
        "/timer/%2e%2e/ja/",
        "//",
        "//ja",
        "//ja/",
        "///evil.example/ja",
        "//evil.example/%2e%2e/",
        "//evil.example/%2f..",
        "/%2fevil.example/",
        "/%5cevil.example/ja",
        "/https://evil.example/",
        "/apix",
    ] {
        let answer = server.get_as_written(path).await;
        assert!(answer.starts_with("HTTP/1.1 404 ") && answer.ends_with("\r\n\r\nnot found"), "{path}: {answer}");
        assert!(answer.contains("\r\ncontent-type: text/html; charset=utf-8\r\n"), "{path}: {answer}");
    }
}

#[actix_web::test]
async fn the_not_found_page_is_in_the_language_of_the_path() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for path in ["/nothing/en", "/nothing/en/", "/timer/xx/en", "/timer/en/en", "/404/en", "//evil.example/en"] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.text().as_str()), (404, "not found, in English"), "{path}");
    }
    for path in ["/nothing/fr", "/en/nothing", "/nothing/../en.html", "/nothing/EN"] {
        let answer = server.get_as_written(path).await;
        assert!(answer.starts_with("HTTP/1.1 404 ") && answer.ends_with("\r\n\r\nnot found"), "{path}: {answer}");
    }
    let part = get(&server, "/nothing", &[("Range", "bytes=0-1"), ("If-None-Match", "*")]).await;
    assert_eq!((part.status, part.text().as_str()), (404, "not found"));
}

#[actix_web::test]
async fn without_a_built_site_the_response_says_that_there_are_no_pages() {
    let server = TestServer::with_site(Path::new("/nonexistent")).await;
    let answer = server.get("/timer").await;
    assert_eq!(answer.status, 404);
    for sentence in ["このサーバーには、サイトのページがありません。", "This server has no pages of the site."]
    {
        assert!(answer.text().contains(sentence), "{}", answer.text());
    }
}

#[actix_web::test]
async fn files_with_a_hash_in_their_name_are_cached_for_long() {
    let site = site();
    for files in both(&site) {
        each_file_is_cached_for_its_time(&TestServer::with_site(files).await).await;
    }
}

async fn each_file_is_cached_for_its_time(server: &TestServer) {
    for (path, content, kind, cache) in [
        ("/assets/main.0123456789.js", "script", "text/javascript", "public, max-age=31536000, immutable"),
        ("/assets/jost.0123456789.woff2", "font", "font/woff2", "public, max-age=31536000, immutable"),
        ("/icons/icon-192.png", "icon", "image/png", "public, max-age=86400"),
        ("/icons/weather-clear-day.svg", "sun", "image/svg+xml", "public, max-age=86400"),
        ("/favicon.svg", "picture", "image/svg+xml", "no-cache"),
        ("/favicon.ico", "small picture", "image/x-icon", "no-cache"),
        ("/sitemap.xml", "map", "application/xml", "no-cache"),
        ("/manifest-en.webmanifest", "manifest", "application/manifest+json", "no-cache"),
        ("/robots.txt", "robots", "text/plain; charset=utf-8", "no-cache"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, content), "{path}");
        assert_eq!(answer.header("content-type"), kind);
        assert_eq!(answer.header("cache-control"), cache);
        let etag = answer.header("etag");
        let again = get(server, path, &[("If-None-Match", &etag)]).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("cache-control"), cache);
    }
}

#[actix_web::test]
async fn files_are_compressed_if_the_client_accepts_it() {
    let site = site();
    for files in both(&site) {
        each_file_is_compressed(&TestServer::with_site(files).await).await;
    }
}

#[actix_web::test]
async fn a_range_of_a_file_is_sent_as_media_players_ask_for_it() {
    let site = site();
    for files in both(&site) {
        let server = TestServer::with_site(files).await;
        let path = "/icons/icon-192.png";
        let part = get(&server, path, &[("Range", "bytes=1-2")]).await;
        assert_eq!((part.status, part.text().as_str()), (206, "co"));
        assert_eq!(part.header("content-range"), "bytes 1-2/4");
        let end = get(&server, path, &[("Range", "bytes=-1")]).await;
        assert_eq!((end.status, end.text().as_str()), (206, "n"));
        let beyond = get(&server, path, &[("Range", "bytes=9-")]).await;
        assert_eq!((beyond.status, beyond.header("content-range")), (416, "bytes */4".to_owned()));
        let etag = part.header("etag");
        let known = get(&server, path, &[("Range", "bytes=1-2"), ("If-Range", &etag)]).await;
        assert_eq!(known.status, 206);
        let other = get(&server, path, &[("Range", "bytes=1-2"), ("If-Range", "\"other\"")]).await;
        assert_eq!((other.status, other.text().as_str()), (200, "icon"));
    }
}

async fn each_file_is_compressed(server: &TestServer) {
    for path in ["/assets/main.0123456789.js", "/icons/weather-clear-day.svg"] {
        let plain = server.get(path).await;
        let compressed = get(server, path, &[("Accept-Encoding", "gzip, br")]).await;
        assert_eq!(compressed.text(), format!("{}, br", plain.text()));
        assert_eq!(compressed.header("content-encoding"), "br");
        assert_eq!(compressed.header("content-type"), plain.header("content-type"));
        assert_eq!(compressed.header("vary"), "accept-encoding");
        // There is no such file.
        let gzip = get(server, path, &[("Accept-Encoding", "gzip")]).await;
        assert_eq!((gzip.text(), gzip.header("content-encoding")), (plain.text(), String::new()));
    }
}

#[actix_web::test]
async fn pages_have_no_other_methods() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let answer = server.send(server.request(method, "/timer"), Vec::new()).await;
        assert_eq!((answer.status, answer.header("allow").as_str()), (405, "GET, HEAD"), "{method}");
    }
    let head = server.send(server.request("HEAD", "/timer"), Vec::new()).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), "timer in Japanese".len().to_string());
    assert!(!head.header("etag").is_empty());
    let head = server.send(server.request("HEAD", "/nothing"), Vec::new()).await;
    assert_eq!((head.status, head.body.len()), (404, 0));
    let part = get(&server, "/assets/jost.0123456789.woff2", &[("Range", "bytes=1-2")]).await;
    assert_eq!((part.status, part.text().as_str()), (206, "on"));
}

#[actix_web::test]
async fn password_managers_are_redirected_to_the_password_page() {
    let site = site();
    let server = TestServer::with_site(site.path()).await;
    let path = "/.well-known/change-password";
    for (languages, location) in [
        ("", "/#change-password"),
        ("ja,en;q=0.9", "/#change-password"),
        ("en-GB,en;q=0.9", "/en#change-password"),
        ("xx, ../en;q=0.9, en", "/en#change-password"),
    ] {
        let answer = get(&server, path, &[("accept-language", languages)]).await;
        assert_eq!((answer.status, answer.header("location")), (303, location.to_owned()), "{languages}");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    assert_eq!(get(&server, "/.well-known/change-password/", &[]).await.status, 404);
}
