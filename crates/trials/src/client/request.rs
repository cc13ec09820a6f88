//! Requests in bytes.

use crate::ground::browsers;

/// A GET of a path that needs no browser.
pub(crate) fn page(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n").into_bytes()
}

/// A GET of the API by browser number `browser`.
pub(crate) fn read(path: &str, browser: u32) -> Vec<u8> {
    let browser = of_browser(browser);
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{browser}\r\n").into_bytes()
}

/// A POST of a JSON body by browser number `browser`.
pub(crate) fn write(path: &str, browser: u32, json: &str) -> Vec<u8> {
    with_body("POST", path, &of_browser(browser), json)
}

/// The same with an `X-Forwarded-For` of `origin`.
pub(crate) fn write_from(path: &str, browser: u32, origin: &str, json: &str) -> Vec<u8> {
    with_body("POST", path, &format!("{}X-Forwarded-For: {origin}\r\n", of_browser(browser)), json)
}

/// The same, from a device with an active push subscription.
pub(crate) fn write_on(path: &str, browser: u32, device: &str, json: &str) -> Vec<u8> {
    with_body("POST", path, &format!("{}X-Device-Id: {device}\r\n", of_browser(browser)), json)
}

/// A POST by a service worker, which sends a token instead of a browser id.
pub(crate) fn write_by(path: &str, token: &str, json: &str) -> Vec<u8> {
    with_body("POST", path, &format!("Authorization: Bearer {token}\r\n"), json)
}

/// A PUT of a JSON body by browser number `browser`.
pub(crate) fn put(path: &str, browser: u32, json: &str) -> Vec<u8> {
    with_body("PUT", path, &of_browser(browser), json)
}

fn of_browser(browser: u32) -> String {
    format!("X-Browser-Id: {}\r\n", browsers::id(browser))
}

fn with_body(method: &str, path: &str, headers: &str, json: &str) -> Vec<u8> {
    let length = json.len();
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}");
    request.push_str(&format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{json}"));
    request.into_bytes()
}

/// The request that opens an event stream, on a device where that is rung by push, from after the event `last_id` where
/// there was one.
pub(crate) fn stream(path: &str, browser: u32, device: Option<u32>, last_id: Option<&str>) -> Vec<u8> {
    let device = device.map(|device| format!("X-Device-Id: {}\r\n", browsers::device_id(browser, device)));
    let (browser, device) = (of_browser(browser), device.unwrap_or_default());
    let place = last_id.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{browser}{device}{place}\r\n").into_bytes()
}
