//! Requests as bytes.

use crate::ground::browsers;

/// A GET of a path that needs no browser.
pub(crate) fn page(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n").into_bytes()
}

/// A GET of the API by browser number `browser`.
pub(crate) fn read(path: &str, browser: u32) -> Vec<u8> {
    let browser = browsers::id(browser);
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Browser-Id: {browser}\r\n\r\n").into_bytes()
}

/// A POST of a JSON body by browser number `browser`.
pub(crate) fn write(path: &str, browser: u32, json: &str) -> Vec<u8> {
    post(path, browser, "", json)
}

/// The same, as if it were forwarded from `origin`.
pub(crate) fn write_from(path: &str, browser: u32, origin: &str, json: &str) -> Vec<u8> {
    post(path, browser, &format!("X-Forwarded-For: {origin}\r\n"), json)
}

fn post(path: &str, browser: u32, header: &str, json: &str) -> Vec<u8> {
    let browser = browsers::id(browser);
    let length = json.len();
    let mut request = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Browser-Id: {browser}\r\n{header}");
    request.push_str(&format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{json}"));
    request.into_bytes()
}

/// The request that opens an event stream, from after the event `last_id` where there was one.
pub(crate) fn stream(path: &str, browser: u32, last_id: Option<&str>) -> Vec<u8> {
    let browser = browsers::id(browser);
    let place = last_id.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Browser-Id: {browser}\r\n{place}\r\n").into_bytes()
}
